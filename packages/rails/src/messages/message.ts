export interface Sms {
  to: string
  text: string
  /** The receiver takes one message per key, however often it is sent. */
  key: string
  signal?: AbortSignal
}

export interface Email extends Sms {
  subject: string
  /** When it was written; the same at every attempt, so that a repeated delivery is the same letter. */
  date: Date
}
