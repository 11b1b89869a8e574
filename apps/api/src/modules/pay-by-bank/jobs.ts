import type { ModuleJobs } from '@nikau/runtime'
import { z } from 'zod'
import { inTransaction } from '../../http/refusal.ts'
import { advance, type AdvanceDeps } from './advance.ts'
import { sendReturn } from './returns.ts'
import { advanceJob, enqueueOverdue } from './store.ts'
import { enqueueReturns, returnJob } from './store-returns.ts'

const payload = z.object({ id: z.string() })
const overdueAfterMs = 30_000
const batchSize = 500

export function payByBankJobs(deps: AdvanceDeps): ModuleJobs {
  return {
    tasks: {
      [advanceJob]: async (input, run) => await advance(deps, payload.parse(input).id, run.signal),
      'resume-bank-payments': async () => {
        const before = new Date(deps.clock.now().getTime() - overdueAfterMs)
        const count = await inTransaction(deps.db, (tx) => enqueueOverdue(tx, before, batchSize))
        if (count > 0) deps.log.info({ count }, 'overdue bank payments resumed')
      },
      [returnJob]: async (input) => await sendReturn(deps, payload.parse(input).id),
      'send-bank-returns': async () => {
        const count = await inTransaction(deps.db, (tx) => enqueueReturns(tx, deps.clock.now(), batchSize))
        if (count > 0) deps.log.info({ count }, 'bank returns started')
      },
    },
    cron: [
      { task: 'resume-bank-payments', at: '* * * * *' },
      { task: 'send-bank-returns', at: '* * * * *' },
    ],
  }
}
