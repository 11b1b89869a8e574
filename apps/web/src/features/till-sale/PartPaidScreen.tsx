import { Trans } from '@lingui/react/macro'
import type { PaymentRequest } from '@nikau/contract/payment-requests'
import { format } from '@nikau/money'
import { Button, Money, Receipt, ReceiptRow, TillFooter, TillMiddle, TillScreen, TillShare } from '@nikau/ui'
import { useState } from 'react'
import { useWakeLock } from '../till-device/index.ts'
import { useCounter } from './counter.ts'
import { saleEngine, useSale } from './engine-instance.ts'
import { GiveBackScreen } from './GiveBackScreen.tsx'
import { LegRows } from './LegRows.tsx'
import { RestProblem } from './RestProblem.tsx'
import { RestWays } from './RestWays.tsx'
import { hasRest, leftOf, receivedOf } from './sale.ts'
import { SaleTop } from './SaleTop.tsx'

/** What is still to take is the number, with the ways to take it. Leaving keeps the rest; giving back ends the sale. */
export function PartPaidScreen({ request }: { request: PaymentRequest }) {
  const { go } = useCounter()
  const { problem } = useSale()
  const [isStopping, setStopping] = useState(false)
  const [rest, whole, received] = [format(request.remainingAmount), format(request.value.amount), format(leftOf(request))]
  useWakeLock(true)
  const keep = () => {
    saleEngine.clearProblem()
    setStopping(false)
  }
  if (isStopping) return <GiveBackScreen request={request} what="stop" onBack={keep} />
  // A typed amount has no name of its own.
  const item = request.lineItems?.length === 1 && request.lineItems[0]?.sku !== undefined ? request.lineItems[0].name : undefined
  return (
    <TillScreen>
      <SaleTop />
      <TillMiddle>
        {item !== undefined && <p className="mb-3 text-label text-ink-2">{item}</p>}
        <div role="status">
          <h1 className="font-semibold text-warning">
            <Trans>Still to take</Trans>
          </h1>
        </div>
        <Money text={rest} size="xl" />
        <div className="mt-5">
          <TillShare percent={Number((receivedOf(request) * 100n) / request.value.amount)} />
        </div>
        <div className="mt-3">
          <Receipt>
            <LegRows request={request} />
            <ReceiptRow name={<Trans>Whole sale</Trans>} total>
              {whole}
            </ReceiptRow>
          </Receipt>
        </div>
        {hasRest(request) ? (
          <RestWays rest={request.remainingAmount} />
        ) : (
          <p className="n-till-say">
            <Trans>Take the rest as you do outside Nikau, or give back what was paid.</Trans>
          </p>
        )}
        {problem && (
          <p role="alert" className="mt-3 font-semibold text-negative">
            <RestProblem problem={problem} />
          </p>
        )}
      </TillMiddle>
      <TillFooter>
        <Button variant="destructive" full onPress={() => setStopping(true)}>
          <Trans>Give back {received} and stop</Trans>
        </Button>
        <Button
          variant="quiet"
          full
          onPress={() => {
            saleEngine.startNewSale()
            go({ at: 'sale' })
          }}
        >
          <Trans>New sale</Trans>
        </Button>
      </TillFooter>
    </TillScreen>
  )
}
