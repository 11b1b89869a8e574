import { Trans, useLingui } from '@lingui/react/macro'
import type { PaymentRequest } from '@nikau/contract/payment-requests'
import { format } from '@nikau/money'
import { Button, Header, Money, Receipt, TillFooter, TillMiddle, TillScreen } from '@nikau/ui'
import { useState } from 'react'
import { ApprovalCode, needsApproval } from './ApprovalCode.tsx'
import { saleEngine, useSale } from './engine-instance.ts'
import { GiveBackProblem } from './GiveBackProblem.tsx'
import { LegRows } from './LegRows.tsx'
import { leftOf, legsOf, sumOf } from './sale.ts'

/** Asks once, with the amount and where it goes, and for a manager's code when it is more than this person may give back. */
export function GiveBackScreen({ request, what, onBack }: { request: PaymentRequest; what: 'undo' | 'stop'; onBack: () => void }) {
  const { t } = useLingui()
  const { isBusy, problem } = useSale()
  const [code, setCode] = useState('')
  const left = leftOf(request)
  const amount = format(left)
  const asksForCode = needsApproval(left, problem)
  return (
    <TillScreen>
      <Header onBack={isBusy ? undefined : onBack} backLabel={t`Back`} />
      <TillMiddle>
        <h1 className="n-till-title">{what === 'undo' ? <Trans>Undo this payment?</Trans> : <Trans>Give back and stop?</Trans>}</h1>
        <div className="mt-3">
          <Money text={amount} size="xl" />
        </div>
        <p className="n-till-say">
          <Trans>Everything goes back to where it came from, and the sale ends.</Trans>
        </p>
        <div className="mt-4">
          <Receipt>
            <LegRows request={request} />
          </Receipt>
        </div>
        {asksForCode && <ApprovalCode code={code} onChange={setCode} />}
        <p role="alert" className="mt-3 min-h-6 font-semibold text-negative">
          {problem && problem.code !== 'REFUND_LIMIT_EXCEEDED' && <GiveBackProblem problem={problem} />}
        </p>
      </TillMiddle>
      <TillFooter>
        <Button
          variant="destructive"
          full
          busy={isBusy}
          busyLabel={t`Giving back`}
          isDisabled={asksForCode && code.length < 6}
          onPress={() => void saleEngine.giveBack(asksForCode ? code : undefined).then(() => setCode(''))}
        >
          <Trans>Give back {amount}</Trans>
        </Button>
        <Button variant="quiet" full isDisabled={isBusy} onPress={onBack}>
          <Trans>Keep the payment</Trans>
        </Button>
      </TillFooter>
    </TillScreen>
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
