import type { Decline } from '@nikau/rails/farmlands'
import type { Tx } from '@nikau/runtime'
import { Refusal } from '../../http/refusal.ts'
import { closeException, raiseException } from '../exceptions/index.ts'
import {
  cancelRequest,
  releaseReservation,
  type RequestDeps,
  type RequestRow,
  type ReturnDeps,
  returnUnapplied,
  settlePayment,
  withPendingPayment,
} from '../payment-requests/index.ts'
import { cardMethod } from './method.ts'
import { assetTypeOf, cancellationOfDecline, clearingAccount, unitOf } from './rules.ts'
import { type CardPaymentRow, endCardPayment, lockCardPayment } from './store-payments.ts'

const refsOf = (row: CardPaymentRow) => ({ cardPaymentId: row.id, paymentRequestId: row.paymentRequestId })
const moneyOf = (row: CardPaymentRow) => ({ unit: unitOf(row.test), amount: row.amount })

/** Does nothing when the payment is no longer pending. The outcome is known now, so an unconfirmed exception is closed. */
async function withLockedPayment(
  deps: RequestDeps,
  row: CardPaymentRow,
  work: (tx: Tx, payment: CardPaymentRow, request: RequestRow) => Promise<void>,
): Promise<void> {
  const lock = async (tx: Tx) => {
    const payment = await lockCardPayment(tx, row.id)
    return payment?.step === 'charge' ? payment : undefined
  }
  await withPendingPayment(deps, row.paymentRequestId, lock, async (tx, payment, request) => {
    await closeException(tx, { kind: 'card-payment-unconfirmed', ref: row.id, at: deps.clock.now() })
    await work(tx, payment, request)
  })
}

/** The card was charged: applies the payment to the request that is reserved for it, or refunds the charge at once. */
export async function settle(deps: RequestDeps, row: CardPaymentRow): Promise<void> {
  await withLockedPayment(deps, row, async (tx, payment, request) => void (await settleLocked(tx, deps, payment, request)))
}

export async function settleLocked(tx: Tx, deps: RequestDeps, payment: CardPaymentRow, request: RequestRow): Promise<'settled' | 'returned'> {
  const posting = await settlePayment(tx, deps, request, cardMethod, chargeOf(payment))
  if (posting === undefined) return await returnLocked(tx, deps, payment, request)
  await endCardPayment(tx, payment, { step: 'paid', posting, at: deps.clock.now() })
  return 'settled'
}

/** Refunds a charge that nothing accepts. */
export async function returnLocked(tx: Tx, deps: RequestDeps, payment: CardPaymentRow, request: RequestRow): Promise<'returned'> {
  const posting = await returnUnapplied(tx, deps, request, cardMethod, chargeOf(payment))
  await endCardPayment(tx, payment, { step: 'failed', failure: 'returned', posting, at: deps.clock.now() })
  return 'returned'
}

function chargeOf({ id, amount, test, lastFour }: CardPaymentRow) {
  return { id, amount, assetType: assetTypeOf(test), description: `Farmlands Card ending ${lastFour}`, clearing: clearingAccount(unitOf(test)) }
}

/** The card was not charged and will not be: releases the request, or cancels it if it was created for this card. */
export async function fail(deps: ReturnDeps, row: CardPaymentRow, failure: Decline, reason: string): Promise<void> {
  await withLockedPayment(deps, row, (tx, payment, request) => failLocked(tx, deps, payment, request, { failure, reason }))
}

export async function failLocked(
  tx: Tx,
  deps: ReturnDeps,
  payment: CardPaymentRow,
  request: RequestRow,
  { failure, reason }: { failure: Decline; reason: string },
): Promise<void> {
  const isCancelled = payment.sessionId === null && (await cancelScanned(tx, deps, request, payment, failure))
  if (!isCancelled) await releaseReservation(tx, deps, request, payment)
  await endCardPayment(tx, payment, { step: 'failed', failure, reason, at: deps.clock.now() })
}

/** False when the merchant has cancelled it meanwhile, or when it has expired by the ledger's clock. */
async function cancelScanned(tx: Tx, deps: ReturnDeps, request: RequestRow, row: CardPaymentRow, decline: Decline): Promise<boolean> {
  if (request.reservedFor !== row.id) return false
  const cancellation = { event: 'cancel', reason: cancellationOfDecline[decline], createdBy: cardMethod.createdBy } as const
  return !((await cancelRequest(tx, deps, request, cancellation)) instanceof Refusal)
}

/** The company has a different charge under our key. The request stays reserved until an operator has asked the company. */
export async function markIndeterminate(deps: RequestDeps, row: CardPaymentRow, reason: string): Promise<void> {
  await withLockedPayment(deps, row, async (tx, payment) => {
    const at = deps.clock.now()
    await raiseException(tx, { kind: 'card-payment-indeterminate', ref: row.id, money: moneyOf(row), refs: refsOf(row), at })
    await endCardPayment(tx, payment, { step: 'indeterminate', reason, at })
  })
}

/** Informs an operator; the payment continues. */
export async function raiseUnconfirmed(deps: RequestDeps, row: CardPaymentRow): Promise<void> {
  await raiseException(deps.db, { kind: 'card-payment-unconfirmed', ref: row.id, money: moneyOf(row), refs: refsOf(row), at: deps.clock.now() })
}
