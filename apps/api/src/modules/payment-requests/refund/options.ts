import { isTokenType } from '@nikau/contract/asset-display'
import { lineItem } from '@nikau/contract/payment-requests'
import type { RefundOptions } from '@nikau/contract/refunds'
import { cents } from '@nikau/money'
import * as z from 'zod/mini'
import type { Actor } from '../../../http/bind.ts'
import { type Refusal, refuse } from '../../../http/refusal.ts'
import { refundLimitOf } from '../../accounts/index.ts'
import { refundReachOf, responsible } from '../request/access.ts'
import { selectRequest } from '../request/store.ts'
import { refundableAmount, totalRefundable } from '../request/tenders.ts'
import type { Tender } from '../request/types.ts'
import { leftOf } from './limits.ts'
import type { RefundDeps } from './refund.ts'
import { refundableUntil } from './rules.ts'

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
  if (request.status !== 'paid' || request.preAuth) return refuse('NOT_PAID')
  const person = responsible(actor)
  const limit = reach === 'all' || !('personId' in person) ? undefined : await refundLimitOf(db, person.personId, request.merchantAccountId)
  return {
    refundable: cents(totalRefundable(request.tenders)),
    until: refundableUntil(request.paidAt ?? request.createdAt, refundWindowDays),
    ...(limit !== undefined && { limit: cents(leftOf(limit, request)) }),
    legs: request.tenders.map(toLeg),
  }
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
