import type { Ledger } from '@nikau/ledger'
import { addJob, type Clock, type Db, systemClock, type Tx } from '@nikau/runtime'
import { inTransaction } from '../../http/refusal.ts'
import { testCodeNotification, notify } from './notifications.ts'
import { settle } from './settle.ts'
import { updateTransfer, lockTransfer, selectTransfer } from './store.ts'

export const simulateJob = 'simulate-test-bank'

/** The queue runs by the system clock, even when a trial moves the wallet's clock. */
export async function scheduleSimulation(tx: Tx, systemTime: Clock, transferId: string, seconds: number): Promise<void> {
  await addJob(tx, simulateJob, { transferId }, { runAt: new Date(systemTime.now().getTime() + seconds * 1000) })
}

export interface SimulateDeps {
  db: Db
  ledger: Ledger
  clock: Clock
  testStepSeconds: number
}

/** Simulates the bank for a test account, one step per run: sent, with a message that carries the code; then settled. */
export async function simulateTestBank(deps: SimulateDeps, transferId: string): Promise<void> {
  const { db, clock } = deps
  const transfer = await selectTransfer(db, transferId)
  if (transfer?.liveness !== 'test') return
  await inTransaction(db, async (tx) => {
    if (transfer.status === 'requested') {
      await settle(deps, tx, { reference: transfer.reference, at: clock.now() })
      return
    }
    const waiting = await lockTransfer(tx, transferId)
    if (waiting?.status !== 'created') return
    const at = clock.now()
    await updateTransfer(tx, transferId, { status: 'requested', sentAt: at }, at)
    await notify(tx, waiting.createdBy, testCodeNotification(waiting))
    await scheduleSimulation(tx, systemClock, transferId, deps.testStepSeconds)
  })
}
