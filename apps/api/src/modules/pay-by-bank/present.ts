import type { OneOffPayment } from '@nikau/contract/one-off-payments'
import type { Clock, Db } from '@nikau/runtime'
import { type Refusal, refuse } from '../../http/refusal.ts'
import { statusOfStep } from './rules.ts'
import { type BankPaymentRow, selectBankPayment } from './store.ts'

/** A payment as the customer sees it. An unapproved payment shows as expired from `expiresAt` on, even before the job marks it so. */
export function toOneOffPayment(row: BankPaymentRow, now: Date): OneOffPayment {
  const isExpired = statusOfStep[row.step] === 'created' && now >= row.expiresAt
  const status = isExpired ? 'failed' : statusOfStep[row.step]
  const failure = isExpired ? 'expired' : row.failure
  return {
    id: row.id,
    paymentRequestId: row.paymentRequestId,
    bank: row.bank,
    status,
    liveness: row.test ? 'test' : 'main',
    createdAt: row.createdAt,
    expiresAt: row.expiresAt,
    ...(failure !== null && { failure }),
    ...(status === 'created' && row.authorizationUrl !== null && { authorizationUrl: row.authorizationUrl }),
  }
}

export async function show(deps: { db: Db; clock: Clock }, id: string): Promise<OneOffPayment | Refusal<'ONE_OFF_PAYMENT_NOT_FOUND'>> {
  const row = await selectBankPayment(deps.db, id)
  return row ? toOneOffPayment(row, deps.clock.now()) : refuse('ONE_OFF_PAYMENT_NOT_FOUND')
}
