import type { NewMessage } from '@nikau/rails'
import type { Channel } from '../sign-in/rules.ts'

/** The message with the code. The last line of the SMS lets phones autofill the code, in the web app only. */
export function stepUpMessage(send: { id: string; channel: Channel; to: string; code: string; expiresAt: Date; webHost: string }): NewMessage {
  const common = { to: send.to, key: `step-up:${send.id}`, purpose: 'step-up-code', expiresAt: send.expiresAt }
  const body = `${send.code} is your Nikau code to confirm it's you. It works for 10 minutes. If you didn't ask for it, freeze your wallet under Safety in Nikau.`
  if (send.channel === 'sms') return { ...common, channel: 'sms', text: `${body}\n\n@${send.webHost} #${send.code}` }
  return { ...common, channel: 'email', subject: `${send.code} is your Nikau code to confirm it’s you`, text: `Kia ora\n\n${body}\n` }
}
