import type { PaymentActivity } from '@nikau/contract/payment-activities'
import { add } from '@nikau/money'
import type { Tx } from '@nikau/runtime'
import { type MerchantKey, crnOf } from '../../../http/bind.ts'
import { Refusal, refuse } from '../../../http/refusal.ts'
import type { ReturnDeps } from '../external/port.ts'
import { keyMay } from '../request/access.ts'
import { toActivity } from '../request/present.ts'
import { selectAllActivities } from '../request/store.ts'
import { type RefundShare, refundStrategy } from '../request/tenders.ts'
import type { ActivityDetail, RequestRow } from '../request/types.ts'
import { recordActivity, withRequest } from '../request/with-request.ts'
import { returnToSource } from './return-to-source.ts'
import { insertRefundReturns } from './store.ts'
import { allocateRefund, type RefundBody, type RefundRefused, refusalOfRefund, withFeeReturns } from './rules.ts'

/** Refunds part or all of what was paid. The merchant's reference is the idempotency key. */
export async function refund(deps: ReturnDeps, key: MerchantKey, requestId: string, body: RefundBody): Promise<PaymentActivity | Refusal<RefundRefused>> {
  return await withRequest(deps, requestId, async (tx, request): Promise<PaymentActivity | Refusal<RefundRefused>> => {
    if (!(await keyMay(tx, key, request, 'refund'))) return refuse('FORBIDDEN')
    if (body.lineItems && add(...body.lineItems.map((line) => line.price)) !== body.value.amount) return refuse('LINE_ITEMS_SUM_CHECK_FAILED')
    const activities = await selectAllActivities(tx, request.id)
    const earlier = activities.find(({ type, detail }) => type === 'refund' && detail.externalRef === body.externalRef)
    if (earlier) return earlier.amount === body.value.amount ? toActivity(earlier, request) : refuse('REPEAT_REFERENCE')
    const refusal = refusalOfRefund(request, body, activities, deps.clock.now())
    if (refusal) return refusal
    const shares = allocateRefund(request.tenders, body.value.amount)
    if (!shares) return refuse('PARTIAL_REFUNDS_NOT_ALLOWED')
    const detail: ActivityDetail = { externalRef: body.externalRef }
    if (body.invoiceRef !== undefined) detail.invoiceRef = body.invoiceRef
    if (body.confirmationIdempotencyKey !== undefined) detail.confirmation = body.confirmationIdempotencyKey
    return await refundShares(tx, deps, request, shares, { createdBy: crnOf(key), detail })
  })
}

/** Refunds in the caller's transaction. With a cancellation reason it voids the request. */
export async function refundShares(
  tx: Tx,
  deps: ReturnDeps,
  request: RequestRow,
  allocated: readonly RefundShare[],
  input: { createdBy: string; detail: ActivityDetail; cancellationReason?: string },
): Promise<PaymentActivity | Refusal<'INACTIVE_ASSET' | 'REFUND_DECLINED'>> {
  const number = request.version + 1
  const shares = withFeeReturns(request, allocated, input.cancellationReason !== undefined)
  const returns = shares.map(({ tender, amount, feeReturn }) => ({ tender, amount, feeReturn, reference: `refund:${tender.activityId}:${number}` }))
  // Where the money goes back by bank or card, the merchant is told that the refund is complete when it is there.
  const external = returns.filter(({ tender }) => tender.externalPaymentId !== undefined)
  await insertRefundReturns(tx, request, number, external.map(({ reference }) => reference)) // prettier-ignore
  const posting = await returnToSource(tx, deps, request, returns, 'settlement')
  if (posting instanceof Refusal) return posting
  const amount = shares.reduce((sum, share) => sum + share.amount, 0n)
  const voided = input.cancellationReason === undefined ? undefined : { cancellationReason: input.cancellationReason }
  return await recordActivity(
    tx,
    deps,
    request,
    { event: voided ? 'void' : 'refund', refunded: request.refunded + amount, refunds: shares, ...voided },
    {
      type: 'refund',
      amount,
      createdBy: input.createdBy,
      detail: { ...input.detail, ...voided, strategy: refundStrategy(shares) },
      posting,
      ...(external.length === 0 && { webhook: 'payment-request:refund-completed' }),
    },
  )
}
