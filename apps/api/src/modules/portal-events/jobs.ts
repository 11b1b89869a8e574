import type { Clock, Db, Log, ModuleJobs } from '@nikau/runtime'
import { keptMs } from './rules.ts'
import { deleteEvents } from './store.ts'

export function portalEventJobs({ db, clock, log }: { db: Db; clock: Clock; log: Log }): ModuleJobs {
  return {
    tasks: {
      'delete-portal-events': async () => {
        const count = await deleteEvents(db, new Date(clock.now().getTime() - keptMs))
        if (count > 0) log.info({ count }, 'old portal events deleted')
      },
    },
    cron: [{ task: 'delete-portal-events', at: '17 * * * *' }],
  }
}
