import type { Ledger } from '@nikau/ledger'
import type { Clock, Db } from '@nikau/runtime'
import type { Person } from '../../http/bind.ts'
import { inTransaction, type Refusal, refuse } from '../../http/refusal.ts'
import { mayActFor } from '../accounts/index.ts'
import { updateTransfer, lockTransfer } from './store.ts'
import { postReversal } from './reversal-postings.ts'

type Refused = 'FORBIDDEN' | 'ABORT_WITHDRAWAL_NOT_SUPPORTED' | 'FUNDS_TRANSFER_ALREADY_COMPLETE'

/** Cancels a top-up that has not been sent to the bank. The row lock makes sure it is either aborted or claimed for a file, never both. */
export async function abort(deps: { db: Db; ledger: Ledger; clock: Clock }, person: Person, id: string): Promise<Record<string, never> | Refusal<Refused>> {
  return await inTransaction(deps.db, async (tx): Promise<Record<string, never> | Refusal<Refused>> => {
    const transfer = await lockTransfer(tx, id)
    if (!transfer || !(await mayActFor(tx, person, transfer.accountId))) return refuse('FORBIDDEN')
    if (transfer.type === 'withdrawal') return refuse('ABORT_WITHDRAWAL_NOT_SUPPORTED')
    if (transfer.status !== 'created') return refuse('FUNDS_TRANSFER_ALREADY_COMPLETE')
    await postReversal(tx, deps.ledger, transfer, 'abort')
    const at = deps.clock.now()
    await updateTransfer(tx, id, { status: 'failed', failure: 'aborted', failedAt: at }, at)
    return {}
  })
}
