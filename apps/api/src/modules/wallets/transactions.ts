import type { AnswerOf, QueryOf } from '@nikau/contract'
import type { listWalletTransactions, WalletTransaction } from '@nikau/contract/wallets'
import { cents } from '@nikau/money'
import type { Db } from '@nikau/runtime'
import type { Person } from '../../http/bind.ts'
import { decodeNumberKey, defaultPageSize, toPage } from '../../http/pagination.ts'
import { type Refusal, refuse } from '../../http/refusal.ts'
import { moneyFor } from './access.ts'
import { type LineRow, selectLines } from './store.ts'

/** The ledger entries of the wallet with their movements, newest first. */
export async function transactions(
  db: Db,
  person: Person,
  walletId: string,
  query: QueryOf<typeof listWalletTransactions>,
): Promise<AnswerOf<typeof listWalletTransactions> | Refusal<'FORBIDDEN'>> {
  if (!(await moneyFor(db, person, walletId))) return refuse('FORBIDDEN')
  const limit = query.paginationLimit ?? defaultPageSize
  const rows = await selectLines(db, walletId, { before: decodeNumberKey(query.pageKey), limit }, query)
  return toPage(
    rows,
    limit,
    (row) => toTransaction(row, walletId),
    (last) => last.version.toString(),
  )
}

/** What the other side of a fee is called. */
const feeParty = 'Nikau fee'

export function toTransaction(line: LineRow, walletId: string): WalletTransaction {
  const isFee = isFeeOf(line, walletId)
  return {
    activityNumber: Number(line.version),
    amount: cents(line.amount < 0n ? -line.amount : line.amount),
    value: cents(line.amount),
    createdAt: line.at,
    activityType: activityTypeOf(line, isFee),
    srcWalletId: line.srcWalletId ?? undefined,
    destWalletId: line.destWalletId ?? undefined,
    srcParty: isFee && line.amount > 0n ? feeParty : (line.srcParty ?? undefined),
    destParty: isFee && line.amount < 0n ? feeParty : (line.destParty ?? undefined),
    paymentRequestId: line.paymentRequestId ?? undefined,
    topupId: line.topupId ?? undefined,
    assetTransferId: line.assetTransferId ?? undefined,
    withdrawalId: line.withdrawalId ?? undefined,
  }
}

function activityTypeOf({ returned, outgoingPaymentId, adjustment }: LineRow, isFee: boolean): string | undefined {
  if (returned) return 'returned-asset-transfer'
  if (adjustment !== null) return `adjustment-${adjustment}`
  return isFee ? 'fee' : outgoingPaymentId === null ? undefined : 'payout'
}

/** Of a payment to this wallet, what leaves it is the fee and its GST; of a refund from it, what comes back is a part of them. */
function isFeeOf({ amount, paymentRequestId, srcWalletId, destWalletId }: LineRow, walletId: string): boolean {
  return paymentRequestId !== null && (amount < 0n ? destWalletId : srcWalletId) === walletId
}
