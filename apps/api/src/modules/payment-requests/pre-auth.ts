import { createHash } from 'node:crypto'
import type { BodyOf } from '@nikau/contract'
import type { PaymentActivity } from '@nikau/contract/payment-activities'
import type { confirmPaymentRequest } from '@nikau/contract/payment-request-acts'
import { type Operation } from '@nikau/ledger'
import { add, cents } from '@nikau/money'
import type { Tx } from '@nikau/runtime'
import { type MerchantKey, nameOf } from '../../http/bind.ts'
import { Refusal, refuse } from '../../http/refusal.ts'
import { giveBack as quotaGivenBack } from '../quotas/index.ts'
import { recordMovements } from '../wallets/index.ts'
import { act, type ActMeans, record } from './act.ts'
import { isMerchantsKey } from './authorise.ts'
import { cancelIn } from './cancel.ts'
import { payerSeenByMerchant } from './pay.ts'
import { authorisationOf, type RequestRow, statusOf } from './rows.ts'
import { toActivity } from './show.ts'
import { selectActivities, selectOverAuthorised } from './store.ts'

type Body = BodyOf<typeof confirmPaymentRequest>
type Refused = keyof typeof confirmPaymentRequest.refusals

/** Takes a part or all of what was authorised. May be repeated up to the whole; each under a key of its own. */
export async function confirm(means: ActMeans, key: MerchantKey, requestId: string, body: Body): Promise<PaymentActivity | Refusal<Refused>> {
  return await act(means, requestId, async (tx, request): Promise<PaymentActivity | Refusal<Refused>> => {
    if (!isMerchantsKey(key, request)) return refuse('FORBIDDEN')
    if (!request.preAuth) return refuse('INVALID_PAYMENT_REQUEST_TYPE')
    const asked = askedBy(body)
    const activities = await selectActivities(tx, request.id, { before: undefined, limit: 10_000 })
    const earlier = activities.find((one) => one.type === 'confirmation' && one.idempotencyKey === body.idempotencyKey)
    if (earlier) return earlier.asked?.equals(asked) ? toActivity(earlier, request) : refuse('IDEMPOTENT_OPERATION_FAILED')
    const fault = faultOf(request, means.clock.now())
    if (fault) return fault
    const left = request.amount - request.confirmed
    const amount = body.value?.amount ?? cents(left)
    if (amount <= 0n || amount > left) return refuse('INVALID_AMOUNT')
    if (body.lineItems && add(...body.lineItems.map((line) => line.price)) !== amount) return refuse('LINE_ITEMS_SUM_CHECK_FAILED')
    const [outcome] = await means.ledger.postIn(tx, [
      {
        reference: `confirm:${request.id}:${request.version + 1}`,
        kind: 'payment.confirm',
        subject: `payment-request:${request.id}`,
        operations: [{ op: 'post', hold: authorisationOf(request.id), amount }],
      },
    ])
    if (outcome?.outcome !== 'accepted') return refuse('PRE_AUTH_RELEASED')
    await recordMovements(tx, [{ posting: outcome.posting, movement: { ...movementOf(request), srcWalletId: request.legs[0]!.assetId! } }])
    return await record(
      tx,
      means,
      request,
      { confirmed: request.confirmed + amount },
      {
        type: 'confirmation',
        amount,
        createdBy: nameOf(key),
        posting: outcome.posting,
        idempotencyKey: body.idempotencyKey,
        asked,
        detail: { preAuth: true, invoiceRef: body.invoiceRef },
      },
    )
  })
}

function faultOf(request: RequestRow, now: Date): Refusal<Refused> | undefined {
  const status = statusOf(request, now)
  if (status === 'cancelled') return refuse('REQUEST_CANCELLED')
  if (status === 'expired') return refuse('REQUEST_EXPIRED')
  if (request.preAuthStatus === 'pending') return refuse('PRE_AUTH_PENDING')
  return request.preAuthStatus === 'released' ? refuse('PRE_AUTH_RELEASED') : undefined
}

function movementOf(request: RequestRow) {
  return { paymentRequestId: request.id, destWalletId: request.settlementWalletId, destParty: request.merchantName, srcParty: payerSeenByMerchant }
}

type ReleaseRefused = 'REQUEST_NOT_FOUND' | 'FORBIDDEN' | 'INVALID_PAYMENT_REQUEST_TYPE' | 'PRE_AUTH_RELEASED' | 'REQUEST_CANCELLED' | 'REQUEST_EXPIRED'

/** Gives back what an authorisation still holds; a request that was never authorised is cancelled instead. */
export async function release(means: ActMeans, key: MerchantKey, requestId: string): Promise<PaymentActivity | Refusal<ReleaseRefused>> {
  return await act(means, requestId, async (tx, request): Promise<PaymentActivity | Refusal<ReleaseRefused>> => {
    if (!isMerchantsKey(key, request)) return refuse('FORBIDDEN')
    if (!request.preAuth) return refuse('INVALID_PAYMENT_REQUEST_TYPE')
    const status = statusOf(request, means.clock.now())
    if (status === 'cancelled') return refuse('REQUEST_CANCELLED')
    if (status === 'expired') return refuse('REQUEST_EXPIRED')
    if (status === 'new') return await cancelIn(tx, means, request, { reason: 'CANCELLED_BY_MERCHANT', createdBy: nameOf(key) })
    if (request.preAuthStatus === 'released') return refuse('PRE_AUTH_RELEASED')
    return await releaseIn(tx, means, request, { createdBy: nameOf(key) })
  })
}

export async function releaseIn(
  tx: Tx,
  means: ActMeans,
  request: RequestRow,
  how: { createdBy: string; cancellationReason?: string },
): Promise<PaymentActivity> {
  const left = request.amount - request.confirmed
  const posting = left > 0n ? await releaseHold(tx, means, request, left) : undefined
  const { cancellationReason } = how
  return await record(
    tx,
    means,
    request,
    { preAuthStatus: 'released', ...(cancellationReason !== undefined && { status: 'cancelled' as const, cancellationReason }) },
    {
      type: cancellationReason === undefined ? 'release' : 'cancellation',
      amount: left,
      createdBy: how.createdBy,
      posting,
      detail: { preAuth: true, ...(cancellationReason !== undefined && { cancellationReason }) },
      ...(cancellationReason !== undefined && { told: 'payment-request:cancelled' as const }),
    },
  )
}

/** What is no longer held can be spent again, and no longer counts against the month in which it was held. */
async function releaseHold(tx: Tx, means: ActMeans, request: RequestRow, left: bigint): Promise<bigint> {
  const back = await quotaGivenBack(tx, BigInt(request.legs[0]!.posting!), cents(left))
  const operations: Operation[] = [{ op: 'release', hold: authorisationOf(request.id) }, ...(back?.operations ?? [])]
  const [outcome] = await means.ledger.postIn(tx, [
    { reference: `release:${request.id}`, kind: 'payment.release', subject: `payment-request:${request.id}`, operations },
  ])
  if (outcome?.outcome !== 'accepted') throw new Error(`an authorisation could not be released: ${JSON.stringify(outcome)}`)
  await recordMovements(tx, [{ posting: outcome.posting, movement: { ...movementOf(request), ...(back && { quota: back.quota, counted: back.counted }) } }])
  return outcome.posting
}

/** Releases what was authorised too long ago. */
export async function sweepAuthorisations(means: ActMeans): Promise<number> {
  const ids = await selectOverAuthorised(means.db, means.clock.now(), 200)
  for (const id of ids)
    await act(means, id, async (tx, request) =>
      request.preAuthStatus === 'authorized' ? await releaseIn(tx, means, request, { createdBy: 'crn::service:expiry' }) : undefined,
    )
  return ids.length
}

function askedBy(body: Body): Buffer {
  return createHash('sha256')
    .update(JSON.stringify(body, (_, value: unknown) => (typeof value === 'bigint' ? `${value}n` : value)))
    .digest()
}
