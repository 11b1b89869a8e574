import { Plural, Trans } from '@lingui/react/macro'
import { format } from '@nikau/money'
import { Fold, Receipt, ReceiptRow } from '@nikau/ui'
import type { ShownRequest } from './useRequest.ts'

/** What is bought, in a card that opens; on a wide window it stands open. */
export function OrderSummary({ request }: { request: Pick<ShownRequest, 'lineItems' | 'value'> }) {
  const count = request.lineItems?.length ?? 0
  return (
    <Fold title={<Trans>Order Summary</Trans>} aside={count > 0 && <Plural value={count} one="# item" other="# items" />}>
      <Receipt>
        <OrderLines request={request} />
        <ReceiptRow name={<Trans>Total</Trans>} total>
          {format(request.value.amount)}
        </ReceiptRow>
      </Receipt>
    </Fold>
  )
}

/** Line by line. */
export function OrderLines({ request }: { request: Pick<ShownRequest, 'lineItems'> }) {
  return request.lineItems?.map((line, place) => (
    // oxlint-disable-next-line react/no-array-index-key -- lines have no names of their own and never change
    <ReceiptRow key={place} name={`${line.qty} × ${line.name}`}>
      {format(line.price)}
    </ReceiptRow>
  ))
}
