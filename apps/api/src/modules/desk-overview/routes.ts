import { getOverview, type Overview } from '@nikau/contract/desk/overview'
import { type Clock, type Db, workerLockClass } from '@nikau/runtime'
import { calendarDate } from '@nikau/nz/nz-time'
import { bindDesk, type DeskServer } from '../../http/desk/bind.ts'
import { exceptionKinds, overdueBefore } from '../exceptions/index.ts'
import { presentOverview, type Snapshot } from './present.ts'
import { ageBoundaries, minuteMs, minuteOf, weekMs } from './rules.ts'
import {
  countOpenExceptions,
  countWorkers,
  selectCheck,
  selectFiles,
  selectLastReport,
  selectMinutes,
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
    const [now, readAt] = [clock.now(), wallClock.now()]
    const to = minuteOf(readAt)
    const from = new Date(to.getTime() - 60 * minuteMs)
    const isolated = db.transaction().setIsolationLevel('repeatable read').setAccessMode('read only')
    const snapshot = await isolated.execute(async (tx): Promise<Snapshot> => ({
      check: await selectCheck(tx),
      position: await selectPosition(tx),
      waiting: await selectWaiting(tx, test),
      files: await selectFiles(tx, calendarDate(now)),
      exceptions: await countOpenExceptions(tx, {
        test,
        ages: ageBoundaries(now),
        overdue: exceptionKinds.map((kind) => ({ kind, before: overdueBefore(kind, now) })),
      }),
      report: await selectLastReport(tx),
      minutes: await selectMinutes(tx, { from, to }),
      weekBefore: await selectMinutes(tx, { from: new Date(from.getTime() - weekMs), to: new Date(to.getTime() - weekMs) }),
      tasks: await selectTasks(tx),
      workers: await countWorkers(tx, workerLockClass),
    }))
    return presentOverview(snapshot, { now, readAt, test })
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
