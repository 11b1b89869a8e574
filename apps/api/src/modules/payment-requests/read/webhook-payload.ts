import { statusAfter } from '@nikau/contract/payment-request-states'
import { type PaymentStatus, paymentStatus } from '@nikau/contract/payment-status'
import type { Db } from '@nikau/runtime'
import { toWireActivity } from '../request/present.ts'
import { selectActivity, selectRequest } from '../request/store.ts'
import type { ActivityRow, RequestRow } from '../request/types.ts'
import { selectStateAt } from './store.ts'

/** The data of a webhook, in wire format. An activity never changes, so every delivery attempt has the same payload. */
export async function webhookPayload(db: Db, requestId: string, activityNumber: number): Promise<{ activity: object; status: PaymentStatus; test: boolean }> {
  const request = await selectRequest(db, requestId)
  const activity = await selectActivity(db, requestId, activityNumber)
  if (!request || !activity) throw new Error(`payment request ${requestId} has no activity ${activityNumber}`)
  return { activity: toWireActivity(activity, request), status: await statusWith(db, request, activity), test: request.test }
}

/** The status that the activity led to, from rows that never change: later payments and refunds leave it as it is. */
async function statusWith(db: Db, request: RequestRow, { number, type, createdAt, detail }: ActivityRow): Promise<PaymentStatus> {
  const { paid, rounding, captured, refunded, isReleased } = await selectStateAt(db, request.id, { number, createdAt })
  const cancellationReason = detail.cancellationReason ?? null
  return paymentStatus({
    status: statusAfter('new', type === 'expiry' ? 'expiry' : cancellationReason === null ? 'paid-in-full' : 'cancel')!,
    isReserved: false,
    amount: request.preAuth && isReleased ? captured : request.amount,
    received: request.preAuth ? captured : paid,
    rounding,
    refunded,
    cancellationReason,
  })
}
