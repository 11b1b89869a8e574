import type { AnswerOf, QueryOf } from '@nikau/contract'
import type { DayOfTakings, getTakings } from '@nikau/contract/merchant-payments'
import { cents } from '@nikau/money'
import { addDays, type CalendarDate, calendarDate, hourOf, instantAt, intervalBounds } from '@nikau/nz/nz-time'
import type { Db } from '@nikau/runtime'
import type { Actor } from '../../http/bind.ts'
import { type Refusal, refuse } from '../../http/refusal.ts'
import { listableMerchant } from './access.ts'
import type { ReadDeps } from './list.ts'
import { selectGivenBack, selectHours } from './store-takings.ts'

const hourMs = 3_600_000

/** Today, compared with the same weekday a week before, unless the query names other days. */
export async function readTakings(
  { db, clock }: ReadDeps,
  actor: Actor,
  merchantId: string,
  query: QueryOf<typeof getTakings>,
): Promise<AnswerOf<typeof getTakings> | Refusal<'FORBIDDEN'>> {
  if (!(await listableMerchant(db, actor, merchantId))) return refuse('FORBIDDEN')
  const now = clock.now()
  const today = calendarDate(now)
  const day = query.day ?? today
  // Auckland’s offset is a whole number of hours, so the minutes are those of UTC.
  const time = day === today ? { hour: hourOf(now), minute: now.getUTCMinutes() } : undefined
  return { day: await dayOf(db, merchantId, day, time), compareWith: await dayOf(db, merchantId, query.compareWith ?? addDays(day, -7), time) }
}

/** The hours are counted from midnight, so that a day has 23 or 25 of them when the clocks change. */
async function dayOf(db: Db, merchantId: string, day: CalendarDate, time: { hour: number; minute: number } | undefined): Promise<DayOfTakings> {
  const { from, to } = intervalBounds(day)
  const until = time ? instantAt(day, time.hour, time.minute + 1) : to
  const rows = new Map((await selectHours(db, merchantId, { from, to, until })).map((row) => [row.hour, row]))
  const hours = Array.from({ length: (to.getTime() - from.getTime()) / hourMs }, (_, hour) => ({
    at: new Date(from.getTime() + hour * hourMs),
    amount: cents(rows.get(hour)?.amount ?? 0n),
    count: rows.get(hour)?.count ?? 0,
  }))
  const sum = (read: (row: { amount: bigint; amountBefore: bigint }) => bigint) => cents([...rows.values()].reduce((total, row) => total + read(row), 0n))
  return {
    day,
    amount: sum(({ amount }) => amount),
    count: hours.reduce((total, { count }) => total + count, 0),
    givenBack: cents(await selectGivenBack(db, merchantId, { from, to })),
    soFar: { amount: sum(({ amountBefore }) => amountBefore), count: [...rows.values()].reduce((total, { countBefore }) => total + countBefore, 0) },
    hours,
  }
}
