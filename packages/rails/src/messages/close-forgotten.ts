import type { Clock, Db } from '@nikau/runtime'
import { deliverMessageJob } from './queue.ts'
import { failWithoutJob } from './store.ts'

/**
 * A worker that is killed during the very last attempt leaves a job that is spent and a message that waits. Here such
 * messages are settled as failed, so that no one-time code outlives its purpose in the table. Gives how many there were.
 */
export async function closeForgotten(db: Db, clock: Clock): Promise<number> {
  return await failWithoutJob(db, { task: deliverMessageJob.name, keyPrefix: deliverMessageJob.keyPrefix }, clock.now())
}
