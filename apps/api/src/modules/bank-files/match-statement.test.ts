import { cents } from '@nikau/money'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { matchStatement, type DifferenceKind, type Expected } from './match-statement.ts'

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
const none = { before: new Set<string>(), receipts: new Set<string>() }

test('a statement that shows exactly the expected lines has no differences', () => {
  const both = [expected(1, 100), expected(2, 200), expected(2, -200, { type: 'DH', sourceId: '3' })]
  const lines = [line(2, 200), line(1, 100), line(3, -200, { type: 'DH', reference: 'R2' })]
  expect(matchStatement(lines, both, none, day)).toEqual({ verdicts: ['matched', 'matched', 'matched'], differences: [], pending: [] })
})

test('each kind of difference is reported with the expected and the shown amount', () => {
  const { verdicts, differences } = matchStatement(
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

test('a line of an earlier statement shown again under another transaction id is a duplicate', () => {
  const before = { ...none, before: new Set(['DD R1 100']) }
  expect(matchStatement([line(7, 100, { reference: 'R1' })], [], before, day).verdicts).toEqual(['duplicate'])
  expect(matchStatement([line(7, 101, { reference: 'R1' })], [], before, day).verdicts).toEqual(['unknown'])
})

test('a line that a partner has paid is a receipt and no difference; shown twice it is a duplicate; an expected line comes first', () => {
  const receipts = { ...none, receipts: new Set(['T1', 'T2']) }
  const { verdicts, differences } = matchStatement([line(1, 100), line(1, 100), line(2, 200), line(3, 300)], [expected(2, 200)], receipts, day)
  expect(verdicts).toEqual(['receipt', 'duplicate', 'matched', 'unknown'])
  expect(differences.map(({ kind, ref }) => `${kind} ${ref}`)).toEqual(['duplicate T1#2', 'unknown T3'])
})

test('a payment by bank of the same day may appear on the next statement, but not later', () => {
  const payment = expected(1, 100, { source: 'pay-by-bank', type: 'BP' })
  expect(matchStatement([], [payment], none, day)).toMatchObject({ differences: [], pending: [payment] })
  expect(matchStatement([], [payment], none, '2026-12-03')).toMatchObject({ differences: [{ kind: 'missing' }], pending: [] })
})

test('exactly the planted differences are found, and they explain the sum', () => {
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
      const { differences } = matchStatement(shown, due, none, day)
      const kinds = (list: readonly string[]) => list.toSorted()
      expect(kinds(differences.map(({ kind }) => kind))).toEqual(kinds(details.map(([, plant]) => plant).filter((plant) => plant !== 'none')))
      const sum = (list: readonly { amount: bigint }[]) => list.reduce((total, { amount }) => total + amount, 0n)
      expect(differences.reduce((total, difference) => total + difference.shown - difference.expected, 0n)).toBe(sum(shown) - sum(due))
    }),
  )
})
