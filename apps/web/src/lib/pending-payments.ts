/** Where this tab keeps a payment whose outcome is not known yet (features/pay). */
export const pendingPaymentKey = (requestId: string, userId: string): string => `pending-payment-${requestId}-${userId}`

/** The requests with such a payment. Opening one asks for its outcome. */
export function requestsWithPendingPayment(userId: string): string[] {
  const [start, end] = pendingPaymentKey('\n', userId).split('\n') as [string, string]
  return Object.keys(sessionStorage).flatMap((key) => (key.startsWith(start) && key.endsWith(end) ? [key.slice(start.length, -end.length)] : []))
}
