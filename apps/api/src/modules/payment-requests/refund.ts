import type { BodyOf } from '@nikau/contract'
import type { PaymentActivity } from '@nikau/contract/payment-activities'
import type { refundPaymentRequest } from '@nikau/contract/payment-request-acts'
import { voidWindowMs } from '@nikau/contract/payment-request-states'
import { add } from '@nikau/money'
import type { Tx } from '@nikau/runtime'
import { type MerchantKey, nameOf } from '../../http/bind.ts'
import { Refusal, refuse } from '../../http/refusal.ts'
import { act, type ActMeans, record } from './act.ts'
import { isMerchantsKey } from './authorise.ts'
import { cancelIn } from './cancel.ts'
import { giveBack } from './give-back.ts'
import { releaseIn } from './pre-auth.ts'
import { afterShares, leftOf, type Share, sharesOf, strategyOf } from './refund-rules.ts'
import { type ActivityDetail, type ActivityRow, type RequestRow, statusOf } from './rows.ts'
import { toActivity } from './show.ts'
import { selectActivities } from './store.ts'

type Body = BodyOf<typeof refundPaymentRequest>
type Refused = keyof typeof refundPaymentRequest.refusals

const refundWindowMs = 31 * 86_400_000

/** Everything that happened to a request; it is few, and a refund has to know all of it. */
const everything = { before: undefined, limit: 10_000 }

/** Gives back a part or all of what was paid. The merchant's reference names the refund: the same again is the same refund. */
export async function refund(means: ActMeans, key: MerchantKey, requestId: string, body: Body): Promise<PaymentActivity | Refusal<Refused>> {
  return await act(means, requestId, async (tx, request): Promise<PaymentActivity | Refusal<Refused>> => {
    if (!isMerchantsKey(key, request)) return refuse('FORBIDDEN')
    if (body.lineItems && add(...body.lineItems.map((line) => line.price)) !== body.value.amount) return refuse('LINE_ITEMS_SUM_CHECK_FAILED')
    const activities = await selectActivities(tx, request.id, everything)
    const earlier = activities.find((one) => one.type === 'refund' && one.detail.externalRef === body.externalRef)
    if (earlier) return earlier.amount === body.value.amount ? toActivity(earlier, request) : refuse('REPEAT_REFERENCE')
    const fault = faultOf(request, body, activities, means.clock.now())
    if (fault) return fault
    const shares = sharesOf(request.legs, body.value.amount)
    if (!shares) return refuse('PARTIAL_REFUNDS_NOT_ALLOWED')
    const detail: ActivityDetail = { externalRef: body.externalRef }
    if (body.invoiceRef !== undefined) detail.invoiceRef = body.invoiceRef
    if (body.confirmationIdempotencyKey !== undefined) detail.confirmation = body.confirmationIdempotencyKey
    return await refundIn(tx, means, request, shares, { createdBy: nameOf(key), detail })
  })
}

function faultOf(request: RequestRow, body: Body, activities: readonly ActivityRow[], now: Date): Refusal<Refused> | undefined {
  if (request.status !== 'paid') return refuse('NOT_PAID')
  if (now.getTime() - request.createdAt.getTime() > refundWindowMs) return refuse('REFUND_WINDOW_EXCEEDED')
  const left = request.preAuth ? leftOfConfirmation(request, body, activities) : request.legs.reduce((sum, leg) => sum + leftOf(leg), 0n)
  if (left instanceof Refusal) return left
  if (left === 0n) return refuse('ALREADY_REFUNDED')
  return body.value.amount > left ? refuse('INVALID_AMOUNT') : undefined
}

/** Of an authorised amount only what was confirmed can be given back, confirmation by confirmation. */
function leftOfConfirmation(request: RequestRow, body: Body, activities: readonly ActivityRow[]): bigint | Refusal<Refused> {
  if (request.confirmed === 0n) return refuse('PRE_AUTH_PENDING')
  const key = body.confirmationIdempotencyKey
  const confirmation = activities.find((one) => one.type === 'confirmation' && one.idempotencyKey === key)
  if (key === undefined || !confirmation) return refuse('CONFIRMATION_NOT_FOUND')
  const refunds = activities.filter((one) => one.type === 'refund' && one.detail.confirmation === key)
  return refunds.reduce((left, one) => left - one.amount, confirmation.amount)
}

async function refundIn(
  tx: Tx,
  means: ActMeans,
  request: RequestRow,
  shares: readonly Share[],
  how: { createdBy: string; detail: ActivityDetail; cancellationReason?: string },
): Promise<PaymentActivity | Refusal<'INACTIVE_ASSET' | 'REFUND_DECLINED'>> {
  const number = request.version + 1
  const returns = shares.map(({ leg, amount }) => ({ leg, amount, reference: `refund:${leg.payment}:${number}` }))
  const posting = await giveBack(tx, means, request, returns, 'settlement')
  if (posting instanceof Refusal) return posting
  const amount = shares.reduce((sum, share) => sum + share.amount, 0n)
  const { cancellationReason } = how
  return await record(
    tx,
    means,
    request,
    {
      refunded: request.refunded + amount,
      legs: afterShares(request.legs, shares),
      ...(cancellationReason !== undefined && { status: 'cancelled' as const, cancellationReason }),
    },
    {
      type: 'refund',
      amount,
      createdBy: how.createdBy,
      detail: { ...how.detail, ...(cancellationReason !== undefined && { cancellationReason }), strategy: strategyOf(shares) },
      posting,
      told: 'payment-request:refund-completed',
    },
  )
}

type VoidRefused =
  | 'REQUEST_NOT_FOUND'
  | 'FORBIDDEN'
  | 'VOID_WINDOW_EXCEEDED'
  | 'ALREADY_REFUNDED'
  | 'INACTIVE_ASSET'
  | 'REFUND_NOT_SUPPORTED'
  | 'REQUEST_EXPIRED'
  | 'PRE_AUTH_ALREADY_CONFIRMED'
  | 'REPEAT_REFERENCE'

/**
 * Undoes a request whose outcome the till does not know: a new one is cancelled, a paid one given back whole. A till that does
 * not hear the answer asks again, and is told of the same undoing.
 */
export async function undo(
  means: ActMeans,
  key: MerchantKey,
  requestId: string,
  body: { externalRef?: string | undefined } | null | undefined,
): Promise<PaymentActivity | Refusal<VoidRefused>> {
  return await act(means, requestId, async (tx, request): Promise<PaymentActivity | Refusal<VoidRefused>> => {
    if (!isMerchantsKey(key, request)) return refuse('FORBIDDEN')
    const by = { reason: 'CANCELLED_BY_MERCHANT', createdBy: nameOf(key) }
    const status = statusOf(request, means.clock.now())
    if (status === 'expired') return refuse('REQUEST_EXPIRED')
    if (status === 'new') return await cancelIn(tx, means, request, by)
    const activities = await selectActivities(tx, request.id, everything)
    if (status === 'cancelled') return toActivity(activities[0]!, request)
    if (body?.externalRef !== undefined && activities.some((one) => one.detail.externalRef === body.externalRef)) return refuse('REPEAT_REFERENCE')
    if (means.clock.now().getTime() - request.createdAt.getTime() > voidWindowMs) return refuse('VOID_WINDOW_EXCEEDED')
    if (request.preAuth) return await voidAuthorisation(tx, means, request, by)
    const left = request.legs.reduce((sum, leg) => sum + leftOf(leg), 0n)
    if (left === 0n) return refuse('ALREADY_REFUNDED')
    const shares = sharesOf(request.legs, left)!
    const detail = body?.externalRef === undefined ? {} : { externalRef: body.externalRef }
    const undone = await refundIn(tx, means, request, shares, { createdBy: by.createdBy, detail, cancellationReason: by.reason })
    return undone instanceof Refusal ? refuse(undone.code === 'REFUND_DECLINED' ? 'REFUND_NOT_SUPPORTED' : undone.code) : undone
  })
}

async function voidAuthorisation(tx: Tx, means: ActMeans, request: RequestRow, by: { reason: string; createdBy: string }) {
  if (request.confirmed > 0n) return refuse('PRE_AUTH_ALREADY_CONFIRMED')
  return await releaseIn(tx, means, request, { createdBy: by.createdBy, cancellationReason: by.reason })
}
