import type { getOneOffPayment } from '@nikau/contract/one-off-payments'
import type { OneOffOutcome } from '../../lib/one-off-outcome.ts'
import { ask, CallFailed, calls, pause, type Wire } from './wire.ts'

type Payment = Wire<typeof getOneOffPayment>

/** What a bank sends back, behind the `#`: the state that names the payment, and a code when the customer approved. */
export interface Returned {
  state: string | undefined
  code: string | undefined
  idToken: string | undefined
}

export function readReturn(hash: string): Returned {
  const fields = new URLSearchParams(hash.replace(/^#/, ''))
  const field = (name: string) => fields.get(name) || undefined
  return { state: field('state'), code: field('code'), idToken: field('id_token') }
}

export interface Settled {
  paymentRequestId: string
  outcome: OneOffOutcome
}

/** Another bank is being asked at this moment: nothing is decided yet, and the same call may be made again. */
const unconfirmed = 'PAYMENT_UNCONFIRMED'

const everyMs = 1000
/** A longer silence is no reason to ask a struggling server every second. */
const mostMs = 5000

/**
 * From the bank's answer to the outcome. Whatever gets lost on the way is asked for again for as long as the page stands, and
 * anew after a reload, because the address still holds the bank's answer: the same id and code charge nothing more. Only a
 * payment that nobody knows ends it without an outcome.
 */
export async function settle(
  { state, code, idToken }: Returned,
  outside: { left: AbortSignal; onFound: (payment: Payment) => void; onSilence: (silent: boolean) => void },
): Promise<Settled | undefined> {
  if (state === undefined) return undefined
  const { left } = outside
  const id = state
  /** Until there is an answer, of whichever kind. */
  const insist = async <T>(call: () => Promise<T>): Promise<T | CallFailed> => {
    for (let failures = 0; ; failures++) {
      try {
        const answer = await call()
        outside.onSilence(false)
        return answer
      } catch (error) {
        if (!(error instanceof CallFailed)) throw error
        if (error.refused && error.code !== unconfirmed) return error
        outside.onSilence(failures > 0 && !error.refused)
        await pause(Math.min(mostMs, everyMs * 2 ** failures), left)
      }
    }
  }

  const found = await insist(() => ask(calls.look, { id, signal: left }))
  if (found instanceof CallFailed) return undefined
  outside.onFound(found)
  const { paymentRequestId } = found
  // A code goes to the server even when the payment has ended meanwhile: what it says then is the outcome.
  const act = () =>
    code === undefined
      ? ask(calls.cancel, { id, signal: left })
      : ask(calls.pay, { id, body: { code, ...(idToken !== undefined && { idToken }), idempotencyKey: `pay-${id}` }, signal: left })
  for (;;) {
    const payment = await insist(act)
    if (payment instanceof CallFailed)
      return { paymentRequestId, outcome: code === undefined ? { kind: 'cancelled' } : notPaid(payment.reason ?? payment.code) }
    if (payment.status === 'paid') return { paymentRequestId, outcome: { kind: 'paid' } }
    if (payment.status === 'failed') return { paymentRequestId, outcome: code === undefined ? { kind: 'cancelled' } : notPaid(payment.failure ?? 'declined') }
    await pause(everyMs, left)
  }
}

/** `why` is the server's code, or what it says of the bank's answer. */
function notPaid(why: string): OneOffOutcome {
  return why === 'cancelled' ? { kind: 'cancelled' } : { kind: 'refused', code: why }
}
