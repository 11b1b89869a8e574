import type { AnswerOf, BodyOf } from '@nikau/contract'
import type { createOneOffPayment } from '@nikau/contract/one-off-payments'
import { refusalOfStatus } from '@nikau/contract/payment-request-states'
import { cents } from '@nikau/money'
import type { BankOrder, BankOutcome, AuthorisationRequest, FindBank, PayByBank } from '@nikau/rails/pay-by-bank'
import type { Clock, Db, Ids, Log, Secret } from '@nikau/runtime'
import { type Refusal, refuse } from '../../http/refusal.ts'
import { refusalIfStopped } from '../controls/index.ts'
import { selectRequest, statusOf } from '../payment-requests/index.ts'
import { assetTypeOf, maxStarts, startWindowMs } from './rules.ts'
import { advanceBankPayment, insertBankPayment, type BankPaymentRow, type NewBankPayment, selectBankPayment, selectByKey } from './store.ts'

export interface PayByBankDeps {
  db: Db
  clock: Clock
  ids: Ids
  log: Log
  /** Keys the cookie of the browser that started a payment. */
  secret: Secret
  webOrigin: string
  bankOf: FindBank
}

type Answer = AnswerOf<typeof createOneOffPayment>
type Refused = keyof typeof createOneOffPayment.refusals

/**
 * Starts a payment by bank. The payment is inserted before the bank is called, so that a repeated call requests the same consent under
 * the same idempotency key, never a second one.
 */
export async function create(deps: PayByBankDeps, body: BodyOf<typeof createOneOffPayment>): Promise<Answer | Refusal<Refused>> {
  const request = await selectRequest(deps.db, body.paymentRequestId)
  if (!request) return refuse('REQUEST_NOT_FOUND')
  const status = statusOf(request, deps.clock.now())
  if (status !== 'new') return refuse(refusalOfStatus[status])
  if (!request.terms.paymentOptions.some((option) => option.assetType === assetTypeOf(body.bank, request.test))) return refuse('INVALID_ASSET_TYPE')
  const bank = deps.bankOf(body.bank, request.test ? 'test' : 'main')
  if (!bank) return refuse('BANK_UNAVAILABLE')
  return await startAtBank(deps, bank.rail, {
    id: deps.ids.public(),
    paymentRequestId: request.id,
    accountId: null,
    walletId: null,
    personId: null,
    bank: body.bank,
    test: request.test,
    amount: request.remaining,
    payee: request.merchantName,
    statementCode: request.shortCode,
    expiresAt: request.expiresAt,
    idempotencyKey: body.idempotencyKey ?? null,
  })
}

/** Inserts a payment, once per idempotency key, and creates its consent. */
export async function startAtBank(
  deps: PayByBankDeps,
  rail: PayByBank,
  payment: Omit<NewBankPayment, 'nonce' | 'redirectUri' | 'at'>,
): Promise<Answer | Refusal<'BANK_UNAVAILABLE' | 'IDEMPOTENT_OPERATION_FAILED' | 'PAUSED'>> {
  const at = deps.clock.now()
  const { paymentRequestId, accountId, walletId, bank, amount } = payment
  const recent = { since: new Date(at.getTime() - startWindowMs), max: maxStarts }
  // A repeated call has begun already.
  const started = await selectByKey(deps.db, payment)
  const stopped = started ? undefined : await refusalIfStopped(deps.db, `bank-${bank}`, ...(paymentRequestId === null ? (['top-ups'] as const) : []))
  if (stopped) return stopped
  const redirectUri = `${deps.webOrigin}/deimos/${bank}/oidc-callback`
  const row = await insertBankPayment(deps.db, { ...payment, nonce: deps.ids.public(), redirectUri, at }, recent)
  if (!row) {
    deps.log.warn({ paymentRequestId, accountId }, 'too many bank payments started')
    return refuse('BANK_UNAVAILABLE')
  }
  // What remains of a request may have changed since; a top-up is repeated with its amount.
  const isSame = row.bank === bank && row.walletId === walletId && (paymentRequestId !== null || row.amount === amount)
  return isSame ? await withConsent(deps, rail, row) : refuse('IDEMPOTENT_OPERATION_FAILED')
}

/** The order for the bank: identical in every call. */
export function toBankOrder(row: BankPaymentRow): BankOrder {
  return { id: row.id, amount: cents(row.amount), payee: row.payee, code: row.statementCode, reference: row.id.slice(0, 12) }
}

export function toAuthorisationRequest(row: BankPaymentRow): AuthorisationRequest {
  return { consentId: row.consentId!, state: row.id, nonce: row.nonce, redirectUri: row.redirectUri }
}

async function withConsent(deps: PayByBankDeps, rail: PayByBank, row: BankPaymentRow): Promise<Answer | Refusal<'BANK_UNAVAILABLE'>> {
  if (row.authorizationUrl !== null) return { id: row.id, authorizationUrl: row.authorizationUrl }
  if (row.step !== 'consent') return refuse('BANK_UNAVAILABLE')
  const consent = await retryOnce(() => rail.createConsent(toBankOrder(row)))
  if (consent.outcome !== 'done') return await bankUnavailable(deps, row, consent)
  const url = await retryOnce(() => rail.authorizationUrl({ ...toAuthorisationRequest(row), consentId: consent.value.consentId }))
  if (url.outcome !== 'done') return await bankUnavailable(deps, row, url)
  const at = deps.clock.now()
  const change = { step: 'approval' as const, consentId: consent.value.consentId, authorizationUrl: url.value, nextAttemptAt: row.expiresAt, at }
  if (await advanceBankPayment(deps.db, row, change)) return { id: row.id, authorizationUrl: url.value }
  // A concurrent repetition was faster; its URL is the valid one.
  const first = await selectBankPayment(deps.db, row.id)
  return first?.authorizationUrl ? { id: row.id, authorizationUrl: first.authorizationUrl } : refuse('BANK_UNAVAILABLE')
}

/** Retries an unknown outcome once while the customer waits. */
async function retryOnce<T>(call: () => Promise<BankOutcome<T>>): Promise<BankOutcome<T>> {
  const first = await call()
  return first.outcome === 'unknown' ? await call() : first
}

async function bankUnavailable(
  deps: PayByBankDeps,
  row: BankPaymentRow,
  outcome: { outcome: 'refused' | 'unknown'; reason: string },
): Promise<Refusal<'BANK_UNAVAILABLE'>> {
  deps.log.warn({ oneOffPayment: row.id, bank: row.bank, reason: outcome.reason }, 'bank consent failed')
  if (outcome.outcome === 'refused') {
    const change = { step: 'failed' as const, failure: 'bank-unavailable' as const, reason: outcome.reason, nextAttemptAt: null, at: deps.clock.now() }
    await advanceBankPayment(deps.db, row, change)
  }
  return refuse('BANK_UNAVAILABLE')
}
