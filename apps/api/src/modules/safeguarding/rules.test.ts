import { expect, test } from 'vitest'
import { canonicalJson, coverPercent, digestOf, type Figures, signBy, toReport } from './rules.ts'

const figures: Figures = {
  kinds: [
    { kind: 'bank clearing', accounts: 1n, owed: 0n, rest: -2000n },
    { kind: 'gst', accounts: 1n, owed: 30n, rest: 0n },
    { kind: 'own', accounts: 1n, owed: 500n, rest: 0n },
    { kind: 'something new', accounts: 1n, owed: 70n, rest: 0n },
    { kind: 'wallet', accounts: 3n, owed: 1000n, rest: -40n },
  ],
  statements: [
    { account: 'a', closing: 1500n },
    { account: 'b', closing: 300n },
  ],
  mayComeBack: 100n,
  differences: 20n,
  receiptsInQuestion: 3n,
  unexplained: -7n,
  booksAtBanks: 2000n,
}

test('everything is owed that is not listed as ours, and everything uncertain is taken from what is held [DESK-81]', () => {
  const { report, owed, held } = toReport('2026-12-04', figures, new Date(0))
  expect([owed, held]).toEqual([1070n, 1670n])
  expect(report.owed.classes.map(({ name }) => name)).toEqual(['something new', 'wallet'])
  expect(report).toMatchObject({ owed: { notSetOff: '-40' }, own: '600', coverPercent: '156.07', books: { atBanks: '2000', owed: '1070', own: '930' } })
})

test('cover is cut off, so that only full cover reads 100.00 [DESK-82]', () => {
  expect([coverPercent(9_999_999n, 10_000_000n), coverPercent(1n, 1n), coverPercent(0n, 5n), coverPercent(-5n, 5n)]).toEqual([
    '99.99',
    '100.00',
    '0.00',
    '0.00',
  ])
  expect([coverPercent(0n, 0n), coverPercent(-1n, 0n)]).toEqual(['100.00', '0.00'])
})

test('a report is signed by noon of the next business day [DESK-82]', () => {
  const noon = (day: string) => signBy(day).toISOString()
  expect([noon('2026-12-03'), noon('2026-12-04'), noon('2026-12-06'), noon('2026-12-24')]).toEqual([
    '2026-12-03T23:00:00.000Z',
    '2026-12-06T23:00:00.000Z',
    '2026-12-06T23:00:00.000Z',
    '2026-12-28T23:00:00.000Z',
  ])
})

test('the same content has the same digest, in whatever order it was made [DESK-82]', () => {
  expect(canonicalJson({ b: [1, { d: null, c: 'x' }], a: '2' })).toBe('{"a":"2","b":[1,{"c":"x","d":null}]}')
  expect(digestOf(canonicalJson({ b: 1, a: 2 }))).toBe(digestOf(canonicalJson({ a: 2, b: 1 })))
})
