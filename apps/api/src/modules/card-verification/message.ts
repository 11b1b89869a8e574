import { type Cents, format } from '@nikau/money'
import type { NewMessage } from '@nikau/rails'

/** The words that carry a code: what it pays, so that nobody gives it away for something else. The last line lets a phone fill it in on our page alone. */
export function codeMessages(send: {
  sessionId: string
  sends: number
  code: string
  amount: Cents
  merchantName: string
  minutes: number
  expiresAt: Date
  host: string
  contact: { mobile: string | null; email: string | null }
}): NewMessage[] {
  const { code, contact } = send
  const what = `to pay ${format(send.amount)} to ${send.merchantName} with your Farmlands Card`
  const words = `${code} is your code ${what}. It works for ${send.minutes} minutes. Nobody will ever ask you for it.`
  const common = (channel: string) => ({ key: `card-code:${send.sessionId}:${send.sends}:${channel}`, purpose: 'card-code', expiresAt: send.expiresAt })
  const messages: NewMessage[] = []
  if (contact.mobile !== null) messages.push({ ...common('sms'), channel: 'sms', to: contact.mobile, text: `${words}\n\n@${send.host} #${code}` })
  if (contact.email !== null)
    messages.push({
      ...common('email'),
      channel: 'email',
      to: contact.email,
      subject: `${code} is your code to pay with your Farmlands Card`,
      text: `Kia ora\n\n${words}\n\nIf you are not paying at the moment, somebody has your card's details: call the card company.\n`,
    })
  return messages
}
