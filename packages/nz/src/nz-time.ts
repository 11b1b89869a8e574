/**
 * Dates and times in Pacific/Auckland. Names of days and months are listed here because browsers disagree on them (`Sep`,
 * `Sept`) and because they stay English in every language of the app.
 */

const weekdays = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'] as const
const months = ['January', 'February', 'March', 'April', 'May', 'June', 'July', 'August', 'September', 'October', 'November', 'December'] as const

/** `2026-11-17`. Dates sort and compare as text. */
export type CalendarDate = string

const zone = new Intl.DateTimeFormat('en-US', {
  timeZone: 'Pacific/Auckland',
  calendar: 'gregory',
  numberingSystem: 'latn',
  hourCycle: 'h23',
  year: 'numeric',
  month: 'numeric',
  day: 'numeric',
  hour: 'numeric',
  minute: 'numeric',
  second: 'numeric',
})

/** The local time in Auckland as if it were UTC, so that arithmetic needs no time zone. */
function localTime(at: Date): Date {
  const part = Object.fromEntries(zone.formatToParts(at).map(({ type, value }) => [type, Number(value)]))
  return new Date(Date.UTC(part.year!, part.month! - 1, part.day, part.hour, part.minute, part.second))
}

function offsetAt(instant: number): number {
  const whole = Math.floor(instant / 1000) * 1000
  return localTime(new Date(whole)).getTime() - whole
}

/** The hour in Auckland, 0 to 23. */
export function hourOf(at: Date): number {
  return localTime(at).getUTCHours()
}

export function calendarDate(at: Date): CalendarDate {
  return localTime(at).toISOString().slice(0, 10)
}

/**
 * The instant of a local time in Auckland. When clocks go back (first Sunday of April) the repeated hour means its first
 * occurrence; when they go forward (last Sunday of September) the skipped hour is counted from midnight as on other days.
 */
export function instantAt(date: CalendarDate, hour = 0, minute = 0): Date {
  const local = Date.parse(`${date}T00:00:00.000Z`) + (hour * 60 + minute) * 60_000
  if (Number.isNaN(local)) throw new RangeError(`invalid date: ${date}`)
  const day = 86_400_000
  const before = offsetAt(local - day)
  const after = offsetAt(local + day)
  const match = [local - Math.max(before, after), local - Math.min(before, after)].find((instant) => instant + offsetAt(instant) === local)
  return new Date(match ?? local - before)
}

export type Period = 'daily' | 'monthly' | 'yearly'

/** The interval that contains an instant: `2026-11-17`, `2026-11` or `2026`. */
export function intervalOf(at: Date, period: Period): string {
  const length = { daily: 10, monthly: 7, yearly: 4 }[period]
  return calendarDate(at).slice(0, length)
}

/** Start (inclusive) and end (exclusive) of an interval, correct for days of 23 and 25 hours. */
export function intervalBounds(interval: string): { from: Date; to: Date } {
  const match = /^(\d{4})(?:-(\d{2})(?:-(\d{2}))?)?$/.exec(interval)
  if (!match) throw new RangeError(`invalid interval: ${interval}`)
  const [year, month, day] = [Number(match[1]), match[2] && Number(match[2]), match[3] && Number(match[3])]
  const first = new Date(Date.UTC(year, (month || 1) - 1, day || 1))
  if (!first.toISOString().startsWith(interval)) throw new RangeError(`invalid interval: ${interval}`)
  const next = new Date(first)
  if (day) next.setUTCDate(next.getUTCDate() + 1)
  else if (month) next.setUTCMonth(next.getUTCMonth() + 1)
  else next.setUTCFullYear(year + 1)
  return { from: instantAt(toDateText(first)), to: instantAt(toDateText(next)) }
}

export function addDays(date: CalendarDate, days: number): CalendarDate {
  const moved = new Date(`${date}T00:00:00.000Z`)
  moved.setUTCDate(moved.getUTCDate() + days)
  return toDateText(moved)
}

/** The same day of a later month, or its last day if it is shorter. */
export function addMonths(date: CalendarDate, months: number): CalendarDate {
  const [year, month, day] = date.split('-').map(Number) as [number, number, number]
  const first = new Date(Date.UTC(year, month - 1 + months, 1))
  const last = new Date(Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + 1, 0)).getUTCDate()
  first.setUTCDate(Math.min(day, last))
  return toDateText(first)
}

/** 0 for Sunday to 6 for Saturday. */
export function weekdayOf(date: CalendarDate): number {
  return new Date(`${date}T00:00:00.000Z`).getUTCDay()
}

/** `Tue 17 Nov` */
export function shortDate(day: Date | CalendarDate): string {
  const date = typeof day === 'string' ? day : calendarDate(day)
  return `${weekdays[weekdayOf(date)]} ${Number(date.slice(8))} ${monthOf(date).slice(0, 3)}`
}

/** `31 December 2026` */
export function longDate(day: Date | CalendarDate): string {
  const date = typeof day === 'string' ? day : calendarDate(day)
  return `${Number(date.slice(8))} ${monthOf(date)} ${date.slice(0, 4)}`
}

/** The name of an interval of a month or a year: `November`, `2026`. */
export function intervalName(interval: string): string {
  return interval.length === 4 ? interval : monthOf(interval)
}

/** `4:12 pm` */
export function timeOfDay(at: Date): string {
  const local = localTime(at)
  const hour = local.getUTCHours()
  return `${hour % 12 || 12}:${String(local.getUTCMinutes()).padStart(2, '0')} ${hour < 12 ? 'am' : 'pm'}`
}

function monthOf(date: CalendarDate): string {
  return months[Number(date.slice(5, 7)) - 1]!
}

function toDateText(utc: Date): CalendarDate {
  return utc.toISOString().slice(0, 10)
}
