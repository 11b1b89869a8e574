import { stepKey } from '@nikau/contract/funds-transfers'
import { addBusinessDays, isBusinessDay } from '@nikau/nz/business-calendar'
import { calendarDate } from '@nikau/nz/nz-time'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { arrivalOf, codeOf, type TransferTimes, referenceOf, timelineOf, verdictFor } from './rules.ts'

const created = (createdAt: string, type: TransferTimes['type'] = 'topup'): TransferTimes => ({
  type,
  bank: null,
  createdAt: new Date(createdAt),
  sentAt: null,
  settledAt: null,
  held: false,
  doneAt: null,
  failedAt: null,
  reversedAt: null,
})
const keys = (transferTimes: TransferTimes) => timelineOf(transferTimes).map((step) => step.key)

test('a transfer created before the cut-off is sent today, later ones on the next business day', () => {
  // Thursday 24 December 2026, daylight time: the 25th is a holiday, the 26th and 27th a weekend, the 28th a holiday.
  expect(timelineOf(created('2026-12-24T02:54:59Z'))).toEqual([
    { key: 'requested', at: new Date('2026-12-24T02:54:59Z') },
    { key: 'sent', by: '2026-12-24' },
    { key: 'at-bank', by: '2026-12-31' },
    { key: 'done', by: '2026-12-31' },
  ])
  expect(arrivalOf(created('2026-12-24T02:54:59Z', 'withdrawal'))).toBe('2026-12-30')
  expect(arrivalOf(created('2026-12-24T02:55:00Z', 'withdrawal'))).toBe('2026-12-31')
  expect(timelineOf(created('2026-12-24T02:55:00Z'))[1]).toEqual({ key: 'sent', by: '2026-12-29' })
  expect(arrivalOf(created('2026-12-24T02:55:00Z'))).toBe('2027-01-05')
})

test('the timeline of a top-up: requested, sent, at-bank, done, and held, failed or reversed where they apply', () => {
  const [createdAt, sentAt, settledAt, later] = [1, 2, 3, 4].map((day) => new Date(`2026-11-1${day}T00:00:00Z`)) as [Date, Date, Date, Date]
  const base = { ...created('2026-11-11T00:00:00Z'), createdAt }
  expect(keys(base)).toEqual(['requested', 'sent', 'at-bank', 'done'])
  expect(keys({ ...base, sentAt })).toEqual(['requested', 'sent', 'at-bank', 'done'])
  expect(timelineOf({ ...base, sentAt }).slice(2)).toEqual([
    { key: 'at-bank', by: '2026-11-17' },
    { key: 'done', by: '2026-11-17' },
  ])
  expect(timelineOf({ ...base, sentAt, settledAt, held: true }).slice(2)).toEqual([
    { key: 'at-bank', at: settledAt },
    { key: 'held', at: settledAt },
    { key: 'done' },
  ])
  expect(keys({ ...base, sentAt, settledAt, doneAt: settledAt })).toEqual(['requested', 'sent', 'at-bank', 'done'])
  expect(keys({ ...base, sentAt, settledAt, doneAt: later })).toEqual(['requested', 'sent', 'at-bank', 'held', 'done'])
  expect(keys({ ...base, sentAt, failedAt: settledAt })).toEqual(['requested', 'sent', 'failed'])
  expect(keys({ ...base, failedAt: sentAt })).toEqual(['requested', 'failed'])
  expect(keys({ ...base, sentAt, settledAt, doneAt: settledAt, reversedAt: later })).toEqual(['requested', 'sent', 'at-bank', 'done', 'reversed'])
})

const moment = fc.date({ min: new Date('2026-01-01T00:00:00Z'), max: new Date('2050-01-01T00:00:00Z'), noInvalidDate: true })
const day = 86_400_000
/** Transfers at every stage, with arbitrary pauses between the stages. */
const transferTimes = fc
  .record({
    type: fc.constantFrom('topup' as const, 'withdrawal' as const),
    createdAt: moment,
    pauses: fc.tuple(fc.nat(10 * day), fc.nat(10 * day), fc.nat(10 * day), fc.nat(10 * day)),
    stage: fc.constantFrom('requested', 'sent', 'held', 'done', 'reversed', 'failed'),
  })
  .map(({ type, createdAt, pauses, stage }): TransferTimes => {
    let at = createdAt.getTime()
    const [sentAt, settledAt, doneAt, last] = pauses.map((pause) => new Date((at += pause))) as [Date, Date, Date, Date]
    const sent = { ...created(createdAt.toISOString(), type), sentAt }
    if (stage === 'requested') return { ...sent, sentAt: null }
    if (stage === 'sent' || (stage === 'held' && type === 'withdrawal')) return sent
    if (stage === 'failed') return { ...sent, failedAt: settledAt }
    if (stage === 'held') return { ...sent, settledAt, held: true }
    return { ...sent, settledAt, doneAt: type === 'topup' ? doneAt : settledAt, reversedAt: stage === 'reversed' ? last : null }
  })

test('at any time, each promised day is a business day, days do not go backwards, and each step appears once', () => {
  fc.assert(
    fc.property(transferTimes, (transfer) => {
      const steps = timelineOf(transfer)
      expect(new Set(steps.map((step) => step.key)).size).toBe(steps.length)
      for (const step of steps) expect(stepKey.options).toContain(step.key)
      const promised = steps.flatMap((step) => step.by ?? [])
      for (const by of promised) {
        expect(isBusinessDay(by)).toBe(true)
        expect(by >= calendarDate(transfer.createdAt)).toBe(true)
      }
      expect(promised).toEqual(promised.toSorted())
      // Future steps follow all past steps.
      const firstFuture = steps.findIndex((step) => step.at === undefined)
      if (firstFuture >= 0) for (const step of steps.slice(firstFuture)) expect(step.at).toBeUndefined()
    }),
    { numRuns: 2000 },
  )
})

test('a later transfer never arrives earlier, and arrives within the business days of its type', () => {
  fc.assert(
    fc.property(moment, fc.nat(7 * day), fc.constantFrom('topup' as const, 'withdrawal' as const), (createdAt, wait, type) => {
      const later = new Date(createdAt.getTime() + wait)
      const [first, second] = [createdAt, later].map((at) => arrivalOf({ type, bank: null, createdAt: at, sentAt: null }))
      expect(second! >= first!).toBe(true)
      expect(first! <= addBusinessDays(calendarDate(createdAt), type === 'topup' ? 4 : 3)).toBe(true)
    }),
    { numRuns: 1000 },
  )
})

test('a reference is twelve characters and unique per transfer; a code is four digits', () => {
  const references = Array.from({ length: 2000 }, (_, n) => referenceOf(n % 2 ? 'topup' : 'withdrawal', `id-${n}`))
  for (const reference of references) expect(reference).toMatch(/^[TW][A-Z2-7]{11}$/)
  expect(new Set(references).size).toBe(2000)
  expect(referenceOf('topup', 'x')).toBe(referenceOf('topup', 'x'))
  const codes = Array.from({ length: 5000 }, (_, n) => codeOf(`${n}`))
  for (const code of codes) expect(code).toMatch(/^\d{4}$/)
  expect(codes.some((code) => code.startsWith('0'))).toBe(true)
})

test('in any order, each event is applied at most once, and a failed transfer never settles', () => {
  const event = fc.constantFrom('settle' as const, 'fail' as const, 'reverse' as const)
  fc.assert(
    fc.property(fc.array(event, { maxLength: 12 }), (events) => {
      const now = new Date('2026-11-16T00:00:00Z')
      const state = { ...created('2026-11-15T00:00:00Z'), sentAt: now }
      const applied: string[] = []
      for (const type of events) {
        if (verdictFor(type, state) !== 'applied') continue
        applied.push(type)
        if (type === 'settle') state.settledAt = now
        if (type === 'fail') state.failedAt = now
        if (type === 'reverse') state.reversedAt = now
      }
      expect(['', 'settle', 'fail', 'settle fail', 'settle reverse']).toContain(applied.join(' '))
    }),
  )
})
