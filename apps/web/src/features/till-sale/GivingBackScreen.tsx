import { Trans } from '@lingui/react/macro'
import { Button, Receipt, TillFooter, TillMiddle, TillScreen } from '@nikau/ui'
import { type ReactNode, useState } from 'react'
import { isOutcomeUnknown } from '../../lib/outcome-unknown.ts'
import { currentTurn, useWakeLock } from '../till-device/index.ts'
import { ApprovalCode, needsApproval } from './ApprovalCode.tsx'
import { AskingAgain, CheckingTop } from './CheckingScreen.tsx'
import { useCounter } from './counter.ts'
import { saleEngine, useSale } from './engine-instance.ts'
import { GiveBackButton } from './GiveBackQuestion.tsx'
import { LegRows } from './LegRows.tsx'
import { type Returning, sumOf } from './sale.ts'
import { SaleProblem } from './SaleProblem.tsx'
import { SaleTop } from './SaleTop.tsx'

/** Giving back was not answered. The till reads the request until it knows; pressing again gives back once. */
export function GivingBackScreen({ returning: { legs, isStillPaid }, children }: { returning: Returning; children?: ReactNode }) {
  const { go } = useCounter()
  const { isBusy, problem } = useSale()
  const [code, setCode] = useState('')
  const total = sumOf(legs)
  const asksForCode = needsApproval(total, currentTurn.get()?.refundLimit, problem)
  useWakeLock(true)
  return (
    <TillScreen>
      <SaleTop />
      <TillMiddle>
        <CheckingTop amount={total}>
          <Trans>We don’t know yet whether it was refunded. Press again: it’s refunded once.</Trans>
        </CheckingTop>
        <div className="mt-4">
          <Receipt>
            <LegRows legs={legs} />
          </Receipt>
        </div>
        {asksForCode && <ApprovalCode code={code} onChange={setCode} />}
        <p role="alert" className="mt-3 min-h-6 font-semibold text-negative">
          {problem && !isOutcomeUnknown(problem) && <SaleProblem problem={problem} />}
        </p>
        <AskingAgain />
        {children}
      </TillMiddle>
      <TillFooter>
        <GiveBackButton
          amount={total}
          approvalCode={asksForCode ? code : undefined}
          isBusy={isBusy}
          onPress={() => void saleEngine.giveBack(asksForCode ? code : undefined).then(() => setCode(''))}
        />
        {isStillPaid && (
          <>
            <Button
              variant="quiet"
              full
              isDisabled={isBusy}
              onPress={() => {
                saleEngine.startNewSale()
                go({ at: 'sale' })
              }}
            >
              <Trans>New sale</Trans>
            </Button>
            <p className="text-center text-caption text-ink-2">
              <Trans>How it ended is in the payments of this till.</Trans>
            </p>
          </>
        )}
      </TillFooter>
    </TillScreen>
  )
}
