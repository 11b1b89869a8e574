import { RailError } from '../error.ts'

interface Common {
  to: string
  text: string
  /** Idempotency key: queueing again with the same key does nothing. For instance `sign-in:<id of the attempt>:2`. */
  key: string
  /** Why it is sent, such as `sign-in`; retained after the text is cleared. */
  purpose: string
  /** Not sent after this time. */
  expiresAt?: Date
}

/** An SMS goes to a number such as +64211234567; an email is plain text with a subject. */
export type NewMessage = ({ channel: 'sms' } & Common) | ({ channel: 'email'; subject: string } & Common)

/** Attempted at once and then after about 3 s, 7 s, 20 s, 55 s, 2.5 min, 7 min and 18 min: half an hour in total. */
export const deliveryAttempts = 8

export type Outcome = { state: 'sent' } | { state: 'failed'; error: string } | { state: 'queued'; error: string }

/** The state of a message after a failed delivery. Everything but a permanent refusal is retried until the attempts are used up. */
export function afterFailure(error: unknown, lastAttempt: boolean): Outcome & { error: string } {
  const text = error instanceof RailError ? error.message : `unexpected ${error instanceof Error ? error.name : typeof error}`
  const final = lastAttempt || (error instanceof RailError && !error.retryable)
  return { state: final ? 'failed' : 'queued', error: text }
}
