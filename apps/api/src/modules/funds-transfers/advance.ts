import type { Ledger } from '@nikau/ledger'
import { addJob, type Clock, type Db, systemClock, type Tx } from '@nikau/runtime'
import { inTransaction } from '../../http/refusal.ts'
import { codeLetter, tell } from './letters.ts'
import { settle } from './settle.ts'
import { changeTransfer, lockTransfer, selectTransfer } from './store.ts'

export const advanceJob = 'advance-test-transfer'

/** The queue goes by the true time, also where the time of the wallet is moved for a trial. */
export async function advanceLater(tx: Tx, trueTime: Clock, transferId: string, seconds: number): Promise<void> {
  await addJob(tx, advanceJob, { transferId }, { runAt: new Date(trueTime.now().getTime() + seconds * 1000) })
}

export interface AdvanceMeans {
  db: Db
  ledger: Ledger
  clock: Clock
  testStepSeconds: number
}

/** Plays the bank for a test account, one step at a time: sent, with the code by letter; then settled. Nothing to do is no fault. */
export async function advance(means: AdvanceMeans, transferId: string): Promise<void> {
  const { db, clock } = means
  const transfer = await selectTransfer(db, transferId)
  if (transfer?.liveness !== 'test') return
  await inTransaction(db, async (tx) => {
    if (transfer.status === 'requested') {
      await settle(means, tx, { reference: transfer.reference, at: clock.now() })
      return
    }
    const waiting = await lockTransfer(tx, transferId)
    if (waiting?.status !== 'created') return
    const at = clock.now()
    await changeTransfer(tx, transferId, { status: 'requested', sentAt: at }, at)
    await tell(tx, waiting.createdBy, codeLetter(waiting))
    await advanceLater(tx, systemClock, transferId, means.testStepSeconds)
  })
}
