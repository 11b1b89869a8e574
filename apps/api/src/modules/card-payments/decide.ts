import type { Tx } from '@nikau/runtime'
import { type Refusal, refuse } from '../../http/refusal.ts'
import { closeException } from '../exceptions/index.ts'
import { type RequestRow, type ReturnDeps, selectRequest } from '../payment-requests/index.ts'
import { clearingAccount, unitOf } from './rules.ts'
import { failLocked, returnLocked, settleLocked } from './settle.ts'
import { type CardPaymentRow, lockCardPayment } from './store-payments.ts'

/** A payment that only an operator can decide, locked, with what the plan of their act names. */
export interface UndecidedCardPayment {
  payment: CardPaymentRow
  request: RequestRow
  unit: string
  /** What the card company owes us. */
  clearing: string
}

/** Its outcome is unknown, or it failed here without a charge. */
export async function lockUndecidedCharge(tx: Tx, id: string): Promise<UndecidedCardPayment | Refusal<'NOT_FOUND' | 'ALREADY_DECIDED'>> {
  const payment = await lockCardPayment(tx, id)
  const request = payment && (await selectRequest(tx, payment.paymentRequestId))
  if (!request) return refuse('NOT_FOUND')
  const { step, failure } = payment
  const isUndecided = step === 'indeterminate' || (step === 'failed' && failure !== 'returned' && failure !== 'lapsed')
  const unit = unitOf(payment.test)
  return isUndecided ? { payment, request, unit, clearing: clearingAccount(unit).id } : refuse('ALREADY_DECIDED', { step })
}

/** The company has charged the card, or has not and will not. The charge of a payment that had failed here is refunded. */
export async function decideCardPayment(tx: Tx, deps: ReturnDeps, { payment, request }: UndecidedCardPayment, isCharged: boolean): Promise<string> {
  await closeException(tx, { kind: 'card-payment-indeterminate', ref: payment.id, at: deps.clock.now() })
  if (isCharged) return await (payment.step === 'failed' ? returnLocked : settleLocked)(tx, deps, payment, request)
  if (payment.step !== 'failed') await failLocked(tx, deps, payment, request, { failure: 'declined', reason: 'the company has not charged the card' })
  return 'failed'
}
