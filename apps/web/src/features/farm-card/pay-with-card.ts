import { CallError } from '../../lib/call-error.ts'
import { callUntilAnswered } from '../checkout/index.ts'
import { endpoints } from './endpoints.ts'
import type { VerifiedCard } from './verification-state.ts'

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
  const answer = await callUntilAnswered(endpoints.pay, { id, body, token: accessToken, signal }, (error) => error && onUnknown(error.status === 0))
  return answer instanceof CallError ? answer : 'paid'
}
