import { businessDayFrom, holidaysOf, isBusinessDay, lastYear } from './business-calendar.ts'
import { addDays, type CalendarDate, weekdayOf } from './nz-time.ts'

/** When payouts are made: each business day, on a weekday (1 is Monday), or on the first business day of a month. */
export type PayoutDays = { kind: 'daily' } | { kind: 'weekly'; weekday: number } | { kind: 'monthly' }

/** Whether payouts are made on a day. A chosen weekday or the first of a month that is no business day moves to the next one. */
export function isPayoutDay(schedule: PayoutDays, day: CalendarDate): boolean {
  if (!isBusinessDay(day)) return false
  if (schedule.kind === 'daily') return true
  const chosen = schedule.kind === 'monthly' ? `${day.slice(0, 8)}01` : addDays(day, -((weekdayOf(day) - schedule.weekday + 7) % 7))
  return businessDayFrom(chosen) === day
}

/** The day on which what is paid on a day goes to the bank, at the earliest. */
export function payoutDayOf(paidOn: CalendarDate, schedule: PayoutDays = { kind: 'daily' }): CalendarDate {
  let day = addDays(paidOn, 1)
  while (!isPayoutDay(schedule, day)) day = addDays(day, 1)
  return day
}

/** The holidays that keep what is paid on a day from the bank, up to the day on which it goes there. */
export function holidaysBefore(paidOn: CalendarDate, day: CalendarDate): string[] {
  const years = [...new Set([paidOn, day].map((date) => Number(date.slice(0, 4))))]
  return years.flatMap((year) => holidaysOf(year).filter(({ observed }) => observed > paidOn && observed < day)).map(({ name }) => name)
}

/** A daily payout that holidays move: the payments of these days go to the bank on one day. */
export interface MovedPayout {
  holiday: string
  firstDay: CalendarDate
  lastDay: CalendarDate
  day: CalendarDate
}

/** The next payout, from a day on, that a holiday moves. Undefined at the end of the calendar. */
export function nextMovedPayout(from: CalendarDate): MovedPayout | undefined {
  const year = Number(from.slice(0, 4))
  const holidays = [year, year + 1].filter((each) => each <= lastYear).flatMap((each) => holidaysOf(each))
  const holiday = holidays.find(({ observed }) => observed >= from)
  if (!holiday) return undefined
  let firstDay = addDays(holiday.observed, -1)
  while (!isBusinessDay(firstDay)) firstDay = addDays(firstDay, -1)
  const day = businessDayFrom(holiday.observed)
  return { holiday: holiday.name, firstDay, lastDay: addDays(day, -1), day }
}
