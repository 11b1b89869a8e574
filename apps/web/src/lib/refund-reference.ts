import type { Cents } from '@nikau/money'

/**
 * The reference of a refund, under which the server makes one. It is made when the dialog opens and kept in this browser until the
 * refund is known to be made, so that a time-out, a reload and a second tab ask for the same refund. When the dialog opens on a payment
 * of which more was refunded than when the reference was made, that refund was made: its answer was lost, and the next one is another.
 */
const storageKey = (requestId: string) => `refund-reference-${requestId}`

export function refundReference(requestId: string, refunded: Cents): string {
  const [kept, before] = (localStorage.getItem(storageKey(requestId)) ?? '').split(' ')
  // One of an earlier version does not say what was refunded before it.
  if (kept && (before === undefined || BigInt(before) >= refunded)) return kept
  const made = `R-${crypto.randomUUID().slice(0, 13).replaceAll('-', '').toUpperCase()}`
  localStorage.setItem(storageKey(requestId), `${made} ${refunded}`)
  return made
}

export function clearRefundReference(requestId: string): void {
  localStorage.removeItem(storageKey(requestId))
}
