import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { ExceptionGroup, ExceptionKind } from '@nikau/contract/desk/exception-kinds'

interface KindTexts {
  /** What happened, as a title. */
  name: MessageDescriptor
  /** What it means, in a sentence or two. */
  meaning: MessageDescriptor
}

/** Every kind in plain words; its code stands below them, never instead. */
export const kindTexts: Readonly<Record<ExceptionKind, KindTexts>> = {
  'bank-payment-unconfirmed': {
    name: msg`Bank has not decided`,
    meaning: msg`The bank accepted a payment and has not reported a final status. We keep asking.`,
  },
  'bank-payment-indeterminate': {
    name: msg`Bank payment unknown`,
    meaning: msg`The bank used the consent and does not say which payment it made. We do not know whether the payer was charged.`,
  },
  'bank-payment-after-failure': {
    name: msg`Paid after it failed?`,
    meaning: msg`A payment failed here, and the bank has used its consent all the same: it may have paid.`,
  },
  'bank-payment-reversed': {
    name: msg`Bank took a payment back`,
    meaning: msg`The bank rejected a payment that it had reported as paid. The merchant’s wallet was debited.`,
  },
  'bank-payment-reversal-blocked': {
    name: msg`Reversal waits`,
    meaning: msg`The bank rejected a payment of which a part has gone back to its payer already. The books are unchanged.`,
  },
  'bank-payment-surplus': {
    name: msg`Paid too late: send it back`,
    meaning: msg`The bank completed a payment that its request no longer accepts, and the money cannot go back by itself.`,
  },
  'bank-refund-due': { name: msg`Refund to a bank payer`, meaning: msg`A merchant refunded a bank payment, and the refund cannot go back by itself.` },
  'card-payment-unconfirmed': {
    name: msg`Card charge undecided`,
    meaning: msg`The card company has not said whether it charged a card. We keep asking.`,
  },
  'card-payment-indeterminate': {
    name: msg`Card company has another charge`,
    meaning: msg`The card company has a different charge under our key. We do not know what was charged.`,
  },
  'card-refund-unconfirmed': { name: msg`Card refund unanswered`, meaning: msg`The card company has not answered a refund. It is sent again until it does.` },
  'card-refund-refused': { name: msg`Card company refuses a refund`, meaning: msg`The card company refused a refund. The money waits with us.` },
  'payment-request-not-closed': {
    name: msg`Request could not be closed`,
    meaning: msg`A request has ended, and what it holds could not be returned. It is tried again at every sweep.`,
  },
  'bank-file-rejected': {
    name: msg`File rejected, orders wait`,
    meaning: msg`The bank rejected a whole file. Nothing in it was processed, and its transfers wait.`,
  },
  'bank-file-conflict': {
    name: msg`Bank has another file`,
    meaning: msg`The bank has a different file under our reference, or another count or total. Nothing is sent again.`,
  },
  'bank-order-refused': { name: msg`One order refused`, meaning: msg`The bank refused one order of a file. The money is back with its owner, who knows.` },
  'bank-order-invalid': {
    name: msg`Order cannot be sent`,
    meaning: msg`The file format cannot express an order. It was left out, and the money is back with its owner, who knows.`,
  },
  'bank-results-unreadable': {
    name: msg`Bank results unreadable`,
    meaning: msg`The bank’s results hold records that are not in the format. The others are applied.`,
  },
  'bank-result-unknown-file': {
    name: msg`Result for no file of ours`,
    meaning: msg`The bank reported a result for a file or line that we did not send. Nothing was changed.`,
  },
  'bank-result-mismatch': {
    name: msg`Bank result does not fit`,
    meaning: msg`The amount, reference or outcome of a result differs from its order. Nothing was changed.`,
  },
  'bank-result-unknown-reference': {
    name: msg`Result without a transfer`,
    meaning: msg`A result fits a line of a file, and no transfer has its reference. Nothing was changed.`,
  },
  'bank-result-unknown-reason': {
    name: msg`Reason nobody knows`,
    meaning: msg`The bank returned an order with a reason that the format does not define. The return was applied.`,
  },
  'bank-result-conflict': { name: msg`Bank contradicts itself`, meaning: msg`A result contradicts what the bank has reported before. Nothing was changed.` },
  'bank-result-failed': {
    name: msg`Result could not be applied`,
    meaning: msg`A result could not be applied to its transfer. It is tried again every minute.`,
  },
  'bank-result-missing': {
    name: msg`Bank silent about an order`,
    meaning: msg`The bank accepted an order, its return period is over, and no result has come.`,
  },
  'bank-settlement-conflict': {
    name: msg`Cleared, but not settled here`,
    meaning: msg`A debit cleared at the bank, and its transfer had ended here before.`,
  },
  'statement-duplicate': { name: msg`Line shown twice`, meaning: msg`A statement shows a line twice, on the same or on a later day.` },
  'statement-missing': { name: msg`Expected line is missing`, meaning: msg`The bank reported a movement that its statement does not show.` },
  'statement-wrong-amount': { name: msg`Line has another amount`, meaning: msg`A line of the statement has another amount than expected.` },
  'statement-unknown': {
    name: msg`Line nobody expected`,
    meaning: msg`A line that nothing of ours explains: somebody paid into our account, or took money from it.`,
  },
  'statement-sum': { name: msg`Lines do not add up`, meaning: msg`The lines of a statement do not add up to the change of its balance.` },
  'statement-balance': { name: msg`Statements do not join`, meaning: msg`The opening balance differs from the closing balance of the statement before it.` },
  'card-advice-unreadable': { name: msg`Advice unreadable`, meaning: msg`A settlement advice breaks the format or does not add up. It is fetched again.` },
  'card-advice-line-unknown': { name: msg`Advice line nobody knows`, meaning: msg`A line of an advice is no live charge or refund of ours. It is not booked.` },
  'card-advice-line-amount': {
    name: msg`Advice line has another amount`,
    meaning: msg`A line of an advice has another amount than our charge or refund. It is not booked.`,
  },
  'card-advice-line-missing': {
    name: msg`Charge not on any advice`,
    meaning: msg`No advice has listed a charge or refund of ours by the second business day.`,
  },
  'card-advice-unpaid': { name: msg`Advice not paid`, meaning: msg`Our statements show no payment for an advice on its day.` },
  'card-receipt-amount': {
    name: msg`Advice paid with another sum`,
    meaning: msg`Our statements show another sum for an advice than it says. Nothing of it is booked until it is complete.`,
  },
  'card-receipt-without-advice': {
    name: msg`Paid without an advice`,
    meaning: msg`The card company has paid with a reference of which no advice has come. Nothing is booked.`,
  },
  'issuer-bill-overdue': { name: msg`Bill overdue`, meaning: msg`An issuer has not paid its bill in full by its day.` },
  'issuer-receipt-surplus': {
    name: msg`Issuer paid too much`,
    meaning: msg`An issuer has paid more than was open on its bill. The rest is on our bank account and not booked.`,
  },
  'top-up-return-failed': {
    name: msg`Top-up could not go back`,
    meaning: msg`A held top-up was sent back to an account that was never verified, and the bank returned it. It is held again.`,
  },
  'payee-name-mismatch': {
    name: msg`Payout account has another name`,
    meaning: msg`The bank of a business’s payout account says that the name is not its holder’s. No payout goes there.`,
  },
  'asset-transfer-reported': {
    name: msg`Send reported`,
    meaning: msg`A recipient reported a send. The sender can send nothing more to them, and does not know who reported it.`,
  },
  'code-payment-reported': {
    name: msg`Payment by code reported`,
    meaning: msg`A payer says that they did not make this payment. All codes of their account have ended.`,
  },
  'operator-payment-returned': {
    name: msg`Our payment came back`,
    meaning: msg`A payment that operators sent came back. The money is on the account that it left.`,
  },
  'negative-balance-overdue': {
    name: msg`Wallet long below zero`,
    meaning: msg`A wallet has been below zero for 60 days, with more than is written off by rule.`,
  },
  'reveal-limit': {
    name: msg`Too many reveals`,
    meaning: msg`An operator wanted to see more customers’ contact details than one may in an hour or a day.`,
  },
  'reveals-to-review': {
    name: msg`Reveals to review`,
    meaning: msg`On this day contact details were shown for tickets or exceptions that were not open here.`,
  },
  'books-not-anchored': { name: msg`Books not anchored`, meaning: msg`No anchor of the books could be made for 30 minutes.` },
  'books-broken': { name: msg`Invariant broken`, meaning: msg`An invariant of the books does not hold. Money does not leave until it does.` },
  'safeguarding-short': { name: msg`Customer money not covered`, meaning: msg`At the end of a day our banks held less of customers’ money than we owed.` },
  'safeguarding-not-signed': {
    name: msg`Safeguarding not signed`,
    meaning: msg`The report of a day does not have both signatures by noon of the next business day.`,
  },
}

export const groupNames: Readonly<Record<ExceptionGroup, MessageDescriptor>> = {
  statements: msg`Statement`,
  'bank-files': msg`Bank files`,
  'pay-by-bank': msg`Pay by bank`,
  card: msg`Card`,
  issuers: msg`Issuers`,
  customers: msg`Customers`,
  books: msg`Books`,
  access: msg`Access`,
}
