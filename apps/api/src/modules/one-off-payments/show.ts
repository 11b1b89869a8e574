import type { OneOffPayment } from '@nikau/contract/one-off-payments'
import type { Clock, Db } from '@nikau/runtime'
import { type Refusal, refuse } from '../../http/refusal.ts'
import { statusOfStep } from './rules.ts'
import { type OneOffRow, selectOneOff } from './store.ts'

/** A payment as its customer sees it. One that was never approved is over by its own time, whether or not that is written down. */
export function toOneOff(row: OneOffRow, now: Date): OneOffPayment {
  const lapsed = statusOfStep[row.step] === 'created' && now >= row.expiresAt
  const status = lapsed ? 'failed' : statusOfStep[row.step]
  const failure = lapsed ? 'expired' : row.failure
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

export async function show(means: { db: Db; clock: Clock }, id: string): Promise<OneOffPayment | Refusal<'ONE_OFF_PAYMENT_NOT_FOUND'>> {
  const row = await selectOneOff(means.db, id)
  return row ? toOneOff(row, means.clock.now()) : refuse('ONE_OFF_PAYMENT_NOT_FOUND')
}
