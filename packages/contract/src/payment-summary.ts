import { add, type Cents, subtract, zero } from '@nikau/money'
import { isTokenType } from './asset-display.ts'
import type { LineItem } from './payment-requests.ts'

export type SummaryRow = { key: 'order-total' | 'already-paid' | 'discounts' | 'remaining' | 'total'; label: string; amount: Cents }

/** What the rows are made from; the request and its public summary both have it. */
export interface PaidRequest {
  value: { amount: Cents }
  remainingAmount: Cents
  lineItems?: readonly Pick<LineItem, 'price'>[] | undefined
  paidBy?: { assetTotals: readonly { type: string; total: { amount: Cents } }[] } | undefined
}

/**
 * The rows of the order summary. Order total is the whole basket; already paid is what of it was not asked here; discounts
 * are what tokens covered; total is the money paid on this request. The middle three show only when there is something.
 */
export function summaryRows(request: PaidRequest): SummaryRow[] {
  const orderTotal = request.lineItems?.length ? add(...request.lineItems.map((line) => line.price)) : request.value.amount
  const paid = request.paidBy?.assetTotals ?? []
  const sumOf = (totals: typeof paid) => add(...totals.map((one) => one.total.amount))
  const alreadyPaid = orderTotal > request.value.amount ? subtract(orderTotal, request.value.amount) : zero
  const middle: SummaryRow[] = [
    { key: 'already-paid', label: 'Already paid', amount: alreadyPaid },
    { key: 'discounts', label: 'Discounts', amount: sumOf(paid.filter((one) => isTokenType(one.type))) },
    { key: 'remaining', label: 'Remaining', amount: request.remainingAmount },
  ]
  return [
    { key: 'order-total', label: 'Order total', amount: orderTotal },
    ...middle.filter((row) => row.amount !== 0n),
    { key: 'total', label: 'Total', amount: sumOf(paid.filter((one) => !isTokenType(one.type))) },
  ]
}
