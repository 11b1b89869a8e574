import { isTokenType } from '@nikau/contract/asset-display'
import { lineItem } from '@nikau/contract/payment-requests'
import type { RefundOptions } from '@nikau/contract/refunds'
import { add, cents } from '@nikau/money'
import * as z from 'zod/mini'
import type { Actor } from '../../../http/bind.ts'
import { type Refusal, refuse } from '../../../http/refusal.ts'
import { refundLimitOf } from '../../accounts/index.ts'
import { refundReachOf, responsible } from '../request/access.ts'
import { selectAllActivities, selectRequest } from '../request/store.ts'
import { refundableAmount, totalRefundable } from '../request/tenders.ts'
import type { ActivityRow, RequestRow, Tender } from '../request/types.ts'
import { leftOf } from './limits.ts'
import type { RefundDeps } from './refund.ts'
import { capturesOf, refundableUntil } from './rules.ts'

/** What can go back of a payment. Of a pre-authorised one nothing before it is captured. */
export async function readRefundOptions(
  { db, clock, refundWindowDays }: Pick<RefundDeps, 'db' | 'clock' | 'refundWindowDays'>,
  actor: Actor,
  requestId: string,
): Promise<RefundOptions | Refusal<'REQUEST_NOT_FOUND' | 'FORBIDDEN' | 'NOT_PAID'>> {
  const request = await selectRequest(db, requestId)
  if (!request) return refuse('REQUEST_NOT_FOUND')
  const reach = await refundReachOf(db, actor, request, clock.now())
  if (!reach) return refuse('FORBIDDEN')
  if (request.status !== 'paid' || (request.preAuth && request.captured === 0n)) return refuse('NOT_PAID')
  const person = responsible(actor)
  const limit = reach === 'all' || !('personId' in person) ? undefined : await refundLimitOf(db, person.personId, request.merchantAccountId)
  const own = limit === undefined ? {} : { limit: cents(leftOf(limit, request)) }
  if (request.preAuth) return { ...own, ...ofCaptures(request, await selectAllActivities(db, requestId), refundWindowDays) }
  return {
    ...own,
    refundable: cents(totalRefundable(request.tenders)),
    until: refundableUntil(request.paidAt ?? request.createdAt, refundWindowDays),
    legs: request.tenders.map(toLeg),
  }
}

/** The hold is one leg, of which as much can go back as was captured. */
function ofCaptures(request: RequestRow, activities: readonly ActivityRow[], windowDays: number): Omit<RefundOptions, 'limit'> {
  const captures = capturesOf(activities).map(({ key, amount, refundable, capturedAt }) => ({
    confirmationIdempotencyKey: key,
    amount: cents(amount),
    refundable: cents(refundable),
    capturedAt,
    until: refundableUntil(capturedAt, windowDays),
  }))
  const refundable = add(...captures.map((capture) => capture.refundable))
  const legs = request.tenders.map((tender) => ({ ...toLeg(tender), amount: cents(request.captured), refundable }))
  return { refundable, until: captures.at(-1)!.until, legs, captures }
}

function toLeg(tender: Tender): RefundOptions['legs'][number] {
  return {
    completedPaymentId: tender.activityId,
    method: tender.method,
    description: tender.description,
    amount: cents(tender.amount),
    refundable: cents(refundableAmount(tender)),
    whole: isTokenType(tender.assetType),
    ...(tender.lineItems && { lineItems: z.decode(z.array(lineItem), tender.lineItems) }),
  }
}
