import type { Clock, Db, Log, ModuleJobs } from '@nikau/runtime'
import { inTransaction } from '../../http/refusal.ts'
import { askToDecide } from './notifications.ts'
import { forgetHeldSends, markAsked } from './store.ts'

export interface HeldSendJobDeps {
  db: Db
  clock: Clock
  webOrigin: string
  log: Log
}

const batchSize = 100

/** Asks the senders whose time has come. The mark and the message share a commit, so that each is asked once. Returns how many. */
export async function askDue(deps: HeldSendJobDeps): Promise<number> {
  let total = 0
  for (;;) {
    const count = await inTransaction(deps.db, async (tx) => {
      const due = await markAsked(tx, deps.clock.now(), batchSize)
      for (const held of due) await askToDecide(tx, deps, held)
      return due.length
    })
    total += count
    if (count < batchSize) return total
  }
}

/** Records what every read shows already. Returns how many. */
export async function forgetUnanswered(deps: HeldSendJobDeps): Promise<number> {
  let total = 0
  for (;;) {
    const count = await forgetHeldSends(deps.db, deps.clock.now(), batchSize)
    total += count
    if (count < batchSize) return total
  }
}

export function heldSendJobs(deps: HeldSendJobDeps): ModuleJobs {
  return {
    tasks: {
      'ask-about-held-sends': async () => {
        const count = await askDue(deps)
        if (count > 0) deps.log.info({ count }, 'senders asked about held sends')
      },
      'forget-held-sends': async () => {
        const count = await forgetUnanswered(deps)
        if (count > 0) deps.log.info({ count }, 'unanswered held sends forgotten')
      },
    },
    cron: [
      { task: 'ask-about-held-sends', at: '* * * * *' },
      { task: 'forget-held-sends', at: '23 * * * *' },
    ],
  }
}
