import type { Db } from '@nikau/runtime'
import { toWireActivity } from '../request/present.ts'
import { selectActivity, selectRequest } from '../request/store.ts'

/** The data of a webhook, in wire format. An activity never changes, so every delivery attempt has the same payload. */
export async function webhookPayload(db: Db, requestId: string, activityNumber: number): Promise<{ activity: object; test: boolean }> {
  const request = await selectRequest(db, requestId)
  const activity = await selectActivity(db, requestId, activityNumber)
  if (!request || !activity) throw new Error(`payment request ${requestId} has no activity ${activityNumber}`)
  return { activity: toWireActivity(activity, request), test: request.test }
}
