import { type OpenBank, type FindBank } from '@nikau/rails/pay-by-bank'
import { type Log, Secret } from '@nikau/runtime'
import { inTransaction } from '../../http/refusal.ts'
import { closeException } from '../exceptions/index.ts'
import { type ActMeans, expire } from '../payment-requests/index.ts'
import { orderOf, returnOf } from './create.ts'
import { codeLifeMs, freshCodeMs, lookBackMs, pauseMs, type Step } from './rules.ts'
import { fail, giveToOperator, settle, takeBack, tellOperator } from './settle.ts'
import { advanceOneOff, noteBankStatus, noteSpoken, type OneOffRow, postponeOneOff, selectOneOff } from './store.ts'

export interface AdvanceMeans extends ActMeans {
  bankOf: FindBank
  log: Log
}

/** What came of a try: another step can be tried at once, or this one later, at a time. */
type Next = 'on' | { later: Date | null; why?: string }

/**
 * Goes on with a payment from wherever it stands, as far as the bank lets it. Safe to run twice, at the same time too: a code
 * that is exchanged twice is refused and nothing was paid by it, a payment is asked for under one key, and what the books and the
 * request say changes under a lock. No transaction is open while the bank is spoken to.
 */
export async function advance(means: AdvanceMeans, id: string, signal?: AbortSignal): Promise<void> {
  for (;;) {
    signal?.throwIfAborted()
    const row = await selectOneOff(means.db, id)
    if (!row) return
    const next = await tryStep(means, row)
    if (next === 'on') continue
    const at = means.clock.now()
    await inTransaction(means.db, (tx) => postponeOneOff(tx, row, { nextAt: next.later, at, ...(next.why !== undefined && { why: next.why }) }))
    // A request does not run out while it is held: whether its time is over is looked at now.
    if (row.step === 'failed' || row.step === 'paid') await expire(means, row.paymentRequestId)
    return
  }
}

async function tryStep(means: AdvanceMeans, row: OneOffRow): Promise<Next> {
  const bank = means.bankOf(row.bank, row.test ? 'test' : 'main')
  const speak = speaks[row.step]
  if (!speak) return row.step === 'lost' ? { later: null } : await lapse(means, row)
  return bank ? await speak(means, bank, row) : later(means, row, 'the bank is not configured')
}

/** The steps at which the bank is spoken to. */
const speaks: Partial<Record<Step, (means: AdvanceMeans, bank: OpenBank, row: OneOffRow) => Promise<Next>>> = {
  exchange,
  initiate,
  watch,
  paid: lookBack,
  failed: afterFailure,
}

async function lapse(means: AdvanceMeans, row: OneOffRow): Promise<Next> {
  const at = means.clock.now()
  if (at < row.expiresAt) return { later: row.expiresAt }
  await advanceOneOff(means.db, row, { step: 'failed', failure: 'expired', nextAt: null, at })
  return 'on'
}

async function exchange(means: AdvanceMeans, { rail }: OpenBank, row: OneOffRow): Promise<Next> {
  await noteSpoken(means.db, row, means.clock.now())
  const got = await rail.exchange(returnOf(row), row.code!)
  const at = means.clock.now()
  if (got.outcome === 'done') {
    await advanceOneOff(means.db, row, { step: 'initiate', accessToken: got.value.token.reveal(), nextAt: at, at })
    return 'on'
  }
  const age = at.getTime() - row.authorizedAt!.getTime()
  if (got.outcome === 'unknown' && age < codeLifeMs) return later(means, row, got.why)
  // After a lost answer the code may have been used up by the answer that was lost. Nothing was paid by it.
  await fail(means, row, got.outcome === 'refused' && row.spokenAt === null && age < freshCodeMs ? 'declined' : 'bank-unavailable', got.why)
  return 'on'
}

async function initiate(means: AdvanceMeans, bank: OpenBank, row: OneOffRow): Promise<Next> {
  await noteSpoken(means.db, row, means.clock.now())
  const got = await bank.rail.initiate(orderOf(row), row.consentId!, new Secret(row.accessToken!))
  const at = means.clock.now()
  if (got.outcome === 'done') {
    const { paymentId, status } = got.value
    await advanceOneOff(means.db, row, { step: 'watch', bankPaymentId: paymentId, bankStatus: status, nextAt: at, at })
    return 'on'
  }
  if (got.outcome === 'unknown') return await patiently(means, bank, row, got.why)
  // A no to a repetition does not say what became of the first: the consent does.
  const consent = await bank.rail.consentStatus(row.consentId!)
  if (consent.outcome !== 'done') return await patiently(means, bank, row, consent.why)
  if (consent.value === 'consumed') {
    await giveToOperator(means, row, got.why)
    return 'on'
  }
  const failure = got.why.endsWith('Resource.Consent.InvalidStatus') ? 'expired' : row.spokenAt === null ? 'declined' : 'bank-unavailable'
  await fail(means, row, failure, got.why, row.spokenAt !== null ? new Date(at.getTime() + codeLifeMs) : undefined)
  return 'on'
}

async function watch(means: AdvanceMeans, bank: OpenBank, row: OneOffRow): Promise<Next> {
  // The answer to the order has told the status; from then on the bank is asked.
  const seen = row.tries === 0 && row.bankStatus ? { outcome: 'done' as const, value: row.bankStatus } : await bank.rail.paymentStatus(row.bankPaymentId!)
  if (seen.outcome !== 'done') return await patiently(means, bank, row, seen.why)
  if (seen.value !== row.bankStatus) await noteBankStatus(means.db, row, seen.value)
  const fresh = { ...row, bankStatus: seen.value }
  if (seen.value === 'completed' || (seen.value === 'accepted' && bank.settings.paidWhen === 'accepted')) {
    if (await settle(means, fresh)) return 'on'
    return await patiently(means, bank, fresh, `payment: ${seen.value}`)
  }
  if (seen.value === 'rejected') {
    await fail(means, fresh, 'declined', 'payment: Rejected')
    return 'on'
  }
  return await patiently(means, bank, fresh, `payment: ${seen.value}`)
}

/** A bank may take back its word: it is asked until it has said its last, then again soon, later, and once more the next day. */
async function lookBack(means: AdvanceMeans, bank: OpenBank, row: OneOffRow): Promise<Next> {
  const at = means.clock.now()
  if (row.nextAt === null || row.nextAt > at) return { later: row.nextAt }
  const seen = await bank.rail.paymentStatus(row.bankPaymentId!)
  if (seen.outcome !== 'done') return later(means, row, seen.why)
  if (seen.value === 'rejected') {
    await expire(means, row.paymentRequestId)
    await takeBack(means, row)
    return 'on'
  }
  if (seen.value !== row.bankStatus) await noteBankStatus(means.db, row, seen.value)
  if (seen.value !== 'completed') return await patiently(means, bank, row, `payment: ${seen.value}`)
  await closeException(means.db, { kind: 'bank-undecided', ref: row.id, at })
  const age = at.getTime() - row.authorizedAt!.getTime()
  const pause = lookBackMs.find((one) => one > age)
  return { later: pause === undefined ? null : new Date(row.authorizedAt!.getTime() + pause) }
}

/** A bank that was asked, answered nothing and then said no should not have paid after all. */
async function afterFailure(means: AdvanceMeans, { rail }: OpenBank, row: OneOffRow): Promise<Next> {
  if (row.nextAt === null || row.consentId === null || row.nextAt > means.clock.now()) return { later: row.nextAt }
  const consent = await rail.consentStatus(row.consentId)
  if (consent.outcome !== 'done') return later(means, row, consent.why)
  if (consent.value === 'consumed') await tellOperator(means, row, 'bank-paid-after-failure')
  return { later: null }
}

function later(means: AdvanceMeans, row: OneOffRow, why: string): Next {
  return { later: new Date(means.clock.now().getTime() + pauseMs(row.tries)), why }
}

/** Tries again for as long as it takes, and after some time tells an operator that it takes long. */
async function patiently(means: AdvanceMeans, bank: OpenBank, row: OneOffRow, why: string): Promise<Next> {
  const waited = means.clock.now().getTime() - row.authorizedAt!.getTime()
  if (waited > bank.settings.patienceSeconds * 1000) await tellOperator(means, row, 'bank-undecided')
  return later(means, row, why)
}
