import { Trans } from '@lingui/react/macro'
import type { PaymentRequest } from '@nikau/contract/payment-requests'
import { format } from '@nikau/money'
import { Button, Money, Receipt, ReceiptRow, TillFooter, TillMiddle, TillScreen, TillShare } from '@nikau/ui'
import { useState } from 'react'
import { useCounter } from './counter.ts'
import { saleEngine } from './engine-instance.ts'
import { GiveBackScreen } from './GiveBackScreen.tsx'
import { LegRows } from './LegRows.tsx'
import { receivedOf } from './sale.ts'
import { SaleTop } from './SaleTop.tsx'

/** What is still to take is the number. The payment keeps its rest until it is given back. */
export function PartPaidScreen({ request }: { request: PaymentRequest }) {
  const { go } = useCounter()
  const [isStopping, setStopping] = useState(false)
  const [rest, whole, received] = [format(request.remainingAmount), format(request.value.amount), format(receivedOf(request))]
  if (isStopping) return <GiveBackScreen request={request} what="stop" onBack={() => setStopping(false)} />
  return (
    <TillScreen>
      <SaleTop />
      <TillMiddle>
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
        <p className="n-till-say">
          <Trans>Take the rest as you do outside Nikau, or give back what was paid.</Trans>
        </p>
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
