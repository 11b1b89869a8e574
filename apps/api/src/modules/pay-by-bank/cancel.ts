import type { OneOffPayment } from '@nikau/contract/one-off-payments'
import type { Clock, Db } from '@nikau/runtime'
import { type Refusal, refuse } from '../../http/refusal.ts'
import { statusOfStep } from './rules.ts'
import { toOneOffPayment } from './present.ts'
import { advanceBankPayment, selectBankPayment } from './store.ts'

/** Cancels a payment that the customer has not approved. A payment already with the bank continues and is returned as it is. */
export async function cancel(deps: { db: Db; clock: Clock }, id: string): Promise<OneOffPayment | Refusal<'ONE_OFF_PAYMENT_NOT_FOUND'>> {
  const row = await selectBankPayment(deps.db, id)
  if (!row) return refuse('ONE_OFF_PAYMENT_NOT_FOUND')
  const at = deps.clock.now()
  if (statusOfStep[row.step] === 'created') await advanceBankPayment(deps.db, row, { step: 'failed', failure: 'cancelled', nextAttemptAt: null, at })
  return toOneOffPayment((await selectBankPayment(deps.db, id))!, at)
}
