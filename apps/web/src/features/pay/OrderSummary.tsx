import { Plural, Trans } from '@lingui/react/macro'
import { format } from '@nikau/money'
import { Fold, Receipt, ReceiptRow } from '@nikau/ui'
import type { ReactNode } from 'react'
import type { ShownRequest } from './useRequest.ts'

/** What is bought, line by line. */
export function OrderSummary({ request, children }: { request: Pick<ShownRequest, 'lineItems' | 'value'>; children?: ReactNode }) {
  const lines = request.lineItems ?? []
  return (
    <Fold title={<Trans>Order Summary</Trans>} aside={lines.length > 0 && <Plural value={lines.length} one="# item" other="# items" />}>
      <Receipt>
        {lines.map((line, place) => (
          // oxlint-disable-next-line react/no-array-index-key -- lines have no names of their own and never change
          <ReceiptRow key={place} name={`${line.qty} × ${line.name}`}>
            {format(line.price)}
          </ReceiptRow>
        ))}
        {children ?? (
          <ReceiptRow name={<Trans>Total</Trans>} total>
            {format(request.value.amount)}
          </ReceiptRow>
        )}
      </Receipt>
    </Fold>
  )
}
