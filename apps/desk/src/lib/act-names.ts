import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'

/** What each kind of act is called on screen. The code itself never stands instead of the words. */
const names: Readonly<Record<string, MessageDescriptor>> = {
  adjustment: msg`Adjustment`,
  'pay-out': msg`Pay out to a bank account`,
  'resend-file': msg`Send the orders of a file again`,
  'fail-file': msg`Fail the orders of a file`,
  'settle-order': msg`Settle a bank order`,
  'fail-order': msg`Fail a bank order`,
  'match-differences': msg`Match differences`,
  'close-exception': msg`Close an exception`,
  'send-back': msg`Send back to a bank payer`,
  'ask-bank-again': msg`Ask the bank again`,
  'decide-bank-payment': msg`Decide a bank payment`,
  'decide-card-payment': msg`Decide a card payment`,
  'mark-card-refunded': msg`Mark a card payment as refunded`,
  'refund-otherwise': msg`Refund to a bank account`,
  'settle-reversal': msg`Settle a reversal`,
  vouch: msg`Confirm a top-up’s bank account`,
  'return-again': msg`Return a top-up again`,
  'book-receipt': msg`Book a receipt`,
  'accept-card-line': msg`Accept a card company’s line`,
  'write-off-card-line': msg`Write off a card company’s line`,
  'write-off-bill': msg`Write off a bill`,
  'take-exception': msg`Take an exception`,
  'note-exception': msg`Note on an exception`,
  'sign-safeguarding': msg`Sign safeguarding`,
  access: msg`Change an operator’s access`,
  'confirm-access': msg`Confirm operators in the review`,
  'freeze-account': msg`Freeze an account`,
  'note-account': msg`Note on a customer`,
  'end-sessions': msg`End a customer’s sessions`,
  'remove-passkeys': msg`Remove a customer’s passkeys`,
  'lift-freeze': msg`Lift a freeze`,
  'hold-payouts': msg`Hold payouts`,
  'release-payouts': msg`Release payouts`,
  'raise-reserve': msg`Raise a reserve`,
  'lower-reserve': msg`Lower a reserve`,
  'lift-business-limits': msg`Lift a business’s limits`,
  'accept-payee': msg`Accept a payee’s name`,
  'change-fees': msg`Change fees`,
  'close-account': msg`Close an account`,
  'pay-estate': msg`Pay out an estate`,
  stop: msg`Stop for everyone`,
  'start-again': msg`Start again what a person stopped`,
  'start-after-break': msg`Start again what the books stopped`,
  'set-flag': msg`Change a flag of the app`,
}

/** What the button of the second person says, without the amount: "Approve $154.30 with passkey". */
export const actName = (kind: string): MessageDescriptor => names[kind] ?? msg`Other act`

export const namedActs: readonly string[] = Object.keys(names)
