import type { getOneOffPayment } from '@nikau/contract/one-off-payments'
import { CallError } from '../../lib/call-error.ts'
import type { PaymentOutcome } from '../../lib/payment-outcome.ts'
import { delay } from '../../lib/retry.ts'
import { callUntilAnswered, endpoints, type JsonOf } from './checkout-api.ts'

type Payment = JsonOf<typeof getOneOffPayment>

/** What a bank returns in the URL's fragment: `state` is our payment id, `code` is present when the customer approved. */
export interface AuthorisationRequest {
  state: string | undefined
  code: string | undefined
  idToken: string | undefined
}

export function parseBankReturn(hash: string): AuthorisationRequest {
  const fields = new URLSearchParams(hash.replace(/^#/, ''))
  const field = (name: string) => fields.get(name) || undefined
  return { state: field('state'), code: field('code'), idToken: field('id_token') }
}

export interface SettledPayment {
  paymentRequestId: string
  outcome: PaymentOutcome
}

const pollIntervalMs = 1000

/**
 * Settles the payment of a bank's return. Calls without a response are repeated for as long as the page is open, and again
 * after a reload, because the URL still holds the bank's code: the same id and code never charge twice. Returns undefined for
 * an unknown payment.
 */
export async function settleBankReturn(
  { state, code, idToken }: AuthorisationRequest,
  { signal, onFound, onUnreachable }: { signal: AbortSignal; onFound: (payment: Payment) => void; onUnreachable: (unreachable: boolean) => void },
): Promise<SettledPayment | undefined> {
  if (state === undefined) return undefined
  const id = state
  const onAttempt = (error: CallError | undefined, failures: number) => onUnreachable(error !== undefined && !error.isRefusal && failures > 0)
  const found = await callUntilAnswered(endpoints.getPayment, { id, signal }, onAttempt)
  if (found instanceof CallError) return undefined
  onFound(found)
  const { paymentRequestId } = found
  // The code is sent even when the payment has already ended: the response is then its outcome.
  const payOrCancel = () =>
    code === undefined
      ? callUntilAnswered(endpoints.cancelPayment, { id, signal }, onAttempt)
      : callUntilAnswered(endpoints.pay, { id, body: { code, ...(idToken !== undefined && { idToken }), idempotencyKey: `pay-${id}` }, signal }, onAttempt)
  for (;;) {
    const payment = await payOrCancel()
    if (payment instanceof CallError)
      return { paymentRequestId, outcome: code === undefined ? { kind: 'cancelled' } : failedWith(payment.reason ?? payment.code) }
    if (payment.status === 'paid') return { paymentRequestId, outcome: { kind: 'paid' } }
    if (payment.status === 'failed')
      return { paymentRequestId, outcome: code === undefined ? { kind: 'cancelled' } : failedWith(payment.failure ?? 'declined') }
    await delay(pollIntervalMs, signal)
  }
}

/** `code` is a refusal code of the API or the bank's failure reason. */
function failedWith(code: string): PaymentOutcome {
  return code === 'cancelled' ? { kind: 'cancelled' } : { kind: 'refused', code }
}
