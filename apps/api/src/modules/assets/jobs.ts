import { hourOf } from '@nikau/contract/nz-time'
import type { Clock, Db, Log, ModuleJobs } from '@nikau/runtime'
import { remind } from './remind.ts'

/** Nobody wants to hear at night that a coffee ends in two months. */
const firstHour = 9
const lastHour = 19

export function assetJobs({ db, clock, log }: { db: Db; clock: Clock; log: Log }): ModuleJobs {
  return {
    tasks: {
      'remind-of-expiry': async () => {
        const hour = hourOf(clock.now())
        if (hour < firstHour || hour > lastHour) return
        const count = await remind({ db, clock })
        if (count > 0) log.info({ count }, 'people were reminded of tokens that end soon')
      },
    },
    cron: [{ task: 'remind-of-expiry', at: '10 * * * *' }],
  }
}
