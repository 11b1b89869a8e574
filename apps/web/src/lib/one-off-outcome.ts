/** What became of a payment from a bank in this browser, told by the page that the bank returns to and read once by the page of the request. */
export type OneOffOutcome = { kind: 'paid' } | { kind: 'cancelled' } | { kind: 'refused'; code: string }

const told = new Map<string, OneOffOutcome>()

export function tellOutcome(paymentRequestId: string, outcome: OneOffOutcome): void {
  told.set(paymentRequestId, outcome)
}

export function takeOutcome(paymentRequestId: string): OneOffOutcome | undefined {
  const outcome = told.get(paymentRequestId)
  told.delete(paymentRequestId)
  return outcome
}
