import type { OneOffPayment } from '@nikau/contract/one-off-payments'
import type { Clock, Db } from '@nikau/runtime'
import { type Refusal, refuse } from '../../http/refusal.ts'
import { statusOfStep } from './rules.ts'
import { type BankPaymentRow, selectBankPayment } from './store.ts'

/** A payment as the customer sees it. An unapproved payment shows as expired from `expiresAt` on, even before the job marks it so. */
export function toOneOffPayment(row: RequestPaymentRow, now: Date): OneOffPayment {
  const shown = present(row, now)
  return {
    ...shown,
    paymentRequestId: row.paymentRequestId,
    ...(shown.status === 'created' && row.authorizationUrl !== null && { authorizationUrl: row.authorizationUrl }),
  }
}

/** What payments of requests and top-ups have in common. */
export function present(row: BankPaymentRow, now: Date) {
  const isExpired = statusOfStep[row.step] === 'created' && now >= row.expiresAt
  const failure = isExpired ? 'expired' : row.failure
  return {
    id: row.id,
    bank: row.bank,
    status: isExpired ? ('failed' as const) : statusOfStep[row.step],
    liveness: row.test ? ('test' as const) : ('main' as const),
    createdAt: row.createdAt,
    expiresAt: row.expiresAt,
    ...(failure !== null && { failure }),
  }
}

export type RequestPaymentRow = BankPaymentRow & { paymentRequestId: string }

/** The payment of a request, which whoever has its id may read. A top-up is only its owner's, and as if it did not exist here. */
export async function selectRequestPayment(db: Db, id: string): Promise<RequestPaymentRow | undefined> {
  const row = await selectBankPayment(db, id)
  return row && row.paymentRequestId !== null ? (row as RequestPaymentRow) : undefined
}

export async function show(deps: { db: Db; clock: Clock }, id: string): Promise<OneOffPayment | Refusal<'ONE_OFF_PAYMENT_NOT_FOUND'>> {
  const row = await selectRequestPayment(deps.db, id)
  return row ? toOneOffPayment(row, deps.clock.now()) : refuse('ONE_OFF_PAYMENT_NOT_FOUND')
}
