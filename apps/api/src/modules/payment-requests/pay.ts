import type { PaymentActivity } from '@nikau/contract/payment-activities'
import { isTokenType } from '@nikau/contract/asset-display'
import { lineItem } from '@nikau/contract/payment-requests'
import { type Effect, effect, EffectMissed, type Group, type Ledger, LedgerBusy, type NewAccount, type Outcome, OutcomeUnknown } from '@nikau/ledger'
import type { Clock, Db, Ids } from '@nikau/runtime'
import * as z from 'zod/mini'
import { type Actor, nameOf } from '../../http/bind.ts'
import { Unavailable } from '../../http/errors.ts'
import { inTransaction, Refusal, refuse } from '../../http/refusal.ts'
import { ledgerAccountOf, unitOf } from '../assets/index.ts'
import { quotaExceeded, type QuotaLimits } from '../quotas/index.ts'
import { type Movement, movementRecorded } from '../wallets/index.ts'
import { activityId } from './create.ts'
import { decide, type Decision, type PayBody, type PayRefused } from './decide.ts'
import { paymentOperations, settlementOf, unitOfRequest } from './group.ts'
import { type Counters, type Counting } from './counters.ts'
import { askedBy, referenceOf, repetition } from './repetition.ts'
import { type ActivityRow, dueOf, type Leg, owedBy, type RequestRow, waitingOf } from './rows.ts'
import { toActivity, wireTotal } from './show.ts'
import { type Paid, paidEffect, type PayContext, type PayQuestion, toldEffect, tokenSpentEffect } from './store-pay.ts'

export interface PayMeans {
  db: Db
  ledger: Ledger
  clock: Clock
  ids: Ids
  limits: QuotaLimits
  counters: Counters
  /** Reads what a payment is decided by, together with whoever else pays at the moment. */
  payContext(question: PayQuestion): Promise<PayContext>
}

const tries = 8

/**
 * Pays a request, or a part of it. What is read beforehand makes a good answer; the ledger decides. If in the meantime the
 * request was paid, changed, cancelled or ran out, it is read again and decided again.
 */
export async function pay(means: PayMeans, actor: Actor, requestId: string, body: PayBody): Promise<PaymentActivity | Refusal<PayRefused>> {
  const caller = nameOf(actor)
  const question = { requestId, assetId: body.assetId ?? null, personId: 'personId' in actor ? actor.personId : null, caller }
  const asked = askedBy(requestId, body)
  for (let attempt = 1; attempt <= tries; attempt++) {
    const context = await means.payContext(question)
    const { request } = context
    if (!request) return refuse('REQUEST_NOT_FOUND')
    const repeated = repetition(context.earlier, body.idempotencyKey, asked, means.clock.now())
    if (repeated === 'other wish') return refuse('IDEMPOTENT_OPERATION_FAILED')
    if (repeated) return toActivity(repeated, request)
    const decision = decide({ ...context, request }, actor, body, means.clock.now())
    if (decision instanceof Refusal) return decision
    const plan = await planOf(means, request, decision, { caller, body, asked, earlier: context.earlier })
    const outcome = await post(means.ledger, plan)
    if (outcome === 'overtaken' || outcome.outcome === 'replay') continue
    if (outcome.outcome === 'accepted') return toActivity({ ...plan.paid.activity, posting: outcome.posting, createdAt: outcome.at }, request)
    const refused = await refusalOf(means, plan, outcome, attempt)
    if (refused !== 'again') return refused
  }
  throw new Unavailable('the request changes faster than it can be paid')
}

interface Plan {
  request: RequestRow
  decision: Decision
  counting: Counting | undefined
  group: Group
  effects: Effect[]
  paid: Paid
}

async function planOf(
  means: PayMeans,
  request: RequestRow,
  decision: Decision,
  call: { caller: string; body: PayBody; asked: Buffer; earlier: readonly ActivityRow[] },
): Promise<Plan> {
  const { asset, amount } = decision
  const counting = asset?.category === 'money' ? await means.counters.spend(asset.accountId, asset.type, amount) : undefined
  await openAccounts(means, request, decision)
  const until = authorisedUntil(means.clock.now())
  const group: Group = {
    reference: referenceOf(call, request.id, means.clock.now()),
    kind: request.preAuth ? 'payment.authorise' : 'payment',
    subject: `payment-request:${request.id}`,
    operations: paymentOperations(request, decision, counting?.operations ?? [], until),
  }
  const id = activityId(means.ids)
  const leg = legOf(id, decision, call.body)
  const paid: Paid = {
    request,
    remaining: decision.remaining,
    status: decision.status,
    leg,
    authorised: request.preAuth ? { expiresAt: until } : undefined,
    activity: {
      paymentRequestId: request.id,
      number: request.version + 1,
      id,
      type: request.preAuth ? 'authorization' : 'payment',
      amount,
      createdBy: call.caller,
      merchantId: request.merchantId,
      idempotencyKey: call.body.idempotencyKey ?? null,
      asked: call.asked,
      detail: {
        assetType: call.body.assetType,
        ...(leg.external && { external: true as const }),
        ...(request.preAuth && { preAuth: true as const }),
        paidBy: { assetTotals: [wireTotal(leg, true)] },
      },
    },
  }
  return { request, decision, counting, group, paid, effects: effectsOf(request, decision, paid, counting) }
}

function effectsOf(request: RequestRow, decision: Decision, paid: Paid, counting: Counting | undefined): Effect[] {
  const { asset } = decision
  const effects = [effect(paidEffect, paid)]
  if (asset) effects.push(effect(movementRecorded, movementOf(request, asset.category === 'money' ? asset.id : undefined, counting)))
  if (asset && isTokenType(asset.type)) effects.push(effect(tokenSpentEffect, { assetId: asset.id, accountId: asset.accountId, party: request.merchantName }))
  if (decision.status === 'paid')
    effects.push(
      effect(toldEffect, {
        accountId: request.merchantAccountId,
        requestId: request.id,
        activityNumber: paid.activity.number,
        type: 'payment-request:paid',
      }),
    )
  return effects
}

function movementOf(request: RequestRow, walletId: string | undefined, counting: Counting | undefined): Movement {
  return {
    paymentRequestId: request.id,
    destWalletId: request.settlementWalletId,
    destParty: request.merchantName,
    srcParty: payerSeenByMerchant,
    ...(walletId !== undefined && { srcWalletId: walletId }),
    ...(counting && { quota: counting.quota, counted: counting.counted }),
  }
}

/** A merchant reads that a wallet paid, not whose. */
export const payerSeenByMerchant = 'Nikau customer'

function legOf(payment: string, { amount, asset, line, event }: Decision, body: PayBody): Leg {
  const common = { payment, assetType: body.assetType, amount: amount.toString(), refunded: '0', ...(event === 'paid-in-part' && { last: true as const }) }
  if (!asset) return { ...common, description: 'Paid at the till', external: true }
  return {
    ...common,
    description: asset.collectionName ?? asset.description ?? 'NZD',
    assetId: asset.id,
    payerAccountId: asset.accountId,
    ...(line && { lineItems: [z.encode(lineItem, line)] }),
    ...(asset.collectionId !== null && { collectionId: asset.collectionId, issuerAccountId: asset.issuerAccountId! }),
  }
}

/** The accounts that a payment needs and that only some payments need, so that they are not there from the beginning. */
async function openAccounts({ db, ledger }: PayMeans, request: RequestRow, { asset, status }: Decision): Promise<void> {
  const accounts: NewAccount[] = []
  if (asset && status === 'new')
    accounts.push({ id: waitingOf(request.id), unit: unitOfRequest(request), kind: 'request', owner: request.id, floor: 0n, ceiling: request.amount })
  if (asset && isTokenType(asset.type))
    accounts.push({
      id: owedBy(asset.issuerAccountId!, unitOf(asset.type)),
      unit: unitOf(asset.type),
      kind: 'issuer debt',
      owner: asset.issuerAccountId!,
      ceiling: 0n,
    })
  if (accounts.length > 0) await inTransaction(db, (tx) => ledger.openAccounts(tx, accounts))
}

async function post(ledger: Ledger, plan: Plan): Promise<Outcome | 'overtaken'> {
  try {
    return await ledger.post(plan.group, plan.effects)
  } catch (error) {
    if (error instanceof EffectMissed) return 'overtaken'
    if (error instanceof LedgerBusy) throw new Unavailable('too many payments at once')
    // It may or may not have happened. Whoever asks again with the same key learns which.
    if (error instanceof OutcomeUnknown) throw new Unavailable('the outcome is not known yet')
    throw error
  }
}

/** What the ledger's refusal means to the customer; `again` when it only means that things have changed since they were read. */
async function refusalOf(
  means: PayMeans,
  { request, decision, counting }: Plan,
  outcome: Outcome & { outcome: 'refused' },
  attempt: number,
): Promise<Refusal<PayRefused> | 'again'> {
  const { code, account } = outcome
  if (code === 'reference_conflict') return attempt < 3 ? 'again' : refuse('IDEMPOTENT_OPERATION_FAILED')
  // By the ledger's clock the time is over, whatever this machine's clock says.
  if (account === dueOf(request.id)) return code === 'closed' && attempt > 2 ? refuse('REQUEST_EXPIRED') : 'again'
  if (code === 'unknown_account' && account?.startsWith('quota:')) {
    means.counters.forget(account)
    return 'again'
  }
  const exceeded = counting && (await quotaExceeded(means.db, counting, outcome))
  if (exceeded) return exceeded
  if (decision.asset && account === ledgerAccountOf(decision.asset.id))
    return refuse(code === 'insufficient' && decision.asset.category === 'money' ? 'INSUFFICIENT_ASSET_VALUE' : 'INACTIVE_ASSET')
  if (account === settlementOf(request)) return refuse('INVALID_MERCHANT_CONFIG')
  if (account === waitingOf(request.id)) return 'again'
  throw new Error(`a payment was refused without a reason that a customer has: ${JSON.stringify(outcome)}`)
}

const authorisedMonths = 3

function authorisedUntil(now: Date): Date {
  const until = new Date(now)
  until.setUTCMonth(until.getUTCMonth() + authorisedMonths)
  return until
}
