import type { PaymentActivity } from '@nikau/contract/payment-activities'
import { voidWindowMs } from '@nikau/contract/payment-request-states'
import { type MerchantKey, crnOf } from '../../../http/bind.ts'
import { Refusal, refuse } from '../../../http/refusal.ts'
import type { MerchantPermission } from '../../merchants/index.ts'
import type { ReturnDeps } from '../external/port.ts'
import { approverNeeded, approverOfPart, findGivenApproval } from '../refund/limits.ts'
import { refundShares } from '../refund/refund.ts'
import { allocateRefund } from '../refund/rules.ts'
import { keepIfOverLimit } from '../refund/waiting.ts'
import { keyMay, refundReachOf, responsible } from '../request/access.ts'
import { toActivity } from '../request/present.ts'
import { isRestKept } from '../request/rest.ts'
import { selectAllActivities } from '../request/store.ts'
import { totalRefundable } from '../request/tenders.ts'
import { type RequestRow, statusOf } from '../request/types.ts'
import { withRequest } from '../request/with-request.ts'
import { cancelRequest } from './cancel.ts'
import { releaseAuthorisation } from './release.ts'

type Refused =
  | 'REQUEST_NOT_FOUND'
  | 'FORBIDDEN'
  | 'VOID_WINDOW_EXCEEDED'
  | 'ALREADY_REFUNDED'
  | 'INACTIVE_ASSET'
  | 'REFUND_NOT_SUPPORTED'
  | 'REQUEST_EXPIRED'
  | 'PRE_AUTH_ALREADY_CONFIRMED'
  | 'REPEAT_REFERENCE'
  | 'TILL_LIMIT_EXCEEDED'
  | 'REFUND_LIMIT_EXCEEDED'
  | 'REFUND_APPROVAL_INVALID'

/** Voiding a paid request returns money; of one that is cancelled already, the till gets the same answer again. */
function permissionFor({ status, preAuth }: RequestRow): MerchantPermission {
  if (status === 'cancelled') return 'read'
  return status === 'paid' && !preAuth ? 'refund' : 'cancel'
}

/**
 * Voids a request whose outcome the till does not know: cancels a new one, refunds a paid one in full. A till that repeats the call
 * gets the same activity. At a staff till, what is returned obeys the limits of the till and of the person at it.
 */
export async function voidRequest(
  deps: ReturnDeps,
  key: MerchantKey,
  requestId: string,
  body: { externalRef?: string | undefined; approvalCode?: string | undefined } | null | undefined,
): Promise<PaymentActivity | Refusal<Refused>> {
  const approvalCode = body?.approvalCode
  const isRepeated = async (request: RequestRow) => request.status !== 'paid' && (statusOf(request, deps.clock.now()) !== 'new' || !isRestKept(request))
  const approval = await findGivenApproval(deps, key, requestId, { approvalCode, isRepeated })
  let amount: bigint | undefined
  const voided = await withRequest(deps, requestId, async (tx, request): Promise<PaymentActivity | Refusal<Refused>> => {
    if (!(await keyMay(tx, key, request, permissionFor(request)))) return refuse('FORBIDDEN')
    const [createdBy, cancellationReason] = [crnOf(responsible(key)), 'CANCELLED_BY_MERCHANT']
    const externalRef = body?.externalRef
    const status = statusOf(request, deps.clock.now())
    if (status === 'expired') return refuse('REQUEST_EXPIRED')
    if (status === 'new') {
      const approver = await approverOfPart(tx, deps, key, request, { approvalCode, approval })
      if (approver instanceof Refusal) return approver
      return await cancelRequest(tx, deps, request, { event: 'void', reason: cancellationReason, createdBy, approver })
    }
    const activities = await selectAllActivities(tx, request.id)
    if (status === 'cancelled') return toActivity(activities[0]!, request)
    if (externalRef !== undefined && activities.some(({ detail }) => detail.externalRef === externalRef)) return refuse('REPEAT_REFERENCE')
    if (deps.clock.now().getTime() - request.createdAt.getTime() > voidWindowMs) return refuse('VOID_WINDOW_EXCEEDED')
    if (request.preAuth) {
      if (request.captured > 0n) return refuse('PRE_AUTH_ALREADY_CONFIRMED')
      return await releaseAuthorisation(tx, deps, request, { createdBy, cancellationReason })
    }
    const refundable = totalRefundable(request.tenders)
    if (refundable === 0n) return refuse('ALREADY_REFUNDED')
    amount = refundable
    const reach = await refundReachOf(tx, key, request, deps.clock.now())
    if (!reach) return refuse('FORBIDDEN')
    const approver = await approverNeeded(tx, deps, { actor: key, request, reach, amount: refundable, approvalCode, approval })
    if (approver instanceof Refusal) return approver
    const shares = allocateRefund(request.tenders, refundable)!
    const detail = {
      ...(externalRef !== undefined && { externalRef }),
      ...(approver !== undefined && { approvedBy: crnOf({ personId: approver }) }),
    }
    const refunded = await refundShares(tx, deps, request, shares, { createdBy, detail, cancellationReason })
    return refunded instanceof Refusal ? refuse(refunded.code === 'INACTIVE_ASSET' ? refunded.code : 'REFUND_NOT_SUPPORTED') : refunded
  })
  return await keepIfOverLimit(deps, voided, { actor: key, requestId, amount })
}
