import type { Secret } from '@nikau/runtime'
import { openEmail } from './email.ts'
import { openSms } from './sms.ts'

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

/** The way out for messages. Either call resolves when the receiver has taken charge of the message, and else throws a RailError. */
export interface MessageRail {
  sendSms(sms: Sms): Promise<void>
  sendEmail(email: Email): Promise<void>
}

export function openMessageRail(options: { smtpUrl: Secret; smsUrl: string; smsSecret: Secret; from: string }): MessageRail {
  return { sendSms: openSms({ url: options.smsUrl, secret: options.smsSecret }), sendEmail: openEmail({ url: options.smtpUrl, from: options.from }) }
}
