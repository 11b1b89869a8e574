import type { ModuleJobs } from '@nikau/runtime'
import { z } from 'zod'
import { inTransaction } from '../../http/refusal.ts'
import { advance, type AdvanceMeans } from './advance.ts'
import { advanceJob, enqueueForgotten } from './store.ts'

const payload = z.object({ id: z.string() })
const forgottenAfterMs = 30_000
const batch = 500

export function oneOffJobs(means: AdvanceMeans): ModuleJobs {
  return {
    tasks: {
      [advanceJob]: async (given, run) => await advance(means, payload.parse(given).id, run.signal),
      'resume-one-off-payments': async () => {
        const before = new Date(means.clock.now().getTime() - forgottenAfterMs)
        const count = await inTransaction(means.db, (tx) => enqueueForgotten(tx, before, batch))
        if (count > 0) means.log.info({ count }, 'bank payments are looked at again')
      },
    },
    cron: [{ task: 'resume-one-off-payments', at: '* * * * *' }],
  }
}
