import { addDays, type CalendarDate, calendarDate, hourOf, instantAt, weekdayOf } from './nz-time.ts'

/**
 * Business days of New Zealand banks: Monday to Friday except national holidays. Regional anniversary days are business days.
 * Easter and Mondayisation are computed. Matariki comes from the list in its Act, 2022 to 2052; other years throw.
 */

export interface Holiday {
  name: string
  /** The weekday on which it is observed. */
  observed: CalendarDate
}

/** Schedule 1 of the Te Kāhui o Matariki Public Holiday Act 2022: month and day, from 2022. */
const matariki =
  '06-24 07-14 06-28 06-20 07-10 06-25 07-14 07-06 06-21 07-11 07-02 06-24 07-07 06-29 07-18 07-10 06-25 07-15 07-06 07-19 07-11 07-03 06-24 07-07 06-29 07-19 07-03 06-25 07-15 06-30 06-21'.split(
    ' ',
  )
export const firstYear = 2022
export const lastYear = firstYear + matariki.length - 1

const oneOffHolidays: Readonly<Record<number, Holiday>> = { 2022: { name: 'Queen Elizabeth II Memorial Day', observed: '2022-09-26' } }

const holidayCache = new Map<number, readonly Holiday[]>()

/** The national holidays of a year, by date. */
export function holidaysOf(year: number): readonly Holiday[] {
  const cached = holidayCache.get(year)
  if (cached) return cached
  if (!Number.isInteger(year) || year < firstYear || year > lastYear) {
    throw new RangeError(`no holidays for ${year}: the calendar covers ${firstYear} to ${lastYear}`)
  }
  const easter = easterSunday(year)
  const holidays = [
    { name: 'New Year’s Day', observed: mondayisePair(`${year}-01-01`) },
    { name: 'Day after New Year’s Day', observed: mondayisePair(`${year}-01-02`) },
    { name: 'Waitangi Day', observed: mondayise(`${year}-02-06`) },
    { name: 'Good Friday', observed: addDays(easter, -2) },
    { name: 'Easter Monday', observed: addDays(easter, 1) },
    { name: 'Anzac Day', observed: mondayise(`${year}-04-25`) },
    { name: year === 2022 ? 'Queen’s Birthday' : 'King’s Birthday', observed: nthMonday(1, `${year}-06`) },
    { name: 'Matariki', observed: `${year}-${matariki[year - firstYear]}` },
    { name: 'Labour Day', observed: nthMonday(4, `${year}-10`) },
    { name: 'Christmas Day', observed: mondayisePair(`${year}-12-25`) },
    { name: 'Boxing Day', observed: mondayisePair(`${year}-12-26`) },
    ...(oneOffHolidays[year] ? [oneOffHolidays[year]] : []),
  ].sort((a, b) => (a.observed < b.observed ? -1 : 1))
  holidayCache.set(year, holidays)
  return holidays
}

/** A holiday on a weekend is observed on the next Monday. */
function mondayise(date: CalendarDate): CalendarDate {
  return addDays(date, { 6: 2, 0: 1 }[weekdayOf(date)] ?? 0)
}

/** Of two consecutive holidays, Saturday's is observed on Monday and Sunday's on Tuesday. */
function mondayisePair(date: CalendarDate): CalendarDate {
  return addDays(date, { 6: 2, 0: 2 }[weekdayOf(date)] ?? 0)
}

function nthMonday(n: number, month: string): CalendarDate {
  const first = `${month}-01`
  return addDays(first, ((8 - weekdayOf(first)) % 7) + (n - 1) * 7)
}

/** By the Gregorian computus. */
export function easterSunday(year: number): CalendarDate {
  const golden = year % 19
  const century = Math.floor(year / 100)
  const solar = century - Math.floor(century / 4) - Math.floor((8 * century + 13) / 25)
  const epact = (solar + 19 * golden + 15) % 30
  const moon = epact - (epact === 29 || (epact === 28 && golden > 10) ? 1 : 0)
  const sunday = (year + Math.floor(year / 4) + moon + 2 - century + Math.floor(century / 4)) % 7
  return addDays(`${year}-03-28`, moon - sunday)
}

export function isBusinessDay(date: CalendarDate): boolean {
  const weekday = weekdayOf(date)
  if (weekday === 0 || weekday === 6) return false
  return !holidaysOf(Number(date.slice(0, 4))).some((holiday) => holiday.observed === date)
}

/** The date itself if it is a business day, otherwise the next business day. */
export function businessDayFrom(date: CalendarDate): CalendarDate {
  let day = date
  while (!isBusinessDay(day)) day = addDays(day, 1)
  return day
}

/** The business day this many business days after a date. With 0, the date itself or the next business day. */
export function addBusinessDays(date: CalendarDate, days: number): CalendarDate {
  if (!Number.isInteger(days) || days < 0) throw new RangeError('days must be a non-negative integer')
  let day = days === 0 ? businessDayFrom(date) : date
  for (let left = days; left > 0; left--) day = businessDayFrom(addDays(day, 1))
  return day
}

export interface ArrivalTerms {
  /** Requests from this hour in Auckland count for the next business day. */
  cutOffHour: number
  days: number
}

/** The business day that a request counts for. */
export function effectiveBusinessDay(requestedAt: Date, cutOffHour: number): CalendarDate {
  const date = calendarDate(requestedAt)
  return businessDayFrom(hourOf(requestedAt) < cutOffHour ? date : addDays(date, 1))
}

/** The business day by which the money has arrived. */
export function arrivesBy(requestedAt: Date, { cutOffHour, days }: ArrivalTerms): CalendarDate {
  return addBusinessDays(effectiveBusinessDay(requestedAt, cutOffHour), days)
}

/** The longest a withdrawal takes to appear in the bank account. */
export const withdrawalBusinessDays = 2

/** A bank may dishonour a direct debit within three business days; after that the money is settled. */
export const topUpBusinessDays = 3

/** The bank processes files on the same day until this hour in Auckland. */
export const bankCutOffHour = 16

/** Our files of the day close five minutes earlier, to leave time to send them and to retry. */
export const fileCutOff = { hour: bankCutOffHour - 1, minute: 55 } as const

/** The business day whose file a request goes into. */
export function bankFileDate(requestedAt: Date): CalendarDate {
  const today = calendarDate(requestedAt)
  return businessDayFrom(requestedAt < instantAt(today, fileCutOff.hour, fileCutOff.minute) ? today : addDays(today, 1))
}
