import type { Tx } from '@nikau/runtime'
import { closeException, listException, openExceptions } from '../exceptions/index.ts'
import { act, type ActMeans, bankTookBack, byBank, releaseFromBank, type RequestRow, settleFromBank, surplusOf } from '../payment-requests/index.ts'
import { assetTypeOf } from './create.ts'
import { afterPaidMs, bankNames, clearingOf, type Failure } from './rules.ts'
import { advanceOneOff, lockOneOff, type OneOffRow } from './store.ts'

const unitOf = (row: OneOffRow) => (row.test ? 'nzd.test' : 'nzd.main')
const refsOf = (row: OneOffRow) => ({
  oneOffPaymentId: row.id,
  paymentRequestId: row.paymentRequestId,
  bank: row.bank,
  ...(row.bankPaymentId !== null && { bankPaymentId: row.bankPaymentId }),
})

/** Decides about a payment together with its request, alone and in one commit; nothing when someone has gone on already. */
async function deciding(means: ActMeans, row: OneOffRow, work: (tx: Tx, now: OneOffRow, request: RequestRow) => Promise<void>): Promise<void> {
  await act(means, row.paymentRequestId, async (tx, request) => {
    const now = await lockOneOff(tx, row.id)
    if (now?.step === row.step) await work(tx, now, request)
  })
}

/**
 * The bank has paid. The request takes it if it was held for it; else the money is here without a place, and goes back. Where the
 * bank's last word is still to come there is nothing to give back yet, and false is answered.
 */
export async function settle(means: ActMeans, row: OneOffRow): Promise<boolean> {
  let decided = true
  await deciding(means, row, async (tx, now, request) => {
    const unit = unitOf(now)
    const clearing = clearingOf(now.bank, unit)
    await means.ledger.openAccount(tx, clearing)
    const at = means.clock.now()
    const isLastWord = now.bankStatus === 'completed'
    if (isLastWord) await closeException(tx, { kind: 'bank-undecided', ref: now.id, at })
    const paid = {
      id: now.id,
      amount: now.amount,
      assetType: assetTypeOf(now.bank, now.test),
      description: bankNames[now.bank],
      clearing: clearing.id,
      by: byBank,
    }
    const posting = request.heldBy === now.id ? await settleFromBank(tx, means, request, paid) : undefined
    if (posting !== undefined) {
      await advanceOneOff(tx, now, { step: 'paid', posting, nextAt: new Date(at.getTime() + afterPaidMs(isLastWord)), at })
      return
    }
    decided = isLastWord
    if (!decided) return
    if (request.heldBy === now.id) await releaseFromBank(tx, means, request, now)
    const surplus = surplusOf(unit)
    await means.ledger.openAccount(tx, surplus)
    const operations = [{ op: 'transfer' as const, from: clearing.id, to: surplus.id, amount: now.amount }]
    const [outcome] = await means.ledger.postIn(tx, [
      { reference: `one-off:${now.id}`, kind: 'payment.bank-surplus', subject: `one-off-payment:${now.id}`, operations },
    ])
    if (outcome?.outcome !== 'accepted') throw new Error(`a surplus could not be booked: ${JSON.stringify(outcome)}`)
    await listException(tx, { kind: 'bank-surplus', ref: now.id, money: { unit, amount: now.amount }, refs: refsOf(now), at })
    await advanceOneOff(tx, now, { step: 'failed', failure: 'returned', posting: outcome.posting, nextAt: null, at })
  })
  return decided
}

/** The bank has not paid and will not: the request is free again. `lookAgain` where an answer was lost on the way there. */
export async function fail(means: ActMeans, row: OneOffRow, failure: Failure, why: string, lookAgain?: Date): Promise<void> {
  await deciding(means, row, async (tx, now, request) => {
    const at = means.clock.now()
    await releaseFromBank(tx, means, request, now)
    await closeException(tx, { kind: 'bank-undecided', ref: now.id, at })
    await advanceOneOff(tx, now, { step: 'failed', failure, why, nextAt: lookAgain ?? null, at })
  })
}

/** The bank rejects what it had called paid. */
export async function takeBack(means: ActMeans, row: OneOffRow): Promise<void> {
  await deciding(means, row, async (tx, now, request) => {
    const at = means.clock.now()
    const unit = unitOf(now)
    const aside = await openExceptions(tx, { kind: 'bank-refund', name: 'oneOffPaymentId', value: now.id })
    const setAside = aside.reduce((sum, one) => sum + (one.amount ?? 0n), 0n)
    const taken = { id: now.id, amount: now.amount, clearing: clearingOf(now.bank, unit).id, setAside }
    const done = await bankTookBack(tx, means, request, taken)
    const kind = done ? 'bank-took-back' : 'bank-took-back-undecided'
    await listException(tx, { kind, ref: now.id, money: { unit, amount: now.amount }, refs: refsOf(now), at })
    if (!done) {
      await advanceOneOff(tx, now, { step: 'paid', bankStatus: 'rejected', nextAt: null, at })
      return
    }
    // A request that was opened again has nothing set aside; one that was not needs it no longer.
    for (const { ref } of aside) await closeException(tx, { kind: 'bank-refund', ref, at })
    await advanceOneOff(tx, now, { step: 'failed', failure: 'declined', bankStatus: 'rejected', why: 'rejected after it was paid', nextAt: null, at })
  })
}

/** The bank has used the consent and does not say for what. The request stays held until an operator has asked. */
export async function giveToOperator(means: ActMeans, row: OneOffRow, why: string): Promise<void> {
  await deciding(means, row, async (tx, now) => {
    const at = means.clock.now()
    await listException(tx, { kind: 'bank-lost', ref: now.id, money: { unit: unitOf(now), amount: now.amount }, refs: refsOf(now), at })
    await advanceOneOff(tx, now, { step: 'lost', why, nextAt: null, at })
  })
}

/** Nothing is decided; but someone should know. */
export async function tellOperator(means: ActMeans, row: OneOffRow, kind: 'bank-undecided' | 'bank-paid-after-failure'): Promise<void> {
  const money = { unit: unitOf(row), amount: row.amount }
  await listException(means.db, { kind, ref: row.id, money, refs: refsOf(row), at: means.clock.now() })
}
