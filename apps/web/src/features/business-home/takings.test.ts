import { type Cents, cents } from '@nikau/money'
import { addDays, intervalBounds } from '@nikau/nz/nz-time'
import { expect, test } from 'vitest'
import { busiest, compareTakings, hourName, hoursOf } from './takings.ts'

/** A day with these amounts by the hours since midnight. */
function dayOf(day: string, amounts: Record<number, number> = {}, soFar?: number) {
  const { from, to } = intervalBounds(day)
  const hours = Array.from({ length: (to.getTime() - from.getTime()) / 3_600_000 }, (_, hour) => ({
    at: new Date(from.getTime() + hour * 3_600_000),
    amount: cents(amounts[hour] ?? 0),
    count: amounts[hour] ? 1 : 0,
  }))
  const amount = cents(hours.reduce((sum, slot) => sum + slot.amount, 0n))
  const count = Object.keys(amounts).length
  return { day, amount, count, givenBack: cents(0), soFar: { amount: soFar === undefined ? amount : cents(soFar), count }, hours }
}

const sum = (amounts: (Cents | undefined)[]) => amounts.reduce<bigint>((total, amount) => total + (amount ?? 0n), 0n)

test('the difference is to what the other day had by the same time, in dollars and whole percent [BIZ-12]', () => {
  const today = dayOf('2026-11-14', { 9: 130_320 })
  expect(compareTakings(today, dayOf('2026-11-07', { 9: 200_000 }, 106_633))).toEqual({ kind: 'more', amount: 23_687n, percent: 22n })
  expect(compareTakings(today, dayOf('2026-11-07', { 9: 260_640 }))).toEqual({ kind: 'less', amount: 130_320n, percent: 50n })
  expect(compareTakings(today, dayOf('2026-11-07', { 9: 130_320 }))).toEqual({ kind: 'same' })
  // Something was taken later that day, but nothing by then.
  expect(compareTakings(today, dayOf('2026-11-07', { 22: 5 }, 0))).toEqual({ kind: 'more', amount: 130_320n, percent: undefined })
  expect(compareTakings(today, dayOf('2026-11-07'))).toEqual({ kind: 'nothing-then' })
})

test.each(['2026-04-05', '2026-09-27', '2026-11-14'])('the hours of %s and of the week before add up to both days [BIZ-13]', (day) => {
  const amounts = Object.fromEntries(Array.from({ length: 23 }, (_, hour) => [hour, (hour + 1) * 100]))
  for (const other of [addDays(day, -7), addDays(day, 7)]) {
    const [today, before] = [dayOf(day, amounts), dayOf(other, amounts)]
    const hours = hoursOf(today, before, new Date(`${addDays(day, 2)}T00:00:00Z`))
    expect([sum(hours.map((slot) => slot.today)), sum(hours.map((slot) => slot.other))]).toEqual([today.amount, before.amount])
    expect(new Set(hours.map(({ key }) => key)).size).toBe(hours.length)
  }
})

test('hours that have not begun have no number, and the one that it is now is open [BIZ-13]', () => {
  const { from } = intervalBounds('2026-11-14')
  const hours = hoursOf(dayOf('2026-11-14', { 7: 100, 9: 300 }), dayOf('2026-11-07', { 19: 50 }), new Date(from.getTime() + 9.5 * 3_600_000))
  expect([hours[0]!.hour, hours.at(-1)!.hour]).toEqual([7, 19])
  expect(hours.filter(({ isOpen }) => isOpen).map(({ hour }) => hour)).toEqual([9])
  expect(hours.filter((slot) => slot.today === undefined).map(({ hour }) => hour)).toEqual([10, 11, 12, 13, 14, 15, 16, 17, 18, 19])
  expect(busiest(hours)?.hour).toBe(9)
  expect([0, 9, 12, 23].map(hourName)).toEqual(['12 am', '9 am', '12 pm', '11 pm'])
})
