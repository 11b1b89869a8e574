import type { PaymentActivity } from '@nikau/contract/payment-activities'
import { add } from '@nikau/money'
import type { Tx } from '@nikau/runtime'
import { type Actor, crnOf, type Source } from '../../../http/bind.ts'
import { Refusal, refuse } from '../../../http/refusal.ts'
import type { ReturnDeps } from '../external/port.ts'
import { settlementAccountId } from '../request/accounts.ts'
import { refundReachOf, responsible } from '../request/access.ts'
import { toActivity } from '../request/present.ts'
import { selectAllActivities, selectRequest } from '../request/store.ts'
import { type RefundShare, refundStrategy } from '../request/tenders.ts'
import type { ActivityDetail, RequestRow } from '../request/types.ts'
import { recordActivity, withRequest } from '../request/with-request.ts'
import { largenessOf, recordLargeRefund } from './large-refunds.ts'
import { approverNeeded, findGivenApproval } from './limits.ts'
import { type ReturnRefused, returnToSource } from './return-to-source.ts'
import { insertRefundReturns, selectAvailable } from './store.ts'
import { keepIfOverLimit } from './waiting.ts'
import { allocateRefund, earlierRefund, type RefundBody, type RefundRefused, refusalOfRefund, sharesOfLegs, withFeeReturns } from './rules.ts'

export interface RefundDeps extends ReturnDeps {
  refundWindowDays: number
  /** In cents. A person who refunds more within a day must have signed in recently. */
  stepUpLimit: number
}

/** Who refunds, from where, and the check that they signed in recently. */
export interface RefundCall {
  actor: Actor
  source: Source
  requireStepUp(): Promise<Refusal<'SIGN_IN_AGAIN'> | undefined>
}

type Refunded = PaymentActivity | Refusal<RefundRefused | 'SIGN_IN_AGAIN'>

/** Refunds part or all of what was paid. The merchant's reference is the idempotency key. */
export async function refund(deps: RefundDeps, call: RefundCall, requestId: string, body: RefundBody): Promise<Refunded> {
  const { actor } = call
  const approval = await findGivenApproval(deps, actor, requestId, {
    approvalCode: body.approvalCode,
    isRepeated: async ({ id }) => earlierRefund(await selectAllActivities(deps.db, id), body) !== undefined,
  })
  const refunded = await withRequest(deps, requestId, async (tx, request): Promise<Refunded> => {
    const reach = await refundReachOf(tx, actor, request, deps.clock.now())
    if (!reach) return refuse('FORBIDDEN')
    if (body.lineItems && add(...body.lineItems.map((line) => line.price)) !== body.value.amount) return refuse('LINE_ITEMS_SUM_CHECK_FAILED')
    if (body.legs && add(...body.legs.map((leg) => leg.amount)) !== body.value.amount) return refuse('LEGS_SUM_CHECK_FAILED')
    const activities = await selectAllActivities(tx, request.id)
    const earlier = earlierRefund(activities, body)
    if (earlier) return earlier.amount === body.value.amount ? toActivity(earlier, request) : refuse('REPEAT_REFERENCE')
    const refusal = refusalOfRefund(request, body, activities, { now: deps.clock.now(), windowDays: deps.refundWindowDays })
    if (refusal) return refusal
    const shares = body.legs ? sharesOfLegs(request.tenders, body.legs) : allocateRefund(request.tenders, body.value.amount)
    if (!shares) return refuse('PARTIAL_REFUNDS_NOT_ALLOWED')
    if (shares instanceof Refusal) return shares
    const approver = await approverNeeded(tx, deps, { actor, request, reach, amount: body.value.amount, approvalCode: body.approvalCode, approval })
    if (approver instanceof Refusal) return approver
    const largeness = await largenessOf(tx, deps, actor, request, body.value.amount)
    const stepUp = largeness === 'small' ? undefined : await call.requireStepUp()
    if (stepUp) return stepUp
    const detail: ActivityDetail = { externalRef: body.externalRef }
    if (body.invoiceRef !== undefined) detail.invoiceRef = body.invoiceRef
    if (body.confirmationIdempotencyKey !== undefined) detail.confirmation = body.confirmationIdempotencyKey
    if (body.reason !== undefined) detail.reason = body.reason
    if (approver !== undefined) detail.approvedBy = crnOf({ personId: approver })
    const made = await refundShares(tx, deps, request, shares, { createdBy: crnOf(responsible(actor)), detail })
    if (largeness === 'newly-large' && !(made instanceof Refusal)) await recordLargeRefund(tx, deps, call, request, body.value.amount)
    return made
  })
  if (refunded instanceof Refusal && refunded.code === 'SETTLEMENT_BALANCE_TOO_LOW') return await refuseWithBalance(deps, requestId)
  return await keepIfOverLimit(deps, refunded, { actor, requestId, amount: body.value.amount })
}

/** Read after nothing has moved. More is there as soon as the next customer pays; what was paid out does not come back. */
async function refuseWithBalance({ db }: RefundDeps, requestId: string): Promise<Refusal<'SETTLEMENT_BALANCE_TOO_LOW'>> {
  const request = (await selectRequest(db, requestId))!
  const available = await selectAvailable(db, settlementAccountId(request))
  return refuse('SETTLEMENT_BALANCE_TOO_LOW', { available: available.toString(), moreWith: 'next-payment' })
}

/** Refunds in the caller's transaction. With a cancellation reason it voids the request. */
export async function refundShares(
  tx: Tx,
  deps: ReturnDeps,
  request: RequestRow,
  allocated: readonly RefundShare[],
  input: { createdBy: string; detail: ActivityDetail; cancellationReason?: string },
): Promise<PaymentActivity | Refusal<ReturnRefused>> {
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
