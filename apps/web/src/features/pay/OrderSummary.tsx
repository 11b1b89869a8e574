import { Plural, Trans } from '@lingui/react/macro'
import { format } from '@nikau/money'
import { Disclosure, Receipt, ReceiptRow } from '@nikau/ui'
import type { RequestView } from './useRequest.ts'

/** The order's items, collapsed on phones and open on wide windows. */
export function OrderSummary({ request }: { request: Pick<RequestView, 'lineItems' | 'value'> }) {
  const count = request.lineItems?.length ?? 0
  return (
    <Disclosure title={<Trans>Order Summary</Trans>} aside={count > 0 && <Plural value={count} one="# item" other="# items" />}>
      <Receipt>
        <OrderLines request={request} />
        <ReceiptRow name={<Trans>Total</Trans>} total>
          {format(request.value.amount)}
        </ReceiptRow>
      </Receipt>
    </Disclosure>
  )
}

export function OrderLines({ request }: { request: Pick<RequestView, 'lineItems'> }) {
  return request.lineItems?.map((line, index) => (
    // oxlint-disable-next-line react/no-array-index-key -- lines have no ids and never change
    <ReceiptRow key={index} name={`${line.qty} × ${line.name}`}>
      {format(line.price)}
    </ReceiptRow>
  ))
}
