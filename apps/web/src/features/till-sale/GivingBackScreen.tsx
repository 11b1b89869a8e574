import { Trans, useLingui } from '@lingui/react/macro'
import { format } from '@nikau/money'
import { Button, Icon, Live, Money, Receipt, TillFooter, TillMiddle, TillScreen, TillSign } from '@nikau/ui'
import { type ReactNode, useState } from 'react'
import { isOutcomeUnknown } from '../../lib/outcome-unknown.ts'
import { currentTurn, useWakeLock } from '../till-device/index.ts'
import { ApprovalCode, needsApproval } from './ApprovalCode.tsx'
import { useCounter } from './counter.ts'
import { saleEngine, useSale } from './engine-instance.ts'
import { LegRows } from './LegRows.tsx'
import { type Returning, sumOf } from './sale.ts'
import { SaleProblem } from './SaleProblem.tsx'
import { SaleTop } from './SaleTop.tsx'

/** Giving back was not answered. The till reads the request until it knows; pressing again gives back once. */
export function GivingBackScreen({ returning: { legs, isStillPaid }, children }: { returning: Returning; children?: ReactNode }) {
  const { t } = useLingui()
  const { go } = useCounter()
  const { isBusy, problem } = useSale()
  const [code, setCode] = useState('')
  const total = sumOf(legs)
  const amount = format(total)
  const asksForCode = needsApproval(total, currentTurn.get()?.refundLimit, problem)
  useWakeLock(true)
  return (
    <TillScreen>
      <SaleTop />
      <TillMiddle>
        <TillSign tone="neutral" icon={<Icon name="clock" />} />
        <div role="status">
          <h1 className="n-till-title mt-6">
            <Trans>We’re checking</Trans>
          </h1>
        </div>
        <div className="mt-1">
          <Money text={amount} size="xl" />
        </div>
        <p className="n-till-say">
          <Trans>We don’t know yet whether it was refunded. Press again: it’s refunded once.</Trans>
        </p>
        <div className="mt-4">
          <Receipt>
            <LegRows legs={legs} />
          </Receipt>
        </div>
        {asksForCode && <ApprovalCode code={code} onChange={setCode} />}
        <p role="alert" className="mt-3 min-h-6 font-semibold text-negative">
          {problem && !isOutcomeUnknown(problem) && <SaleProblem problem={problem} />}
        </p>
        <p className="mt-3 font-semibold">
          <Live>
            <Trans>Asking again and again</Trans>
          </Live>
        </p>
        {children}
      </TillMiddle>
      <TillFooter>
        <Button
          variant="destructive"
          full
          needsSignal
          busy={isBusy}
          busyLabel={t`Giving back`}
          isDisabled={asksForCode && code.length < 6}
          onPress={() => void saleEngine.giveBack(asksForCode ? code : undefined).then(() => setCode(''))}
        >
          <Trans>Give back {amount}</Trans>
        </Button>
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
