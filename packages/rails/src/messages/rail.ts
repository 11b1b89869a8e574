import type { Secret } from '@nikau/runtime'
import { openEmail } from './email.ts'
import type { Email, Sms } from './message.ts'
import { openSms } from './sms.ts'

/** Sends messages. Resolves when the receiver has accepted the message, otherwise throws a RailError. */
export interface MessageRail {
  sendSms(sms: Sms): Promise<void>
  sendEmail(email: Email): Promise<void>
}

export function openMessageRail(options: { smtpUrl: Secret; smsUrl: string; smsSecret: Secret; from: string }): MessageRail {
  return { sendSms: openSms({ url: options.smsUrl, secret: options.smsSecret }), sendEmail: openEmail({ url: options.smtpUrl, from: options.from }) }
}
