import { addDays, type CalendarDate } from '@nikau/nz/nz-time'
import type { Clock, Db } from '@nikau/runtime'
import { closeException, raiseRecurring } from '../exceptions/index.ts'
import { canonicalJson, digestOf, endOfDay, preparedFrom, toReport } from './rules.ts'
import { selectFigures } from './store-figures.ts'
import { insertReport, selectReconciledDay, selectReport, selectReportDays, tryLockReports } from './store.ts'

export interface SafeguardingDeps {
  db: Db
  clock: Clock
}

/** Prepares the reports that are due: of every day since the last one whose statements are reconciled. Returns their days. */
export async function prepareReports(deps: SafeguardingDeps): Promise<CalendarDate[]> {
  const reconciled = await selectReconciledDay(deps.db)
  if (reconciled === undefined) return []
  const made = await selectReportDays(deps.db)
  const prepared: CalendarDate[] = []
  for (let day = made ? addDays(made.last, 1) : reconciled; day <= reconciled && deps.clock.now() >= preparedFrom(day); day = addDays(day, 1)) {
    if (await prepareReport(deps, day)) prepared.push(day)
  }
  return prepared
}

/** The report of a day, written once. Money that does not cover what is owed alarms at once. */
async function prepareReport({ db, clock }: SafeguardingDeps, day: CalendarDate): Promise<boolean> {
  const isolated = db.transaction().setIsolationLevel('repeatable read')
  return await isolated.execute(async (tx) => {
    if (!(await tryLockReports(tx)) || (await selectReport(tx, day))) return false
    const at = clock.now()
    const { report, owed, held } = toReport(day, await selectFigures(tx, day, endOfDay(day)), at)
    const content = canonicalJson(report)
    await insertReport(tx, { day, preparedAt: at, owed, held, content, digest: digestOf(content) })
    const short = { kind: 'safeguarding-short', ref: 'cover', at } as const
    if (held >= owed) await closeException(tx, short)
    else await raiseRecurring(tx, { ...short, money: { unit: 'nzd.main', amount: owed - held }, refs: { day, cover: report.coverPercent } })
    return true
  })
}
