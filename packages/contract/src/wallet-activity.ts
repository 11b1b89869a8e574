import { type Cents, format } from '@nikau/money'
import type { WalletTransaction } from './wallets.ts'

/** What the wallet's list of activity shows, derived from completed movements and from top-ups that are not completed. */

export type ActivityType = 'topup' | 'topup-pending' | 'topup-failed' | 'withdrawal' | 'payment' | 'refunded' | 'sent' | 'received' | 'returned'

/** Key of the label in the message catalogues, the English label, and whether it is in the accent colour. */
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
}

/** How far a top-up is. Whatever is neither on its way nor failed has arrived. */
export function topUpState(status: string): 'pending' | 'failed' | 'completed' {
  if (status === 'created' || status === 'requested') return 'pending'
  return status === 'failed' ? 'failed' : 'completed'
}

const typeOfTopUp = { pending: 'topup-pending', failed: 'topup-failed', completed: 'topup' } as const

type Movement = Pick<WalletTransaction, 'value' | 'activityType' | 'paymentRequestId' | 'topupId' | 'assetTransferId' | 'withdrawalId' | 'status'>

/**
 * The type of an entry, from which of the ids it carries and from its sign. A top-up's entry that takes money away is the
 * bank's late reversal: the top-up has failed after all.
 */
export function activityTypeOf(entry: Movement): ActivityType {
  if (entry.topupId !== undefined) {
    if (entry.value < 0n) return 'topup-failed'
    return typeOfTopUp[topUpState(entry.status ?? 'done')]
  }
  if (entry.withdrawalId !== undefined) return 'withdrawal'
  if (entry.paymentRequestId !== undefined) return entry.value < 0n ? 'payment' : 'refunded'
  if (entry.activityType === 'returned-asset-transfer') return 'returned'
  return entry.value < 0n ? 'sent' : 'received'
}

/** A top-up as the list of top-ups gives it. */
export interface TopUpEntry {
  id: string
  walletId: string
  amount: Cents
  status: string
  createdAt: Date
  bankAccountNumber?: string | undefined
}

export interface WalletActivity {
  /** Stable for as long as the entry is shown. */
  key: string
  type: ActivityType
  value: Cents
  /** `+$20.00`, `−$4.50` */
  formattedAmount: string
  /** Who was on the other side. */
  partyName: string | undefined
  createdAt: Date
  paymentRequestId?: string | undefined
  topupId?: string | undefined
  withdrawalId?: string | undefined
}

/** The activity of one wallet, newest first; top-ups on their way or failed stand among the movements by their time. */
export function walletActivities(walletId: string, transactions: readonly WalletTransaction[], topUps: readonly TopUpEntry[]): WalletActivity[] {
  const booked = new Set(transactions.map((transaction) => transaction.topupId))
  const waiting = topUps.filter((topUp) => topUp.walletId === walletId && !booked.has(topUp.id) && topUpState(topUp.status) !== 'completed')
  return [...transactions.map(fromTransaction), ...waiting.map(fromTopUp)].sort(newestFirst)
}

function fromTransaction(entry: WalletTransaction): WalletActivity & { order: number } {
  return {
    key: `n${entry.activityNumber}`,
    type: activityTypeOf(entry),
    value: entry.value,
    formattedAmount: format(entry.value, { plus: true }),
    partyName: entry.value < 0n ? entry.destParty : entry.srcParty,
    createdAt: entry.createdAt,
    paymentRequestId: entry.paymentRequestId,
    topupId: entry.topupId,
    withdrawalId: entry.withdrawalId,
    order: entry.activityNumber,
  }
}

function fromTopUp(topUp: TopUpEntry): WalletActivity & { order: number } {
  return {
    key: `t${topUp.id}`,
    type: typeOfTopUp[topUpState(topUp.status)],
    value: topUp.amount,
    formattedAmount: format(topUp.amount, { plus: true }),
    partyName: topUp.bankAccountNumber,
    createdAt: topUp.createdAt,
    topupId: topUp.id,
    order: Infinity,
  }
}

/** Entries of one moment keep the order in which the wallet numbered them. */
function newestFirst(a: { createdAt: Date; order: number }, b: { createdAt: Date; order: number }): number {
  return b.createdAt.getTime() - a.createdAt.getTime() || (b.order > a.order ? 1 : b.order < a.order ? -1 : 0)
}
