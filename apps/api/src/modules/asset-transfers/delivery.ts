import type { Db } from '@nikau/runtime'
import { inTransaction } from '../../http/refusal.ts'
import { type SweepDeps } from './expire.ts'
import { returnToSender } from './return.ts'
import { type Delivery, lockTransfer, selectDeliveries, updateSent } from './store.ts'

type Deps = Omit<SweepDeps, 'reminderDays'>

/** After a message was sent or given up. If it was the one of a transfer, the transfer is sent, or failed and its money back. */
export async function recordDelivery(deps: Deps, messageId: string): Promise<void> {
  for (const delivery of await selectDeliveries(deps.db, { messageId })) await apply(deps, delivery)
}

const batchSize = 200

/** The same for all messages, in case a worker was killed in between. Returns how many transfers changed. */
export async function recordDeliveries(deps: Deps): Promise<number> {
  const failed = new Map<string, unknown>()
  let count = 0
  for (;;) {
    const deliveries = await selectDeliveries(deps.db, { limit: batchSize, except: [...failed.keys()] })
    for (const delivery of deliveries) {
      try {
        await apply(deps, delivery)
        count++
      } catch (error) {
        failed.set(delivery.transferId, error)
      }
    }
    if (deliveries.length === 0) break
  }
  if (failed.size > 0) throw new AggregateError(failed.values(), `delivery of ${failed.size} asset transfers could not be recorded`)
  return count
}

/** The transfer may have been claimed or recalled before its message was out: then nothing happens. */
async function apply({ db, ledger, clock }: { db: Db } & Pick<SweepDeps, 'ledger' | 'clock'>, { transferId, state }: Delivery): Promise<void> {
  await inTransaction(db, async (tx) => {
    const transfer = await lockTransfer(tx, transferId)
    if (transfer?.status !== 'created') return
    if (state === 'sent') await updateSent(tx, transferId, clock.now())
    else await returnToSender(tx, ledger, transfer, 'failed', clock.now())
  })
}
