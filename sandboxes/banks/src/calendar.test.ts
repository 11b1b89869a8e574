import { expect, test } from 'vitest'
import { addBusinessDays, addDays, aucklandDay, aucklandInstant, bankHolidays, businessDayFrom } from './calendar.ts'

const weekdaysOff = (year: number) => [...bankHolidays(year)].sort()

test('the bank holidays of 2026, 2027 and 2028', () => {
  expect(weekdaysOff(2026)).toEqual(
    ['01-01', '01-02', '02-06', '04-03', '04-06', '04-27', '06-01', '07-10', '10-26', '12-25', '12-28'].map((day) => `2026-${day}`),
  )
  expect(weekdaysOff(2027)).toEqual(
    ['01-01', '01-04', '02-08', '03-26', '03-29', '04-26', '06-07', '06-25', '10-25', '12-27', '12-28'].map((day) => `2027-${day}`),
  )
  expect(weekdaysOff(2028)).toEqual(
    ['01-03', '01-04', '02-07', '04-14', '04-17', '04-25', '06-05', '07-14', '10-23', '12-25', '12-26'].map((day) => `2028-${day}`),
  )
})

test('two business days from Christmas Eve 2026 is 30 December', () => {
  expect(addBusinessDays('2026-12-24', 2)).toBe('2026-12-30')
  expect(businessDayFrom('2026-12-25')).toBe('2026-12-29')
  expect(addDays('2026-12-31', 1)).toBe('2027-01-01')
})

test('an Auckland day starts at local midnight, in and out of daylight saving', () => {
  expect(aucklandDay(Date.parse('2026-06-30T11:59:59Z'))).toBe('2026-06-30')
  expect(aucklandDay(Date.parse('2026-06-30T12:00:00Z'))).toBe('2026-07-01')
  expect(aucklandInstant('2026-01-15', '16:00')).toBe(Date.parse('2026-01-15T03:00:00Z'))
  expect(aucklandInstant('2026-07-15', '16:00')).toBe(Date.parse('2026-07-15T04:00:00Z'))
  expect(aucklandInstant('2026-09-27', '00:00')).toBe(Date.parse('2026-09-26T12:00:00Z'))
  expect(aucklandInstant('2026-09-27', '16:00')).toBe(Date.parse('2026-09-27T03:00:00Z'))
  expect(aucklandInstant('2027-04-04', '16:00')).toBe(Date.parse('2027-04-04T04:00:00Z'))
})
