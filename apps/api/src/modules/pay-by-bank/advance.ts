import { type OpenBank, type FindBank } from '@nikau/rails/pay-by-bank'
import { type Log, Secret, type Vault } from '@nikau/runtime'
import { inTransaction } from '../../http/refusal.ts'
import { closeException } from '../exceptions/index.ts'
import type { ReturnDeps } from '../payment-requests/index.ts'
import { expireDestination } from './destination.ts'
import { toBankOrder, toAuthorisationRequest } from './create.ts'
import { rememberPayer } from './payer.ts'
import { codeTtlMs, freshCodeMs, recheckAfterMs, backoffMs, type Step } from './rules.ts'
import { fail, markIndeterminate, settle, reverseSettled, raisePaymentException } from './settle.ts'
import {
  advanceBankPayment,
  type BankPaymentRow,
  openCredential,
  postponeBankPayment,
  recordFirstAttempt,
  selectBankPayment,
  updateBankStatus,
} from './store.ts'

export interface AdvanceDeps extends ReturnDeps {
  bankOf: FindBank
  vault: Vault
  log: Log
}

/** `continue`: run the next step now. Otherwise retry this step at a time; null when nothing is left to do. */
type Next = 'continue' | { retryAt: Date | null; reason?: string }

/**
 * Advances a payment from its current step as far as the bank allows. Safe to run concurrently: a code that is exchanged twice is
 * refused and pays nothing, a payment is initiated under one idempotency key, and ledger and request change under a lock. No
 * transaction is open during a call to the bank.
 */
export async function advance(deps: AdvanceDeps, id: string, signal?: AbortSignal): Promise<void> {
  for (;;) {
    signal?.throwIfAborted()
    const row = await selectBankPayment(deps.db, id)
    if (!row) return
    const next = await runStep(deps, row)
    if (next === 'continue') continue
    const at = deps.clock.now()
    await inTransaction(deps.db, (tx) =>
      postponeBankPayment(tx, row, { nextAttemptAt: next.retryAt, at, ...(next.reason !== undefined && { reason: next.reason }) }),
    )
    if (row.step === 'failed' || row.step === 'paid') await expireDestination(deps, row)
    return
  }
}

async function runStep(deps: AdvanceDeps, row: BankPaymentRow): Promise<Next> {
  const bank = deps.bankOf(row.bank, row.test ? 'test' : 'main')
  const handler = stepHandlers[row.step]
  if (!handler) return row.step === 'indeterminate' ? { retryAt: null } : await expireIfDue(deps, row)
  return bank ? await handler(deps, bank, row) : withBackoff(deps, row, 'bank not configured')
}

/** The steps that call the bank. */
const stepHandlers: Partial<Record<Step, (deps: AdvanceDeps, bank: OpenBank, row: BankPaymentRow) => Promise<Next>>> = {
  exchange,
  initiate,
  watch,
  paid: recheckSettled,
  failed: recheckFailed,
}

async function expireIfDue(deps: AdvanceDeps, row: BankPaymentRow): Promise<Next> {
  const at = deps.clock.now()
  if (at < row.expiresAt) return { retryAt: row.expiresAt }
  await advanceBankPayment(deps.db, row, { step: 'failed', failure: 'expired', nextAttemptAt: null, at })
  return 'continue'
}

async function exchange(deps: AdvanceDeps, { rail }: OpenBank, row: BankPaymentRow): Promise<Next> {
  await recordFirstAttempt(deps.db, row, deps.clock.now())
  const got = await rail.exchange(toAuthorisationRequest(row), openCredential(deps.vault, row))
  const at = deps.clock.now()
  if (got.outcome === 'done') {
    await advanceBankPayment(deps.db, row, { step: 'initiate', credential: deps.vault.seal(got.value.token.reveal(), row.id), nextAttemptAt: at, at })
    return 'continue'
  }
  const age = at.getTime() - row.authorizedAt!.getTime()
  if (got.outcome === 'unknown' && age < codeTtlMs) return withBackoff(deps, row, got.reason)
  // After a lost response the code may have been exchanged by that call. Nothing was paid with it.
  await fail(deps, row, got.outcome === 'refused' && row.firstAttemptedAt === null && age < freshCodeMs ? 'declined' : 'bank-unavailable', got.reason)
  return 'continue'
}

async function initiate(deps: AdvanceDeps, bank: OpenBank, row: BankPaymentRow): Promise<Next> {
  await recordFirstAttempt(deps.db, row, deps.clock.now())
  const got = await bank.rail.initiate(toBankOrder(row), row.consentId!, new Secret(openCredential(deps.vault, row)))
  const at = deps.clock.now()
  if (got.outcome === 'done') {
    const { paymentId, status, amount } = got.value
    if (isOtherAmount(row, amount)) return await stopForAmount(deps, row, amount)
    await advanceBankPayment(deps.db, row, { step: 'watch', bankPaymentId: paymentId, bankStatus: status, nextAttemptAt: at, at })
    return 'continue'
  }
  if (got.outcome === 'unknown') return await retryLater(deps, bank, row, got.reason)
  // The refusal of a repeated call does not tell the outcome of the first; the consent does.
  const consent = await bank.rail.consentStatus(row.consentId!)
  if (consent.outcome !== 'done') return await retryLater(deps, bank, row, consent.reason)
  if (consent.value === 'consumed') {
    await markIndeterminate(deps, row, got.reason)
    return 'continue'
  }
  const failure = got.reason.endsWith('Resource.Consent.InvalidStatus') ? 'expired' : row.firstAttemptedAt === null ? 'declined' : 'bank-unavailable'
  await fail(deps, row, failure, got.reason, row.firstAttemptedAt !== null ? new Date(at.getTime() + codeTtlMs) : undefined)
  return 'continue'
}

async function watch(deps: AdvanceDeps, bank: OpenBank, row: BankPaymentRow): Promise<Next> {
  // The response to the initiation had the status; from then on the bank is asked.
  const isReported = row.attempts === 0 && row.bankStatus
  const seen = isReported ? { outcome: 'done' as const, value: { status: isReported, amount: row.amount } } : await bank.rail.paymentStatus(row.bankPaymentId!)
  if (seen.outcome !== 'done') return await retryLater(deps, bank, row, seen.reason)
  const { status, amount } = seen.value
  if (status !== row.bankStatus) await updateBankStatus(deps.db, row, status)
  const fresh = { ...row, bankStatus: status }
  if (status === 'rejected') {
    await fail(deps, fresh, 'declined', 'payment: Rejected')
    return 'continue'
  }
  if (isOtherAmount(row, amount)) return await stopForAmount(deps, fresh, amount)
  if (status === 'completed' || (status === 'accepted' && bank.settings.paidWhen === 'accepted')) {
    await rememberPayer(deps, bank.rail, fresh)
    if (await settle(deps, fresh)) return 'continue'
  }
  return await retryLater(deps, bank, fresh, `payment: ${status}`)
}

const isOtherAmount = (row: BankPaymentRow, amount: bigint) => amount !== row.amount

/** The bank has another amount than the customer approved: nothing is settled, and an operator asks the bank. */
async function stopForAmount(deps: AdvanceDeps, row: BankPaymentRow, amount: bigint): Promise<Next> {
  await markIndeterminate(deps, row, `payment: ${amount} of ${row.amount} cents`)
  return 'continue'
}

/** A bank may reject a payment after reporting it paid: rechecks until the status is final, then after a minute, an hour and a day. */
async function recheckSettled(deps: AdvanceDeps, bank: OpenBank, row: BankPaymentRow): Promise<Next> {
  const at = deps.clock.now()
  if (row.nextAttemptAt === null || row.nextAttemptAt > at) return { retryAt: row.nextAttemptAt }
  const seen = await bank.rail.paymentStatus(row.bankPaymentId!)
  if (seen.outcome !== 'done') return withBackoff(deps, row, seen.reason)
  const { status } = seen.value
  if (status === 'rejected') {
    await expireDestination(deps, row)
    await reverseSettled(deps, row)
    return 'continue'
  }
  if (status !== row.bankStatus) await updateBankStatus(deps.db, row, status)
  if (status !== 'completed') return await retryLater(deps, bank, row, `payment: ${status}`)
  await closeException(deps.db, { kind: 'bank-payment-unconfirmed', ref: row.id, at })
  const age = at.getTime() - row.authorizedAt!.getTime()
  const pause = recheckAfterMs.find((ms) => ms > age)
  return { retryAt: pause === undefined ? null : new Date(row.authorizedAt!.getTime() + pause) }
}

/** After a lost response and a refusal, checks that the bank did not pay after all. */
async function recheckFailed(deps: AdvanceDeps, { rail }: OpenBank, row: BankPaymentRow): Promise<Next> {
  if (row.nextAttemptAt === null || row.consentId === null || row.nextAttemptAt > deps.clock.now()) return { retryAt: row.nextAttemptAt }
  const consent = await rail.consentStatus(row.consentId)
  if (consent.outcome !== 'done') return withBackoff(deps, row, consent.reason)
  if (consent.value === 'consumed') await raisePaymentException(deps, row, 'bank-payment-after-failure')
  return { retryAt: null }
}

function withBackoff(deps: AdvanceDeps, row: BankPaymentRow, reason: string): Next {
  return { retryAt: new Date(deps.clock.now().getTime() + backoffMs(row.attempts)), reason }
}

/** Retries without limit, and raises an exception once the bank has taken too long. */
async function retryLater(deps: AdvanceDeps, bank: OpenBank, row: BankPaymentRow, reason: string): Promise<Next> {
  const waited = deps.clock.now().getTime() - row.authorizedAt!.getTime()
  if (waited > bank.settings.alertAfterSeconds * 1000) await raisePaymentException(deps, row, 'bank-payment-unconfirmed')
  return withBackoff(deps, row, reason)
}
