import { hourOf } from '@nikau/nz/nz-time'
import type { Log, ModuleJobs } from '@nikau/runtime'
import { recordDeliveries } from './delivery.ts'
import { remindRecipients, returnExpired, type SweepDeps } from './expire.ts'

/** Reminders go out during the day only, Auckland time. */
const firstHour = 9
const lastHour = 19

export function assetTransferJobs(deps: SweepDeps & { log: Log }): ModuleJobs {
  const { clock, log } = deps
  return {
    tasks: {
      'return-expired-transfers': async () => {
        const count = await returnExpired(deps)
        if (count > 0) log.info({ count }, 'unclaimed asset transfers returned')
      },
      'record-transfer-deliveries': async () => {
        const count = await recordDeliveries(deps)
        if (count > 0) log.info({ count }, 'deliveries of asset transfers recorded')
      },
      'remind-of-transfers': async () => {
        const hour = hourOf(clock.now())
        if (hour < firstHour || hour > lastHour) return
        const count = await remindRecipients(deps)
        if (count > 0) log.info({ count }, 'asset transfer reminders queued')
      },
    },
    cron: [
      { task: 'return-expired-transfers', at: '* * * * *' },
      { task: 'record-transfer-deliveries', at: '* * * * *' },
      { task: 'remind-of-transfers', at: '20 * * * *' },
    ],
  }
}
