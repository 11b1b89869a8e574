import type { ExternalPaymentMethod } from '../payment-requests/index.ts'
import { returnsAccount } from './rules.ts'
import type { BankPaymentRow } from './store.ts'
import { type BankReturn, insertReturn } from './store-returns.ts'

/** Payments straight from a bank account. The banks offer no refund call: money goes back as a payment to the account that they name. */
export const payByBankMethod: ExternalPaymentMethod = {
  name: 'pay-by-bank',
  reference: 'one-off',
  subject: 'one-off-payment',
  createdBy: 'crn::service:pay-by-bank',
  payerLabel: 'Bank customer',
  returnsAccount,
  async startReturn(tx, due) {
    const { id, paymentId: bankPaymentId, reason, unit, amount, at } = due
    await insertReturn(tx, { id, bankPaymentId, reason, test: unit === 'nzd.test', amount, at })
  },
}

/** The ids that an operator looks a payment up by. */
export function refsOf(row: BankPaymentRow) {
  const { id, paymentRequestId, walletId, bank, bankPaymentId } = row
  const paysInto: Record<string, string> = paymentRequestId !== null ? { paymentRequestId } : { fundsTransferId: id, walletId: walletId! }
  return { oneOffPaymentId: id, ...paysInto, bank, ...(bankPaymentId !== null && { bankPaymentId }) }
}

/** The exception of a return that waits for an operator. */
export function exceptionOf(due: BankReturn, payment: Pick<BankPaymentRow, 'id'>) {
  return due.reason === 'refund' ? { kind: 'bank-refund-due' as const, ref: due.id } : { kind: 'bank-payment-surplus' as const, ref: payment.id }
}
