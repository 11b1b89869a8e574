import type { NewAccount } from '@nikau/ledger'
import { cents } from '@nikau/money'
import type { Tx } from '@nikau/runtime'
import { inTransaction, type Refusal } from '../../http/refusal.ts'
import { type ApprovedTopUp, creditApproved, failApproved, reverseApproved, startApproved } from '../funds-transfers/index.ts'
import {
  expire,
  postUnapplied,
  releaseReservation,
  type RequestDeps,
  type RequestRow,
  reserveRequest,
  type ReturnDeps,
  returnUnapplied,
  reversePayment,
  selectRequest,
  settlePayment,
  withPendingPayment,
  withRequest,
} from '../payment-requests/index.ts'
import type { QuotaDeps } from '../quotas/index.ts'
import { payByBankMethod } from './method.ts'
import { assetTypeOf, bankNames, clearingAccount, type Failure, unitOf } from './rules.ts'
import { type BankPaymentRow, lockBankPayment } from './store.ts'

/**
 * What a payment pays into: a payment request, or the wallet of the person who tops it up. Everything between us and the bank is the
 * same for both. Each of these runs in the transaction that has locked the payment.
 */
export interface Destination {
  /** The bank has paid. Undefined, with nothing done, when the money is not accepted any more. */
  settle(): Promise<bigint | undefined>
  /** Sets aside money that `settle` could not apply, for an operator to send back. */
  returnUnapplied(): Promise<bigint>
  /** The bank has not paid and will not. */
  release(failure: Failure): Promise<void>
  /**
   * The bank rejects what it had reported as paid; `returnsPending` of it is set aside already. What has reached the payer is taken from
   * `losses`; without it nothing is done then, and the answer is false: an operator has to decide.
   */
  reverse(returnsPending: bigint, losses?: NewAccount): Promise<boolean>
}

/** Locks a payment together with what it pays into. Does nothing when the payment has left the step of `row` meanwhile. */
export async function withLockedPayment(
  deps: RequestDeps,
  row: BankPaymentRow,
  work: (tx: Tx, payment: BankPaymentRow, destination: Destination) => Promise<void>,
): Promise<void> {
  const lock = async (tx: Tx) => {
    const payment = await lockBankPayment(tx, row.id)
    return payment?.step === row.step ? payment : undefined
  }
  const { paymentRequestId } = row
  if (paymentRequestId !== null) {
    await withPendingPayment(deps, paymentRequestId, lock, (tx, payment, request) => work(tx, payment, requestDestination(tx, deps, request, payment)))
    return
  }
  await inTransaction(deps.db, async (tx) => {
    const payment = await lock(tx)
    if (payment) await work(tx, payment, walletDestination(tx, deps, payment))
  })
}

/** What a locked payment pays into, in the transaction that has locked it. */
export async function findDestination(tx: Tx, deps: RequestDeps, payment: BankPaymentRow): Promise<Destination> {
  if (payment.paymentRequestId === null) return walletDestination(tx, deps, payment)
  const request = await selectRequest(tx, payment.paymentRequestId)
  if (!request) throw new Error(`payment request of bank payment ${payment.id} not found`)
  return requestDestination(tx, deps, request, payment)
}

type ReserveRefused = 'REQUEST_PAID' | 'REQUEST_CANCELLED' | 'REQUEST_EXPIRED' | 'PAYMENT_UNCONFIRMED' | 'QUOTA_EXCEEDED'
type Reserved = Refusal<ReserveRefused> | 'reserved' | 'amount-changed' | 'expired'

/** The customer has approved: uses up what remains of the request, or of the quota, until the bank has decided. */
export async function withReservation(
  deps: RequestDeps & QuotaDeps,
  row: BankPaymentRow,
  work: (tx: Tx, payment: BankPaymentRow, reserve: () => Promise<Reserved>) => Promise<Refusal<ReserveRefused> | undefined>,
): Promise<Refusal<ReserveRefused> | undefined> {
  const { paymentRequestId } = row
  if (paymentRequestId === null)
    return await inTransaction(deps.db, async (tx) => {
      const payment = await lockBankPayment(tx, row.id)
      if (payment?.step !== 'approval') return undefined
      return await work(tx, payment, async () => {
        const at = deps.clock.now()
        return at >= payment.expiresAt ? 'expired' : ((await startApproved(tx, deps, toTopUp(payment), at)) ?? 'reserved')
      })
    })
  const refusal = await withRequest(deps, paymentRequestId, async (tx, request): Promise<Refusal<ReserveRefused> | undefined> => {
    const payment = await lockBankPayment(tx, row.id)
    if (payment?.step !== 'approval') return undefined
    return await work(tx, payment, () => reserveRequest(tx, deps, request, payment))
  })
  if (refusal?.code === 'REQUEST_NOT_FOUND') throw new Error(`payment request of bank payment ${row.id} not found`)
  return refusal
}

/** A reserved request does not expire, so its expiry is checked once the payment has ended. */
export async function expireDestination(deps: ReturnDeps, { paymentRequestId }: BankPaymentRow): Promise<void> {
  if (paymentRequestId !== null) await expire(deps, paymentRequestId)
}

function paidBy(payment: BankPaymentRow) {
  const { id, amount, bank, test } = payment
  return { id, amount, assetType: assetTypeOf(bank, test), description: bankNames[bank], clearing: clearingAccount(bank, unitOf(payment)) }
}

function requestDestination(tx: Tx, deps: RequestDeps, request: RequestRow, payment: BankPaymentRow): Destination {
  const paid = paidBy(payment)
  return {
    settle: () => settlePayment(tx, deps, request, payByBankMethod, paid),
    returnUnapplied: () => returnUnapplied(tx, deps, request, payByBankMethod, paid),
    release: () => releaseReservation(tx, deps, request, payment),
    reverse: (returnsPending, losses) =>
      reversePayment(tx, deps, request, payByBankMethod, { id: paid.id, amount: paid.amount, clearing: paid.clearing.id, returnsPending, losses }),
  }
}

function walletDestination(tx: Tx, deps: RequestDeps, payment: BankPaymentRow): Destination {
  const paid = paidBy(payment)
  return {
    async settle() {
      await deps.ledger.openAccount(tx, paid.clearing)
      return await creditApproved(tx, deps, paid.id, paid.clearing, deps.clock.now())
    },
    async returnUnapplied() {
      // The top-up of a payment that had failed before has failed already.
      if (payment.step !== 'failed') await failApproved(tx, deps, paid.id, 'returned', deps.clock.now())
      return await postUnapplied(tx, deps, payByBankMethod, paid, unitOf(payment))
    },
    release: (failure) => failApproved(tx, deps, paid.id, failure === 'cancelled' ? 'declined' : failure, deps.clock.now()),
    async reverse() {
      await reverseApproved(tx, deps, paid.id, paid.clearing, deps.clock.now())
      return true
    },
  }
}

function toTopUp({ id, accountId, walletId, personId, bank, test, amount, createdAt }: BankPaymentRow): ApprovedTopUp {
  if (accountId === null || walletId === null || personId === null) throw new Error(`bank payment ${id} is no top-up`)
  return { id, accountId, walletId, personId, bank, liveness: test ? 'test' : 'main', amount: cents(amount), createdAt }
}
