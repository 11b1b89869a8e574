import type { Tx } from '@nikau/runtime'
import { closeException, openExceptions, raiseException } from '../exceptions/index.ts'
import {
  type RequestDeps,
  releaseReservation,
  type RequestRow,
  returnUnapplied,
  reversePayment,
  settlePayment,
  withPendingPayment,
} from '../payment-requests/index.ts'
import { assetTypeOf } from './create.ts'
import { payByBankMethod, refsOf } from './method.ts'
import { bankNames, clearingAccount, type Failure, recheckDelayMs } from './rules.ts'
import { advanceBankPayment, type BankPaymentRow, lockBankPayment } from './store.ts'

const moneyOf = ({ test, amount }: BankPaymentRow) => ({ unit: test ? 'nzd.test' : 'nzd.main', amount })

/** Does nothing when the payment has left the step of `row` meanwhile. */
async function withLockedPayment(
  deps: RequestDeps,
  row: BankPaymentRow,
  work: (tx: Tx, payment: BankPaymentRow, request: RequestRow) => Promise<void>,
): Promise<void> {
  const lock = async (tx: Tx) => {
    const payment = await lockBankPayment(tx, row.id)
    return payment?.step === row.step ? payment : undefined
  }
  await withPendingPayment(deps, row.paymentRequestId, lock, work)
}

/**
 * The bank has paid: applies the payment to the request that is reserved for it, or starts its return. False when the request does not
 * accept the money but the bank may still reject the payment: nothing can be returned yet.
 */
export async function settle(deps: RequestDeps, row: BankPaymentRow): Promise<boolean> {
  let settled = true
  await withLockedPayment(deps, row, async (tx, payment, request) => {
    const { id, amount } = payment
    const at = deps.clock.now()
    const isFinal = payment.bankStatus === 'completed'
    if (isFinal) await closeException(tx, { kind: 'bank-payment-unconfirmed', ref: id, at })
    const clearing = clearingAccount(payment.bank, moneyOf(payment).unit)
    const paid = { id, amount, assetType: assetTypeOf(payment.bank, payment.test), description: bankNames[payment.bank], clearing }
    const posting = await settlePayment(tx, deps, request, payByBankMethod, paid)
    if (posting !== undefined) {
      await advanceBankPayment(tx, payment, { step: 'paid', posting, nextAttemptAt: new Date(at.getTime() + recheckDelayMs(isFinal)), at })
      return
    }
    settled = isFinal
    if (!isFinal) return
    const returned = await returnUnapplied(tx, deps, request, payByBankMethod, paid)
    await advanceBankPayment(tx, payment, { step: 'failed', failure: 'returned', posting: returned, nextAttemptAt: null, at })
  })
  return settled
}

/** The bank has not paid and will not: releases the request. `recheckAt` when a response of the bank was lost. */
export async function fail(deps: RequestDeps, row: BankPaymentRow, failure: Failure, reason: string, recheckAt?: Date): Promise<void> {
  await withLockedPayment(deps, row, async (tx, payment, request) => {
    const at = deps.clock.now()
    await releaseReservation(tx, deps, request, payment)
    await closeException(tx, { kind: 'bank-payment-unconfirmed', ref: payment.id, at })
    await advanceBankPayment(tx, payment, { step: 'failed', failure, reason, nextAttemptAt: recheckAt ?? null, at })
  })
}

/** The bank rejects a payment that it had reported as paid. */
export async function reverseSettled(deps: RequestDeps, row: BankPaymentRow): Promise<void> {
  await withLockedPayment(deps, row, async (tx, payment, request) => {
    const { id, amount } = payment
    const at = deps.clock.now()
    const money = moneyOf(payment)
    const pending = await openExceptions(tx, { kind: 'bank-refund-due', name: 'oneOffPaymentId', value: id })
    const returnsPending = pending.reduce((sum, exception) => sum + (exception.amount ?? 0n), 0n)
    const reversed = { id, amount, clearing: clearingAccount(payment.bank, money.unit).id, returnsPending }
    const isReversed = await reversePayment(tx, deps, request, payByBankMethod, reversed)
    const kind = isReversed ? 'bank-payment-reversed' : 'bank-payment-reversal-blocked'
    await raiseException(tx, { kind, ref: id, money, refs: refsOf(payment), at })
    if (!isReversed) {
      await advanceBankPayment(tx, payment, { step: 'paid', bankStatus: 'rejected', nextAttemptAt: null, at })
      return
    }
    // The money is still at the bank, so there is nothing left to return.
    for (const { ref } of pending) await closeException(tx, { kind: 'bank-refund-due', ref, at })
    const reason = 'rejected after it was paid'
    await advanceBankPayment(tx, payment, { step: 'failed', failure: 'declined', bankStatus: 'rejected', reason, nextAttemptAt: null, at })
  })
}

/** The bank has used the consent but does not report a payment. The request stays reserved until an operator has asked the bank. */
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
