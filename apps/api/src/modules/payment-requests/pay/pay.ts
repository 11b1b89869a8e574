import type { PaymentActivity } from '@nikau/contract/payment-activities'
import { familyOf, isTokenType } from '@nikau/contract/asset-display'
import { lineItem, type TillTender } from '@nikau/contract/payment-requests'
import { type Effect, effect, EffectNotApplied, type Group, type Ledger, LedgerBusy, type Operation, type Outcome, OutcomeUnknown } from '@nikau/ledger'
import { add, cents, subtract, zero } from '@nikau/money'
import { recordSecurityEvent } from '@nikau/security-events'
import * as z from 'zod/mini'
import { type Actor, crnOf, type Source } from '../../../http/bind.ts'
import { Unavailable } from '../../../http/errors.ts'
import { inTransaction, Refusal, refuse } from '../../../http/refusal.ts'
import { ledgerAccountOf, tokenSpent } from '../../assets/index.ts'
import { isPermissionCounter, type PlannedUse, planPermissionUse } from '../../connections/index.ts'
import { eventAppended } from '../../outbox/index.ts'
import { ownLimitExceeded, planPaymentLimits } from '../../own-limits/index.ts'
import { quotaExceeded, type QuotaLimits } from '../../quotas/index.ts'
import { type Movement, movementRecorded } from '../../wallets/index.ts'
import { keyMay } from '../request/access.ts'
import { dueCounter, dueCounterId, settlementAccountId, suspenseAccountId, walletPayerLabel } from '../request/accounts.ts'
import { newActivityId } from '../request/ids.ts'
import { toActivity } from '../request/present.ts'
import { type ChargedTender, chargeTenders } from '../request/fees.ts'
import { ownTokenAccounts, redeemOwnTokens } from '../request/own-tokens.ts'
import { toWireTotal } from '../request/tenders.ts'
import type { ActivityRow, PayBody, PayRefused, RequestRow, Tender } from '../request/types.ts'
import type { RequestDeps } from '../request/with-request.ts'
import { findReplay, hashPayment, referenceOf } from './idempotency.ts'
import { accountsToOpen, movesMoney, paymentOperations } from './postings.ts'
import type { QuotaCounters, QuotaUse } from './quota-counters.ts'
import { decidePayment, type Decision, ownLimitTypeOf } from './rules.ts'
import { type PayContext, type PayContextKey, type PaymentRecord, paymentRecorded } from './store.ts'

export interface PayDeps extends RequestDeps {
  limits: QuotaLimits
  /** In cents. A person who pays more from a wallet must have signed in recently. */
  stepUpLimit: number
  counters: QuotaCounters
  /** Batched with the payments of other callers. */
  loadPayContext(key: PayContextKey): Promise<PayContext>
}

/** Who pays, from where, and the check that they signed in recently. */
export interface PayCall {
  actor: Actor
  source: Source
  requireStepUp(): Promise<Refusal<'SIGN_IN_AGAIN'> | undefined>
  /** Of a payment without approval, which its person has allowed the connected shop within limits. */
  connectionId?: string
}

const maxAttempts = 8

export function contextKeyOf({ actor }: PayCall, requestId: string, { assetId }: PayBody): PayContextKey {
  return { requestId, assetId: assetId ?? null, personId: 'personId' in actor ? actor.personId : null, caller: crnOf(actor) }
}

/**
 * Pays a request or a part of it. The context read first gives a good answer; the ledger decides. When the request was paid, changed,
 * cancelled or expired in between, it is read and decided again.
 */
export async function pay(deps: PayDeps, call: PayCall, requestId: string, body: PayBody): Promise<PaymentActivity | Refusal<PayRefused | 'SIGN_IN_AGAIN'>> {
  const key = contextKeyOf(call, requestId, body)
  const requestHash = hashPayment(requestId, body)
  for (let attempt = 1; attempt <= maxAttempts; attempt++) {
    const context = await deps.loadPayContext(key)
    const { request } = context
    if (!request) return refuse('REQUEST_NOT_FOUND')
    const replay = findReplay(context.earlier, { idempotencyKey: body.idempotencyKey, requestHash }, deps.clock.now())
    if (replay === 'key-reused') return refuse('IDEMPOTENT_OPERATION_FAILED')
    if (replay) return toActivity(replay, request)
    const decision = await decideWithLimits(deps, call, { ...context, request }, body)
    if (decision instanceof Refusal) return decision
    const isLarge = !decision.permission && isLargePayment(deps, call.actor, decision, context.earlier)
    const stepUp = isLarge ? await call.requireStepUp() : undefined
    if (stepUp) return stepUp
    const plan = await planPayment(deps, request, decision, { caller: key.caller, body, requestHash, earlier: context.earlier })
    const outcome = await post(deps.ledger, plan)
    if (outcome === 'conflict' || outcome.outcome === 'replay') continue
    if (outcome.outcome === 'accepted') {
      if (isLarge) await recordLargePayment(deps, call, request, decision)
      return toActivity({ ...plan.record.activity, posting: outcome.posting, createdAt: outcome.at }, request)
    }
    const refusal = await refusalOf(deps, plan, outcome, attempt)
    if (refusal !== 'retry') return refusal
  }
  throw new Unavailable('payment request changed on every attempt')
}

/** With what the payment uses of its person's own limits and of the permission. */
type LimitedDecision = Decision & { ownLimits: readonly Operation[]; permission: PlannedUse | undefined }

/** Decides by everything that is known before the posting. */
export async function decideWithLimits(
  deps: PayDeps,
  call: PayCall,
  context: PayContext & { request: RequestRow },
  body: PayBody,
): Promise<LimitedDecision | Refusal<PayRefused>> {
  const { request, earlier } = context
  const isStaffTill = 'till' in call.actor && call.actor.till !== undefined
  const known = { ...context, mayRecordPayment: await mayRecordPayment(deps, call.actor, request, body), isStaffTill }
  const decision = decidePayment(known, body, deps.clock.now())
  if (decision instanceof Refusal) return decision
  const ownLimits = await useOwnLimits(deps, decision, earlier)
  if (ownLimits instanceof Refusal) return ownLimits
  const permission = await usePermission(deps, call, request, decision)
  return permission instanceof Refusal ? permission : { ...decision, ownLimits, permission }
}

/** Counts what the person has paid on the request before, so that a large payment cannot be made in small parts. */
function isLargePayment({ stepUpLimit }: PayDeps, actor: Actor, { asset, amount }: Decision, earlier: readonly ActivityRow[]): boolean {
  if (!('personId' in actor) || asset?.category !== 'money') return false
  return earlier.reduce((sum, activity) => sum + activity.amount, BigInt(amount)) > stepUpLimit
}

/** Earlier parts count, so that one payment over the limit cannot be made in small parts. Without a limit there is nothing to do. */
async function useOwnLimits(
  deps: PayDeps,
  { asset, amount }: Decision,
  earlier: readonly ActivityRow[],
): Promise<readonly Operation[] | Refusal<'OWN_LIMIT_EXCEEDED'>> {
  if (!asset?.ownLimits || asset.category !== 'money') return []
  const { accountId } = asset
  const isMoney = (part: ActivityRow) => part.detail.assetType !== undefined && !isTokenType(part.detail.assetType)
  const paidBefore = cents(earlier.reduce((sum, part) => sum + (isMoney(part) ? part.amount : 0n), 0n))
  return await planPaymentLimits(deps, asset.ownLimits, { accountId, assetType: ownLimitTypeOf(asset), amount, paidBefore, at: deps.clock.now() })
}

/** Over the limits of the permission nothing is paid, not even in part: the person is asked. Tokens do not count to them. */
async function usePermission(
  deps: PayDeps,
  { connectionId }: PayCall,
  request: RequestRow,
  { amount, asset, completes }: Decision,
): Promise<PlannedUse | Refusal<'PAYMENT_DECLINED'> | undefined> {
  if (connectionId === undefined) return undefined
  const isToken = asset?.category === 'token'
  const before = add(...request.tenders.filter(({ assetType }) => isTokenType(assetType)).map((tender) => cents(tender.amount)))
  const use = { amount: isToken ? zero : amount, tokens: isToken ? add(before, amount) : before, completes }
  return (await planPermissionUse(deps, { connectionId, paymentRequestId: request.id, ...use })) ?? refuse('PAYMENT_DECLINED')
}

async function recordLargePayment({ db, clock }: PayDeps, { actor, source }: PayCall, request: RequestRow, { amount }: Decision): Promise<void> {
  if (!('personId' in actor)) return
  const detail = { amount: amount.toString(), merchant: request.merchantName, liveness: request.test ? 'test' : 'main' }
  await recordSecurityEvent(db, { ...actor, kind: 'large-payment', at: clock.now(), ...source, detail })
}

/** Only the merchant and integrators that it granted record payments that were made elsewhere. */
async function mayRecordPayment({ db }: PayDeps, actor: Actor, request: RequestRow, body: PayBody): Promise<boolean> {
  if (familyOf(body.assetType) !== 'external' || 'personId' in actor) return false
  return await keyMay(db, actor, request, 'record-external-payment')
}

interface PaymentPlan {
  request: RequestRow
  decision: Decision
  quotaUse: QuotaUse | undefined
  group: Group
  effects: Effect[]
  record: PaymentRecord
}

export async function planPayment(
  deps: PayDeps,
  request: RequestRow,
  decision: LimitedDecision,
  call: { caller: string; body: PayBody; requestHash: Buffer; earlier: readonly ActivityRow[] },
): Promise<PaymentPlan> {
  const { asset, amount, permission } = decision
  const taken = subtract(amount, decision.rounding)
  // A credit line has its company's limit instead of a quota.
  const quotaUse = asset?.category === 'money' && !asset.creditLine ? await deps.counters.spend(asset.accountId, asset.type, amount) : undefined
  const until = authorisedUntil(deps.clock.now())
  const id = newActivityId(deps.ids)
  const tender = tenderOf(id, decision, call.body)
  const completed = decision.completes ? [...request.tenders, tender] : []
  const accounts = [...accountsToOpen(request, decision), ...ownTokenAccounts(request, completed)]
  if (accounts.length > 0) await inTransaction(deps.db, (tx) => deps.ledger.openAccounts(tx, accounts))
  if (decision.restUntil) await keepDueOpen(deps, request, decision.restUntil)
  const charged = await chargesOf(deps, request, completed)
  const group: Group = {
    reference: referenceOf(call, request.id, deps.clock.now()),
    kind: request.preAuth ? 'payment.authorise' : 'payment',
    subject: `payment-request:${request.id}`,
    operations: [
      ...paymentOperations(request, decision, [...(permission?.operations ?? []), ...decision.ownLimits, ...(quotaUse?.operations ?? [])], charged, until),
      ...redeemOwnTokens(request, completed),
    ],
  }
  const record: PaymentRecord = {
    request,
    event: decision.event,
    remaining: decision.remaining,
    tender,
    charged,
    authorised: request.preAuth ? { expiresAt: until } : undefined,
    restUntil: decision.restUntil,
    note: call.body.note,
    activity: {
      paymentRequestId: request.id,
      number: request.version + 1,
      id,
      type: request.preAuth ? 'authorization' : 'payment',
      amount: taken,
      createdBy: call.caller,
      merchantId: request.merchantId,
      idempotencyKey: call.body.idempotencyKey ?? null,
      requestHash: call.requestHash,
      detail: {
        assetType: call.body.assetType,
        ...(tender.method === 'external' && { external: true as const }),
        ...(tender.tender && { tender: tender.tender }),
        ...(tender.rounding && { rounding: tender.rounding }),
        ...(request.preAuth && { preAuth: true as const }),
        paidBy: { assetTotals: [toWireTotal(tender, true)] },
      },
    },
  }
  const effects = [...effectsOf(request, decision, record, quotaUse), ...(permission ? [permission.effect] : [])]
  return { request, decision, quotaUse, group, record, effects }
}

/** Before the payment, whose commit gives the request its new expiry: until then nothing is paid after the old one. */
async function keepDueOpen(deps: PayDeps, request: RequestRow, until: Date): Promise<void> {
  if (request.expiresAt >= until) return
  await inTransaction(deps.db, (tx) => deps.ledger.changeLimits(tx, dueCounterId(request.id), { ...dueCounter(request), closesAt: until }))
}

/** The fees of everything that reaches the merchant with this payment. A pre-authorised amount is charged when it is captured. */
async function chargesOf(deps: PayDeps, request: RequestRow, completed: readonly Tender[]): Promise<ChargedTender[]> {
  if (completed.length === 0 || request.preAuth) return []
  return chargeTenders(await deps.fees.chargeOf(request.merchantId, deps.clock.now()), request, completed)
}

function effectsOf(request: RequestRow, decision: Decision, record: PaymentRecord, quotaUse: QuotaUse | undefined): Effect[] {
  const { asset } = decision
  const effects = [effect(paymentRecorded, record)]
  if (movesMoney(request, decision)) effects.push(effect(movementRecorded, movementOf(request, asset?.category === 'money' ? asset.id : undefined, quotaUse)))
  if (asset && isTokenType(asset.type)) effects.push(effect(tokenSpent, { assetId: asset.id, accountId: asset.accountId, party: request.merchantName }))
  const subject = { accountId: request.merchantAccountId, paymentRequestId: request.id, activityNumber: record.activity.number }
  effects.push(effect(eventAppended, { type: decision.completes ? 'payment-request:paid' : 'payment-request:changed', ...subject }))
  return effects
}

function movementOf(request: RequestRow, walletId: string | undefined, quotaUse: QuotaUse | undefined): Movement {
  return {
    paymentRequestId: request.id,
    destWalletId: request.settlementWalletId,
    destParty: request.merchantName,
    srcParty: walletPayerLabel,
    ...(walletId !== undefined && { srcWalletId: walletId }),
    ...(quotaUse && { quota: quotaUse.quota, counted: quotaUse.counted }),
  }
}

function tenderOf(activityId: string, { amount, asset, line, endsRequest, rounding }: Decision, body: PayBody): Tender {
  const taken = subtract(amount, rounding)
  const common = { activityId, assetType: body.assetType, amount: taken.toString(), refunded: '0', ...(endsRequest && { endsRequest: true as const }) }
  if (!asset) {
    const { tender } = body
    return {
      ...common,
      method: 'external',
      description: tender === undefined ? 'Paid at the till' : tenderNames[tender],
      ...(tender && { tender }),
      ...(rounding !== 0n && { rounding: rounding.toString() }),
    }
  }
  return {
    ...common,
    method: asset.category === 'token' ? 'token' : 'wallet',
    description: asset.collectionName ?? asset.description ?? 'NZD',
    assetId: asset.id,
    payerAccountId: asset.accountId,
    ...(line && { lineItems: [z.encode(lineItem, line)] }),
    ...(asset.category === 'token' && asset.expiresAt && { expiresAt: asset.expiresAt.toISOString() }),
    ...(asset.collectionId !== null && { collectionId: asset.collectionId, issuerAccountId: asset.issuerAccountId! }),
  }
}

const tenderNames: Readonly<Record<TillTender, string>> = { cash: 'Cash', eftpos: 'EFTPOS' }

async function post(ledger: Ledger, plan: PaymentPlan): Promise<Outcome | 'conflict'> {
  try {
    return await ledger.postBatched(plan.group, plan.effects)
  } catch (error) {
    if (error instanceof EffectNotApplied) return 'conflict'
    if (error instanceof LedgerBusy) throw new Unavailable('ledger busy')
    // It may or may not be committed. A retry with the same key finds out.
    if (error instanceof OutcomeUnknown) throw new Unavailable('payment outcome unknown')
    throw error
  }
}

/** The refusal that the payer sees; `retry` when the context is out of date. */
async function refusalOf(
  deps: PayDeps,
  { request, decision, quotaUse }: PaymentPlan,
  outcome: Outcome & { outcome: 'refused' },
  attempt: number,
): Promise<Refusal<PayRefused> | 'retry'> {
  const { code, account } = outcome
  if (code === 'reference_conflict') return attempt < 3 ? 'retry' : refuse('IDEMPOTENT_OPERATION_FAILED')
  // The ledger's clock decides, whatever the clock of this process says.
  if (account === dueCounterId(request.id)) return code === 'closed' && attempt > 2 ? refuse('REQUEST_EXPIRED') : 'retry'
  if (code === 'unknown_account' && account?.startsWith('quota:')) {
    deps.counters.evict(account)
    return 'retry'
  }
  if (isPermissionCounter(account)) return refuse('PAYMENT_DECLINED')
  const overOwn = await ownLimitExceeded(deps.db, outcome)
  if (overOwn) return overOwn
  const exceeded = quotaUse && (await quotaExceeded(deps.db, quotaUse, outcome))
  if (exceeded) return exceeded
  if (decision.asset && account === ledgerAccountOf(decision.asset.id))
    return refuse(code === 'insufficient' && decision.asset.category === 'money' ? 'INSUFFICIENT_ASSET_VALUE' : 'INACTIVE_ASSET')
  if (account === settlementAccountId(request)) return refuse('INVALID_MERCHANT_CONFIG')
  if (account === suspenseAccountId(request.id)) return 'retry'
  throw new Error(`unmapped ledger refusal: ${JSON.stringify(outcome)}`)
}

const authorisedMonths = 3

function authorisedUntil(now: Date): Date {
  const until = new Date(now)
  until.setUTCMonth(until.getUTCMonth() + authorisedMonths)
  return until
}
