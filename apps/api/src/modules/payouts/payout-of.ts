import type { Payout } from '@nikau/contract/payouts'
import { addDays, type CalendarDate, calendarDate } from '@nikau/nz/nz-time'
import { isPayoutDay, payoutDayOf } from '@nikau/nz/payout-days'
import type { Clock, Db } from '@nikau/runtime'
import { presentPayout } from './read.ts'
import { selectPayout, selectPayoutsOfPostings } from './store-read.ts'
import { isRunComplete } from './store-run.ts'
import { selectSchedules } from './store-settings.ts'

interface PayoutOf {
  day: CalendarDate
  /** Absent until it is made. */
  payout?: Payout
}

/** The payout that a posting of a settlement wallet is in, or the day of the one that it will be in, at the earliest. */
export async function payoutOfPosting(
  { db, clock }: { db: Db; clock: Clock },
  entry: { accountId: string; walletId: string; posting: bigint },
): Promise<PayoutOf | undefined> {
  const [found] = await selectPayoutsOfPostings(db, [entry])
  if (!found) return undefined
  const row = found.payoutId === null ? undefined : await selectPayout(db, found.payoutId)
  if (row) return { day: row.day, payout: presentPayout(row) }
  const now = clock.now()
  const [today, tomorrow] = [calendarDate(now), addDays(calendarDate(now), 1)]
  const schedules = await selectSchedules(db, entry.accountId, today)
  const scheduleOn = (day: CalendarDate) => schedules.findLast(({ firstDay }) => firstDay <= day)?.schedule
  const isInTodaysRun = calendarDate(found.at) < today && isPayoutDay(scheduleOn(today) ?? { kind: 'daily' }, today) && !(await isRunComplete(db, today))
  // A change applies from tomorrow, and so to every run that is still to come.
  return { day: isInTodaysRun ? today : payoutDayOf(today, scheduleOn(tomorrow)) }
}

/** The ids of the payouts that postings are in; postings that are in none yet are left out. */
export async function payoutsOfPostings(db: Db, entries: readonly { walletId: string; posting: bigint }[]): Promise<Map<bigint, string>> {
  const rows = await selectPayoutsOfPostings(db, entries)
  return new Map(rows.flatMap(({ posting, payoutId }) => (payoutId === null ? [] : [[posting, payoutId] as const])))
}
