import type { Clock, Db } from '@nikau/runtime'
import { deliverMessageJob } from './queue.ts'
import { failWithoutJob } from './store.ts'

/**
 * A worker killed during the last attempt leaves a message queued without a job. Such messages are marked failed, so that no one-time
 * code stays in the table. Returns how many there were.
 */
export async function failAbandoned(db: Db, clock: Clock): Promise<number> {
  return await failWithoutJob(db, { task: deliverMessageJob.name, keyPrefix: deliverMessageJob.keyPrefix }, clock.now())
}
