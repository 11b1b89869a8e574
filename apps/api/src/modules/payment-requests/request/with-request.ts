import type { PaymentActivity } from '@nikau/contract/payment-activities'
import type { WebhookType } from '@nikau/contract/webhooks'
import type { Ledger } from '@nikau/ledger'
import { type Clock, type Db, type Ids, isRetryable, type Tx } from '@nikau/runtime'
import { inTransaction, type Refusal, refuse } from '../../../http/refusal.ts'
import { appendEvent } from '../../outbox/index.ts'
import type { Fees } from '../../fees/index.ts'
import type { ChargedTender } from './fees.ts'
import { newActivityId } from './ids.ts'
import { toActivity } from './present.ts'
import {
  addCharges,
  addRefunds,
  changeRequest,
  clearCharges,
  insertActivity,
  insertPayment,
  lockRequestRetries,
  markEnding,
  markReturned,
  type RequestChange,
  selectRequest,
  selectVersion,
} from './store.ts'
import type { RefundWithFee } from './tenders.ts'
import type { ActivityDetail, ActivityRow, RequestRow, Tender } from './types.ts'

export interface RequestDeps {
  db: Db
  ledger: Ledger
  fees: Fees
  clock: Clock
  ids: Ids
}

/** The request has changed since it was read: the transaction is rolled back and tried again. */
export class VersionConflict extends Error {}

const maxAttempts = 10

/**
 * Reads a request and changes it in one transaction. The request is read without a lock: the ledger accounts are locked first and
 * the row last, in the same order as a payment locks them, so that the two never deadlock. A version conflict starts again; those
 * that start again wait for each other, so that none of many loses every time.
 */
export async function withRequest<T>(
  deps: RequestDeps,
  requestId: string,
  work: (tx: Tx, request: RequestRow) => Promise<T>,
): Promise<T | Refusal<'REQUEST_NOT_FOUND'>> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await inTransaction(deps.db, async (tx): Promise<T | Refusal<'REQUEST_NOT_FOUND'>> => {
        if (attempt > 1) await lockRequestRetries(tx, requestId)
        const request = await selectRequest(tx, requestId)
        return request ? await work(tx, request) : refuse('REQUEST_NOT_FOUND')
      })
    } catch (error) {
      const retry = error instanceof VersionConflict || (isRetryable(error) && (error as { code?: string }).code?.startsWith('40') === true)
      if (!retry || attempt >= maxAttempts) throw error
    }
  }
}

/**
 * For a posting that was not accepted: its reference or its hold may be used up by a concurrent change of the request, which says
 * nothing about this one. Starts again if so; otherwise the ledger's answer stands.
 */
export async function assertUnchanged(tx: Tx, request: RequestRow): Promise<void> {
  if ((await selectVersion(tx, request.id)) !== request.version) throw new VersionConflict('payment request changed since it was read')
}

export interface ActivityInput {
  /** Only where a tender refers to the activity. */
  id?: string
  type: ActivityRow['type']
  amount: bigint
  createdBy: string
  detail?: ActivityDetail
  posting?: bigint | undefined
  idempotencyKey?: string
  requestHash?: Buffer
  /** The webhook that reports the activity to the merchant. */
  webhook?: WebhookType
}

/** What an activity does to the payments of its request. */
export interface PaymentsChange {
  paid?: Tender
  refunds?: readonly RefundWithFee[]
  returned?: readonly Tender[]
  /** The last payment, although an amount remains. */
  ends?: Tender
  charged?: readonly ChargedTender[]
  /** The request is no longer complete: what was charged has gone back. */
  clearCharges?: true
}

/** Changes the request and its payments and inserts the activity, in the transaction that moved the money. */
export async function recordActivity(
  tx: Tx,
  deps: RequestDeps,
  request: RequestRow,
  { paid, refunds, returned, ends, charged, clearCharges: clears, ...change }: RequestChange & PaymentsChange,
  input: ActivityInput,
): Promise<PaymentActivity> {
  const at = deps.clock.now()
  if (!(await changeRequest(tx, request, change, at))) throw new VersionConflict('payment request changed since it was read')
  const activity: ActivityRow = {
    paymentRequestId: request.id,
    number: request.version + 1,
    id: input.id ?? newActivityId(deps.ids),
    type: input.type,
    amount: input.amount,
    createdAt: at,
    createdBy: input.createdBy,
    merchantId: request.merchantId,
    posting: input.posting ?? null,
    idempotencyKey: input.idempotencyKey ?? null,
    requestHash: input.requestHash ?? null,
    detail: input.detail ?? {},
  }
  await insertActivity(tx, activity)
  if (paid) await insertPayment(tx, request, activity.number, paid, at)
  if (refunds?.length) await addRefunds(tx, request.id, refunds)
  if (clears) await clearCharges(tx, request.id)
  if (returned?.length) await markReturned(tx, request.id, returned, at)
  if (ends) await markEnding(tx, request.id, ends)
  if (charged?.length) await addCharges(tx, request.id, charged)
  const subject = { accountId: request.merchantAccountId, paymentRequestId: request.id, activityNumber: activity.number }
  await appendEvent(tx, { type: input.webhook ?? 'payment-request:changed', ...subject, occurredAt: at })
  return toActivity(activity, request)
}
