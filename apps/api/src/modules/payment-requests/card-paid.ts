import type { PaymentActivity } from '@nikau/contract/payment-activities'
import { addJob, type Db, type Tx } from '@nikau/runtime'
import { toActivity } from './show.ts'
import { selectRequest } from './store.ts'
import { insertCardRefund, selectActivityByPosting } from './store-card.ts'

export const refundCardJob = 'refund-card-payment'

/** Has an amount go back to the card that it was charged to, after the commit; the id names the refund for ever. */
export async function refundToCard(tx: Tx, refund: { id: string; cardPaymentId: string; amount: bigint; at: Date }): Promise<void> {
  await insertCardRefund(tx, refund)
  await addJob(tx, refundCardJob, { id: refund.id }, { key: `card-refund:${refund.id}` })
}

/** What happened to a request when a card payment was booked, told as any payment is. */
export async function cardPaymentActivity(db: Db, requestId: string, posting: bigint): Promise<PaymentActivity> {
  const [request, activity] = [await selectRequest(db, requestId), await selectActivityByPosting(db, requestId, posting)]
  if (!request || !activity) throw new Error(`posting ${posting} of request ${requestId} has no activity`)
  return toActivity(activity, request)
}
