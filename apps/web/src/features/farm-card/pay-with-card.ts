import { CallError } from '../../lib/call-error.ts'
import { callEndpoint, delay } from '../checkout/index.ts'
import { endpoints } from './endpoints.ts'
import type { VerifiedCard } from './verification-state.ts'

const firstRetryMs = 1000
const maxBackoffMs = 5000

/**
 * Pays the request with a verified card and returns its outcome. Without a response, or while the card company has not
 * confirmed, the call is repeated with the same idempotency key, which never charges twice.
 */
export async function payWithCard(
  id: string,
  { accessToken, ...card }: VerifiedCard,
  { signal, onUnknown }: { signal: AbortSignal; onUnknown: (unreachable: boolean) => void },
): Promise<'paid' | CallError> {
  const body = { ...card, idempotencyKey: crypto.randomUUID() }
  for (let failures = 0; ; failures++) {
    try {
      await callEndpoint(endpoints.pay, { id, body, token: accessToken, signal })
      return 'paid'
    } catch (error) {
      if (!(error instanceof CallError)) throw error
      if (error.isRefusal && error.code !== 'PAYMENT_UNCONFIRMED') return error
      onUnknown(error.status === 0)
      await delay(Math.min(maxBackoffMs, firstRetryMs * 2 ** failures), signal)
    }
  }
}
