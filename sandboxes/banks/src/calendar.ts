/**
 * Auckland days and the business days of New Zealand banks: Monday to Friday without the eleven national holidays.
 * Regional anniversary days are ordinary business days for banks. A day is written YYYY-MM-DD.
 */
const parts = new Intl.DateTimeFormat('en-CA', {
  timeZone: 'Pacific/Auckland',
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  hourCycle: 'h23',
})

export const aucklandDay = (ms: number): string => parts.format(ms).slice(0, 10)

const aucklandWall = (ms: number): number => {
  const [day, time] = parts.format(ms).split(', ')
  return Date.parse(`${day}T${time}Z`)
}

/** The instant of a local time in Auckland. In the hour that repeats in autumn it is the first. */
export const aucklandInstant = (day: string, time: string): number => {
  const wall = Date.parse(`${day}T${time}:00Z`)
  let instant = wall - 13 * 3_600_000
  instant += wall - aucklandWall(instant)
  return instant
}

export const addDays = (day: string, count: number): string => new Date(Date.parse(`${day}T00:00:00Z`) + count * 86_400_000).toISOString().slice(0, 10)

const weekday = (day: string): number => new Date(`${day}T00:00:00Z`).getUTCDay()
const isWeekend = (day: string): boolean => weekday(day) === 0 || weekday(day) === 6

/** Set by statute; there is no rule to compute them. */
const matariki = [
  '2022-06-24',
  '2023-07-14',
  '2024-06-28',
  '2025-06-20',
  '2026-07-10',
  '2027-06-25',
  '2028-07-14',
  '2029-07-06',
  '2030-06-21',
  '2031-07-11',
  '2032-07-02',
]

/** Anonymous Gregorian computus. */
const easterSunday = (year: number): string => {
  const a = year % 19
  const b = Math.floor(year / 100)
  const c = year % 100
  const h = (19 * a + b - Math.floor(b / 4) - Math.floor((b - Math.floor((b + 8) / 25) + 1) / 3) + 15) % 30
  const l = (32 + 2 * (b % 4) + 2 * Math.floor(c / 4) - h - (c % 4)) % 7
  const m = Math.floor((a + 11 * h + 22 * l) / 451)
  const month = Math.floor((h + l - 7 * m + 114) / 31)
  const day = ((h + l - 7 * m + 114) % 31) + 1
  return `${year}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`
}

const nthMonday = (year: number, month: number, nth: number): string => {
  const first = `${year}-${String(month).padStart(2, '0')}-01`
  return addDays(first, ((8 - weekday(first)) % 7) + 7 * (nth - 1))
}

/** A holiday on a weekend is observed on the next weekday that is not a holiday already. */
const observed = (days: string[]): string[] => {
  const dates = new Set(days.filter((day) => !isWeekend(day)))
  for (const day of days) {
    if (!isWeekend(day)) continue
    let next = day
    while (isWeekend(next) || dates.has(next)) next = addDays(next, 1)
    dates.add(next)
  }
  return [...dates]
}

const years = new Map<number, Set<string>>()

export const bankHolidays = (year: number): Set<string> => {
  const known = years.get(year)
  if (known) return known
  const easter = easterSunday(year)
  const holidays = new Set([
    ...observed([`${year}-01-01`, `${year}-01-02`]),
    ...observed([`${year}-02-06`]),
    addDays(easter, -2),
    addDays(easter, 1),
    ...observed([`${year}-04-25`]),
    nthMonday(year, 6, 1),
    ...matariki.filter((day) => day.startsWith(String(year))),
    nthMonday(year, 10, 4),
    ...observed([`${year}-12-25`, `${year}-12-26`]),
  ])
  years.set(year, holidays)
  return holidays
}

export const isBusinessDay = (day: string): boolean => !isWeekend(day) && !bankHolidays(Number(day.slice(0, 4))).has(day)

/** The day itself if it is a business day, or else the next one. */
export const businessDayFrom = (day: string): string => {
  let next = day
  while (!isBusinessDay(next)) next = addDays(next, 1)
  return next
}

export const addBusinessDays = (day: string, count: number): string => {
  let next = day
  for (let left = count; left > 0; left--) next = businessDayFrom(addDays(next, 1))
  return next
}
