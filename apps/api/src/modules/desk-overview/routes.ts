import { getOverview, type Overview } from '@nikau/contract/desk/overview'
import { type Clock, type Db, workerLockClass } from '@nikau/runtime'
import { calendarDate } from '@nikau/nz/nz-time'
import { bindDesk, type DeskServer } from '../../http/desk/bind.ts'
import { presentOverview, type Snapshot } from './present.ts'
import { minuteMs, weekMs } from './rules.ts'
import {
  countWorkers,
  selectCheck,
  selectFiles,
  selectLastReport,
  selectMinutes,
  selectOpenExceptions,
  selectPosition,
  selectTasks,
  selectWaiting,
} from './store.ts'

/** However many operators look, it is read six times a minute. */
const keepMs = 10_000

export function deskOverviewRoutes(server: DeskServer, { db, clock, test }: { db: Db; clock: Clock; test: boolean }): void {
  const { wallClock } = server
  let kept: { until: number; overview: Promise<Overview> } | undefined

  async function read(): Promise<Overview> {
    const [now, wallNow] = [clock.now(), wallClock.now()]
    const minute = new Date(Math.floor(wallNow.getTime() / minuteMs) * minuteMs)
    const [from, to] = [new Date(minute.getTime() - 60 * minuteMs), minute]
    const isolated = db.transaction().setIsolationLevel('repeatable read').setAccessMode('read only')
    const snapshot = await isolated.execute(async (tx): Promise<Snapshot> => ({
      check: await selectCheck(tx),
      position: await selectPosition(tx),
      waiting: await selectWaiting(tx, test),
      files: await selectFiles(tx, calendarDate(now)),
      exceptions: await selectOpenExceptions(tx, test),
      report: await selectLastReport(tx),
      minutes: await selectMinutes(tx, { from, to }),
      weekBefore: await selectMinutes(tx, { from: new Date(from.getTime() - weekMs), to: new Date(to.getTime() - weekMs) }),
      tasks: await selectTasks(tx),
      workers: await countWorkers(tx, workerLockClass),
    }))
    return presentOverview(snapshot, { now, minute, test })
  }

  bindDesk(server, getOverview, async () => {
    const at = wallClock.now().getTime()
    if (!kept || at >= kept.until) {
      const reading = { until: at + keepMs, overview: read() }
      kept = reading
      // A failure is not kept.
      reading.overview.catch(() => {
        if (kept === reading) kept = undefined
      })
    }
    return await kept.overview
  })
}
