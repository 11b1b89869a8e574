import { setTimeout as sleep } from 'node:timers/promises'
import { type Clock, type Db, isRetryable } from '@nikau/runtime'
import type { MessageRail } from './rail.ts'
import { afterFailure, type Outcome } from './rules.ts'
import { beginAttempt, endAttempt, type WaitingMessage } from './store.ts'

/**
 * One attempt to deliver one message. No transaction is open during the call, so a crash may happen between the receiver's
 * acceptance and our update; the next attempt repeats the delivery under the same key and the receiver drops it. Throws when the
 * message has to be retried.
 */
export async function deliverMessage(
  { db, rail, clock }: { db: Db; rail: MessageRail; clock: Clock },
  attempt: { messageId: string; last: boolean; signal?: AbortSignal },
): Promise<Outcome['state'] | 'already-settled'> {
  const message = await beginAttempt(db, attempt.messageId)
  if (!message) return 'already-settled'
  if (message.expires_at && message.expires_at <= clock.now()) {
    await endAttempt(db, message.id, { state: 'failed', error: 'expired' }, clock.now())
    return 'failed'
  }
  try {
    await send(rail, message, attempt.signal)
  } catch (error) {
    const outcome = afterFailure(error, attempt.last)
    await endAttempt(db, message.id, outcome, clock.now())
    if (outcome.state === 'queued') throw error
    return outcome.state
  }
  await markSent(db, message.id, clock)
  return 'sent'
}

/** The receiver has the message: retries while the database is down, because otherwise it would be sent twice. */
async function markSent(db: Db, id: string, clock: Clock, retriesLeft = 20): Promise<void> {
  try {
    await endAttempt(db, id, { state: 'sent' }, clock.now())
  } catch (error) {
    if (retriesLeft === 0 || !isRetryable(error)) throw error
    await sleep(250)
    await markSent(db, id, clock, retriesLeft - 1)
  }
}

async function send(rail: MessageRail, message: WaitingMessage, signal?: AbortSignal): Promise<void> {
  const common = { to: message.recipient, text: message.body, key: message.key, ...(signal && { signal }) }
  if (message.channel === 'sms') await rail.sendSms(common)
  else await rail.sendEmail({ ...common, subject: message.subject ?? '', date: message.queued_at })
}
