import { hourOf } from '@nikau/nz/nz-time'
import type { Clock, Db, Log, ModuleJobs } from '@nikau/runtime'
import { remind } from './remind.ts'

/** Reminders go out during the day only, Auckland time. */
const firstHour = 9
const lastHour = 19

export function assetJobs({ db, clock, log }: { db: Db; clock: Clock; log: Log }): ModuleJobs {
  return {
    tasks: {
      'remind-of-expiry': async () => {
        const hour = hourOf(clock.now())
        if (hour < firstHour || hour > lastHour) return
        const count = await remind({ db, clock })
        if (count > 0) log.info({ count }, 'token expiry reminders queued')
      },
    },
    cron: [{ task: 'remind-of-expiry', at: '10 * * * *' }],
  }
}
