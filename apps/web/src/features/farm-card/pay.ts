import { ask, CallFailed, pause } from '../checkout/index.ts'
import { calls } from './calls.ts'
import type { Verified } from './memory.ts'

const firstMs = 1000
/** A longer silence is no reason to ask a struggling server every second. */
const mostMs = 5000

/**
 * Pays the request with a verified card, and ends with knowing what became of it: an answer that is lost, or that says that
 * the card company has not answered, is asked for again under the same key, which charges nothing more.
 */
export async function payWithCard(
  id: string,
  { accessToken, ...card }: Verified,
  outside: { left: AbortSignal; onUnknown: (silent: boolean) => void },
): Promise<'paid' | CallFailed> {
  const body = { ...card, idempotencyKey: crypto.randomUUID() }
  for (let failures = 0; ; failures++) {
    try {
      await ask(calls.pay, { id, body, token: accessToken, signal: outside.left })
      return 'paid'
    } catch (error) {
      if (!(error instanceof CallFailed)) throw error
      if (error.refused && error.code !== 'PAYMENT_UNCONFIRMED') return error
      outside.onUnknown(error.status === 0)
      await pause(Math.min(mostMs, firstMs * 2 ** failures), outside.left)
    }
  }
}
