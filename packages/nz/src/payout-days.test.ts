import { expect, test } from 'vitest'
import { holidaysBefore, nextMovedPayout, payoutDayOf } from './payout-days.ts'

test('payments around Labour Day and Christmas wait for the first business day after; regional days change nothing', () => {
  for (const day of ['24', '25', '26', '27', '28']) expect(payoutDayOf(`2026-12-${day}`)).toBe('2026-12-29')
  for (const day of ['23', '24', '25', '26']) expect(payoutDayOf(`2026-10-${day}`)).toBe('2026-10-27')
  // Auckland Anniversary Day is Monday 1 February 2027.
  expect(payoutDayOf('2027-01-31')).toBe('2027-02-01')
  expect(holidaysBefore('2026-12-24', '2026-12-29')).toEqual(['Christmas Day', 'Boxing Day'])
  expect(holidaysBefore('2026-11-13', '2026-11-16')).toEqual([])
  expect(holidaysBefore('2026-12-31', '2027-01-05')).toEqual(['New Year’s Day', 'Day after New Year’s Day'])
})

test('the next payout that a holiday moves, also in the next year', () => {
  expect(nextMovedPayout('2026-10-20')).toEqual({ holiday: 'Labour Day', firstDay: '2026-10-23', lastDay: '2026-10-26', day: '2026-10-27' })
  expect(nextMovedPayout('2026-11-18')).toEqual({ holiday: 'Christmas Day', firstDay: '2026-12-24', lastDay: '2026-12-28', day: '2026-12-29' })
  expect(nextMovedPayout('2026-12-30')).toMatchObject({ holiday: 'New Year’s Day', firstDay: '2026-12-31' })
})
