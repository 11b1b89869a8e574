import type { BodyOf, RefusalOf } from '@nikau/contract'
import type { PaymentActivity } from '@nikau/contract/payment-activities'
import type { cancelPaymentRequest } from '@nikau/contract/payment-request-actions'
import { refusalOfStatus } from '@nikau/contract/payment-request-states'
import type { Tx } from '@nikau/runtime'
import { type Actor, crnOf } from '../../../http/bind.ts'
import { Refusal, refuse } from '../../../http/refusal.ts'
import type { ReturnDeps } from '../external/port.ts'
import { approverOfPart, findGivenApproval } from '../refund/limits.ts'
import { returnSuspense } from '../refund/return-to-source.ts'
import { responsible, sideOf } from '../request/access.ts'
import { voidPending } from '../request/conditions.ts'
import { isRestKept } from '../request/rest.ts'
import { type RequestRow, statusOf } from '../request/types.ts'
import { recordActivity, withRequest } from '../request/with-request.ts'
import { closeDueCounter } from './due-counter.ts'

type Refused = RefusalOf<typeof cancelPaymentRequest>

/**
 * Cancels a new request. A merchant cancels its own, a customer one that is bound to them. Giving back a part payment of a staff till
 * obeys the limits of refunds.
 */
export async function cancel(
  deps: ReturnDeps,
  actor: Actor,
  requestId: string,
  body: BodyOf<typeof cancelPaymentRequest>,
): Promise<PaymentActivity | Refusal<Refused>> {
  const approvalCode = body?.approvalCode
  const isRepeated = async (request: RequestRow) => statusOf(request, deps.clock.now()) !== 'new' || !isRestKept(request)
  const approval = await findGivenApproval(deps, actor, requestId, { approvalCode, isRepeated })
  return await withRequest(deps, requestId, async (tx, request): Promise<PaymentActivity | Refusal<Refused>> => {
    const side = await sideOf(tx, actor, request, 'cancel', deps.clock.now())
    if (!side) return refuse('FORBIDDEN')
    const status = statusOf(request, deps.clock.now())
    if (status !== 'new') return refuse(refusalOfStatus[status])
    // A part payment at a staff till is one: its rest is for the till to take, or everything to give back.
    if (side === 'patron' && isRestKept(request)) return refuse('REQUEST_PAID')
    const reason = side === 'merchant' ? 'CANCELLED_BY_MERCHANT' : 'CANCELLED_BY_PATRON'
    if (side === 'patron' || !isRestKept(request)) return await cancelRequest(tx, deps, request, { event: 'cancel', reason, createdBy: crnOf(actor) })
    const approver = await approverOfPart(tx, deps, actor, request, { approvalCode, approval })
    if (approver instanceof Refusal) return approver
    return await cancelRequest(tx, deps, request, { event: 'cancel', reason, createdBy: crnOf(responsible(actor)), approver })
  })
}

export interface Cancellation {
  event: 'cancel' | 'void' | 'release' | 'condition-declined'
  reason: string
  createdBy: string
  conditions?: RequestRow['conditions']
  conditionId?: string
  /** Who approved it above the limit of the person who gives back. */
  approver?: string | undefined
}

/** Cancels in the caller's transaction and returns what was paid so far. */
export async function cancelRequest(tx: Tx, deps: ReturnDeps, request: RequestRow, input: Cancellation): Promise<PaymentActivity | Refusal<'REQUEST_EXPIRED'>> {
  if ((await closeDueCounter(tx, deps.ledger, request, 'cancel')) === 'expired') return refuse('REQUEST_EXPIRED')
  const posting = await returnSuspense(tx, deps, request)
  return await recordActivity(
    tx,
    deps,
    request,
    {
      event: input.event,
      cancellationReason: input.reason,
      remaining: request.amount,
      returned: request.tenders,
      // If the external payment succeeds after all, its money is returned.
      clearReservation: true,
      conditions: voidPending(input.conditions ?? request.conditions),
    },
    {
      type: input.event === 'condition-declined' ? 'decline-condition' : 'cancellation',
      amount: request.amount,
      createdBy: input.createdBy,
      detail: {
        cancellationReason: input.reason,
        ...(input.conditionId !== undefined && { conditionId: input.conditionId }),
        ...(input.approver !== undefined && { approvedBy: crnOf({ personId: input.approver }) }),
      },
      posting,
      webhook: 'payment-request:cancelled',
    },
  )
}
