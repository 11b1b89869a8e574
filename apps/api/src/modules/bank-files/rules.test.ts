import { isBusinessDay } from '@nikau/contract/business-calendar'
import type { ResultOutcome } from '@nikau/rails/ib4b'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  afterRejection,
  type DetailState,
  dueDay,
  type FileKind,
  fileReference,
  isCleared,
  lastStatementDay,
  lastWindow,
  statementType,
  stepFor,
} from './rules.ts'

test('a window closes at five to four on business days in Auckland, and on no other', () => {
  expect(lastWindow(new Date('2026-12-24T15:54:59+13:00'))).toBe('2026-12-23')
  expect(lastWindow(new Date('2026-12-24T15:55:00+13:00'))).toBe('2026-12-24')
  // Christmas, a weekend and Boxing Day kept on Monday.
  expect(lastWindow(new Date('2026-12-29T15:54:00+13:00'))).toBe('2026-12-24')
  expect(lastWindow(new Date('2026-12-29T15:56:00+13:00'))).toBe('2026-12-29')
  // The nights in which the clocks change.
  expect(lastWindow(new Date('2026-09-28T15:55:00+13:00'))).toBe('2026-09-28')
  expect(lastWindow(new Date('2027-04-05T15:55:00+12:00'))).toBe('2027-04-05')
})

test('a file is due on a business day, never in the past', () => {
  expect(dueDay(new Date('2026-12-24T15:56:00+13:00'))).toBe('2026-12-24')
  expect(dueDay(new Date('2026-12-24T16:00:00+13:00'))).toBe('2026-12-29')
  fc.assert(
    fc.property(fc.date({ min: new Date('2026-01-01'), max: new Date('2030-01-01'), noInvalidDate: true }), (now) => {
      expect(isBusinessDay(dueDay(now))).toBe(true)
      expect(isBusinessDay(lastWindow(now))).toBe(true)
      expect(lastWindow(now) <= dueDay(now)).toBe(true)
    }),
  )
})

test('references number the files of a window', () => {
  expect(fileReference('debit', '2026-12-02', 1)).toBe('DD261202-01')
  expect(fileReference('credit', '2026-12-02', 12)).toBe('DC261202-12')
  expect(() => fileReference('credit', '2026-12-02', 100)).toThrow(RangeError)
})

test('a file is cleared after nine on its final day, a statement is whole in the small hours of the next', () => {
  expect(isCleared('2026-12-07', new Date('2026-12-07T08:59:00+13:00'))).toBe(false)
  expect(isCleared('2026-12-07', new Date('2026-12-07T09:00:00+13:00'))).toBe(true)
  expect(lastStatementDay(new Date('2026-12-07T02:59:00+13:00'))).toBe('2026-12-05')
  expect(lastStatementDay(new Date('2026-12-07T03:00:00+13:00'))).toBe('2026-12-06')
})

/** Runs the bank's words, in an order, over a detail; the effect is what our books have moved at the bank by the end. */
function run(kind: FileKind, words: readonly (ResultOutcome | 'clear')[]): { state: DetailState; effect: number } {
  let state = 'sent' as DetailState
  let effect = 0
  const unit = kind === 'debit' ? 1 : -1
  for (const word of words) {
    const step: ReturnType<typeof stepFor> =
      word === 'clear' ? (kind === 'debit' && state === 'at-bank' ? { act: 'settle', next: 'done' } : { next: state }) : stepFor(kind, state, word)
    if (!step) throw new Error('a word that makes no sense')
    if (step.act === 'settle') effect += unit
    if (step.act === 'reverse' || (step.act === 'fail' && state === 'done')) effect -= unit
    state = step.next
  }
  return { state, effect }
}

test('whatever order the words of the bank come in, and however often, the end is the same and no money is doubled', () => {
  const cases: [FileKind, ResultOutcome[], (state: DetailState) => boolean][] = [
    ['debit', ['settled'], (state) => state === 'done'],
    ['debit', ['settled', 'dishonoured'], (state) => state === 'failed' || state === 'reversed'],
    ['debit', ['settled', 'reversed'], (state) => state === 'failed' || state === 'reversed'],
    ['credit', ['settled'], (state) => state === 'done'],
    ['credit', ['settled', 'bounced'], (state) => state === 'failed'],
  ]
  for (const [kind, words, isRight] of cases) {
    const net = words.reduce((sum, word) => sum + Number(statementType(kind, word).sign), 0)
    fc.assert(
      fc.property(fc.shuffledSubarray([...words, ...words, 'clear' as const], { minLength: words.length * 2 + 1 }), (order) => {
        const { state, effect } = run(kind, [...order, 'clear'])
        expect(isRight(state)).toBe(true)
        expect(effect).toBe(net)
      }),
    )
  }
})

test('a dishonour within its days never touches the wallet; one that comes after is a reversal', () => {
  expect(run('debit', ['settled', 'dishonoured', 'clear'])).toEqual({ state: 'failed', effect: 0 })
  expect(run('debit', ['settled', 'clear', 'dishonoured'])).toEqual({ state: 'reversed', effect: 0 })
  expect(stepFor('debit', 'sent', 'bounced')).toBeUndefined()
  expect(stepFor('credit', 'sent', 'dishonoured')).toBeUndefined()
  expect(stepFor('debit', 'replaced', 'settled')).toBeUndefined()
})

test('orders of a rejected file go out again only when the fault is theirs or the calendar’s', () => {
  const file = { count: 3, generation: 0 }
  const reason = (line: number, code: string) => ({ line, field: 2, code })
  expect(afterRejection([reason(1, 'DATE_PAST')], file)).toEqual({ again: true, refused: new Set() })
  expect(afterRejection([reason(3, 'ACCOUNT'), reason(1, 'DATE_PAST')], file)).toEqual({ again: true, refused: new Set([3]) })
  expect(afterRejection([reason(5, 'HASH_TOTAL')], file).again).toBe(false)
  expect(afterRejection([reason(3, 'ACCOUNT'), reason(5, 'TOTAL')], file)).toEqual({ again: false, refused: new Set() })
  expect(afterRejection([], file).again).toBe(false)
  expect(afterRejection([reason(1, 'DATE_PAST')], { ...file, generation: 5 }).again).toBe(false)
})
