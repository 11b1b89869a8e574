import type { PaymentActivity } from '@nikau/contract/payment-activities'
import { refusalOfStatus } from '@nikau/contract/payment-request-states'
import type { Tx } from '@nikau/runtime'
import { type Actor, nameOf } from '../../http/bind.ts'
import { Refusal, refuse } from '../../http/refusal.ts'
import { act, type ActMeans, closeDue, record } from './act.ts'
import { sideOf } from './authorise.ts'
import { isPending } from './decide.ts'
import { giveBack } from './give-back.ts'
import { type RequestRow, statusOf } from './rows.ts'

type Refused = 'REQUEST_NOT_FOUND' | 'FORBIDDEN' | 'REQUEST_PAID' | 'REQUEST_CANCELLED' | 'REQUEST_EXPIRED'

/** Cancels a new request: the merchant its own, a customer one that is bound to them. */
export async function cancel(means: ActMeans, actor: Actor, requestId: string): Promise<PaymentActivity | Refusal<Refused>> {
  return await act(means, requestId, async (tx, request): Promise<PaymentActivity | Refusal<Refused>> => {
    const side = await sideOf(tx, actor, request)
    if (!side) return refuse('FORBIDDEN')
    const status = statusOf(request, means.clock.now())
    if (status !== 'new') return refuse(refusalOfStatus[status])
    const reason = side === 'merchant' ? 'CANCELLED_BY_MERCHANT' : 'CANCELLED_BY_PATRON'
    return await cancelIn(tx, means, request, { reason, createdBy: nameOf(actor) })
  })
}

/** Cancels in the caller's transaction, and gives back what was paid so far. */
export async function cancelIn(
  tx: Tx,
  means: ActMeans,
  request: RequestRow,
  why: { reason: string; createdBy: string; conditions?: RequestRow['conditions']; type?: 'cancellation' | 'decline-condition'; conditionId?: string },
): Promise<PaymentActivity | Refusal<'REQUEST_EXPIRED'>> {
  if ((await closeDue(tx, means.ledger, request, 'cancel')) === 'over') return refuse('REQUEST_EXPIRED')
  const returns = request.legs.map((leg) => ({ leg, amount: BigInt(leg.amount), reference: `return:${leg.payment}` }))
  const posting = await giveBack(tx, means, request, returns, 'waiting')
  if (posting instanceof Refusal) throw new Error(`what waits with a request could not be given back: ${posting.code}`)
  return await record(
    tx,
    means,
    request,
    {
      status: 'cancelled',
      cancellationReason: why.reason,
      remaining: request.amount,
      legs: [],
      // If the bank pays after all, that money goes back.
      unheld: true,
      conditions: (why.conditions ?? request.conditions).map((one) => (isPending(one) ? { ...one, status: 'void' as const } : one)),
    },
    {
      type: why.type ?? 'cancellation',
      amount: request.amount,
      createdBy: why.createdBy,
      detail: { cancellationReason: why.reason, ...(why.conditionId !== undefined && { conditionId: why.conditionId }) },
      posting,
      told: 'payment-request:cancelled',
    },
  )
}
