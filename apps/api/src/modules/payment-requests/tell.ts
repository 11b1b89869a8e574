import type { Db } from '@nikau/runtime'
import { wireActivity } from './show.ts'
import { selectActivity, selectRequest } from './store.ts'

/** What a merchant's server is told of an activity, in the form of the wire. */
export async function tellable(db: Db, requestId: string, number: number): Promise<{ activity: object; test: boolean }> {
  const request = await selectRequest(db, requestId)
  const activity = await selectActivity(db, requestId, number)
  if (!request || !activity) throw new Error(`there is no activity ${number} of payment request ${requestId}`)
  return { activity: wireActivity(activity, request), test: request.test }
}
