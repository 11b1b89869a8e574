import type { NewMessage } from '@nikau/rails'
import type { Channel } from './rules.ts'

/** The words that carry a code. The last line lets a phone fill the code in by itself, and only on our own page. */
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
  const words = `${send.code} is your Nikau code. It works for 10 minutes. Nikau never asks for it.`
  if (send.channel === 'sms') return { ...common, channel: 'sms', text: `${words}\n\n@${send.host} #${send.code}` }
  return {
    ...common,
    channel: 'email',
    subject: `${send.code} is your Nikau code`,
    text: `Kia ora\n\n${words}\n\nIf you did not ask for it, you need not do anything.\n`,
  }
}
