import type { NewAccount } from '@nikau/ledger'
import type { Tx } from '@nikau/runtime'
import { type Refusal, refuse } from '../../http/refusal.ts'
import { closeException } from '../exceptions/index.ts'
import { type RequestDeps, selectRequest } from '../payment-requests/index.ts'
import { findDestination } from './destination.ts'
import { clearingAccount, unitOf } from './rules.ts'
import { failLocked, returnLocked, reverseLocked, settleLocked } from './settle.ts'
import { type BankPaymentRow, lockBankPayment } from './store.ts'
import { isReturnOnItsWay } from './store-returns.ts'

// What operators decide about a payment after they have asked its bank. Each runs in the transaction of their approval.

/** A payment that only an operator can decide, locked, with what the plan of their act names. */
export interface UndecidedBankPayment {
  payment: BankPaymentRow
  unit: string
  /** What the bank owes us for it. */
  clearing: string
  /** The account of the merchant, or of the person who tops up. */
  accountId: string
}

type Undecided = UndecidedBankPayment | Refusal<'NOT_FOUND' | 'ALREADY_DECIDED'>

/** Its outcome is unknown, or it failed here without a word of the bank about a payment. */
export async function lockUndecided(tx: Tx, id: string): Promise<Undecided> {
  return await lockIf(
    tx,
    id,
    ({ step, authorizedAt, bankStatus }) => step === 'indeterminate' || (step === 'failed' && authorizedAt !== null && bankStatus === null),
  )
}

/** The bank has rejected it, and the books still have it as paid. */
export async function lockBlockedReversal(tx: Tx, id: string): Promise<Undecided> {
  return await lockIf(tx, id, ({ step, bankStatus }) => step === 'paid' && bankStatus === 'rejected')
}

async function lockIf(tx: Tx, id: string, isUndecided: (payment: BankPaymentRow) => boolean): Promise<Undecided> {
  const payment = await lockBankPayment(tx, id)
  if (!payment) return refuse('NOT_FOUND')
  if (!isUndecided(payment)) return refuse('ALREADY_DECIDED', { step: payment.step })
  const unit = unitOf(payment)
  const request = payment.paymentRequestId === null ? undefined : await selectRequest(tx, payment.paymentRequestId)
  return { payment, unit, clearing: clearingAccount(payment.bank, unit).id, accountId: request?.merchantAccountId ?? payment.accountId! }
}

/**
 * The bank has paid, or has not and will not. A payment that is applied now counts as completed at the bank, so that a statement has to
 * show it, and is not rechecked: the bank has been asked. One that had failed here goes back to its payer.
 */
export async function decideBankPayment(tx: Tx, deps: RequestDeps, { payment }: UndecidedBankPayment, isPaid: boolean): Promise<string> {
  const destination = await findDestination(tx, deps, payment)
  const at = deps.clock.now()
  for (const kind of ['bank-payment-indeterminate', 'bank-payment-after-failure'] as const) await closeException(tx, { kind, ref: payment.id, at })
  if (payment.step === 'failed') {
    if (!isPaid) return 'failed'
    await returnLocked(tx, deps, payment, destination)
    return 'returned'
  }
  if (!isPaid) {
    await failLocked(tx, deps, payment, destination, { failure: 'declined', reason: 'the bank has not paid', recheckAt: null })
    return 'failed'
  }
  return await settleLocked(tx, deps, { ...payment, bankStatus: 'completed' }, destination, null)
}

/** Reverses what the bank has rejected. `losses` bears what the payer has received back without having paid. */
export async function settleReversal(
  tx: Tx,
  deps: RequestDeps,
  { payment }: UndecidedBankPayment,
  losses: NewAccount,
): Promise<Refusal<'RETURN_ON_ITS_WAY'> | undefined> {
  // It may come back, and is not lost then.
  if (await isReturnOnItsWay(tx, payment.id)) return refuse('RETURN_ON_ITS_WAY')
  await reverseLocked(tx, deps, payment, await findDestination(tx, deps, payment), losses)
  await closeException(tx, { kind: 'bank-payment-reversal-blocked', ref: payment.id, at: deps.clock.now() })
  return undefined
}
