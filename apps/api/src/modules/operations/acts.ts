import type { Act } from './act.ts'
import { accessAct, confirmAccessAct } from './acts/access.ts'
import { adjustmentAct } from './acts/adjustment.ts'
import { failFileAct, resendFileAct } from './acts/bank-file.ts'
import { endSessionsAct, noteAccountAct, removePasskeysAct } from './acts/customer.ts'
import { failOrderAct, settleOrderAct } from './acts/bank-order.ts'
import { decideBankPaymentAct, settleReversalAct } from './acts/bank-payment.ts'
import { askBankAgainAct, sendBackAct } from './acts/bank-return.ts'
import { decideCardPaymentAct, markCardRefundedAct, refundOtherwiseAct } from './acts/card-payment.ts'
import { acceptPayeeAct, liftBusinessLimitsAct } from './acts/businesses.ts'
import { changeFeesAct } from './acts/change-fees.ts'
import { closeAccountAct, payEstateAct } from './acts/close-account.ts'
import { closeExceptionAct, noteExceptionAct, takeExceptionAct } from './acts/exception.ts'
import { freezeAccountAct, liftFreezeAct } from './acts/freeze.ts'
import { returnAgainAct, vouchAct } from './acts/held-top-up.ts'
import { matchDifferencesAct } from './acts/match-differences.ts'
import { payOutAct } from './acts/pay-out.ts'
import { holdPayoutsAct, lowerReserveAct, raiseReserveAct, releasePayoutsAct } from './acts/payouts.ts'
import { acceptCardLineAct, bookReceiptAct, writeOffBillAct, writeOffCardLineAct } from './acts/receipts.ts'
import { setFlagAct } from './acts/set-flag.ts'
import { signSafeguardingAct } from './acts/sign-safeguarding.ts'
import { startAfterBreakAct, startAgainAct, stopAct } from './acts/stops.ts'
import type { ActKind } from './rules.ts'

// eslint-disable-next-line @typescript-eslint/no-explicit-any -- each act has its own content, which its schema has checked
export type AnyAct = Act<any>

export const acts: Readonly<Record<ActKind, AnyAct>> = {
  adjustment: adjustmentAct,
  'pay-out': payOutAct,
  'resend-file': resendFileAct,
  'fail-file': failFileAct,
  'settle-order': settleOrderAct,
  'fail-order': failOrderAct,
  'match-differences': matchDifferencesAct,
  'send-back': sendBackAct,
  'ask-bank-again': askBankAgainAct,
  'decide-bank-payment': decideBankPaymentAct,
  'decide-card-payment': decideCardPaymentAct,
  'mark-card-refunded': markCardRefundedAct,
  'refund-otherwise': refundOtherwiseAct,
  'settle-reversal': settleReversalAct,
  vouch: vouchAct,
  'return-again': returnAgainAct,
  'book-receipt': bookReceiptAct,
  'accept-card-line': acceptCardLineAct,
  'write-off-card-line': writeOffCardLineAct,
  'write-off-bill': writeOffBillAct,
  'close-exception': closeExceptionAct,
  'take-exception': takeExceptionAct,
  'note-exception': noteExceptionAct,
  'sign-safeguarding': signSafeguardingAct,
  access: accessAct,
  'confirm-access': confirmAccessAct,
  'freeze-account': freezeAccountAct,
  'lift-freeze': liftFreezeAct,
  'note-account': noteAccountAct,
  'end-sessions': endSessionsAct,
  'remove-passkeys': removePasskeysAct,
  'hold-payouts': holdPayoutsAct,
  'release-payouts': releasePayoutsAct,
  'raise-reserve': raiseReserveAct,
  'lower-reserve': lowerReserveAct,
  'lift-business-limits': liftBusinessLimitsAct,
  'accept-payee': acceptPayeeAct,
  'change-fees': changeFeesAct,
  'close-account': closeAccountAct,
  'pay-estate': payEstateAct,
  stop: stopAct,
  'start-again': startAgainAct,
  'start-after-break': startAfterBreakAct,
  'set-flag': setFlagAct,
}
