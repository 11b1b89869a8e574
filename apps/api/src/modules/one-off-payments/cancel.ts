import type { OneOffPayment } from '@nikau/contract/one-off-payments'
import type { Clock, Db } from '@nikau/runtime'
import { type Refusal, refuse } from '../../http/refusal.ts'
import { statusOfStep } from './rules.ts'
import { toOneOff } from './show.ts'
import { advanceOneOff, selectOneOff } from './store.ts'

/** Ends a try that the customer did not approve. One that the bank has been asked for goes on, and is answered as it stands. */
export async function cancel(means: { db: Db; clock: Clock }, id: string): Promise<OneOffPayment | Refusal<'ONE_OFF_PAYMENT_NOT_FOUND'>> {
  const row = await selectOneOff(means.db, id)
  if (!row) return refuse('ONE_OFF_PAYMENT_NOT_FOUND')
  const at = means.clock.now()
  if (statusOfStep[row.step] === 'created') await advanceOneOff(means.db, row, { step: 'failed', failure: 'cancelled', nextAt: null, at })
  return toOneOff((await selectOneOff(means.db, id))!, at)
}
