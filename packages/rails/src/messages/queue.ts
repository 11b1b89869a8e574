import { addJob, type Db } from '@nikau/runtime'
import { deliveryAttempts, type NewMessage } from './rules.ts'
import { insertMessage } from './store.ts'

/** The job that delivers one message; apps/api binds it. */
export const deliverMessageJob = { name: 'deliver-message', keyPrefix: 'message:' }

/**
 * Queues a message in the caller's transaction: it is delivered after the commit, or never if that is rolled back.
 * False when a message with this key was queued before.
 */
export async function queueMessage(tx: Db, message: NewMessage): Promise<boolean> {
  const messageId = await insertMessage(tx, message)
  if (!messageId) return false
  await addJob(tx, deliverMessageJob.name, { messageId }, { key: deliverMessageJob.keyPrefix + messageId, maxAttempts: deliveryAttempts })
  return true
}
