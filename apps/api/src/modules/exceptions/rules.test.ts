import { instantAt } from '@nikau/nz/nz-time'
import { expect, test } from 'vitest'
import { exceptionKinds } from './kinds.ts'
import { ageStateOf, needsAlarm, overdueBefore, targetOf } from './rules.ts'

const hours = (n: number) => n * 3_600_000
const opened = instantAt('2026-12-01', 10)
const after = (ms: number) => new Date(opened.getTime() + ms)

test.each([
  ['bank-refund-due', 48],
  ['card-refund-refused', 48],
  ['statement-unknown', 72],
  ['bank-payment-unconfirmed', 72],
] as const)('%s is overdue after %i hours, and due soon from three quarters of them [DESK-44]', (kind, target) => {
  expect(targetOf(kind, opened)).toEqual(after(hours(target)))
  const stateAt = (ms: number) => ageStateOf(kind, opened, after(ms))
  expect([stateAt(hours(target) * 0.75 - 1), stateAt(hours(target) * 0.75)]).toEqual(['in-time', 'due-soon'])
  expect([stateAt(hours(target)), stateAt(hours(target) + 1)]).toEqual(['due-soon', 'overdue'])
})

test.each([
  ['2026-12-01', 10, '2026-12-01'],
  ['2026-12-01', 16, '2026-12-02'],
  ['2026-12-04', 16, '2026-12-07'],
  ['2026-12-24', 16, '2026-12-29'],
])('a file rejected on %s at %i:00 is overdue when the window of %s has closed [DESK-44]', (day, hour, window) => {
  const rejected = instantAt(day, hour)
  const closes = instantAt(window, 15, 55)
  expect(targetOf('bank-file-rejected', rejected)).toEqual(closes)
  const stateAt = (ms: number) => ageStateOf('bank-file-rejected', rejected, new Date(closes.getTime() + ms))
  expect([stateAt(0), stateAt(1)]).toEqual(['due-soon', 'overdue'])
})

test('a kind that cannot wait alarms at once, any other when it is overdue [DESK-44]', () => {
  for (const kind of ['books-broken', 'books-not-anchored', 'safeguarding-short'] as const) expect(needsAlarm(kind, opened, opened)).toBe(true)
  expect(needsAlarm('statement-unknown', opened, after(hours(72)))).toBe(false)
  expect(needsAlarm('statement-unknown', opened, after(hours(72) + 1))).toBe(true)
})

test('counted from now, the same are overdue: on holidays, weekends and when a window closes', () => {
  const moments = ['2026-12-01T15:54', '2026-12-01T15:56', '2026-12-05T12:00', '2026-12-25T10:00', '2026-12-28T23:59', '2027-01-05T09:00']
  const nows = [...moments.map((moment) => new Date(`${moment}:00+13:00`)), instantAt('2026-12-02', 15, 55)]
  for (const kind of exceptionKinds)
    for (const now of nows)
      for (const at of [-1, 0, 1].map((ms) => new Date(overdueBefore(kind, now).getTime() + ms)))
        expect([kind, now, at, ageStateOf(kind, at, now) === 'overdue']).toEqual([kind, now, at, at < overdueBefore(kind, now)])
})
