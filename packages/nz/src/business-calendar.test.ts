import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  addBusinessDays,
  arrivesBy,
  businessDayFrom,
  effectiveBusinessDay,
  easterSunday,
  firstYear,
  bankFileDate,
  holidaysOf,
  isBusinessDay,
  lastYear,
  withdrawalBusinessDays,
} from './business-calendar.ts'
import { addDays, intervalBounds, calendarDate, instantAt, shortDate, weekdayOf } from './nz-time.ts'

describe('holidays', () => {
  test.each([
    [2022, '01-03 01-04 02-07 04-15 04-18 04-25 06-06 06-24 09-26 10-24 12-26 12-27'],
    [2026, '01-01 01-02 02-06 04-03 04-06 04-27 06-01 07-10 10-26 12-25 12-28'],
    [2027, '01-01 01-04 02-08 03-26 03-29 04-26 06-07 06-25 10-25 12-27 12-28'],
    [2028, '01-03 01-04 02-07 04-14 04-17 04-25 06-05 07-14 10-23 12-25 12-26'],
  ])('of %i are observed on these weekdays', (year, days) => {
    expect(holidaysOf(year).map((holiday) => holiday.observed.slice(5))).toEqual(days.split(' '))
  })

  test('Christmas on a Sunday is observed on Tuesday and Boxing Day stays on Monday', () => {
    expect(holidaysOf(2022).slice(-2)).toEqual([
      { name: 'Boxing Day', observed: '2022-12-26' },
      { name: 'Christmas Day', observed: '2022-12-27' },
    ])
  })

  test('are eleven a year, each on a weekday, with Matariki on a Friday', () => {
    expect([firstYear, lastYear]).toEqual([2022, 2052])
    for (let year = firstYear; year <= lastYear; year++) {
      const holidays = holidaysOf(year)
      expect(holidays).toHaveLength(year === 2022 ? 12 : 11)
      for (const { observed } of holidays) expect([0, 6]).not.toContain(weekdayOf(observed))
      const matariki = holidays.find((holiday) => holiday.name === 'Matariki')!
      expect([weekdayOf(matariki.observed), matariki.observed >= `${year}-06-19`, matariki.observed <= `${year}-07-24`]).toEqual([5, true, true])
    }
  })

  test('Anzac Day on Easter Sunday is observed on Easter Monday, as in 2038', () => {
    expect(easterSunday(2038)).toBe('2038-04-25')
    expect(holidaysOf(2038).filter((holiday) => holiday.observed === '2038-04-26')).toHaveLength(2)
    expect(isBusinessDay('2038-04-27')).toBe(true)
  })

  test('throw for years outside the calendar', () => {
    for (const year of [2021, 2053, 2026.5, NaN]) expect(() => holidaysOf(year)).toThrow(RangeError)
    expect(() => isBusinessDay('2053-01-06')).toThrow(RangeError)
  })

  test.each([
    [1818, '1818-03-22'],
    [1954, '1954-04-18'],
    [1981, '1981-04-19'],
    [2000, '2000-04-23'],
    [2024, '2024-03-31'],
    [2025, '2025-04-20'],
    [2049, '2049-04-18'],
    [2076, '2076-04-19'],
    [2285, '2285-03-22'],
  ])('Easter of %i is %s', (year, sunday) => {
    expect(easterSunday(year)).toBe(sunday)
  })
})

describe('business days', () => {
  test('are weekdays that are not national holidays; regional anniversary days count', () => {
    expect(isBusinessDay('2026-11-17')).toBe(true)
    expect(isBusinessDay('2026-11-14')).toBe(false)
    expect(isBusinessDay('2026-12-28')).toBe(false)
    expect(isBusinessDay('2026-01-26')).toBe(true)
  })

  test('skip weekends and holidays', () => {
    expect(addBusinessDays('2026-11-13', 1)).toBe('2026-11-16')
    expect(addBusinessDays('2026-11-14', 1)).toBe('2026-11-16')
    expect(addBusinessDays('2026-11-14', 0)).toBe('2026-11-16')
    expect(addBusinessDays('2026-12-24', 2)).toBe('2026-12-30')
    expect(() => addBusinessDays('2026-12-24', -1)).toThrow(RangeError)
  })

  const days = fc.integer({ min: 0, max: 365 * 29 }).map((n) => addDays('2022-01-01', n))

  test('adding in two steps equals adding at once, and each step is one business day', () => {
    fc.assert(
      fc.property(days, fc.integer({ min: 0, max: 15 }), fc.integer({ min: 0, max: 15 }), (date, a, b) => {
        const start = businessDayFrom(date)
        expect(addBusinessDays(addBusinessDays(start, a), b)).toBe(addBusinessDays(start, a + b))
        const end = addBusinessDays(start, a)
        let counted = 0
        for (let day = start; day < end; day = addDays(day, 1)) if (isBusinessDay(day)) counted++
        expect(counted).toBe(a)
      }),
    )
  })
})

describe('arrives by', () => {
  const twoDays = { cutOffHour: 15, days: withdrawalBusinessDays }

  test('requested on Christmas Eve 2026: Wednesday 30 before the cut-off, Thursday 31 after it', () => {
    expect(arrivesBy(instantAt('2026-12-24', 14, 59), twoDays)).toBe('2026-12-30')
    expect(shortDate(arrivesBy(instantAt('2026-12-24', 14, 59), twoDays))).toBe('Wed 30 Dec')
    expect(effectiveBusinessDay(instantAt('2026-12-24', 15, 0), 15)).toBe('2026-12-29')
    expect(arrivesBy(instantAt('2026-12-24', 15, 0), twoDays)).toBe('2026-12-31')
  })

  test('on a weekend the hour does not matter', () => {
    expect(arrivesBy(instantAt('2026-11-14', 9), twoDays)).toBe('2026-11-18')
    expect(arrivesBy(instantAt('2026-11-15', 23), twoDays)).toBe('2026-11-18')
    expect(arrivesBy(instantAt('2026-11-16', 9), twoDays)).toBe('2026-11-18')
  })

  test('the cut-off hour is Auckland time, in summer and winter', () => {
    expect(effectiveBusinessDay(new Date('2026-11-17T01:59:59Z'), 15)).toBe('2026-11-17')
    expect(effectiveBusinessDay(new Date('2026-11-17T02:00:00Z'), 15)).toBe('2026-11-18')
    expect(effectiveBusinessDay(new Date('2026-07-14T02:59:59Z'), 15)).toBe('2026-07-14')
    expect(effectiveBusinessDay(new Date('2026-07-14T03:00:00Z'), 15)).toBe('2026-07-15')
  })

  test('daylight saving changes do not shift the day', () => {
    for (const sunday of ['2026-09-27', '2027-04-04']) {
      const { from, to } = intervalBounds(sunday)
      for (let at = from.getTime(); at < to.getTime(); at += 15 * 60_000) {
        expect(effectiveBusinessDay(new Date(at), 15)).toBe(addDays(sunday, 1))
        expect(arrivesBy(new Date(at), twoDays)).toBe(addDays(sunday, 3))
      }
    }
  })

  const moments = fc.date({ min: new Date('2022-01-05'), max: new Date('2050-12-31'), noInvalidDate: true })
  const terms = fc.record({ cutOffHour: fc.integer({ min: 0, max: 24 }), days: fc.integer({ min: 0, max: 10 }) })

  test('is a business day, not before the request', () => {
    fc.assert(
      fc.property(moments, terms, (requestedAt, promise) => {
        const arrives = arrivesBy(requestedAt, promise)
        expect(isBusinessDay(arrives)).toBe(true)
        expect(arrives >= calendarDate(requestedAt)).toBe(true)
      }),
    )
  })

  test('a later request never arrives earlier, and a later cut-off never makes it arrive later', () => {
    fc.assert(
      fc.property(moments, fc.integer({ min: 0, max: 5 * 86_400_000 }), terms, (requestedAt, wait, promise) => {
        const later = new Date(requestedAt.getTime() + wait)
        expect(arrivesBy(later, promise) >= arrivesBy(requestedAt, promise)).toBe(true)
        expect(arrivesBy(requestedAt, { ...promise, cutOffHour: promise.cutOffHour + 1 }) <= arrivesBy(requestedAt, promise)).toBe(true)
        expect(arrivesBy(requestedAt, { ...promise, days: promise.days + 1 }) > arrivesBy(requestedAt, promise)).toBe(true)
      }),
    )
  })
})

test('requests after the file cut-off go into the file of the next business day', () => {
  expect(bankFileDate(instantAt('2026-11-13', 15, 54))).toBe('2026-11-13')
  expect(bankFileDate(instantAt('2026-11-13', 15, 55))).toBe('2026-11-16')
  expect(bankFileDate(instantAt('2026-11-14', 9))).toBe('2026-11-16')
})
