import type { PaymentActivity } from '@nikau/contract/payment-activities'
import { refusalOfStatus } from '@nikau/contract/payment-request-states'
import type { Tx } from '@nikau/runtime'
import { type Actor, crnOf } from '../../../http/bind.ts'
import { type Refusal, refuse } from '../../../http/refusal.ts'
import { mayActFor } from '../../accounts/index.ts'
import type { ReturnDeps } from '../external/port.ts'
import { sideOf } from '../request/access.ts'
import { isPending } from '../request/conditions.ts'
import { chargeTenders } from '../request/fees.ts'
import { type RequestRow, statusOf } from '../request/types.ts'
import { recordActivity, type RequestDeps, withRequest } from '../request/with-request.ts'
import { cancelRequest } from './cancel.ts'
import { settleSuspense } from './settle.ts'

type Refused =
  | 'REQUEST_NOT_FOUND'
  | 'FORBIDDEN'
  | 'REQUEST_PAID'
  | 'REQUEST_CANCELLED'
  | 'REQUEST_EXPIRED'
  | 'PATRON_NOT_AUTHORIZED'
  | 'MERCHANT_NOT_AUTHORIZED'
  | 'CONDITION_ALREADY_SET'

/**
 * Accepts or declines a condition, for the side that it awaits. Accepting the last one on a request that the payer has approved
 * settles the money and pays the request; declining one cancels the request.
 */
export async function answerCondition(
  deps: ReturnDeps,
  actor: Actor,
  params: { id: string; conditionId: string },
  answer: 'accepted' | 'declined',
): Promise<PaymentActivity | Refusal<Refused>> {
  return await withRequest(deps, params.id, async (tx, request): Promise<PaymentActivity | Refusal<Refused>> => {
    const permission = answer === 'accepted' ? 'create' : 'cancel'
    const side = (await sideOf(tx, actor, request, permission, deps.clock.now())) ?? ((await hasPaid(tx, actor, request)) ? 'patron' : undefined)
    const condition = request.conditions.find(({ id }) => id === params.conditionId)
    if (!side || !condition) return refuse('FORBIDDEN')
    const status = statusOf(request, deps.clock.now())
    if (status !== 'new') return refuse(refusalOfStatus[status])
    if (!isPending(condition)) return refuse('CONDITION_ALREADY_SET')
    if (condition.status === 'awaiting-merchant' && side === 'patron') return refuse('PATRON_NOT_AUTHORIZED')
    if (condition.status === 'awaiting-patron' && side === 'merchant') return refuse('MERCHANT_NOT_AUTHORIZED')
    const conditions = request.conditions.map((other) => (other === condition ? { ...other, status: answer } : other))
    const input = { conditions, conditionId: condition.id, createdBy: crnOf(actor) }
    if (answer === 'accepted') return await accept(tx, deps, request, input)
    const reason = side === 'merchant' ? 'DECLINED_BY_MERCHANT' : 'DECLINED_BY_PATRON'
    return await cancelRequest(tx, deps, request, { event: 'condition-declined', reason, ...input })
  })
}

async function accept(
  tx: Tx,
  deps: RequestDeps,
  request: RequestRow,
  input: { conditions: RequestRow['conditions']; conditionId: string; createdBy: string },
): Promise<PaymentActivity> {
  const isApproved = request.remaining === 0n || request.tenders.some((tender) => tender.endsRequest)
  const completes = isApproved && !input.conditions.some(isPending)
  const charged = completes ? chargeTenders(await deps.fees.chargeOf(request.merchantId, deps.clock.now()), request, request.tenders) : []
  const posting = completes ? await settleSuspense(tx, deps, request, charged, `settle:${request.id}`) : undefined
  return await recordActivity(
    tx,
    deps,
    request,
    { event: completes ? 'conditions-met' : 'condition-accepted', conditions: input.conditions, charged },
    {
      type: 'accept-condition',
      amount: request.amount,
      createdBy: input.createdBy,
      detail: { conditionId: input.conditionId },
      posting,
      ...(completes && { webhook: 'payment-request:paid' as const }),
    },
  )
}

/** A payer who has approved a payment is a party of the request. */
async function hasPaid(tx: Tx, actor: Actor, request: RequestRow): Promise<boolean> {
  if (!('personId' in actor)) return false
  for (const accountId of new Set(request.tenders.flatMap((tender) => tender.payerAccountId ?? []))) if (await mayActFor(tx, actor, accountId)) return true
  return false
}
