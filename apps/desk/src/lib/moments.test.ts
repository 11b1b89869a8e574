import { expect, test } from 'vitest'
import { fullMoment, momentText, spanText } from './moments.ts'

const now = new Date('2026-11-17T01:41:00Z')

test('a moment of today is a time, of another day it has the day', () => {
  expect(momentText(new Date('2026-11-17T01:12:00Z'), now)).toBe('2:12 pm')
  expect(momentText(new Date('2026-11-16T03:48:00Z'), now)).toBe('Mon 16 Nov, 4:48 pm')
  expect(fullMoment(now)).toBe('Tue 17 Nov, 2:41 pm')
})

test.each([
  [4 * 86_400_000 + 3 * 3_600_000 + 59_000, '4 d 3 h'],
  [22 * 3_600_000 + 31 * 60_000, '22 h 31 min'],
  [86_400_000, '1 d'],
  [86_400_000 - 1, '23 h 59 min'],
  [12 * 60_000 + 30_000, '12 min'],
  [41_999, '41 s'],
  [0, '0 s'],
  [-5000, '0 s'],
])('%d ms are %s', (ms, text) => {
  expect(spanText(ms)).toBe(text)
})
