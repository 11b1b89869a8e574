import { Trans, useLingui } from '@lingui/react/macro'
import { type Cents, format } from '@nikau/money'
import { Button, Header, Money, Receipt, TillFooter, TillMiddle, TillScreen } from '@nikau/ui'
import type { ReactNode } from 'react'
import type { CallError } from '../../lib/call-error.ts'
import { ApprovalCode } from './ApprovalCode.tsx'
import { GiveBackProblem } from './GiveBackProblem.tsx'

interface GiveBackQuestionProps {
  title: ReactNode
  backLabel: string
  amount: Cents
  /** Where it goes: a row for each part. */
  children: ReactNode
  /** Of a manager; undefined where the person may give this much back. */
  approval: { code: string; onChange: (code: string) => void } | undefined
  problem: CallError | undefined
  isBusy: boolean
  onGiveBack: () => void
  onKeep: () => void
}

/** Asks once, with the amount and where it goes, and for a manager's code when it is more than this person may give back. */
export function GiveBackQuestion({ title, backLabel, amount, children, approval, problem, isBusy, onGiveBack, onKeep }: GiveBackQuestionProps) {
  return (
    <TillScreen>
      <Header onBack={isBusy ? undefined : onKeep} backLabel={backLabel} />
      <TillMiddle>
        <h1 className="n-till-title">{title}</h1>
        <div className="mt-3">
          <Money text={format(amount)} size="xl" />
        </div>
        <p className="n-till-say">
          <Trans>Everything goes back to where it came from, and the sale ends.</Trans>
        </p>
        <div className="mt-4">
          <Receipt>{children}</Receipt>
        </div>
        {approval && <ApprovalCode {...approval} />}
        <p role="alert" className="mt-3 min-h-6 font-semibold text-negative">
          {problem && problem.code !== 'REFUND_LIMIT_EXCEEDED' && <GiveBackProblem problem={problem} />}
        </p>
      </TillMiddle>
      <TillFooter>
        <GiveBackButton amount={amount} approvalCode={approval?.code} isBusy={isBusy} onPress={onGiveBack} />
        <KeepButton isBusy={isBusy} onPress={onKeep} />
      </TillFooter>
    </TillScreen>
  )
}

interface GiveBackButtonProps {
  amount: Cents
  /** What is typed of it; undefined where none is needed. */
  approvalCode: string | undefined
  isBusy: boolean
  onPress: () => void
}

export function GiveBackButton({ amount, approvalCode, isBusy, onPress }: GiveBackButtonProps) {
  const { t } = useLingui()
  const shown = format(amount)
  const isCodeMissing = approvalCode !== undefined && approvalCode.length < 6
  return (
    <Button variant="destructive" full needsSignal busy={isBusy} busyLabel={t`Giving back`} isDisabled={amount === 0n || isCodeMissing} onPress={onPress}>
      <Trans>Give back {shown}</Trans>
    </Button>
  )
}

export function KeepButton({ isBusy, onPress }: { isBusy: boolean; onPress: () => void }) {
  return (
    <Button variant="quiet" full isDisabled={isBusy} onPress={onPress}>
      <Trans>Keep the payment</Trans>
    </Button>
  )
}
