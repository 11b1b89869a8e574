import type { Ledger } from '@nikau/ledger'
import { type BankAccountNumber, maskAccountNumber } from '@nikau/nz/bank-account-number'
import type { Tx, Vault } from '@nikau/runtime'
import { type Refusal, refuse } from '../../http/refusal.ts'
import { closeException, raiseRecurring } from '../exceptions/index.ts'
import { insertOutgoingPayments, type OutgoingPaymentListener, payoutsAccount, referenceOf } from '../outgoing-payments/index.ts'
import { completeReturn, selectRequest } from '../payment-requests/index.ts'
import { subjectOf } from './refund.ts'
import { returnsAccount, unitOf } from './rules.ts'
import { type CardRefundRow, endCardRefund, lockCardRefund } from './store-payments.ts'

/** A refund that only an operator can end, locked, with what the plan of their act names. */
export interface UndecidedRefund {
  refund: CardRefundRow
  unit: string
  /** Where its money waits. */
  waitsOn: string
  merchantAccountId: string | undefined
}

/** Refused by the company, or, where `unanswered` counts too, not answered yet. */
export async function lockUndecidedRefund(
  tx: Tx,
  id: string,
  { unanswered }: { unanswered: boolean },
): Promise<UndecidedRefund | Refusal<'NOT_FOUND' | 'ALREADY_DECIDED'>> {
  const refund = await lockCardRefund(tx, { id })
  if (!refund) return refuse('NOT_FOUND')
  const { step, test } = refund
  if (step !== 'refused' && !(unanswered && step === 'refund')) return refuse('ALREADY_DECIDED', { step })
  const unit = unitOf(test)
  const request = await selectRequest(tx, refund.paymentRequestId)
  return { refund, unit, waitsOn: returnsAccount(unit).id, merchantAccountId: request?.merchantAccountId }
}

/** Sends the money to a bank account of the cardholder. `id` becomes that of the payment. */
export async function refundOtherwise(
  tx: Tx,
  { ledger, vault }: { ledger: Ledger; vault: Vault },
  { refund, waitsOn }: UndecidedRefund,
  { id, payee, at }: { id: string; payee: { name: string; number: BankAccountNumber }; at: Date },
): Promise<Refusal<'TEST_MONEY'> | undefined> {
  if (refund.test) return refuse('TEST_MONEY')
  const { amount } = refund
  await ledger.openAccount(tx, payoutsAccount)
  const [outcome] = await ledger.postInTransaction(tx, [
    {
      reference: `card-refund:${id}`,
      kind: 'card-refund.created',
      subject: `card-refund:${id}`,
      operations: [{ op: 'transfer', from: waitsOn, to: payoutsAccount.id, amount }],
    },
  ])
  if (outcome?.outcome !== 'accepted') throw new Error(`card refund was not posted: ${JSON.stringify(outcome)}`)
  const text = { reference: referenceOf(id), particulars: 'REFUND', code: 'NIKAU' }
  const to = { name: payee.name, maskedNumber: maskAccountNumber(payee.number), ...vault.seal(payee.number, id) }
  await insertOutgoingPayments(tx, [{ id, purpose: 'card-refund', payee: to, amount, sourceAccount: waitsOn, ...text, posting: outcome.posting }], at)
  await endCardRefund(tx, refund, { step: 'sent', outgoingPaymentId: id, at })
  await closeException(tx, { kind: 'card-refund-refused', ref: refund.id, at })
  return undefined
}

/** The refund is complete when the bank has paid it. One that comes back waits for an operator again. */
export const cardRefundListener: OutgoingPaymentListener = {
  async paid(tx, payment, at) {
    const refund = await lockSent(tx, payment.id)
    await endCardRefund(tx, refund, { step: 'paid', at })
    await completeReturn(tx, refund.id, at)
  },
  async returned(tx, payment, { reason, at }) {
    const refund = await lockSent(tx, payment.id)
    await endCardRefund(tx, refund, { step: 'refused', reason, at })
    const { refs, ...subject } = subjectOf(refund)
    await raiseRecurring(tx, { kind: 'card-refund-refused', ...subject, refs: { ...refs, reason }, at })
  },
}

async function lockSent(tx: Tx, outgoingPaymentId: string): Promise<CardRefundRow> {
  const refund = await lockCardRefund(tx, { outgoingPaymentId })
  if (!refund) throw new Error(`card refund of outgoing payment ${outgoingPaymentId} not found`)
  return refund
}
