export interface Sms {
  to: string
  text: string
  /** The idempotency key: the receiver accepts one message per key. */
  key: string
  signal?: AbortSignal
}

export interface Email extends Sms {
  subject: string
  /** When it was queued; the same at every attempt, so that a repeated delivery is identical. */
  date: Date
}
