import type { OneOffPayment } from '@nikau/contract/one-off-payments'
import type { Clock, Db } from '@nikau/runtime'
import { type Refusal, refuse } from '../../http/refusal.ts'
import { statusOfStep } from './rules.ts'
import { selectRequestPayment, toOneOffPayment } from './present.ts'
import { advanceBankPayment, type BankPaymentRow } from './store.ts'

/** Cancels a payment that the customer has not approved. A payment already with the bank continues and is returned as it is. */
export async function cancel(deps: { db: Db; clock: Clock }, id: string): Promise<OneOffPayment | Refusal<'ONE_OFF_PAYMENT_NOT_FOUND'>> {
  const row = await selectRequestPayment(deps.db, id)
  if (!row) return refuse('ONE_OFF_PAYMENT_NOT_FOUND')
  await cancelUnapproved(deps, row)
  return toOneOffPayment((await selectRequestPayment(deps.db, id))!, deps.clock.now())
}

export async function cancelUnapproved(deps: { db: Db; clock: Clock }, row: Pick<BankPaymentRow, 'id' | 'step'>): Promise<void> {
  if (statusOfStep[row.step] === 'created')
    await advanceBankPayment(deps.db, row, { step: 'failed', failure: 'cancelled', nextAttemptAt: null, at: deps.clock.now() })
}
