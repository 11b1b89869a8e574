import type { Clock, Db, Log, ModuleJobs } from '@nikau/runtime'
import { notifyUses } from './notify.ts'
import { deleteUnauthorised } from './store.ts'

/** Until then the page of an expired connection says so; afterwards it is not found. */
const keptDays = 30

export function connectionJobs({ db, clock, log }: { db: Db; clock: Clock; log: Log }): ModuleJobs {
  return {
    tasks: {
      // The API tells a customer right after the payment; this one tells of those whose process died in between.
      'notify-permission-uses': async () => {
        const count = await notifyUses({ db, clock })
        if (count > 0) log.info({ count }, 'permission uses notified')
      },
      'delete-expired-connections': async () => {
        const count = await deleteUnauthorised(db, new Date(clock.now().getTime() - keptDays * 86_400_000))
        if (count > 0) log.info({ count }, 'expired connections deleted')
      },
    },
    cron: [
      { task: 'notify-permission-uses', at: '* * * * *' },
      { task: 'delete-expired-connections', at: '23 3 * * *' },
    ],
  }
}
