import type { NewAccount } from '@nikau/ledger'
import type { Tx } from '@nikau/runtime'
import { closeException, raiseException } from '../exceptions/index.ts'
import { completeReturn, type RequestDeps } from '../payment-requests/index.ts'
import { type Destination, withLockedPayment } from './destination.ts'
import { exceptionOf, refsOf } from './method.ts'
import { type Failure, recheckDelayMs, unitOf } from './rules.ts'
import { advanceBankPayment, type BankPaymentRow } from './store.ts'
import { changeReturn, lockUnsentReturns } from './store-returns.ts'

export const moneyOf = (row: BankPaymentRow) => ({ unit: unitOf(row), amount: row.amount })

/**
 * The bank has paid: applies the payment to the request that is reserved for it or to the wallet, or starts its return. False when the
 * money is not accepted but the bank may still reject the payment: nothing can be returned yet.
 */
export async function settle(deps: RequestDeps, row: BankPaymentRow): Promise<boolean> {
  let settled = true
  await withLockedPayment(deps, row, async (tx, payment, destination) => {
    const delay = recheckDelayMs(payment.bankStatus === 'completed')
    settled = (await settleLocked(tx, deps, payment, destination, new Date(deps.clock.now().getTime() + delay))) !== 'not-final'
  })
  return settled
}

/** `recheckAt` when the bank may still reject what is applied now. */
export async function settleLocked(
  tx: Tx,
  deps: RequestDeps,
  payment: BankPaymentRow,
  destination: Destination,
  recheckAt: Date | null,
): Promise<'settled' | 'returned' | 'not-final'> {
  const { bankStatus } = payment
  const at = deps.clock.now()
  const isFinal = bankStatus === 'completed'
  if (isFinal) await closeException(tx, { kind: 'bank-payment-unconfirmed', ref: payment.id, at })
  const posting = await destination.settle()
  if (posting !== undefined) {
    await advanceBankPayment(tx, payment, { step: 'paid', ...(bankStatus && { bankStatus }), posting, nextAttemptAt: recheckAt, at })
    return 'settled'
  }
  if (!isFinal) return 'not-final'
  await returnLocked(tx, deps, payment, destination)
  return 'returned'
}

/** Starts the return of money that the bank has paid and nothing accepts. */
export async function returnLocked(tx: Tx, deps: RequestDeps, payment: BankPaymentRow, destination: Destination): Promise<void> {
  const posting = await destination.returnUnapplied()
  await advanceBankPayment(tx, payment, {
    step: 'failed',
    failure: 'returned',
    bankStatus: 'completed',
    posting,
    nextAttemptAt: null,
    at: deps.clock.now(),
  })
}

/** The bank has not paid and will not: releases what was reserved. `recheckAt` when a response of the bank was lost. */
export async function fail(deps: RequestDeps, row: BankPaymentRow, failure: Failure, reason: string, recheckAt?: Date): Promise<void> {
  await withLockedPayment(deps, row, (tx, payment, destination) =>
    failLocked(tx, deps, payment, destination, { failure, reason, recheckAt: recheckAt ?? null }),
  )
}

export async function failLocked(
  tx: Tx,
  deps: RequestDeps,
  payment: BankPaymentRow,
  destination: Destination,
  { failure, reason, recheckAt }: { failure: Failure; reason: string; recheckAt: Date | null },
): Promise<void> {
  const at = deps.clock.now()
  await destination.release(failure)
  await closeException(tx, { kind: 'bank-payment-unconfirmed', ref: payment.id, at })
  await advanceBankPayment(tx, payment, { step: 'failed', failure, reason, nextAttemptAt: recheckAt, at })
}

/** The bank rejects a payment that it had reported as paid. */
export async function reverseSettled(deps: RequestDeps, row: BankPaymentRow): Promise<void> {
  await withLockedPayment(deps, row, async (tx, payment, destination) => {
    const at = deps.clock.now()
    const isReversed = await reverseLocked(tx, deps, payment, destination)
    const kind = isReversed ? 'bank-payment-reversed' : 'bank-payment-reversal-blocked'
    await raiseException(tx, { kind, ref: payment.id, money: moneyOf(payment), refs: refsOf(payment), at })
    if (!isReversed) await advanceBankPayment(tx, payment, { step: 'paid', bankStatus: 'rejected', nextAttemptAt: null, at })
  })
}

/** `losses` bears what has reached the payer already; without it that is for an operator to decide, and false is returned. */
export async function reverseLocked(tx: Tx, deps: RequestDeps, payment: BankPaymentRow, destination: Destination, losses?: NewAccount): Promise<boolean> {
  const at = deps.clock.now()
  const unsent = await lockUnsentReturns(tx, payment.id)
  const returnsPending = unsent.reduce((sum, { amount }) => sum + amount, 0n)
  if (!(await destination.reverse(returnsPending, losses))) return false
  // The money is still at the bank, so there is nothing left to return.
  for (const due of unsent) {
    await changeReturn(tx, due.id, { state: 'cancelled', at })
    await closeException(tx, { ...exceptionOf(due, payment), at })
    await completeReturn(tx, due.id, at)
  }
  const reason = 'rejected after it was paid'
  await advanceBankPayment(tx, payment, { step: 'failed', failure: 'declined', bankStatus: 'rejected', reason, nextAttemptAt: null, at })
  return true
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
