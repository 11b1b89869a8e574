import type { getOneOffPayment } from '@nikau/contract/one-off-payments'
import { CallError } from '../../lib/call-error.ts'
import type { PaymentOutcome } from '../../lib/payment-outcome.ts'
import { callEndpoint, delay, endpoints, type JsonOf } from './checkout-api.ts'

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

/** The bank has not decided yet, and the same call may be repeated. */
const unconfirmed = 'PAYMENT_UNCONFIRMED'

const pollIntervalMs = 1000
const maxBackoffMs = 5000

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
  /** Retries until the server responds or refuses. */
  const untilAnswered = async <T>(call: () => Promise<T>): Promise<T | CallError> => {
    for (let failures = 0; ; failures++) {
      try {
        const result = await call()
        onUnreachable(false)
        return result
      } catch (error) {
        if (!(error instanceof CallError)) throw error
        if (error.isRefusal && error.code !== unconfirmed) return error
        onUnreachable(failures > 0 && !error.isRefusal)
        await delay(Math.min(maxBackoffMs, pollIntervalMs * 2 ** failures), signal)
      }
    }
  }

  const found = await untilAnswered(() => callEndpoint(endpoints.getPayment, { id, signal }))
  if (found instanceof CallError) return undefined
  onFound(found)
  const { paymentRequestId } = found
  // The code is sent even when the payment has already ended: the response is then its outcome.
  const payOrCancel = () =>
    code === undefined
      ? callEndpoint(endpoints.cancelPayment, { id, signal })
      : callEndpoint(endpoints.pay, { id, body: { code, ...(idToken !== undefined && { idToken }), idempotencyKey: `pay-${id}` }, signal })
  for (;;) {
    const payment = await untilAnswered(payOrCancel)
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
