/**
 * The reference of a refund, under which the server makes one. It is made when the dialog opens and kept in this browser until the
 * refund is known to be made, so that a time-out, a reload and a second tab ask for the same refund.
 */
const storageKey = (requestId: string) => `refund-reference-${requestId}`

export function refundReference(requestId: string): string {
  const kept = localStorage.getItem(storageKey(requestId))
  if (kept !== null) return kept
  const made = `R-${crypto.randomUUID().slice(0, 13).replaceAll('-', '').toUpperCase()}`
  localStorage.setItem(storageKey(requestId), made)
  return made
}

export function clearRefundReference(requestId: string): void {
  localStorage.removeItem(storageKey(requestId))
}
