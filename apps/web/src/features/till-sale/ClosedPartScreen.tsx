import { Trans } from '@lingui/react/macro'
import type { PaymentRequest } from '@nikau/contract/payment-requests'
import { format } from '@nikau/money'
import { Button, Money, Receipt, ReceiptRow, TillFooter, TillMiddle, TillScreen } from '@nikau/ui'
import { useCounter } from './counter.ts'
import { saleEngine, useSale } from './engine-instance.ts'
import { LegRows } from './LegRows.tsx'
import { receivedOf } from './sale.ts'
import { SaleTop } from './SaleTop.tsx'

/** A part payment whose rest can be taken no more: what was paid is the shop's. */
export function ClosedPartScreen({ request }: { request: PaymentRequest }) {
  const { go } = useCounter()
  const { problem } = useSale()
  const [rest, whole, received] = [format(request.remainingAmount), format(request.value.amount), format(receivedOf(request))]
  return (
    <TillScreen>
      <SaleTop />
      <TillMiddle>
        <div role="status">
          <h1 className="font-semibold text-warning">
            <Trans>Part paid</Trans>
          </h1>
        </div>
        <Money text={received} size="xl" />
        <p className="n-till-say">
          <Trans>
            The shop keeps the {received} that was paid. It’s too late to take the other {rest} with it.
          </Trans>
        </p>
        <div className="mt-4">
          <Receipt>
            <LegRows request={request} />
            <ReceiptRow name={<Trans>Not taken</Trans>}>{rest}</ReceiptRow>
            <ReceiptRow name={<Trans>Whole sale</Trans>} total>
              {whole}
            </ReceiptRow>
          </Receipt>
        </div>
        {problem && (
          <p role="alert" className="mt-3 font-semibold text-negative">
            <Trans>Nothing more was recorded. Give back any cash you took for the rest, or charge it as a new sale.</Trans>
          </p>
        )}
      </TillMiddle>
      <TillFooter>
        <Button
          size="l"
          full
          onPress={() => {
            saleEngine.startNewSale()
            go({ at: 'sale' })
          }}
        >
          <Trans>New sale</Trans>
        </Button>
        <Button variant="quiet" full onPress={() => go({ at: 'payment', id: request.id })}>
          <Trans>Look at the payment</Trans>
        </Button>
      </TillFooter>
    </TillScreen>
  )
}
