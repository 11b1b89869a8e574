import type { Tx } from '@nikau/runtime'
import { type Refusal, refuse } from '../../http/refusal.ts'
import { closeException } from '../exceptions/index.ts'
import { exceptionOf } from './method.ts'
import { type BankPaymentRow, selectBankPayment } from './store.ts'
import { askAgain, type BankReturn, lockReturn } from './store-returns.ts'

interface WaitingReturn {
  due: BankReturn
  payment: BankPaymentRow
}

/** A return that waits for an operator, locked. */
export async function lockWaitingReturn(tx: Tx, id: string): Promise<WaitingReturn | Refusal<'NOT_FOUND' | 'NOT_WAITING'>> {
  const due = await lockReturn(tx, id)
  const payment = due && (await selectBankPayment(tx, due.bankPaymentId))
  if (!payment) return refuse('NOT_FOUND')
  return due.state === 'operator' ? { due, payment } : refuse('NOT_WAITING', { state: due.state })
}

/** The job asks the bank for the payer's account again; if it is still not named, the exception is raised again. */
export async function askBankAgain(tx: Tx, { due, payment }: WaitingReturn, at: Date): Promise<void> {
  await askAgain(tx, due.id, at)
  await closeException(tx, { ...exceptionOf(due, payment), at })
}
