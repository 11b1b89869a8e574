import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { addDays, intervalBounds, intervalName, calendarDate, hourOf, intervalOf, longDate, instantAt, shortDate, timeOfDay } from './nz-time.ts'

const hours = (bounds: { from: Date; to: Date }) => (bounds.to.getTime() - bounds.from.getTime()) / 3_600_000

describe('intervals in Pacific/Auckland', () => {
  test('a day begins at midnight in Auckland, 11:00 or 12:00 UTC of the day before', () => {
    expect(calendarDate(new Date('2026-07-09T11:59:59.999Z'))).toBe('2026-07-09')
    expect(calendarDate(new Date('2026-07-09T12:00:00.000Z'))).toBe('2026-07-10')
    expect(calendarDate(new Date('2026-12-24T10:59:59.999Z'))).toBe('2026-12-24')
    expect(calendarDate(new Date('2026-12-24T11:00:00.000Z'))).toBe('2026-12-25')
  })

  test('an instant belongs to its Auckland month and year', () => {
    const lastMoment = new Date('2026-12-31T10:59:59.999Z')
    const firstMoment = new Date('2026-12-31T11:00:00.000Z')
    expect([intervalOf(lastMoment, 'monthly'), intervalOf(lastMoment, 'yearly')]).toEqual(['2026-12', '2026'])
    expect([intervalOf(firstMoment, 'daily'), intervalOf(firstMoment, 'monthly'), intervalOf(firstMoment, 'yearly')]).toEqual(['2027-01-01', '2027-01', '2027'])
  })

  test('the bounds of a month and a year are Auckland midnights', () => {
    expect(intervalBounds('2026-11')).toEqual({ from: new Date('2026-10-31T11:00:00Z'), to: new Date('2026-11-30T11:00:00Z') })
    expect(intervalBounds('2026-04')).toEqual({ from: new Date('2026-03-31T11:00:00Z'), to: new Date('2026-04-30T12:00:00Z') })
    expect(intervalBounds('2026')).toEqual({ from: new Date('2025-12-31T11:00:00Z'), to: new Date('2026-12-31T11:00:00Z') })
  })

  test.each(['2026-04-05', '2027-04-04', '2028-04-02'])('%s has 25 hours', (day) => {
    expect(hours(intervalBounds(day))).toBe(25)
    expect(hours(intervalBounds(addDays(day, 1)))).toBe(24)
  })

  test.each(['2026-09-27', '2027-09-26', '2028-09-24'])('%s has 23 hours', (day) => {
    expect(hours(intervalBounds(day))).toBe(23)
    expect(hours(intervalBounds(addDays(day, -1)))).toBe(24)
  })

  test.each(['2026-13', '2026-02-30', '26', '2026-1', ''])('"%s" is not an interval', (text) => {
    expect(() => intervalBounds(text)).toThrow(RangeError)
  })

  const moments = fc.date({ min: new Date('2022-01-01'), max: new Date('2052-12-31'), noInvalidDate: true })
  const periods = fc.constantFrom('daily', 'monthly', 'yearly')

  test('every instant is within the bounds of its interval, and the next interval begins where they end', () => {
    fc.assert(
      fc.property(moments, periods, (at, period) => {
        const { from, to } = intervalBounds(intervalOf(at, period))
        expect(from <= at && at < to).toBe(true)
        expect(intervalOf(new Date(from.getTime() - 1), period)).not.toBe(intervalOf(at, period))
        expect(intervalBounds(intervalOf(to, period)).from).toEqual(to)
      }),
    )
  })

  test('the local time matches the requested hour on every day without a clock change', () => {
    fc.assert(
      fc.property(moments, fc.integer({ min: 0, max: 23 }), (at, hour) => {
        const date = calendarDate(at)
        fc.pre(hours(intervalBounds(date)) === 24)
        const moment = instantAt(date, hour)
        expect([calendarDate(moment), hourOf(moment)]).toEqual([date, hour])
      }),
    )
  })
})

describe('daylight saving changes', () => {
  test('a repeated hour means its first occurrence', () => {
    expect(instantAt('2026-04-05', 2, 30)).toEqual(new Date('2026-04-04T13:30:00Z'))
    expect(instantAt('2026-04-05', 3)).toEqual(new Date('2026-04-04T15:00:00Z'))
    expect(hourOf(new Date('2026-04-04T13:30:00Z'))).toBe(2)
    expect(hourOf(new Date('2026-04-04T14:30:00Z'))).toBe(2)
  })

  test('a skipped hour is counted from midnight as on other days', () => {
    expect(instantAt('2026-09-27', 2, 30)).toEqual(new Date('2026-09-26T14:30:00Z'))
    expect(hourOf(new Date('2026-09-26T14:30:00Z'))).toBe(3)
    expect(instantAt('2026-09-27', 3)).toEqual(new Date('2026-09-26T14:00:00Z'))
  })
})

describe('formatting', () => {
  const at = (date: string, hour: number, minute: number) => instantAt(date, hour, minute)

  test('short and long dates', () => {
    expect(shortDate('2026-11-17')).toBe('Tue 17 Nov')
    expect(shortDate('2026-09-01')).toBe('Tue 1 Sep')
    expect(shortDate(at('2026-11-17', 0, 0))).toBe('Tue 17 Nov')
    expect(longDate('2026-12-31')).toBe('31 December 2026')
    expect(['2026-11', '2026'].map(intervalName)).toEqual(['November', '2026'])
    expect(longDate(new Date('2026-12-31T10:59:59Z'))).toBe('31 December 2026')
    expect(longDate(new Date('2026-12-31T11:00:00Z'))).toBe('1 January 2027')
  })

  test.each([
    [0, 0, '12:00 am'],
    [9, 5, '9:05 am'],
    [12, 0, '12:00 pm'],
    [16, 12, '4:12 pm'],
    [23, 59, '11:59 pm'],
  ])('%i:%i is %s', (hour, minute, text) => {
    expect(timeOfDay(at('2026-11-17', hour, minute))).toBe(text)
  })
})
