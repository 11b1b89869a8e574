import type { Clock, Db } from '@nikau/runtime'
import { inTransaction } from '../../http/refusal.ts'
import { selectOwnerContacts } from '../accounts/index.ts'
import { advise } from './notifications.ts'
import { lockRunToAdvise, markAdvised, selectPayoutsToAdvise } from './store-advice.ts'

const batchSize = 200

/** Queues the remittance advice of every payout once its run is complete: by email to each owner. Returns how many payouts were advised. */
export async function sendAdvice({ db, clock }: { db: Db; clock: Clock }): Promise<number> {
  let count = 0
  for (;;) {
    const advised = await inTransaction(db, async (tx) => {
      const run = await lockRunToAdvise(tx)
      if (!run) return undefined
      const payouts = await selectPayoutsToAdvise(tx, run.day, run.position, batchSize)
      const owners = await selectOwnerContacts(tx, [...new Set(payouts.map(({ accountId }) => accountId))])
      for (const payout of payouts) await advise(tx, payout, owners.get(payout.accountId) ?? [])
      await markAdvised(tx, run.day, payouts.at(-1)?.id, clock.now())
      return payouts.length
    })
    if (advised === undefined) return count
    count += advised
  }
}
