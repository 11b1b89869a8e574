/** The outcome of a bank or card payment, handed from the page that paid to the request's page, which reads it once. */
export type PaymentOutcome = { kind: 'paid' } | { kind: 'cancelled' } | { kind: 'refused'; code: string }

const outcomes = new Map<string, PaymentOutcome>()

export function storeOutcome(paymentRequestId: string, outcome: PaymentOutcome): void {
  outcomes.set(paymentRequestId, outcome)
}

export function takeOutcome(paymentRequestId: string): PaymentOutcome | undefined {
  const outcome = outcomes.get(paymentRequestId)
  outcomes.delete(paymentRequestId)
  return outcome
}
