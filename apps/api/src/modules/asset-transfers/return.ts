import type { Ledger } from '@nikau/ledger'
import type { Tx } from '@nikau/runtime'
import { notifySender } from './messages.ts'
import { postReturn } from './postings.ts'
import { type ReturnStatus, type TransferRow, updateReturned } from './store.ts'

/**
 * Gives an unclaimed transfer back to its sender, who is told unless they asked for it. An issuer reads it in the list of what it gave
 * out. The caller has locked it.
 */
export async function returnToSender(tx: Tx, ledger: Ledger, transfer: TransferRow, status: ReturnStatus, at: Date): Promise<void> {
  const posting = await postReturn(tx, ledger, transfer, status, at)
  await updateReturned(tx, transfer.id, { status, expiredAt: status === 'returned' ? transfer.expiresAt : null, posting, at })
  if (status !== 'cancelled' && !transfer.issued) await notifySender(tx, transfer, status)
}
