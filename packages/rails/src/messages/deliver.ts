import { setTimeout as sleep } from 'node:timers/promises'
import { type Clock, type Db, isRetryable } from '@nikau/runtime'
import type { MessageRail } from './rail.ts'
import { afterFailure, type Outcome } from './rules.ts'
import { beginAttempt, endAttempt, type WaitingMessage } from './store.ts'

/**
 * One attempt at one message. No transaction is open while the outside is spoken to, so a crash can fall between the
 * receiver's yes and our note of it; the next attempt then repeats the delivery under the same key and the receiver
 * drops it. Throws what went wrong when the message is to be tried again.
 */
export async function deliverMessage(
  { db, rail, clock }: { db: Db; rail: MessageRail; clock: Clock },
  attempt: { messageId: string; last: boolean; signal?: AbortSignal },
): Promise<Outcome['state'] | 'settled before'> {
  const message = await beginAttempt(db, attempt.messageId)
  if (!message) return 'settled before'
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
  await noteSent(db, message.id, clock)
  return 'sent'
}

/** The receiver has it: a database that is away for a moment is waited for, because to forget it now means to send it twice. */
async function noteSent(db: Db, id: string, clock: Clock, triesLeft = 20): Promise<void> {
  try {
    await endAttempt(db, id, { state: 'sent' }, clock.now())
  } catch (error) {
    if (triesLeft === 0 || !isRetryable(error)) throw error
    await sleep(250)
    await noteSent(db, id, clock, triesLeft - 1)
  }
}

async function send(rail: MessageRail, message: WaitingMessage, signal?: AbortSignal): Promise<void> {
  const common = { to: message.recipient, text: message.body, key: message.key, ...(signal && { signal }) }
  if (message.channel === 'sms') await rail.sendSms(common)
  else await rail.sendEmail({ ...common, subject: message.subject ?? '', date: message.queued_at })
}
