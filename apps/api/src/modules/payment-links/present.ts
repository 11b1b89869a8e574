import type { PaymentLink, PaymentLinkSummary } from '@nikau/contract/payment-links'
import { cents } from '@nikau/money'
import { statusOfLink } from './rules.ts'
import type { LinkRow, LinkWithSums, OpenedLink } from './store.ts'

/** What a code shows: short, so that a code of it is coarse. The web leads on to the page of the link. */
export const linkUrl = (webOrigin: string, id: string) => `${webOrigin}/l/${id}`

export function toPaymentLink(row: LinkWithSums, { webOrigin, now }: { webOrigin: string; now: Date }): PaymentLink {
  return {
    id: row.id,
    merchantId: row.merchantId,
    ...termsOf(row),
    ...(row.tillId !== null && { tillId: row.tillId }),
    uses: row.once ? 'once' : 'many',
    status: statusOfLink(row, { isPaid: row.count > 0, now }),
    url: linkUrl(webOrigin, row.id),
    count: row.count,
    paid: cents(row.paid),
    createdAt: row.createdAt,
    ...(row.closedAt && { closedAt: row.closedAt }),
  }
}

export function toLinkSummary(row: OpenedLink, paymentRequest: PaymentLinkSummary['paymentRequest']): PaymentLinkSummary {
  return {
    id: row.id,
    merchantName: row.merchantName,
    ...(row.place !== null && { place: row.place }),
    ...termsOf(row),
    ...(paymentRequest && { paymentRequest }),
  }
}

function termsOf({ name, kind, amount, least, most, lastDay, partialAllowed, asksNote, test }: LinkRow) {
  return {
    name,
    kind,
    ...(amount !== null && { amount: cents(amount) }),
    ...(least !== null && { least: cents(least) }),
    ...(most !== null && { most: cents(most) }),
    ...(lastDay !== null && { lastDay }),
    partialAllowed,
    asksNote,
    liveness: test ? ('test' as const) : ('main' as const),
  }
}
