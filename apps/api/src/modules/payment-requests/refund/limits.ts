import type { Reach } from '@nikau/contract/roles'
import type { Tx } from '@nikau/runtime'
import type { Actor } from '../../../http/bind.ts'
import { type Refusal, refuse } from '../../../http/refusal.ts'
import { approverReach, findApproval, type RefundApproval, refundLimitOf, useApproval } from '../../accounts/index.ts'
import { refusalOfTillRefund } from '../../tills/index.ts'
import { refundReachOf, reachesRequest, responsible } from '../request/access.ts'
import { isRestKept } from '../request/rest.ts'
import { selectRequest } from '../request/store.ts'
import { totalRefundable } from '../request/tenders.ts'
import type { RequestRow } from '../request/types.ts'
import { assertUnchanged, type RequestDeps } from '../request/with-request.ts'

/**
 * Looks up a typed code before the refund begins, because every try counts, whatever becomes of the refund. A repeated call of a refund
 * that was made, and callers who could not refund anyway, use up no tries.
 */
export async function findGivenApproval(
  deps: RequestDeps,
  actor: Actor,
  requestId: string,
  { approvalCode, isRepeated }: { approvalCode: string | undefined; isRepeated(request: RequestRow): Promise<boolean> },
): Promise<RefundApproval | undefined> {
  if (approvalCode === undefined || !('personId' in responsible(actor))) return undefined
  const request = await selectRequest(deps.db, requestId)
  if (!request || (await refundReachOf(deps.db, actor, request, deps.clock.now())) !== 'to-limit') return undefined
  if (await isRepeated(request)) return undefined
  return await findApproval(deps, request.merchantAccountId, approvalCode)
}

interface GivenCode {
  approvalCode: string | undefined
  approval: RefundApproval | undefined
}

/**
 * Who approves giving back a part payment whose rest is open, if it needs somebody. It ends a sale and returns its money like a refund,
 * so it has the limits of one.
 */
export async function approverOfPart(
  tx: Tx,
  deps: RequestDeps,
  actor: Actor,
  request: RequestRow,
  code: GivenCode,
): Promise<string | undefined | Refusal<'FORBIDDEN' | LimitRefused>> {
  if (!isRestKept(request)) return undefined
  const reach = await refundReachOf(tx, actor, request, deps.clock.now())
  return reach ? await approverNeeded(tx, deps, { actor, request, reach, amount: totalRefundable(request.tenders), ...code }) : refuse('FORBIDDEN')
}

type LimitRefused = 'TILL_LIMIT_EXCEEDED' | 'REFUND_LIMIT_EXCEEDED' | 'REFUND_APPROVAL_INVALID'

interface LimitedRefund extends GivenCode {
  actor: Actor
  request: RequestRow
  reach: Reach
  amount: bigint
}

/**
 * Who approves the refund, if it needs somebody. A limit is of the payment: what anybody gave back of it before counts, so that many
 * small refunds are no way around it. An approver approves up to their own limit, in shops that they reach.
 */
export async function approverNeeded(
  tx: Tx,
  { clock }: RequestDeps,
  { actor, request, reach, amount, approvalCode, approval }: LimitedRefund,
): Promise<string | undefined | Refusal<LimitRefused>> {
  const total = request.refunded + amount
  const till = 'personId' in actor ? undefined : actor.till
  const overTill = till && (await refusalOfTillRefund(tx, till, { total, amount }))
  if (overTill) return overTill
  const person = responsible(actor)
  if (reach === 'all' || !('personId' in person)) return undefined
  const limit = await refundLimitOf(tx, person.personId, request.merchantAccountId)
  if (limit === undefined || total <= limit) return undefined
  const exceeded = refuse('REFUND_LIMIT_EXCEEDED', { limit: leftOf(limit, request).toString() })
  if (approvalCode === undefined) return exceeded
  const now = clock.now()
  const approverOf = approval && (await approverReach(tx, approval.approverId, request.merchantAccountId))
  if (!approval || !approverOf || !reachesRequest(approverOf, { personId: approval.approverId }, request, now) || !(await useApproval(tx, approval.id, now))) {
    // The same call, made twice at once, may have used the code and refunded.
    await assertUnchanged(tx, request)
    return refuse('REFUND_APPROVAL_INVALID')
  }
  const approverLimit = await refundLimitOf(tx, approval.approverId, request.merchantAccountId)
  return approverLimit === undefined || total <= approverLimit ? approval.approverId : exceeded
}

/** What of a limit is left for a payment. */
export function leftOf(limit: bigint, { refunded }: Pick<RequestRow, 'refunded'>): bigint {
  return limit > refunded ? limit - refunded : 0n
}
