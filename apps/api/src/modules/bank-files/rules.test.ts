import { isBusinessDay } from '@nikau/nz/business-calendar'
import type { ResultOutcome } from '@nikau/rails/ib4b'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  afterRejection,
  decisionFor,
  type DetailState,
  dueDay,
  type FileKind,
  fileReference,
  isCleared,
  lastStatementDay,
  lastClosedWindow,
  nextWindowCloses,
  statementType,
  transitionFor,
} from './rules.ts'

test('the cut-off window closes at 3:55 pm on business days in Auckland', () => {
  expect(lastClosedWindow(new Date('2026-12-24T15:54:59+13:00'))).toBe('2026-12-23')
  expect(lastClosedWindow(new Date('2026-12-24T15:55:00+13:00'))).toBe('2026-12-24')
  // Christmas, a weekend and Boxing Day observed on Monday.
  expect(lastClosedWindow(new Date('2026-12-29T15:54:00+13:00'))).toBe('2026-12-24')
  expect(lastClosedWindow(new Date('2026-12-29T15:56:00+13:00'))).toBe('2026-12-29')
  // Days after the daylight-saving changes.
  expect(lastClosedWindow(new Date('2026-09-28T15:55:00+13:00'))).toBe('2026-09-28')
  expect(lastClosedWindow(new Date('2027-04-05T15:55:00+12:00'))).toBe('2027-04-05')
})

test('the next window closes at 3:55 pm of the next business day that has not reached it [DESK-29]', () => {
  expect(nextWindowCloses(new Date('2026-12-24T15:54:59+13:00'))).toEqual(new Date('2026-12-24T15:55:00+13:00'))
  expect(nextWindowCloses(new Date('2026-12-24T15:55:00+13:00'))).toEqual(new Date('2026-12-29T15:55:00+13:00'))
})

test('what an operator decides ends an order: what has failed cannot be settled, and what was settled can still come back', () => {
  const states: DetailState[] = ['sent', 'at-bank', 'done', 'failed', 'reversed', 'refused', 'replaced']
  const next = (kind: FileKind, decision: 'settle' | 'fail') =>
    states.map((state) => {
      const decided = decisionFor(kind, state, decision)
      return decided ? `${decided.event ?? 'none'} ${decided.next}` : 'no'
    })
  for (const kind of ['debit', 'credit'] as const) expect(next(kind, 'settle')).toEqual(['settle done', 'settle done', 'none done', 'no', 'no', 'no', 'no'])
  expect(next('debit', 'fail')).toEqual(['fail refused', 'fail refused', 'reverse reversed', 'none failed', 'none reversed', 'none refused', 'no'])
  expect(next('credit', 'fail')).toEqual(['fail refused', 'fail refused', 'fail refused', 'none failed', 'none reversed', 'none refused', 'no'])
})

test('a file is due on a business day, never in the past', () => {
  expect(dueDay(new Date('2026-12-24T15:56:00+13:00'))).toBe('2026-12-24')
  expect(dueDay(new Date('2026-12-24T16:00:00+13:00'))).toBe('2026-12-29')
  fc.assert(
    fc.property(fc.date({ min: new Date('2026-01-01'), max: new Date('2030-01-01'), noInvalidDate: true }), (now) => {
      expect(isBusinessDay(dueDay(now))).toBe(true)
      expect(isBusinessDay(lastClosedWindow(now))).toBe(true)
      expect(lastClosedWindow(now) <= dueDay(now)).toBe(true)
    }),
  )
})

test('references number the files of a window', () => {
  expect(fileReference('debit', '2026-12-02', 1)).toBe('DD261202-01')
  expect(fileReference('credit', '2026-12-02', 12)).toBe('DC261202-12')
  expect(() => fileReference('credit', '2026-12-02', 100)).toThrow(RangeError)
})

test('a file clears at 9 am on its final day; a statement is complete at 3 am the next day', () => {
  expect(isCleared('2026-12-07', new Date('2026-12-07T08:59:00+13:00'))).toBe(false)
  expect(isCleared('2026-12-07', new Date('2026-12-07T09:00:00+13:00'))).toBe(true)
  expect(lastStatementDay(new Date('2026-12-07T02:59:00+13:00'))).toBe('2026-12-05')
  expect(lastStatementDay(new Date('2026-12-07T03:00:00+13:00'))).toBe('2026-12-06')
})

/** Applies outcomes to a detail in order; `effect` is the net movement on the bank clearing account. */
function run(kind: FileKind, outcomes: readonly (ResultOutcome | 'clear')[]): { state: DetailState; effect: number } {
  let state = 'sent' as DetailState
  let effect = 0
  const unit = kind === 'debit' ? 1 : -1
  for (const outcome of outcomes) {
    const step: ReturnType<typeof transitionFor> =
      outcome === 'clear'
        ? kind === 'debit' && state === 'at-bank'
          ? { event: 'settle', next: 'done' }
          : { next: state }
        : transitionFor(kind, state, outcome)
    if (!step) throw new Error('impossible outcome')
    if (step.event === 'settle') effect += unit
    if (step.event === 'reverse' || (step.event === 'fail' && state === 'done')) effect -= unit
    state = step.next
  }
  return { state, effect }
}

test('results in any order, and repeated, lead to the same state and move no money twice', () => {
  const cases: [FileKind, ResultOutcome[], (state: DetailState) => boolean][] = [
    ['debit', ['settled'], (state) => state === 'done'],
    ['debit', ['settled', 'dishonoured'], (state) => state === 'failed' || state === 'reversed'],
    ['debit', ['settled', 'reversed'], (state) => state === 'failed' || state === 'reversed'],
    ['credit', ['settled'], (state) => state === 'done'],
    ['credit', ['settled', 'bounced'], (state) => state === 'failed'],
  ]
  for (const [kind, outcomes, isExpected] of cases) {
    const net = outcomes.reduce((sum, outcome) => sum + Number(statementType(kind, outcome).sign), 0)
    fc.assert(
      fc.property(fc.shuffledSubarray([...outcomes, ...outcomes, 'clear' as const], { minLength: outcomes.length * 2 + 1 }), (order) => {
        const { state, effect } = run(kind, [...order, 'clear'])
        expect(isExpected(state)).toBe(true)
        expect(effect).toBe(net)
      }),
    )
  }
})

test('a dishonour within the return period never touches the wallet; a later one is a reversal', () => {
  expect(run('debit', ['settled', 'dishonoured', 'clear'])).toEqual({ state: 'failed', effect: 0 })
  expect(run('debit', ['settled', 'clear', 'dishonoured'])).toEqual({ state: 'reversed', effect: 0 })
  expect(transitionFor('debit', 'sent', 'bounced')).toBeUndefined()
  expect(transitionFor('credit', 'sent', 'dishonoured')).toBeUndefined()
  expect(transitionFor('debit', 'replaced', 'settled')).toBeUndefined()
})

test('orders of a rejected file are resent only when single lines or a past due date are the cause', () => {
  const file = { count: 3, generation: 0 }
  const reason = (line: number, code: string) => ({ line, field: 2, code })
  expect(afterRejection([reason(1, 'DATE_PAST')], file)).toEqual({ resend: true, refused: new Set() })
  expect(afterRejection([reason(3, 'ACCOUNT'), reason(1, 'DATE_PAST')], file)).toEqual({ resend: true, refused: new Set([3]) })
  expect(afterRejection([reason(5, 'HASH_TOTAL')], file).resend).toBe(false)
  expect(afterRejection([reason(3, 'ACCOUNT'), reason(5, 'TOTAL')], file)).toEqual({ resend: false, refused: new Set() })
  expect(afterRejection([], file).resend).toBe(false)
  expect(afterRejection([reason(1, 'DATE_PAST')], { ...file, generation: 5 }).resend).toBe(false)
})
