import { Trans, useLingui } from '@lingui/react/macro'
import type { PaymentRequest } from '@nikau/contract/payment-requests'
import { format } from '@nikau/money'
import { Button, Money, Receipt, TillFooter, TillMiddle, TillScreen } from '@nikau/ui'
import { useState } from 'react'
import { currentTurn } from '../till-device/index.ts'
import { needsApproval } from './ApprovalCode.tsx'
import { saleEngine, useSale } from './engine-instance.ts'
import { GiveBackQuestion } from './GiveBackQuestion.tsx'
import { LegRows } from './LegRows.tsx'
import { leftOf, legsOf, sumOf } from './sale.ts'

export function GiveBackScreen({ request, what, onBack }: { request: PaymentRequest; what: 'undo' | 'stop'; onBack: () => void }) {
  const { t } = useLingui()
  const { isBusy, problem } = useSale()
  const [code, setCode] = useState('')
  const left = leftOf(request)
  const asksForCode = needsApproval(left, currentTurn.get()?.refundLimit, problem)
  return (
    <GiveBackQuestion
      title={what === 'undo' ? <Trans>Undo this payment?</Trans> : <Trans>Give back and stop?</Trans>}
      backLabel={t`Back`}
      amount={left}
      approval={asksForCode ? { code, onChange: setCode } : undefined}
      problem={problem}
      isBusy={isBusy}
      onGiveBack={() => void saleEngine.giveBack(asksForCode ? code : undefined).then(() => setCode(''))}
      onKeep={onBack}
    >
      <LegRows request={request} />
    </GiveBackQuestion>
  )
}

/** It was given back, and nothing of the sale is left. */
export function GivenBackScreen({ request, onNewSale }: { request: PaymentRequest | undefined; onNewSale: () => void }) {
  const legs = useSale().sale.charge?.returning?.legs ?? (request ? legsOf(request) : [])
  const amount = format(sumOf(legs))
  return (
    <TillScreen>
      <TillMiddle>
        <div role="status">
          <h1 className="n-till-title">
            <Trans>Given back</Trans>
          </h1>
        </div>
        <Money text={amount} size="xl" />
        <p className="n-till-say">
          <Trans>Each part goes back to where it came from. Give cash back from the drawer, and EFTPOS on its terminal.</Trans>
        </p>
        <div className="mt-4">
          <Receipt>
            <LegRows request={request} legs={legs} />
          </Receipt>
        </div>
      </TillMiddle>
      <TillFooter>
        <Button size="l" full onPress={onNewSale}>
          <Trans>New sale</Trans>
        </Button>
      </TillFooter>
    </TillScreen>
  )
}
