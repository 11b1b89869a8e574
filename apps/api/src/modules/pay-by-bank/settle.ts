import { closeException, raiseException } from '../exceptions/index.ts'
import { completeReturn, type RequestDeps } from '../payment-requests/index.ts'
import { withLockedPayment } from './destination.ts'
import { exceptionOf, refsOf } from './method.ts'
import { type Failure, recheckDelayMs, unitOf } from './rules.ts'
import { advanceBankPayment, type BankPaymentRow } from './store.ts'
import { changeReturn, lockUnsentReturns } from './store-returns.ts'

const moneyOf = (row: BankPaymentRow) => ({ unit: unitOf(row), amount: row.amount })

/**
 * The bank has paid: applies the payment to the request that is reserved for it or to the wallet, or starts its return. False when the
 * money is not accepted but the bank may still reject the payment: nothing can be returned yet.
 */
export async function settle(deps: RequestDeps, row: BankPaymentRow): Promise<boolean> {
  let settled = true
  await withLockedPayment(deps, row, async (tx, payment, destination) => {
    const at = deps.clock.now()
    const isFinal = payment.bankStatus === 'completed'
    if (isFinal) await closeException(tx, { kind: 'bank-payment-unconfirmed', ref: payment.id, at })
    const posting = await destination.settle()
    if (posting !== undefined) {
      await advanceBankPayment(tx, payment, { step: 'paid', posting, nextAttemptAt: new Date(at.getTime() + recheckDelayMs(isFinal)), at })
      return
    }
    settled = isFinal
    if (!isFinal) return
    const returned = await destination.returnUnapplied()
    await advanceBankPayment(tx, payment, { step: 'failed', failure: 'returned', posting: returned, nextAttemptAt: null, at })
  })
  return settled
}

/** The bank has not paid and will not: releases what was reserved. `recheckAt` when a response of the bank was lost. */
export async function fail(deps: RequestDeps, row: BankPaymentRow, failure: Failure, reason: string, recheckAt?: Date): Promise<void> {
  await withLockedPayment(deps, row, async (tx, payment, destination) => {
    const at = deps.clock.now()
    await destination.release(failure)
    await closeException(tx, { kind: 'bank-payment-unconfirmed', ref: payment.id, at })
    await advanceBankPayment(tx, payment, { step: 'failed', failure, reason, nextAttemptAt: recheckAt ?? null, at })
  })
}

/** The bank rejects a payment that it had reported as paid. */
export async function reverseSettled(deps: RequestDeps, row: BankPaymentRow): Promise<void> {
  await withLockedPayment(deps, row, async (tx, payment, destination) => {
    const { id } = payment
    const at = deps.clock.now()
    const unsent = await lockUnsentReturns(tx, id)
    const returnsPending = unsent.reduce((sum, { amount }) => sum + amount, 0n)
    const isReversed = await destination.reverse(returnsPending)
    const kind = isReversed ? 'bank-payment-reversed' : 'bank-payment-reversal-blocked'
    await raiseException(tx, { kind, ref: id, money: moneyOf(payment), refs: refsOf(payment), at })
    if (!isReversed) {
      await advanceBankPayment(tx, payment, { step: 'paid', bankStatus: 'rejected', nextAttemptAt: null, at })
      return
    }
    // The money is still at the bank, so there is nothing left to return.
    for (const due of unsent) {
      await changeReturn(tx, due.id, { state: 'cancelled', at })
      await closeException(tx, { ...exceptionOf(due, payment), at })
      await completeReturn(tx, due.id, at)
    }
    const reason = 'rejected after it was paid'
    await advanceBankPayment(tx, payment, { step: 'failed', failure: 'declined', bankStatus: 'rejected', reason, nextAttemptAt: null, at })
  })
}

/** The bank has used the consent but does not report a payment. What is reserved stays so until an operator has asked the bank. */
export async function markIndeterminate(deps: RequestDeps, row: BankPaymentRow, reason: string): Promise<void> {
  await withLockedPayment(deps, row, async (tx, payment) => {
    const at = deps.clock.now()
    await raiseException(tx, { kind: 'bank-payment-indeterminate', ref: payment.id, money: moneyOf(payment), refs: refsOf(payment), at })
    await advanceBankPayment(tx, payment, { step: 'indeterminate', reason, nextAttemptAt: null, at })
  })
}

/** Informs an operator; the payment continues. */
export async function raisePaymentException(
  deps: RequestDeps,
  row: BankPaymentRow,
  kind: 'bank-payment-unconfirmed' | 'bank-payment-after-failure',
): Promise<void> {
  await raiseException(deps.db, { kind, ref: row.id, money: moneyOf(row), refs: refsOf(row), at: deps.clock.now() })
}
