import { type ActivityType, activityTypeOf, topUpActivityType, topUpState } from '@nikau/contract/wallet-activity'
import type { WalletTransaction } from '@nikau/contract/wallets'
import { type Cents, format } from '@nikau/money'

export interface TopUpEntry {
  id: string
  walletId: string
  amount: Cents
  status: string
  createdAt: Date
  bankAccountNumber?: string | undefined
}

export interface WalletActivity {
  key: string
  type: ActivityType
  value: Cents
  /** `+$20.00`, `−$4.50` */
  formattedAmount: string
  partyName: string | undefined
  createdAt: Date
  paymentRequestId?: string | undefined
  topupId?: string | undefined
  withdrawalId?: string | undefined
  assetTransferId?: string | undefined
}

/** How many a device keeps for the time without signal. */
export const keptActivityCount = 20

/** The activity of a wallet, newest first: its transactions, and top-ups that are pending or failed. */
export function walletActivities(walletId: string, transactions: readonly WalletTransaction[], topUps: readonly TopUpEntry[]): WalletActivity[] {
  const booked = new Set(transactions.map((transaction) => transaction.topupId))
  const unbooked = topUps.filter((topUp) => topUp.walletId === walletId && !booked.has(topUp.id) && topUpState(topUp.status) !== 'completed')
  return [...transactions.map(fromTransaction), ...unbooked.map(fromTopUp)].sort(newestFirst)
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
    assetTransferId: entry.assetTransferId,
    order: entry.activityNumber,
  }
}

function fromTopUp(topUp: TopUpEntry): WalletActivity & { order: number } {
  return {
    key: `t${topUp.id}`,
    type: topUpActivityType[topUpState(topUp.status)],
    value: topUp.amount,
    formattedAmount: format(topUp.amount, { plus: true }),
    partyName: topUp.bankAccountNumber,
    createdAt: topUp.createdAt,
    topupId: topUp.id,
    order: Infinity,
  }
}

/** Entries with the same time are in the order of their activity numbers. */
function newestFirst(a: { createdAt: Date; order: number }, b: { createdAt: Date; order: number }): number {
  return b.createdAt.getTime() - a.createdAt.getTime() || (b.order > a.order ? 1 : b.order < a.order ? -1 : 0)
}
