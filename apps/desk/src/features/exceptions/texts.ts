import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { Evidence, ExceptionDetail, OfferedAct, relatedKinds } from '@nikau/contract/desk/exceptions'
import type { IconName } from '@nikau/ui'
import { adjustmentReasonNames } from '../../lib/adjustment-reasons.ts'

/** Whom it concerns, before the evidence is read. */
export const affectedTexts: Readonly<Record<ExceptionDetail['affects'], { title: MessageDescriptor; text: MessageDescriptor }>> = {
  nobody: { title: msg`No customer is affected`, text: msg`It is a matter between us and the bank or company. Wallets are as they should be.` },
  us: { title: msg`No customer is affected`, text: msg`It is our money that is missing or too much.` },
  customer: { title: msg`A customer waits`, text: msg`What it is about may not be in their wallet, or not yet be theirs, until it is resolved.` },
  customers: { title: msg`Several customers wait`, text: msg`Every order in it is somebody’s top-up, withdrawal or payout.` },
  payer: { title: msg`A payer waits for their money`, text: msg`They may have paid without a result, or be owed it back.` },
  merchant: { title: msg`A merchant is affected`, text: msg`Their wallet or their payouts are not as they expect.` },
  issuer: { title: msg`An issuer is affected`, text: msg`They have paid us more than they owed.` },
}

type SourceName = Evidence['sources'][number]['source']

/** `by` is the bank or company. */
export const sourceNames: Readonly<Record<SourceName, (by: string | undefined) => MessageDescriptor>> = {
  'our-order': () => msg`Our order`,
  'our-file': () => msg`Our file`,
  'our-payment': () => msg`Our payment`,
  'our-transfer': () => msg`Our transfer`,
  'our-record': () => msg`Our record`,
  'our-books': () => msg`Our books`,
  'bank-result': () => msg`The bank result`,
  'bank-answer': () => msg`The bank’s answer`,
  statement: () => msg`The bank’s statement`,
  'earlier-statement': () => msg`The statement before`,
  'company-answer': (by) => msg`${by ?? ''}’s answer`,
  advice: (by) => msg`${by ?? ''}’s advice`,
  receipt: () => msg`What was received`,
  report: () => msg`The report`,
}

export const isOurs = (source: SourceName): boolean => source.startsWith('our-')

export const fieldNames: Readonly<Record<Evidence['fields'][number]['field'], MessageDescriptor>> = {
  reference: msg`Reference`,
  amount: msg`Amount`,
  orders: msg`Number`,
  day: msg`Day`,
  type: msg`Type`,
  state: msg`State`,
  'statement-text': msg`Statement text`,
  'bank-reference': msg`Bank reference`,
  account: msg`Account`,
  opening: msg`Opening balance`,
  closing: msg`Closing balance`,
  reason: msg`Reason`,
  when: msg`When`,
}

export const relatedNames: Readonly<Record<(typeof relatedKinds)[number], MessageDescriptor>> = {
  'payment-request': msg`Payment request`,
  payment: msg`Payment`,
  transfer: msg`Transfer`,
  file: msg`Bank file`,
  account: msg`Account`,
  wallet: msg`Wallet`,
  'bank-account': msg`Bank account`,
  merchant: msg`Merchant`,
  bill: msg`Bill`,
  advice: msg`Advice`,
  'asset-transfer': msg`Send`,
  posting: msg`Posting`,
}

interface ActTexts {
  /** What the act does, in a sentence. */
  text: MessageDescriptor
  icon: IconName
}

export const actTexts: Readonly<Record<string, ActTexts>> = {
  'fail-file': { text: msg`All orders of the file fail: the money is back where it came from, and owners are told.`, icon: 'close' },
  'resend-file': { text: msg`The orders go out in a new file. Only when the bank has not processed the old one.`, icon: 'send' },
  'settle-order': { text: msg`Only when the bank confirms that it carried the order out.`, icon: 'check' },
  'fail-order': { text: msg`Only when the bank confirms that it did not carry the order out. The owner is told.`, icon: 'close' },
  'match-differences': { text: msg`Differences that add up to zero explain one another. Posts nothing.`, icon: 'check' },
  adjustment: { text: msg`A new movement beside the old ones. Only when the bank confirms what it moved.`, icon: 'edit' },
  'decide-bank-payment': { text: msg`When the bank has said whether it paid.`, icon: 'bank' },
  'settle-reversal': { text: msg`The merchant returns what it still has of the payment, and we bear what the payer kept.`, icon: 'rotate' },
  'ask-bank-again': { text: msg`The job asks the bank for the payer’s account once more. It is raised again if the bank names none.`, icon: 'refresh' },
  'send-back': { text: msg`To the account that the payer’s bank has named in writing. The payment closes the exception.`, icon: 'send' },
  'decide-card-payment': { text: msg`When the card company has said whether it charged the card.`, icon: 'card' },
  'mark-card-refunded': { text: msg`Only when the company confirms in writing that it has refunded the card.`, icon: 'check' },
  'refund-otherwise': { text: msg`To a bank account that the cardholder has named.`, icon: 'send' },
  'book-receipt': { text: msg`Books money of a partner that belongs to no charge and no bill.`, icon: 'edit' },
  'accept-card-line': { text: msg`The company’s amount is right. We bear the difference.`, icon: 'check' },
  'write-off-card-line': { text: msg`The company never settles it: it is our loss, or our gain.`, icon: 'close' },
  'write-off-bill': { text: msg`The issuer never pays the rest: it is our loss.`, icon: 'close' },
  vouch: { text: msg`The owner has proved that the bank account is theirs. The top-up reaches their wallet.`, icon: 'check' },
  'return-again': { text: msg`The account works again, or its bank has named another one.`, icon: 'send' },
  'accept-payee': { text: msg`A document shows that the account is the business’s.`, icon: 'check' },
  'freeze-account': { text: msg`Nothing leaves the account from now on. The exception stays open.`, icon: 'lock' },
  'sign-safeguarding': { text: msg`You have read and checked the report of the day.`, icon: 'document' },
  'pay-out': { text: msg`Sends it again, to the right account.`, icon: 'send' },
  'close-exception': { text: msg`Says that a person has dealt with it. What differs stays in the bank position.`, icon: 'check' },
}

export const moneyTexts: Readonly<Record<OfferedAct['money'], MessageDescriptor>> = {
  none: msg`Moves no money.`,
  books: msg`Moves money in the books.`,
  out: msg`Sends money to a bank account.`,
}

export const inputNames: Readonly<Record<string, MessageDescriptor>> = {
  fileId: msg`Bank file`,
  without: msg`Lines to leave out`,
  reference: msg`Reference`,
  reason: msg`Reason, as the owner reads it`,
  differences: msg`Differences that it explains`,
  debit: msg`Debit, where value leaves`,
  credit: msg`Credit, where it arrives`,
  amount: msg`Amount`,
  words: msg`What the owner of a wallet reads`,
  bankPaymentId: msg`Payment`,
  paid: msg`Did the bank pay?`,
  returnId: msg`Return`,
  cardPaymentId: msg`Card payment`,
  charged: msg`Was the card charged?`,
  cardRefundId: msg`Card refund`,
  line: msg`Line`,
  transaction: msg`Bank transaction`,
  to: msg`Who bears or gets it`,
  key: msg`Charge or refund`,
  billId: msg`Bill`,
  bankAccountId: msg`Bank account`,
  fundsTransferId: msg`Top-up`,
  accountId: msg`Account`,
  day: msg`Day`,
  particulars: msg`Statement text`,
}

export const optionNames: Readonly<Record<string, MessageDescriptor>> = {
  unclaimed: msg`Waits for whom it belongs to`,
  own: msg`Our own money`,
  losses: msg`Our loss`,
  ...adjustmentReasonNames,
  declined: msg`Declined by the bank`,
  'insufficient-funds': msg`Not enough money in the account`,
  'no-authority': msg`No authority for direct debits`,
  'authority-cancelled': msg`Authority cancelled`,
  'account-closed': msg`Account closed`,
  'account-transferred': msg`Account moved to another bank`,
  'stopped-by-payer': msg`Stopped by the payer`,
  'payer-deceased': msg`Payer has died`,
}

/** What the codes of states, types and outcomes mean. One that has no words is shown as it is. */
export const valueTexts: Readonly<Record<string, MessageDescriptor>> = {
  debit: msg`direct debit`,
  credit: msg`payment out`,
  DD: msg`direct debit`,
  BP: msg`bill payment`,
  settled: msg`settled`,
  dishonoured: msg`dishonoured`,
  bounced: msg`bounced`,
  reversed: msg`reversed`,
  sent: msg`sent`,
  'at-bank': msg`at the bank`,
  done: msg`settled`,
  failed: msg`failed`,
  refused: msg`refused`,
  replaced: msg`sent in another file`,
  ready: msg`ready to send`,
  accepted: msg`accepted`,
  rejected: msg`rejected`,
  conflict: msg`another file under our reference`,
  completed: msg`completed`,
  pending: msg`pending`,
  paid: msg`paid`,
  watch: msg`waits for the bank`,
  indeterminate: msg`outcome unknown`,
  'pay-by-bank': msg`pay by bank`,
  charge: msg`card charge`,
  refund: msg`refund`,
  unapplied: msg`paid too late`,
  operator: msg`waits for an operator`,
  waiting: msg`waiting`,
  returned: msg`returned`,
  matched: msg`matched`,
  unknown: msg`unknown to us`,
  'other-amount': msg`another amount`,
  topup: msg`top-up`,
  withdrawal: msg`withdrawal`,
  requested: msg`requested`,
  created: msg`created`,
  claimed: msg`received`,
  declined: msg`declined`,
  expired: msg`expired`,
  cancelled: msg`cancelled`,
  new: msg`new`,
  money: msg`money`,
  token: msg`token`,
  'patron-code': msg`payment by code`,
  'no-match': msg`the name is another`,
  'no-account': msg`there is no such account`,
  'account-closed': msg`account closed`,
  'insufficient-funds': msg`not enough money in the account`,
  opening: msg`opening balance`,
  closing: msg`closing balance`,
}
