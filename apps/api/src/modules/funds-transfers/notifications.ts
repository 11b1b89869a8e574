import { longDate, shortDate } from '@nikau/nz/nz-time'
import type { StepKey, TransferStep } from '@nikau/contract/funds-transfers'
import { type Cents, format } from '@nikau/money'
import { queueMessage } from '@nikau/rails'
import type { Tx } from '@nikau/runtime'
import { arrivalOf, failureTexts, timelineOf } from './rules.ts'
import { selectContact, type TransferRow } from './store.ts'

/** A message about a transfer. A person without a verified email address gets it by SMS. */
export interface Notification {
  key: string
  purpose: string
  subject: string
  text: string
  /** What the SMS says, if the subject is too little. */
  sms?: string
}

export async function notify(tx: Tx, personId: string, notification: Notification): Promise<void> {
  const contact = await selectContact(tx, personId)
  if (!contact) return
  const { key, purpose, subject } = notification
  const hello = contact.givenName ? `Kia ora ${contact.givenName}` : 'Kia ora'
  if (contact.email === null)
    await queueMessage(tx, { key, purpose, channel: 'sms', to: contact.phone, text: `${hello}. ${notification.sms ?? subject}. Nikau` })
  else await queueMessage(tx, { key, purpose, channel: 'email', to: contact.email, subject, text: `${hello},\n\n${notification.text}\n\nNikau` })
}

const nameOf = { topup: 'top-up', withdrawal: 'withdrawal' } as const

/**
 * The notice that the direct debit rules require by the day of the debit: amount, day, account and our authorisation code.
 */
export function directDebitNotice(transfer: TransferRow, { authorisationCode, verified }: { authorisationCode: string; verified: boolean }): Notification {
  const { id, amount, maskedNumber, liveness } = transfer
  const sent = timelineOf(transfer).find((step) => step.key === 'sent')
  const subject = `Direct debit of ${format(amount)} on ${longDate(sent!.by!)}`
  const lines = [
    'You requested a top-up of your wallet. This is your notice of the direct debit.',
    [
      `Amount: ${format(amount)}`,
      `From: ${maskedNumber}`,
      `Debited on: ${longDate(sent!.by!)}`,
      `${verified ? 'In your wallet' : 'Here'} by: ${shortDate(arrivalOf(transfer))}`,
      `Authorisation code: ${authorisationCode}`,
      `Reference: ${transfer.reference}`,
    ].join('\n'),
    timelineText(timelineOf(transfer)),
    'You can cancel it in the app until it goes to your bank. If you did not request it, tell us or your bank straight away.',
  ]
  if (!verified) lines.push('Your bank statement will show a four-digit code with it. Enter it under Bank Accounts: until then the money is held for you.')
  if (liveness === 'test') lines.push('This is a test account: no bank is involved and no real money moves.')
  return {
    key: `topup-notice:${id}`,
    purpose: 'topup-notice',
    subject,
    text: lines.join('\n\n'),
    sms: `${subject} from ${maskedNumber}, authorisation code ${authorisationCode}, reference ${transfer.reference}. You can cancel it in the app until it goes to your bank`,
  }
}

const stepTexts: Readonly<Record<StepKey, string>> = {
  requested: 'requested',
  sent: 'sent to your bank',
  'at-bank': 'processed by your bank',
  held: 'held until you enter the code from your bank statement',
  done: 'done',
  failed: 'failed',
  reversed: 'reversed by your bank',
}

function timelineText(steps: readonly TransferStep[]): string {
  return steps.map(({ key, at, by }) => `- ${at ? longDate(at) : by ? `by ${longDate(by)}` : 'then'}: ${stepTexts[key]}`).join('\n')
}

/** A test account has no bank statement, so the code is sent instead. */
export function testCodeNotification({ id, type, amount, code, maskedNumber }: TransferRow): Notification {
  return {
    key: `test-code:${id}`,
    purpose: 'test-code',
    subject: `CODE ${code}: your test ${nameOf[type]} of ${format(amount)}`,
    text: `On a real bank statement your ${nameOf[type]} of ${format(amount)} would show this code:\n\nCODE ${code}\n\nEnter it under Bank Accounts to verify the test account ${maskedNumber}.`,
  }
}

/** The bank has paid; the money is held until the owner enters the code. */
export function heldNotification({ id, amount, maskedNumber }: TransferRow): Notification {
  return {
    key: `topup-held:${id}`,
    purpose: 'topup-held',
    subject: `Enter your code to get your top-up of ${format(amount)}`,
    text: `Your bank has paid ${format(amount)} from ${maskedNumber}. It is held for you until you verify the account.\n\nFind the four-digit code beside this payment on your bank statement, and enter it under Bank Accounts.`,
  }
}

/** The bank account was never verified, so the money goes back to it. */
export function returnedNotification({ id, amount, maskedNumber }: TransferRow): Notification {
  return {
    key: `topup-returned:${id}`,
    purpose: 'topup-returned',
    subject: `Your top-up of ${format(amount)} is on its way back`,
    text: `The code for ${maskedNumber} was never entered, so we are sending ${format(amount)} back to that account. It arrives within two business days.`,
  }
}

export function failedNotification(
  transfer: Pick<TransferRow, 'id' | 'type' | 'amount' | 'maskedNumber' | 'failure' | 'doneAt'>,
  balance: Cents,
): Notification {
  const { id, type, amount, maskedNumber, failure, doneAt } = transfer
  const reason = `Your bank said that ${failureTexts[failure!]}.`
  if (type === 'withdrawal')
    return {
      key: `withdrawal-failed:${id}`,
      purpose: 'withdrawal-failed',
      subject: `Your withdrawal of ${format(amount)} came back`,
      text: `We could not pay ${format(amount)} to ${maskedNumber}. ${reason}\n\nThe money is in your wallet again, which now has ${format(balance)}.`,
    }
  const outcome = doneAt
    ? `We had added it to your wallet already and have taken it out again. ${balanceText(balance)}`
    : 'Nothing was added to your wallet, and you have not lost anything.'
  return {
    key: `topup-failed:${id}`,
    purpose: 'topup-failed',
    subject: `Your top-up of ${format(amount)} failed`,
    text: `Your top-up of ${format(amount)} from ${maskedNumber} failed. ${reason}\n\n${outcome}`,
  }
}

export function reversedNotification({ id, type, amount, maskedNumber, held }: TransferRow, balance: Cents): Notification {
  if (type === 'withdrawal')
    return {
      key: `withdrawal-reversed:${id}`,
      purpose: 'withdrawal-reversed',
      subject: `Your withdrawal of ${format(amount)} came back`,
      text: `Your bank has returned the ${format(amount)} that we paid to ${maskedNumber}. The money is in your wallet again, which now has ${format(balance)}.`,
    }
  return {
    key: `topup-reversed:${id}`,
    purpose: 'topup-reversed',
    subject: `Your bank reversed your top-up of ${format(amount)}`,
    text: `Your bank has reversed the ${format(amount)} that came from ${maskedNumber}.\n\n${held ? 'It had not reached your wallet yet.' : `It was taken out of your wallet. ${balanceText(balance)}`}`,
  }
}

function balanceText(balance: Cents): string {
  if (balance >= 0n) return `Your wallet now has ${format(balance)}.`
  return `Your wallet balance is now ${format(balance)}: you cannot pay or withdraw until you top it up again. New money covers this first.`
}
