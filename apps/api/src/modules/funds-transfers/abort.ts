import type { Ledger } from '@nikau/ledger'
import type { Clock, Db } from '@nikau/runtime'
import type { Person } from '../../http/bind.ts'
import { inTransaction, type Refusal, refuse } from '../../http/refusal.ts'
import { mayActFor } from '../accounts/index.ts'
import { changeTransfer, lockTransfer } from './store.ts'
import { takeBack } from './take-back.ts'

type Refused = 'FORBIDDEN' | 'ABORT_WITHDRAWAL_NOT_SUPPORTED' | 'FUNDS_TRANSFER_ALREADY_COMPLETE'

/** Takes back a top-up that has not gone to the bank. Its row is held: either the file has it or this does, never both. */
export async function abort(means: { db: Db; ledger: Ledger; clock: Clock }, person: Person, id: string): Promise<Record<string, never> | Refusal<Refused>> {
  return await inTransaction(means.db, async (tx): Promise<Record<string, never> | Refusal<Refused>> => {
    const transfer = await lockTransfer(tx, id)
    if (!transfer || !(await mayActFor(tx, person, transfer.accountId))) return refuse('FORBIDDEN')
    if (transfer.type === 'withdrawal') return refuse('ABORT_WITHDRAWAL_NOT_SUPPORTED')
    if (transfer.status !== 'created') return refuse('FUNDS_TRANSFER_ALREADY_COMPLETE')
    await takeBack(tx, means.ledger, transfer, 'abort')
    const at = means.clock.now()
    await changeTransfer(tx, id, { status: 'failed', failure: 'aborted', failedAt: at }, at)
    return {}
  })
}
