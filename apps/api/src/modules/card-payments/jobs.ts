import type { ModuleJobs } from '@nikau/runtime'
import { z } from 'zod'
import { inTransaction } from '../../http/refusal.ts'
import { charge, type ChargeDeps } from './charge.ts'
import { refundCard } from './refund.ts'
import { dayMs } from './rules.ts'
import { deleteOldSessions } from './store-sessions.ts'
import { chargeJob, clearEndedTokens, enqueueOverdue, lapseOldScans, refundCardJob } from './store-payments.ts'

const payload = z.object({ id: z.string() })
const overdueAfterMs = 30_000
const batchSize = 500

export function cardJobs(deps: ChargeDeps): ModuleJobs {
  const ago = (ms: number) => new Date(deps.wallClock.now().getTime() - ms)
  return {
    tasks: {
      [chargeJob]: async (input) => await charge(deps, payload.parse(input).id),
      [refundCardJob]: async (input) => await refundCard(deps, payload.parse(input).id),
      'resume-card-payments': async () => {
        const count = await inTransaction(deps.db, (tx) => enqueueOverdue(tx, ago(overdueAfterMs), batchSize))
        if (count > 0) deps.log.info({ count }, 'overdue card payments and refunds resumed')
      },
      // Limits count over a day and tokens live for minutes, so nothing older than a day is needed.
      'delete-card-sessions': async () => {
        const count = await deleteOldSessions(deps.db, ago(dayMs))
        if (count > 0) deps.log.info({ count }, 'old card sessions deleted')
        const lapsed = await lapseOldScans(deps.db, ago(dayMs), deps.wallClock.now())
        if (lapsed > 0) deps.log.info({ count: lapsed }, 'scanned cards without a poll ended')
        const cleared = await clearEndedTokens(deps.db)
        if (cleared > 0) deps.log.info({ count: cleared }, 'card tokens of ended payments removed')
      },
    },
    cron: [
      { task: 'resume-card-payments', at: '* * * * *' },
      { task: 'delete-card-sessions', at: '23 * * * *' },
    ],
  }
}
