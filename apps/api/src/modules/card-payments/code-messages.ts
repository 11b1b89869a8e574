import { type Cents, format } from '@nikau/money'
import type { NewMessage } from '@nikau/rails'

/** The messages with a one-time code. They name the payment, so that the cardholder does not give the code away for another; the last SMS line lets phones autofill it on our page only. */
export function codeMessages(send: {
  sessionId: string
  codesSent: number
  code: string
  amount: Cents
  merchantName: string
  minutes: number
  expiresAt: Date
  host: string
  contact: { mobile: string | null; email: string | null }
}): NewMessage[] {
  const { code, contact } = send
  const purpose = `to pay ${format(send.amount)} to ${send.merchantName} with your Farmlands Card`
  const text = `${code} is your code ${purpose}. It works for ${send.minutes} minutes. Nobody will ever ask you for it.`
  const common = (channel: string) => ({ key: `card-code:${send.sessionId}:${send.codesSent}:${channel}`, purpose: 'card-code', expiresAt: send.expiresAt })
  const messages: NewMessage[] = []
  if (contact.mobile !== null) messages.push({ ...common('sms'), channel: 'sms', to: contact.mobile, text: `${text}\n\n@${send.host} #${code}` })
  if (contact.email !== null)
    messages.push({
      ...common('email'),
      channel: 'email',
      to: contact.email,
      subject: `${code} is your code to pay with your Farmlands Card`,
      text: `Kia ora\n\n${text}\n\nIf you are not making a payment, someone else has your card details: call the card company.\n`,
    })
  return messages
}

/** Tells the cardholder that someone tried their card with wrong details. `id` is the card and the day. */
export function failedAttemptNotices(notice: { id: string; lastFour: string; contact: { mobile: string | null; email: string | null } }): NewMessage[] {
  const { contact } = notice
  const text = `Someone tried several times in the last day to pay with your Farmlands Card ending ${notice.lastFour} and entered wrong details. If it was not you, call the card company.`
  const common = (channel: string) => ({ key: `card-notice:${notice.id}:${channel}`, purpose: 'card-notice' })
  const messages: NewMessage[] = []
  if (contact.mobile !== null) messages.push({ ...common('sms'), channel: 'sms', to: contact.mobile, text: `Nikau: ${text}` })
  if (contact.email !== null)
    messages.push({ ...common('email'), channel: 'email', to: contact.email, subject: 'Wrong details for your Farmlands Card', text: `Kia ora\n\n${text}\n` })
  return messages
}
