import { RailError } from '../error.ts'

interface Common {
  to: string
  text: string
  /** Names this message for ever; asking again with the same key queues nothing. For instance `sign-in:<id of the attempt>:2`. */
  key: string
  /** Why it is sent, in a word or two with dashes: kept when the text is gone. */
  purpose: string
  /** Not sent any more after this moment. */
  expiresAt?: Date
}

/** An SMS goes to a number such as +64211234567; an e-mail is plain text with a subject. */
export type NewMessage = ({ channel: 'sms' } & Common) | ({ channel: 'email'; subject: string } & Common)

/** Tried at once and then after about 3 s, 7 s, 20 s, 55 s, 2.5 min, 7 min and 18 min: half an hour in all. */
export const deliveryAttempts = 8

export type Outcome = { state: 'sent' } | { state: 'failed'; error: string } | { state: 'queued'; error: string }

/** What becomes of a message whose delivery threw. Anything that is not a known refusal is tried again until the attempts are used up. */
export function afterFailure(error: unknown, lastAttempt: boolean): Outcome & { error: string } {
  const text = error instanceof RailError ? error.message : `unexpected ${error instanceof Error ? error.name : typeof error}`
  const final = lastAttempt || (error instanceof RailError && !error.retryable)
  return { state: final ? 'failed' : 'queued', error: text }
}
