import type { PaymentActivity } from '@nikau/contract/payment-activities'
import { refusalOfStatus } from '@nikau/contract/payment-request-states'
import { mustBePosted } from '@nikau/ledger'
import type { Tx } from '@nikau/runtime'
import { type Actor, nameOf } from '../../http/bind.ts'
import { type Refusal, refuse } from '../../http/refusal.ts'
import { mayActFor } from '../accounts/index.ts'
import { recordMovements } from '../wallets/index.ts'
import { act, type ActMeans, record } from './act.ts'
import { sideOf } from './authorise.ts'
import { cancelIn } from './cancel.ts'
import { isPending } from './decide.ts'
import { settlementOf, waitingSum } from './group.ts'
import { payerSeenByMerchant } from './pay.ts'
import { type RequestRow, statusOf, waitingOf } from './rows.ts'

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
 * Answers a condition, by the side that it waits for. When the last one is accepted on a request that the customer has approved,
 * what waited goes to the merchant and the request is paid; one that is declined cancels the request.
 */
export async function answerCondition(
  means: ActMeans,
  actor: Actor,
  params: { id: string; conditionId: string },
  answer: 'accepted' | 'declined',
): Promise<PaymentActivity | Refusal<Refused>> {
  return await act(means, params.id, async (tx, request): Promise<PaymentActivity | Refusal<Refused>> => {
    const side = (await sideOf(tx, actor, request)) ?? ((await hasPaid(tx, actor, request)) ? 'patron' : undefined)
    const condition = request.conditions.find((one) => one.id === params.conditionId)
    if (!side || !condition) return refuse('FORBIDDEN')
    const status = statusOf(request, means.clock.now())
    if (status !== 'new') return refuse(refusalOfStatus[status])
    if (!isPending(condition)) return refuse('CONDITION_ALREADY_SET')
    if (condition.status === 'awaiting-merchant' && side === 'patron') return refuse('PATRON_NOT_AUTHORIZED')
    if (condition.status === 'awaiting-patron' && side === 'merchant') return refuse('MERCHANT_NOT_AUTHORIZED')
    const conditions = request.conditions.map((one) => (one === condition ? { ...one, status: answer } : one))
    const createdBy = nameOf(actor)
    if (answer === 'accepted') return await accept(tx, means, request, { conditions, conditionId: condition.id, createdBy })
    const reason = side === 'merchant' ? 'DECLINED_BY_MERCHANT' : 'DECLINED_BY_PATRON'
    return await cancelIn(tx, means, request, { reason, createdBy, conditions, type: 'decline-condition', conditionId: condition.id })
  })
}

async function accept(
  tx: Tx,
  means: ActMeans,
  request: RequestRow,
  how: { conditions: RequestRow['conditions']; conditionId: string; createdBy: string },
): Promise<PaymentActivity> {
  const approved = request.remaining === 0n || request.legs.some((leg) => leg.last)
  const completes = approved && !how.conditions.some(isPending)
  const posting = completes ? await settle(tx, means, request) : undefined
  return await record(
    tx,
    means,
    request,
    { conditions: how.conditions, ...(completes && { status: 'paid' as const }) },
    {
      type: 'accept-condition',
      amount: request.amount,
      createdBy: how.createdBy,
      detail: { conditionId: how.conditionId },
      posting,
      ...(completes && { told: 'payment-request:paid' as const }),
    },
  )
}

async function settle(tx: Tx, means: ActMeans, request: RequestRow): Promise<bigint | undefined> {
  const amount = waitingSum(request)
  if (amount === 0n) return undefined
  const outcomes = await means.ledger.postIn(tx, [
    {
      reference: `settle:${request.id}`,
      kind: 'payment.settle',
      subject: `payment-request:${request.id}`,
      operations: [{ op: 'transfer', from: waitingOf(request.id), to: settlementOf(request), amount }],
    },
  ])
  mustBePosted(outcomes)
  const [outcome] = outcomes
  if (outcome?.outcome !== 'accepted') return undefined
  const movement = { paymentRequestId: request.id, destWalletId: request.settlementWalletId, destParty: request.merchantName, srcParty: payerSeenByMerchant }
  await recordMovements(tx, [{ posting: outcome.posting, movement }])
  return outcome.posting
}

/** Whoever has approved a payment on it has a part in it. */
async function hasPaid(tx: Tx, actor: Actor, request: RequestRow): Promise<boolean> {
  if (!('personId' in actor)) return false
  for (const accountId of new Set(request.legs.flatMap((leg) => leg.payerAccountId ?? []))) if (await mayActFor(tx, actor, accountId)) return true
  return false
}
