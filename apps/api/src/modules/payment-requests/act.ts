import type { PaymentActivity } from '@nikau/contract/payment-activities'
import type { WebhookType } from '@nikau/contract/webhooks'
import { type Ledger, mustBePosted } from '@nikau/ledger'
import { type Clock, type Db, type Ids, isRetryable, type Tx } from '@nikau/runtime'
import { inTransaction, type Refusal, refuse } from '../../http/refusal.ts'
import { activityId } from './create.ts'
import { dueOf, type ActivityDetail, type ActivityRow, type RequestRow } from './rows.ts'
import { toActivity } from './show.ts'
import { type Change, changeRequest, insertActivity, selectRequest } from './store.ts'
import { tellIn } from './store-tell.ts'

export interface ActMeans {
  db: Db
  ledger: Ledger
  clock: Clock
  ids: Ids
}

/** The request is no longer as it was read: nothing of this try is kept, and it is looked at again. */
export class Overtaken extends Error {}

const tries = 10

/**
 * Does something to a request in one transaction. The request is read without a lock; the ledger's accounts are locked first and
 * the row last, in the same order as a payment does it, so that an act and a payment never wait for each other in a circle.
 * Whoever finds the request changed at the end starts again.
 */
export async function act<T>(means: ActMeans, requestId: string, work: (tx: Tx, request: RequestRow) => Promise<T>): Promise<T | Refusal<'REQUEST_NOT_FOUND'>> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await inTransaction(means.db, async (tx): Promise<T | Refusal<'REQUEST_NOT_FOUND'>> => {
        const request = await selectRequest(tx, requestId)
        return request ? await work(tx, request) : refuse('REQUEST_NOT_FOUND')
      })
    } catch (error) {
      const again = error instanceof Overtaken || (isRetryable(error) && (error as { code?: string }).code?.startsWith('40') === true)
      if (!again || attempt >= tries) throw error
    }
  }
}

export interface Happening {
  /** Of the activity, where something refers to it. */
  id?: string
  type: ActivityRow['type']
  amount: bigint
  createdBy: string
  detail?: ActivityDetail
  posting?: bigint | undefined
  idempotencyKey?: string
  asked?: Buffer
  /** Told to the merchant's servers. */
  told?: WebhookType
}

/** Changes the request and writes down why, in the transaction of whatever moved money for it. */
export async function record(tx: Tx, means: ActMeans, request: RequestRow, change: Change, happening: Happening): Promise<PaymentActivity> {
  const at = means.clock.now()
  if (!(await changeRequest(tx, request, change, at))) throw new Overtaken('the request was changed in the meantime')
  const activity: ActivityRow = {
    paymentRequestId: request.id,
    number: request.version + 1,
    id: happening.id ?? activityId(means.ids),
    type: happening.type,
    amount: happening.amount,
    createdAt: at,
    createdBy: happening.createdBy,
    merchantId: request.merchantId,
    posting: happening.posting ?? null,
    idempotencyKey: happening.idempotencyKey ?? null,
    asked: happening.asked ?? null,
    detail: happening.detail ?? {},
  }
  await insertActivity(tx, activity)
  if (happening.told)
    await tellIn(tx, { accountId: request.merchantAccountId, requestId: request.id, activityNumber: activity.number, type: happening.told, at })
  return toActivity(activity, request)
}

/**
 * Makes sure that nothing more is paid on a request. `over` when its time had run out by the ledger's clock, which is the same to
 * whoever has already found it expired.
 */
export async function closeDue(tx: Tx, ledger: Ledger, request: RequestRow, why: string): Promise<'closed' | 'over'> {
  // A part payment has closed it already.
  if (request.legs.some((leg) => leg.last)) return 'closed'
  const [outcome] = await ledger.postIn(tx, [
    {
      reference: `${why}:${request.id}`,
      kind: `payment.${why}`,
      subject: `payment-request:${request.id}`,
      operations: [{ op: 'close', account: dueOf(request.id), at: request.heldBy === null ? request.amount - request.remaining : request.amount }],
    },
  ])
  if (outcome?.outcome !== 'refused') return 'closed'
  if (outcome.code === 'closed') return 'over'
  if (outcome.code === 'not_at_balance') throw new Overtaken('a payment came in between')
  mustBePosted([outcome])
  return 'closed'
}
