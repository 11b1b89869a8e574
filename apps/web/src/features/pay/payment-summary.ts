import { add, type Cents, subtract, zero } from '@nikau/money'
import { isTokenType } from '@nikau/contract/asset-display'
import type { LineItem } from '@nikau/contract/payment-requests'

export type SummaryRow = { key: 'order-total' | 'already-paid' | 'discounts' | 'remaining' | 'total'; amount: Cents }

/** The fields that the rows need; both the request and its public summary have them. */
export interface PaidRequest {
  value: { amount: Cents }
  remainingAmount: Cents
  lineItems?: readonly Pick<LineItem, 'price'>[] | undefined
  paidBy?: { assetTotals: readonly { type: string; total: { amount: Cents } }[] } | undefined
}

/**
 * The rows of the order summary. Order total is the whole basket; already paid is the part outside this request; discounts
 * are what tokens covered; total is the money paid on this request. The middle three are left out when they are zero.
 */
export function summaryRows(request: PaidRequest): SummaryRow[] {
  const orderTotal = request.lineItems?.length ? add(...request.lineItems.map((line) => line.price)) : request.value.amount
  const paid = request.paidBy?.assetTotals ?? []
  const sumOf = (totals: typeof paid) => add(...totals.map((total) => total.total.amount))
  const alreadyPaid = orderTotal > request.value.amount ? subtract(orderTotal, request.value.amount) : zero
  const middle: SummaryRow[] = [
    { key: 'already-paid', amount: alreadyPaid },
    { key: 'discounts', amount: sumOf(paid.filter((total) => isTokenType(total.type))) },
    { key: 'remaining', amount: request.remainingAmount },
  ]
  return [
    { key: 'order-total', amount: orderTotal },
    ...middle.filter((row) => row.amount !== 0n),
    { key: 'total', amount: sumOf(paid.filter((total) => !isTokenType(total.type))) },
  ]
}
