import type { WalletTransaction } from './wallets.ts'

/** Types and labels of the entries in the wallet's activity list and statements. */

/** What an amount that we added or took away is called: our words, chosen from this list. */
export const adjustmentWords = ['correction', 'goodwill', 'fee-refund', 'recovery', 'write-off', 'account-closed'] as const
export type AdjustmentWords = (typeof adjustmentWords)[number]

export type ActivityType =
  | 'topup'
  | 'topup-pending'
  | 'topup-failed'
  | 'withdrawal'
  | 'payment'
  | 'refunded'
  | 'sent'
  | 'received'
  | 'returned'
  | AdjustmentWords

/** `key` is the message id in the catalogues; `accent` puts the label in the accent colour. */
export const activityLabels: Readonly<Record<ActivityType, { key: string; label: string; accent: boolean }>> = {
  topup: { key: 'activity.topup', label: 'Top Up', accent: false },
  'topup-pending': { key: 'activity.topup-pending', label: 'Top Up Pending', accent: true },
  'topup-failed': { key: 'activity.topup-failed', label: 'Top Up Failed', accent: true },
  withdrawal: { key: 'activity.withdrawal', label: 'Withdrawal', accent: false },
  payment: { key: 'activity.payment', label: 'Payment', accent: true },
  refunded: { key: 'activity.refunded', label: 'Refund', accent: false },
  sent: { key: 'activity.sent', label: 'Sent', accent: true },
  received: { key: 'activity.received', label: 'Received', accent: false },
  returned: { key: 'activity.returned', label: 'Returned', accent: false },
  correction: { key: 'activity.correction', label: 'Correction', accent: false },
  goodwill: { key: 'activity.goodwill', label: 'Goodwill', accent: false },
  'fee-refund': { key: 'activity.fee-refund', label: 'Fee Refund', accent: false },
  recovery: { key: 'activity.recovery', label: 'Recovery', accent: false },
  'write-off': { key: 'activity.write-off', label: 'Written Off', accent: false },
  'account-closed': { key: 'activity.account-closed', label: 'Account Closed', accent: false },
}

/** Any status that is neither pending nor failed means completed. */
export function topUpState(status: string): 'pending' | 'failed' | 'completed' {
  if (status === 'created' || status === 'requested') return 'pending'
  return status === 'failed' ? 'failed' : 'completed'
}

export const topUpActivityType = { pending: 'topup-pending', failed: 'topup-failed', completed: 'topup' } as const

type Transaction = Pick<WalletTransaction, 'value' | 'activityType' | 'paymentRequestId' | 'topupId' | 'assetTransferId' | 'withdrawalId' | 'status'>

/** The type follows from the ids a transaction carries and from its sign. A negative top-up is a late reversal by the bank. */
export function activityTypeOf(entry: Transaction): ActivityType {
  if (entry.topupId !== undefined) {
    if (entry.value < 0n) return 'topup-failed'
    return topUpActivityType[topUpState(entry.status ?? 'done')]
  }
  if (entry.withdrawalId !== undefined) return 'withdrawal'
  if (entry.paymentRequestId !== undefined) return entry.value < 0n ? 'payment' : 'refunded'
  if (entry.activityType === 'returned-asset-transfer') return 'returned'
  const words = adjustmentWords.find((word) => entry.activityType === `adjustment-${word}`)
  if (words) return words
  return entry.value < 0n ? 'sent' : 'received'
}
