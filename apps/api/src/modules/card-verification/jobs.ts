import type { ModuleJobs } from '@nikau/runtime'
import { z } from 'zod'
import { inTransaction } from '../../http/refusal.ts'
import { refundCardJob } from '../payment-requests/index.ts'
import { charge, type ChargeMeans } from './charge.ts'
import { refundCard } from './refund.ts'
import { dayMs } from './rules.ts'
import { forgetSessions } from './store.ts'
import { chargeJob, enqueueForgotten } from './store-payments.ts'

const payload = z.object({ id: z.string() })
const forgottenAfterMs = 30_000
const batch = 500

export function cardJobs(means: ChargeMeans): ModuleJobs {
  const ago = (ms: number) => new Date(means.machine.now().getTime() - ms)
  return {
    tasks: {
      [chargeJob]: async (given) => await charge(means, payload.parse(given).id),
      [refundCardJob]: async (given) => await refundCard(means, payload.parse(given).id),
      'resume-card-payments': async () => {
        const count = await inTransaction(means.db, (tx) => enqueueForgotten(tx, ago(forgottenAfterMs), batch))
        if (count > 0) means.log.info({ count }, 'card payments and refunds are looked at again')
      },
      // Locks are counted over a day, and a token is good for minutes: after a day nothing here is of use.
      'forget-card-sessions': async () => {
        const count = await forgetSessions(means.db, ago(dayMs))
        if (count > 0) means.log.info({ count }, 'cards that were shown a day ago are forgotten')
      },
    },
    cron: [
      { task: 'resume-card-payments', at: '* * * * *' },
      { task: 'forget-card-sessions', at: '23 * * * *' },
    ],
  }
}
