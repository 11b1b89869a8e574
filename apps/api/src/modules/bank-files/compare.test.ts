import { cents } from '@nikau/money'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { compare, type DifferenceKind, type Expected } from './compare.ts'

const day = '2026-12-02'
const line = (n: number, amount: number, more: object = {}) => ({
  transactionId: `T${n}`,
  day,
  type: 'DD',
  amount: cents(amount),
  particulars: 'WALLET',
  code: 'TOPUP',
  reference: `R${n}`,
  ...more,
})
const expected = (n: number, amount: number, more: Partial<Expected> = {}): Expected => ({
  source: 'file',
  sourceId: String(n),
  type: 'DD',
  reference: `R${n}`,
  amount: BigInt(amount),
  day,
  ...more,
})
const none: ReadonlySet<string> = new Set()

test('what is shown as expected differs in nothing', () => {
  const both = [expected(1, 100), expected(2, 200), expected(2, -200, { type: 'DH', sourceId: '3' })]
  const lines = [line(2, 200), line(1, 100), line(3, -200, { type: 'DH', reference: 'R2' })]
  expect(compare(lines, both, none, day)).toEqual({ verdicts: ['matched', 'matched', 'matched'], differences: [], waiting: [] })
})

test('each kind of difference is found and named, with what was expected and what is shown', () => {
  const { verdicts, differences } = compare(
    [line(1, 100), line(1, 100), line(3, 299), line(9, 1234, { reference: '' })],
    [expected(1, 100), expected(2, 200), expected(3, 300)],
    none,
    day,
  )
  expect(verdicts).toEqual(['matched', 'duplicate', 'wrong-amount', 'unknown'])
  expect(differences).toEqual([
    { kind: 'duplicate', ref: 'T1#2', expected: 0n, shown: 100n },
    { kind: 'wrong-amount', ref: 'T3', expected: 300n, shown: 299n },
    { kind: 'unknown', ref: 'T9', expected: 0n, shown: 1234n },
    { kind: 'missing', ref: 'DD:R2:file:2', expected: 200n, shown: 0n },
  ])
})

test('a line of an earlier statement that is shown again, under another number, is a duplicate', () => {
  expect(compare([line(7, 100, { reference: 'R1' })], [], new Set(['DD R1 100']), day).verdicts).toEqual(['duplicate'])
  expect(compare([line(7, 101, { reference: 'R1' })], [], new Set(['DD R1 100']), day).verdicts).toEqual(['unknown'])
})

test('a customer’s payment of the same day may stand on the next statement, and not on a later one', () => {
  const payment = expected(1, 100, { source: 'one-off', type: 'BP' })
  expect(compare([], [payment], none, day)).toMatchObject({ differences: [], waiting: [payment] })
  expect(compare([], [payment], none, '2026-12-03')).toMatchObject({ differences: [{ kind: 'missing' }], waiting: [] })
})

test('whatever is planted in a statement, exactly that is found, and the differences explain the sum', () => {
  const plants: fc.Arbitrary<DifferenceKind | 'none'> = fc.constantFrom('none', 'none', 'none', 'duplicate', 'missing', 'wrong-amount', 'unknown')
  fc.assert(
    fc.property(fc.array(fc.tuple(fc.integer({ min: 2, max: 100_000 }), plants), { maxLength: 40 }), (details) => {
      const due = details.map(([amount], n) => expected(n, amount))
      const shown = details.flatMap(([amount, plant], n) => {
        if (plant === 'missing') return []
        if (plant === 'wrong-amount') return [line(n, amount - 1)]
        if (plant === 'duplicate') return [line(n, amount), line(n, amount)]
        return plant === 'unknown' ? [line(n, amount), line(1000 + n, 1234, { type: 'DC', reference: '' })] : [line(n, amount)]
      })
      const { differences } = compare(shown, due, none, day)
      const kinds = (list: readonly string[]) => list.toSorted()
      expect(kinds(differences.map(({ kind }) => kind))).toEqual(kinds(details.map(([, plant]) => plant).filter((plant) => plant !== 'none')))
      const sum = (list: readonly { amount: bigint }[]) => list.reduce((total, { amount }) => total + amount, 0n)
      expect(differences.reduce((total, one) => total + one.shown - one.expected, 0n)).toBe(sum(shown) - sum(due))
    }),
  )
})
