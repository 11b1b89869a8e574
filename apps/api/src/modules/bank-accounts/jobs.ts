import type { Db, Log, ModuleJobs, Vault } from '@nikau/runtime'
import { sealPlainAuthorities } from './store-retention.ts'

const batchSize = 200

export function bankAccountJobs(deps: { db: Db; vault: Vault; log: Log }): ModuleJobs {
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
    },
    cron: [{ task: 'seal-direct-debit-authorities', at: '*/10 * * * *' }],
  }
}
