import type { NewMessage } from '@nikau/rails'
import type { Channel } from './rules.ts'

/** The message with the code. The last line of the SMS lets phones autofill the code, on our domain only. */
export function codeMessage(send: {
  interaction: string
  channel: Channel
  to: string
  code: string
  sends: number
  expiresAt: Date
  host: string
}): NewMessage {
  const common = { to: send.to, key: `sign-in:${send.interaction}:${send.sends}`, purpose: 'sign-in-code', expiresAt: send.expiresAt }
  const body = `${send.code} is your Nikau code. It works for 10 minutes. Nikau never asks for it.`
  if (send.channel === 'sms') return { ...common, channel: 'sms', text: `${body}\n\n@${send.host} #${send.code}` }
  return {
    ...common,
    channel: 'email',
    subject: `${send.code} is your Nikau code`,
    text: `Kia ora\n\n${body}\n\nIf you didn’t request it, you can ignore this email.\n`,
  }
}
