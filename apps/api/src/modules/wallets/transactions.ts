import type { AnswerOf, QueryOf } from '@nikau/contract'
import type { listWalletTransactions, WalletTransaction } from '@nikau/contract/wallets'
import { cents } from '@nikau/money'
import type { Db } from '@nikau/runtime'
import type { Person } from '../../http/bind.ts'
import { type Refusal, refuse } from '../../http/refusal.ts'
import { walletFor } from './authorise.ts'
import { decodePageKey } from './rules.ts'
import { type LineRow, selectLines } from './store.ts'

const defaultLimit = 50

/** Completed movements, newest first: the ledger's entries of the wallet, with what each was for. */
export async function transactions(
  db: Db,
  person: Person,
  walletId: string,
  query: QueryOf<typeof listWalletTransactions>,
): Promise<AnswerOf<typeof listWalletTransactions> | Refusal<'FORBIDDEN'>> {
  if (!(await walletFor(db, person, walletId))) return refuse('FORBIDDEN')
  const limit = query.paginationLimit ?? defaultLimit
  const rows = await selectLines(db, walletId, { before: decodePageKey(query.pageKey), limit }, query)
  const items = rows.slice(0, limit)
  const last = items.at(-1)
  return { items: items.map(toTransaction), ...(rows.length > limit && last && { nextPageKey: last.version.toString() }) }
}

export function toTransaction(line: LineRow): WalletTransaction {
  return {
    activityNumber: Number(line.version),
    amount: cents(line.amount < 0n ? -line.amount : line.amount),
    value: cents(line.amount),
    createdAt: line.at,
    activityType: line.returned ? 'returned-asset-transfer' : undefined,
    srcWalletId: line.srcWalletId ?? undefined,
    destWalletId: line.destWalletId ?? undefined,
    srcParty: line.srcParty ?? undefined,
    destParty: line.destParty ?? undefined,
    paymentRequestId: line.paymentRequestId ?? undefined,
    topupId: line.topupId ?? undefined,
    assetTransferId: line.assetTransferId ?? undefined,
    withdrawalId: line.withdrawalId ?? undefined,
  }
}
