import type { FundsTransfer } from '@nikau/contract/funds-transfers'
import { arrivalOf, timelineOf } from './rules.ts'
import type { TransferRow } from './store.ts'

/** A transfer as its owner sees it. Two fields appear under both their old and new names. */
export function toFundsTransfer(row: TransferRow): FundsTransfer {
  return {
    id: row.id,
    type: row.type,
    accountId: row.accountId,
    walletId: row.walletId,
    assetId: row.walletId,
    ...(row.bankAccountId !== null && { bankAuthorityId: row.bankAccountId, bankAccountId: row.bankAccountId }),
    ...(row.bank !== null && { bank: row.bank }),
    amount: row.amount,
    status: row.status,
    failure: row.failure ?? undefined,
    liveness: row.liveness,
    createdAt: row.createdAt,
    updatedAt: row.updatedAt,
    arrivesBy: arrivalOf(row),
    abortable: row.type === 'topup' && row.status === 'created',
    held: row.held,
    timeline: timelineOf(row),
  }
}
