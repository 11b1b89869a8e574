import { longDate, shortDate } from '@nikau/contract/nz-time'
import type { StepKey, TransferStep } from '@nikau/contract/funds-transfers'
import { type Cents, format } from '@nikau/money'
import { queueMessage } from '@nikau/rails'
import type { Tx } from '@nikau/runtime'
import { arrivalOf, failureWords, timelineOf } from './rules.ts'
import { contactOf, type TransferRow } from './store.ts'

/** What a person is told of a transfer. The subject alone goes by SMS to whoever has no e-mail address. */
export interface Letter {
  key: string
  purpose: string
  subject: string
  text: string
}

export async function tell(tx: Tx, personId: string, letter: Letter): Promise<void> {
  const contact = await contactOf(tx, personId)
  if (!contact) return
  const { key, purpose, subject } = letter
  const hello = contact.givenName ? `Kia ora ${contact.givenName}` : 'Kia ora'
  if (contact.email === null) await queueMessage(tx, { key, purpose, channel: 'sms', to: contact.phone, text: `${hello}. ${subject}. Nikau` })
  else await queueMessage(tx, { key, purpose, channel: 'email', to: contact.email, subject, text: `${hello},\n\n${letter.text}\n\nNikau` })
}

const nameOf = { topup: 'top-up', withdrawal: 'withdrawal' } as const

/**
 * The notice that the rules of direct debit ask for, at the latest on the day of the debit: amount, day, account and the code
 * under which we are authorised.
 */
export function noticeLetter(transfer: TransferRow, { authorisationCode, verified }: { authorisationCode: string; verified: boolean }): Letter {
  const { id, amount, maskedNumber, liveness } = transfer
  const sent = timelineOf(transfer).find((step) => step.key === 'sent')
  const lines = [
    `You asked us to top up your wallet. This is your notice of the direct debit.`,
    [
      `Amount: ${format(amount)}`,
      `From: ${maskedNumber}`,
      `Debited on: ${longDate(sent!.by!)}`,
      `${verified ? 'In your wallet' : 'Here'} by: ${shortDate(arrivalOf(transfer))}`,
      `Authorisation code: ${authorisationCode}`,
      `Reference: ${transfer.reference}`,
    ].join('\n'),
    timelineWords(timelineOf(transfer)),
    'You can take it back in the app until it goes to your bank. If you did not ask for it, tell us or your bank at once.',
  ]
  if (!verified) lines.push('Your bank statement will show a code of four digits with it. Enter it under Bank Accounts: until then the money is held for you.')
  if (liveness === 'test') lines.push('This is a test account: no bank is involved and no real money moves.')
  return {
    key: `topup-notice:${id}`,
    purpose: 'topup-notice',
    subject: `Direct debit of ${format(amount)} on ${longDate(sent!.by!)}`,
    text: lines.join('\n\n'),
  }
}

const stepWords: Readonly<Record<StepKey, string>> = {
  asked: 'asked for',
  sent: 'sent to your bank',
  'at-bank': 'dealt with by your bank',
  held: 'held until you enter the code from your bank statement',
  done: 'done',
  failed: 'failed',
  reversed: 'taken back by your bank',
}

function timelineWords(steps: readonly TransferStep[]): string {
  return steps.map(({ key, at, by }) => `- ${at ? longDate(at) : by ? `by ${longDate(by)}` : 'then'}: ${stepWords[key]}`).join('\n')
}

/** Where no bank prints a statement, the code comes by letter. */
export function codeLetter({ id, type, amount, code, maskedNumber }: TransferRow): Letter {
  return {
    key: `test-code:${id}`,
    purpose: 'test-code',
    subject: `CODE ${code}: your test ${nameOf[type]} of ${format(amount)}`,
    text: `On a real bank statement your ${nameOf[type]} of ${format(amount)} would show this code:\n\nCODE ${code}\n\nEnter it under Bank Accounts to verify the test account ${maskedNumber}.`,
  }
}

/** The bank has paid, and only its owner can say where the code stands. */
export function heldLetter({ id, amount, maskedNumber }: TransferRow): Letter {
  return {
    key: `topup-held:${id}`,
    purpose: 'topup-held',
    subject: `Enter your code to get your top-up of ${format(amount)}`,
    text: `Your bank has paid ${format(amount)} from ${maskedNumber}. It is held for you until you show that the account is yours.\n\nFind the code of four digits beside this payment on your bank statement, and enter it under Bank Accounts.`,
  }
}

export function failedLetter(transfer: Pick<TransferRow, 'id' | 'type' | 'amount' | 'maskedNumber' | 'failure' | 'doneAt'>, balance: Cents): Letter {
  const { id, type, amount, maskedNumber, failure, doneAt } = transfer
  const why = `Your bank said that ${failureWords[failure!]}.`
  if (type === 'withdrawal')
    return {
      key: `withdrawal-failed:${id}`,
      purpose: 'withdrawal-failed',
      subject: `Your withdrawal of ${format(amount)} came back`,
      text: `We could not pay ${format(amount)} to ${maskedNumber}. ${why}\n\nThe money is in your wallet again, which now has ${format(balance)}.`,
    }
  const outcome = doneAt
    ? `We had added it to your wallet already and have taken it out again. ${standing(balance)}`
    : 'Nothing was added to your wallet, and you have not lost anything.'
  return {
    key: `topup-failed:${id}`,
    purpose: 'topup-failed',
    subject: `Your top-up of ${format(amount)} failed`,
    text: `Your top-up of ${format(amount)} from ${maskedNumber} failed. ${why}\n\n${outcome}`,
  }
}

export function reversedLetter({ id, type, amount, maskedNumber, held }: TransferRow, balance: Cents): Letter {
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
    subject: `Your bank took back your top-up of ${format(amount)}`,
    text: `Your bank has taken back the ${format(amount)} that came from ${maskedNumber}.\n\n${held ? 'It had not reached your wallet yet.' : `It was taken out of your wallet. ${standing(balance)}`}`,
  }
}

function standing(balance: Cents): string {
  if (balance >= 0n) return `Your wallet now has ${format(balance)}.`
  return `Your wallet now stands at ${format(balance)}: you cannot pay or withdraw until it is topped up again. What arrives pays this first.`
}
