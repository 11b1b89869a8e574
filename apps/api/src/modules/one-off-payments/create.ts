import type { AnswerOf, BodyOf } from '@nikau/contract'
import { type createOneOffPayment, oneOffFamily } from '@nikau/contract/one-off-payments'
import { refusalOfStatus } from '@nikau/contract/payment-request-states'
import { cents } from '@nikau/money'
import type { BankOrder, BankOutcome, BankReturn, FindBank, PayByBank } from '@nikau/rails/pay-by-bank'
import type { Clock, Db, Ids, Log } from '@nikau/runtime'
import { type Refusal, refuse } from '../../http/refusal.ts'
import { type RequestRow, selectRequest, statusOf } from '../payment-requests/index.ts'
import { advanceOneOff, insertOneOff, type OneOffRow, selectOneOff } from './store.ts'

export interface OneOffMeans {
  db: Db
  clock: Clock
  ids: Ids
  log: Log
  webOrigin: string
  bankOf: FindBank
}

type Answer = AnswerOf<typeof createOneOffPayment>
type Refused = keyof typeof createOneOffPayment.refusals

/**
 * Begins a payment from a bank. The try is written down before the bank hears of it, so that a repetition of the call asks the
 * bank for the same consent under the same key, and never for a second one.
 */
export async function create(means: OneOffMeans, body: BodyOf<typeof createOneOffPayment>): Promise<Answer | Refusal<Refused>> {
  const request = await selectRequest(means.db, body.paymentRequestId)
  if (!request) return refuse('REQUEST_NOT_FOUND')
  const status = statusOf(request, means.clock.now())
  if (status !== 'new') return refuse(refusalOfStatus[status])
  if (!request.terms.paymentOptions.some((one) => one.assetType === assetTypeOf(body.bank, request.test))) return refuse('INVALID_ASSET_TYPE')
  const bank = means.bankOf(body.bank, request.test ? 'test' : 'main')
  if (!bank) return refuse('BANK_UNAVAILABLE')
  const row = await insertOneOff(means.db, newRow(means, request, body))
  if (row.bank !== body.bank) return refuse('IDEMPOTENT_OPERATION_FAILED')
  return await withConsent(means, bank.rail, row)
}

export const assetTypeOf = (bank: OneOffRow['bank'], test: boolean) => `${oneOffFamily[bank]}.${test ? 'test' : 'main'}`

function newRow(means: OneOffMeans, request: RequestRow, body: BodyOf<typeof createOneOffPayment>) {
  return {
    id: means.ids.public(),
    paymentRequestId: request.id,
    bank: body.bank,
    test: request.test,
    amount: request.remaining,
    payee: request.merchantName,
    codeWord: request.shortCode,
    nonce: means.ids.public(),
    redirectUri: `${means.webOrigin}/deimos/${body.bank}/oidc-callback`,
    expiresAt: request.expiresAt,
    idempotencyKey: body.idempotencyKey ?? null,
    at: means.clock.now(),
  }
}

/** What the bank is told of a payment: the same words whenever it is told. */
export function orderOf(row: OneOffRow): BankOrder {
  return { id: row.id, amount: cents(row.amount), payee: row.payee, code: row.codeWord, reference: row.id.slice(0, 12) }
}

export function returnOf(row: OneOffRow): BankReturn {
  return { consentId: row.consentId!, state: row.id, nonce: row.nonce, redirectUri: row.redirectUri }
}

async function withConsent(means: OneOffMeans, rail: PayByBank, row: OneOffRow): Promise<Answer | Refusal<Refused>> {
  if (row.authorizationUrl !== null) return { id: row.id, authorizationUrl: row.authorizationUrl }
  if (row.step !== 'consent') return refuse('BANK_UNAVAILABLE')
  const consent = await insist(() => rail.createConsent(orderOf(row)))
  if (consent.outcome !== 'done') return await bankIsAway(means, row, consent)
  const url = await insist(() => rail.authorizationUrl({ ...returnOf(row), consentId: consent.value.consentId }))
  if (url.outcome !== 'done') return await bankIsAway(means, row, url)
  const at = means.clock.now()
  const change = { step: 'approval' as const, consentId: consent.value.consentId, authorizationUrl: url.value, nextAt: row.expiresAt, at }
  if (await advanceOneOff(means.db, row, change)) return { id: row.id, authorizationUrl: url.value }
  // A repetition of this call was quicker; its answer is the one.
  const first = await selectOneOff(means.db, row.id)
  return first?.authorizationUrl ? { id: row.id, authorizationUrl: first.authorizationUrl } : refuse('BANK_UNAVAILABLE')
}

/** A lost answer is asked for once more while the customer waits. */
async function insist<T>(call: () => Promise<BankOutcome<T>>): Promise<BankOutcome<T>> {
  const first = await call()
  return first.outcome === 'unknown' ? await call() : first
}

async function bankIsAway(means: OneOffMeans, row: OneOffRow, outcome: { outcome: 'refused' | 'unknown'; why: string }): Promise<Refusal<'BANK_UNAVAILABLE'>> {
  means.log.warn({ oneOffPayment: row.id, bank: row.bank, why: outcome.why }, 'a bank did not give a consent')
  if (outcome.outcome === 'refused') {
    const change = { step: 'failed' as const, failure: 'bank-unavailable' as const, why: outcome.why, nextAt: null, at: means.clock.now() }
    await advanceOneOff(means.db, row, change)
  }
  return refuse('BANK_UNAVAILABLE')
}
