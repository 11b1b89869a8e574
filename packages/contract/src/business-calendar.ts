import { addDays, type CalendarDate, calendarDate, hourOf, momentAt, weekdayOf } from './nz-time.ts'

/**
 * The days on which New Zealand's banks and our back office work: Monday to Friday without the national holidays.
 * Regional anniversary days are business days for banks. Easter and the moving of holidays off a weekend follow rules;
 * Matariki follows the list in its Act, which begins in 2022 and ends in 2052: outside it nothing is guessed.
 */

export interface Holiday {
  name: string
  /** The weekday on which it is kept. */
  observed: CalendarDate
}

/** Schedule 1 of the Te Kāhui o Matariki Public Holiday Act 2022: month and day, from 2022 on. */
const matariki =
  '06-24 07-14 06-28 06-20 07-10 06-25 07-14 07-06 06-21 07-11 07-02 06-24 07-07 06-29 07-18 07-10 06-25 07-15 07-06 07-19 07-11 07-03 06-24 07-07 06-29 07-19 07-03 06-25 07-15 06-30 06-21'.split(
    ' ',
  )
export const firstYear = 2022
export const lastYear = firstYear + matariki.length - 1

/** A day that was given once. */
const once: Readonly<Record<number, Holiday>> = { 2022: { name: 'Queen Elizabeth II Memorial Day', observed: '2022-09-26' } }

const known = new Map<number, readonly Holiday[]>()

/** The national holidays of a year, in the order of their days. */
export function holidaysOf(year: number): readonly Holiday[] {
  const listed = known.get(year)
  if (listed) return listed
  if (!Number.isInteger(year) || year < firstYear || year > lastYear) {
    throw new RangeError(`holidays are known from ${firstYear} to ${lastYear}, not for ${year}`)
  }
  const easter = easterSunday(year)
  const holidays = [
    { name: 'New Year’s Day', observed: offWeekendInPair(`${year}-01-01`) },
    { name: 'Day after New Year’s Day', observed: offWeekendInPair(`${year}-01-02`) },
    { name: 'Waitangi Day', observed: offWeekend(`${year}-02-06`) },
    { name: 'Good Friday', observed: addDays(easter, -2) },
    { name: 'Easter Monday', observed: addDays(easter, 1) },
    { name: 'Anzac Day', observed: offWeekend(`${year}-04-25`) },
    { name: year === 2022 ? 'Queen’s Birthday' : 'King’s Birthday', observed: nthMonday(1, `${year}-06`) },
    { name: 'Matariki', observed: `${year}-${matariki[year - firstYear]}` },
    { name: 'Labour Day', observed: nthMonday(4, `${year}-10`) },
    { name: 'Christmas Day', observed: offWeekendInPair(`${year}-12-25`) },
    { name: 'Boxing Day', observed: offWeekendInPair(`${year}-12-26`) },
    ...(once[year] ? [once[year]] : []),
  ].sort((a, b) => (a.observed < b.observed ? -1 : 1))
  known.set(year, holidays)
  return holidays
}

/** From a weekend to the Monday after it. */
function offWeekend(date: CalendarDate): CalendarDate {
  return addDays(date, { 6: 2, 0: 1 }[weekdayOf(date)] ?? 0)
}

/** Of two holidays in a row Saturday's is kept on Monday and Sunday's on Tuesday, so that both are kept. */
function offWeekendInPair(date: CalendarDate): CalendarDate {
  return addDays(date, { 6: 2, 0: 2 }[weekdayOf(date)] ?? 0)
}

function nthMonday(n: number, month: string): CalendarDate {
  const first = `${month}-01`
  return addDays(first, ((8 - weekdayOf(first)) % 7) + (n - 1) * 7)
}

/** The Sunday after the first full moon of the church's autumn, by the Gregorian computus. */
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

/** The date itself when it is a business day, else the next one. */
export function businessDayFrom(date: CalendarDate): CalendarDate {
  let day = date
  while (!isBusinessDay(day)) day = addDays(day, 1)
  return day
}

/** The business day that comes so many business days after a date; with 0, the date or the first one after it. */
export function addBusinessDays(date: CalendarDate, days: number): CalendarDate {
  if (!Number.isInteger(days) || days < 0) throw new RangeError('business days are counted forward, whole')
  let day = days === 0 ? businessDayFrom(date) : date
  for (let left = days; left > 0; left--) day = businessDayFrom(addDays(day, 1))
  return day
}

export interface ArrivalTerms {
  /** From this hour on, on the wall in Auckland, what is asked counts as asked on the next business day. */
  cutOffHour: number
  days: number
}

/** The business day on which something asked at a moment counts as asked. */
export function countsAsAsked(asked: Date, cutOffHour: number): CalendarDate {
  const date = calendarDate(asked)
  return businessDayFrom(hourOf(asked) < cutOffHour ? date : addDays(date, 1))
}

/** The day by which it has arrived. */
export function arrivesBy(asked: Date, { cutOffHour, days }: ArrivalTerms): CalendarDate {
  return addBusinessDays(countsAsAsked(asked, cutOffHour), days)
}

/** How long a withdrawal may take to show in the bank account. */
export const withdrawalBusinessDays = 2

/** A bank has three days to say that it will not pay a direct debit after all; then the money is there. */
export const topUpBusinessDays = 3

/** Until this hour in Auckland the bank takes files for the same day. */
export const bankCutOffHour = 16

/** Our files for the day are closed a little earlier, so that there is time to send them, and to try again some times. */
export const filesClose = { hour: bankCutOffHour - 1, minute: 55 } as const

/** The business day on which what is asked for now goes to the bank. */
export function goesToBankOn(asked: Date): CalendarDate {
  const today = calendarDate(asked)
  return businessDayFrom(asked < momentAt(today, filesClose.hour, filesClose.minute) ? today : addDays(today, 1))
}
