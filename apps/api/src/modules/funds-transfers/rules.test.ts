import { stepKey } from '@nikau/contract/funds-transfers'
import { addBusinessDays, isBusinessDay } from '@nikau/contract/business-calendar'
import { calendarDate } from '@nikau/contract/nz-time'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { arrivalOf, codeOf, type Course, referenceOf, timelineOf, verdictOn } from './rules.ts'

const asked = (createdAt: string, type: Course['type'] = 'topup'): Course => ({
  type,
  createdAt: new Date(createdAt),
  sentAt: null,
  settledAt: null,
  held: false,
  doneAt: null,
  failedAt: null,
  reversedAt: null,
})
const keys = (course: Course) => timelineOf(course).map((step) => step.key)

test('what is asked before the files of the day are closed goes to the bank today, later tomorrow; days are business days', () => {
  // Thursday 24 December 2026, daylight time: the 25th is a holiday, the 26th and 27th a weekend, the 28th a holiday.
  expect(timelineOf(asked('2026-12-24T02:54:59Z'))).toEqual([
    { key: 'asked', at: new Date('2026-12-24T02:54:59Z') },
    { key: 'sent', by: '2026-12-24' },
    { key: 'at-bank', by: '2026-12-31' },
    { key: 'done', by: '2026-12-31' },
  ])
  expect(arrivalOf(asked('2026-12-24T02:54:59Z', 'withdrawal'))).toBe('2026-12-30')
  expect(arrivalOf(asked('2026-12-24T02:55:00Z', 'withdrawal'))).toBe('2026-12-31')
  expect(timelineOf(asked('2026-12-24T02:55:00Z'))[1]).toEqual({ key: 'sent', by: '2026-12-29' })
  expect(arrivalOf(asked('2026-12-24T02:55:00Z'))).toBe('2027-01-05')
})

test('a top-up passes asked, sent, at the bank and done; held, failed and reversed where they belong', () => {
  const [createdAt, sentAt, settledAt, later] = [1, 2, 3, 4].map((day) => new Date(`2026-11-1${day}T00:00:00Z`)) as [Date, Date, Date, Date]
  const base = { ...asked('2026-11-11T00:00:00Z'), createdAt }
  expect(keys(base)).toEqual(['asked', 'sent', 'at-bank', 'done'])
  expect(keys({ ...base, sentAt })).toEqual(['asked', 'sent', 'at-bank', 'done'])
  expect(timelineOf({ ...base, sentAt }).slice(2)).toEqual([
    { key: 'at-bank', by: '2026-11-17' },
    { key: 'done', by: '2026-11-17' },
  ])
  expect(timelineOf({ ...base, sentAt, settledAt, held: true }).slice(2)).toEqual([
    { key: 'at-bank', at: settledAt },
    { key: 'held', at: settledAt },
    { key: 'done' },
  ])
  expect(keys({ ...base, sentAt, settledAt, doneAt: settledAt })).toEqual(['asked', 'sent', 'at-bank', 'done'])
  expect(keys({ ...base, sentAt, settledAt, doneAt: later })).toEqual(['asked', 'sent', 'at-bank', 'held', 'done'])
  expect(keys({ ...base, sentAt, failedAt: settledAt })).toEqual(['asked', 'sent', 'failed'])
  expect(keys({ ...base, failedAt: sentAt })).toEqual(['asked', 'failed'])
  expect(keys({ ...base, sentAt, settledAt, doneAt: settledAt, reversedAt: later })).toEqual(['asked', 'sent', 'at-bank', 'done', 'reversed'])
})

const moment = fc.date({ min: new Date('2026-01-01T00:00:00Z'), max: new Date('2050-01-01T00:00:00Z'), noInvalidDate: true })
const day = 86_400_000
/** How far a transfer may have come, with any pauses between. */
const course = fc
  .record({
    type: fc.constantFrom('topup' as const, 'withdrawal' as const),
    createdAt: moment,
    pauses: fc.tuple(fc.nat(10 * day), fc.nat(10 * day), fc.nat(10 * day), fc.nat(10 * day)),
    far: fc.constantFrom('asked', 'sent', 'held', 'done', 'reversed', 'failed'),
  })
  .map(({ type, createdAt, pauses, far }): Course => {
    let at = createdAt.getTime()
    const [sentAt, settledAt, doneAt, last] = pauses.map((pause) => new Date((at += pause))) as [Date, Date, Date, Date]
    const sent = { ...asked(createdAt.toISOString(), type), sentAt }
    if (far === 'asked') return { ...sent, sentAt: null }
    if (far === 'sent' || (far === 'held' && type === 'withdrawal')) return sent
    if (far === 'failed') return { ...sent, failedAt: settledAt }
    if (far === 'held') return { ...sent, settledAt, held: true }
    return { ...sent, settledAt, doneAt: type === 'topup' ? doneAt : settledAt, reversedAt: far === 'reversed' ? last : null }
  })

test('whatever the moment, every promised day is a business day that is not before what it follows, and each step comes once', () => {
  fc.assert(
    fc.property(course, (one) => {
      const steps = timelineOf(one)
      expect(new Set(steps.map((step) => step.key)).size).toBe(steps.length)
      for (const step of steps) expect(stepKey.options).toContain(step.key)
      const promised = steps.flatMap((step) => step.by ?? [])
      for (const by of promised) {
        expect(isBusinessDay(by)).toBe(true)
        expect(by >= calendarDate(one.createdAt)).toBe(true)
      }
      expect(promised).toEqual(promised.toSorted())
      // What is to come stands after all that has been.
      const firstToCome = steps.findIndex((step) => step.at === undefined)
      if (firstToCome >= 0) for (const step of steps.slice(firstToCome)) expect(step.at).toBeUndefined()
    }),
    { numRuns: 2000 },
  )
})

test('asking later never makes it arrive earlier, and never later than the days of its kind from the next business day', () => {
  fc.assert(
    fc.property(moment, fc.nat(7 * day), fc.constantFrom('topup' as const, 'withdrawal' as const), (createdAt, wait, type) => {
      const later = new Date(createdAt.getTime() + wait)
      const [first, second] = [createdAt, later].map((at) => arrivalOf({ type, createdAt: at, sentAt: null }))
      expect(second! >= first!).toBe(true)
      expect(first! <= addBusinessDays(calendarDate(createdAt), type === 'topup' ? 4 : 3)).toBe(true)
    }),
    { numRuns: 1000 },
  )
})

test('a reference is twelve letters and digits that name one transfer; a code is four digits', () => {
  const references = Array.from({ length: 2000 }, (_, n) => referenceOf(n % 2 ? 'topup' : 'withdrawal', `id-${n}`))
  for (const reference of references) expect(reference).toMatch(/^[TW][A-Z2-7]{11}$/)
  expect(new Set(references).size).toBe(2000)
  expect(referenceOf('topup', 'x')).toBe(referenceOf('topup', 'x'))
  const codes = Array.from({ length: 5000 }, (_, n) => codeOf(`${n}`))
  for (const code of codes) expect(code).toMatch(/^\d{4}$/)
  expect(codes.some((code) => code.startsWith('0'))).toBe(true)
})

test('after any words of the bank, each further one is applied once at most, and what failed never settles', () => {
  const word = fc.constantFrom('settle' as const, 'fail' as const, 'reverse' as const)
  fc.assert(
    fc.property(fc.array(word, { maxLength: 12 }), (words) => {
      const now = new Date('2026-11-16T00:00:00Z')
      const state = { ...asked('2026-11-15T00:00:00Z'), sentAt: now }
      const applied: string[] = []
      for (const one of words) {
        if (verdictOn(one, state) !== 'applied') continue
        applied.push(one)
        if (one === 'settle') state.settledAt = now
        if (one === 'fail') state.failedAt = now
        if (one === 'reverse') state.reversedAt = now
      }
      expect(['', 'settle', 'fail', 'settle fail', 'settle reverse']).toContain(applied.join(' '))
    }),
  )
})
