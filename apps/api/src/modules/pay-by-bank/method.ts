import { raiseException } from '../exceptions/index.ts'
import type { ExternalPaymentMethod } from '../payment-requests/index.ts'
import { returnsAccount } from './rules.ts'
import { type BankPaymentRow, selectBankPayment } from './store.ts'

/** Payments straight from a bank account. An operator returns money, because the banks offer no refund call. */
export const payByBankMethod: ExternalPaymentMethod = {
  name: 'pay-by-bank',
  reference: 'one-off',
  subject: 'one-off-payment',
  createdBy: 'crn::service:pay-by-bank',
  payerLabel: 'Bank customer',
  returnsAccount,
  async startReturn(tx, due) {
    const payment = await selectBankPayment(tx, due.paymentId)
    if (!payment) throw new Error(`bank payment ${due.paymentId} not found`)
    const subject = due.reason === 'refund' ? { kind: 'bank-refund-due' as const, ref: due.id } : { kind: 'bank-payment-surplus' as const, ref: due.paymentId }
    await raiseException(tx, { ...subject, money: { unit: due.unit, amount: due.amount }, refs: refsOf(payment), at: due.at })
  },
}

/** The ids that an operator looks a payment up by. */
export function refsOf(row: BankPaymentRow) {
  const { id, paymentRequestId, walletId, bank, bankPaymentId } = row
  const paysInto: Record<string, string> = paymentRequestId !== null ? { paymentRequestId } : { fundsTransferId: id, walletId: walletId! }
  return { oneOffPaymentId: id, ...paysInto, bank, ...(bankPaymentId !== null && { bankPaymentId }) }
}
