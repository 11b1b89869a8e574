/**
 * New Zealand's clock: which day, month and year a moment belongs to in Pacific/Auckland, and the words for it.
 * Names of days and months are written out here, because browsers do not agree on them (`Sep`, `Sept`) and because they
 * stay English in every language of the app.
 */

const weekdays = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'] as const
const months = ['January', 'February', 'March', 'April', 'May', 'June', 'July', 'August', 'September', 'October', 'November', 'December'] as const

/** A day of the calendar, `2026-11-17`. As text it sorts and compares as days do. */
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

/** What the clock on the wall shows, read as if it were UTC: arithmetic on it needs no zone. */
function wallTime(at: Date): Date {
  const part = Object.fromEntries(zone.formatToParts(at).map(({ type, value }) => [type, Number(value)]))
  return new Date(Date.UTC(part.year!, part.month! - 1, part.day, part.hour, part.minute, part.second))
}

function offsetAt(instant: number): number {
  const whole = Math.floor(instant / 1000) * 1000
  return wallTime(new Date(whole)).getTime() - whole
}

/** The hour on the wall, 0 to 23. */
export function hourOf(at: Date): number {
  return wallTime(at).getUTCHours()
}

export function calendarDate(at: Date): CalendarDate {
  return wallTime(at).toISOString().slice(0, 10)
}

/**
 * The moment at which the wall shows this date and hour. An hour that comes twice (first Sunday of April) means its first
 * coming; one that is skipped (last Sunday of September) means as long after midnight as on other days.
 */
export function momentAt(date: CalendarDate, hour = 0, minute = 0): Date {
  const wall = Date.parse(`${date}T00:00:00.000Z`) + (hour * 60 + minute) * 60_000
  if (Number.isNaN(wall)) throw new RangeError(`${date} is not a date`)
  const day = 86_400_000
  const before = offsetAt(wall - day)
  const after = offsetAt(wall + day)
  const fits = [wall - Math.max(before, after), wall - Math.min(before, after)].find((instant) => instant + offsetAt(instant) === wall)
  return new Date(fits ?? wall - before)
}

export type Period = 'daily' | 'monthly' | 'yearly'

/** The interval a moment counts in: `2026-11-17`, `2026-11` or `2026`. */
export function intervalOf(at: Date, period: Period): string {
  const length = { daily: 10, monthly: 7, yearly: 4 }[period]
  return calendarDate(at).slice(0, length)
}

/** From the first moment of an interval to the first one after it, so that a 23- or 25-hour day is no special case. */
export function boundsOf(interval: string): { from: Date; to: Date } {
  const match = /^(\d{4})(?:-(\d{2})(?:-(\d{2}))?)?$/.exec(interval)
  if (!match) throw new RangeError(`${interval} is not an interval`)
  const [year, month, day] = [Number(match[1]), match[2] && Number(match[2]), match[3] && Number(match[3])]
  const first = new Date(Date.UTC(year, (month || 1) - 1, day || 1))
  if (!first.toISOString().startsWith(interval)) throw new RangeError(`${interval} is not an interval`)
  const next = new Date(first)
  if (day) next.setUTCDate(next.getUTCDate() + 1)
  else if (month) next.setUTCMonth(next.getUTCMonth() + 1)
  else next.setUTCFullYear(year + 1)
  return { from: momentAt(dateText(first)), to: momentAt(dateText(next)) }
}

export function addDays(date: CalendarDate, days: number): CalendarDate {
  const moved = new Date(`${date}T00:00:00.000Z`)
  moved.setUTCDate(moved.getUTCDate() + days)
  return dateText(moved)
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

/** `4:12 pm` */
export function timeOfDay(at: Date): string {
  const wall = wallTime(at)
  const hour = wall.getUTCHours()
  return `${hour % 12 || 12}:${String(wall.getUTCMinutes()).padStart(2, '0')} ${hour < 12 ? 'am' : 'pm'}`
}

/** `Today 4:12 pm`, `Yesterday 4:12 pm`, `Tue 17 Nov 4:12 pm`; the year is named when it is another one. */
export function whenText(at: Date, now: Date): string {
  const [date, today] = [calendarDate(at), calendarDate(now)]
  if (date === today) return `Today ${timeOfDay(at)}`
  if (date === addDays(today, -1)) return `Yesterday ${timeOfDay(at)}`
  const year = date.slice(0, 4) === today.slice(0, 4) ? '' : ` ${date.slice(0, 4)}`
  return `${shortDate(date)}${year} ${timeOfDay(at)}`
}

function monthOf(date: CalendarDate): string {
  return months[Number(date.slice(5, 7)) - 1]!
}

function dateText(utc: Date): CalendarDate {
  return utc.toISOString().slice(0, 10)
}
