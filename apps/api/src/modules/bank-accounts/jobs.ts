import type { Log, ModuleJobs, Vault } from '@nikau/runtime'
import { type ComparePayeeDeps, compareUncheckedPayees } from './payee-check.ts'
import { returnHeldTopUps, type ReturnHeldDeps } from './return-held.ts'
import { sealPlainAuthorities } from './store-retention.ts'

const batchSize = 200

export function bankAccountJobs(deps: ReturnHeldDeps & ComparePayeeDeps & { vault: Vault; log: Log }): ModuleJobs {
  return {
    tasks: {
      // For authorities from the release before, and from its processes during a deployment.
      'seal-direct-debit-authorities': async (_payload, run) => {
        for (;;) {
          run.signal.throwIfAborted()
          const count = await sealPlainAuthorities(deps.db, deps.vault, batchSize)
          if (count > 0) deps.log.info({ count }, 'direct debit authorities sealed')
          if (count < batchSize) return
        }
      },
      'compare-payees': async () => {
        const count = await compareUncheckedPayees(deps)
        if (count > 0) deps.log.info({ count }, 'names of payout accounts compared')
      },
      'return-held-top-ups': async () => {
        const count = await returnHeldTopUps(deps)
        if (count > 0) deps.log.info({ count }, 'held top-ups sent back')
      },
    },
    cron: [
      { task: 'seal-direct-debit-authorities', at: '*/10 * * * *' },
      { task: 'compare-payees', at: '* * * * *' },
      { task: 'return-held-top-ups', at: '20 * * * *' },
    ],
  }
}
