import { cents } from '@nikau/money'
import { expect, test } from 'vitest'
import { presentOverview, type Snapshot } from './present.ts'
import { clearingRuleOf, medianMsOf, verdictOf, windowAt } from './rules.ts'

const at = (iso: string) => new Date(iso)

test.each([
  ['a business day, before it closes', '2026-11-17T14:41:00+13:00', '2026-11-17', true, '2026-11-17T15:55:00+13:00'],
  ['the last moment of a window', '2026-11-17T15:54:59.999+13:00', '2026-11-17', true, '2026-11-17T15:55:00+13:00'],
  ['the moment it closes', '2026-11-17T15:55:00+13:00', '2026-11-18', false, '2026-11-18T15:55:00+13:00'],
  ['a Friday after it has closed', '2026-11-20T16:10:00+13:00', '2026-11-23', false, '2026-11-23T15:55:00+13:00'],
  ['a Saturday', '2026-11-21T09:00:00+13:00', '2026-11-23', false, '2026-11-23T15:55:00+13:00'],
  ['Labour Day', '2026-10-26T09:00:00+13:00', '2026-10-27', false, '2026-10-27T15:55:00+13:00'],
  ['Christmas, with Boxing Day on a Monday', '2026-12-24T16:00:00+13:00', '2026-12-29', false, '2026-12-29T15:55:00+13:00'],
  ['an anniversary of one region, which is a business day', '2027-02-01T09:00:00+13:00', '2027-02-01', true, '2027-02-01T15:55:00+13:00'],
  ['the night in which clocks go forward', '2026-09-27T01:59:00+12:00', '2026-09-28', false, '2026-09-28T15:55:00+13:00'],
  ['the Friday before clocks go forward', '2026-09-25T15:55:00+12:00', '2026-09-28', false, '2026-09-28T15:55:00+13:00'],
  ['the night in which clocks go back', '2027-04-04T02:30:00+13:00', '2027-04-05', false, '2027-04-05T15:55:00+12:00'],
  ['the Friday before clocks go back', '2027-04-02T16:00:00+13:00', '2027-04-05', false, '2027-04-05T15:55:00+12:00'],
])('the window closes at 3:55 pm in Auckland: %s [DESK-39]', (_, now, day, isToday, closesAt) => {
  expect(windowAt(at(now))).toEqual({ day, isToday, closesAt: at(closesAt), cutOffAt: new Date(at(closesAt).getTime() + 5 * 60_000) })
})

test('everything is in its place only while a fresh check says so, and a broken sum is broken however old it is [DESK-35]', () => {
  const now = at('2026-11-17T01:41:00Z')
  const fresh = { now, positionAt: at('2026-11-17T01:40:30Z'), checkedAt: at('2026-11-17T01:35:00Z'), sums: [0n, 0n], broken: 0, unexplained: 0n }
  expect(verdictOf(fresh)).toBe('explained')
  expect(verdictOf({ ...fresh, unexplained: undefined })).toBe('explained')
  for (const change of [{ unexplained: 1n }, { unexplained: -1n }, { broken: 1 }, { sums: [0n, 1n] }])
    expect(verdictOf({ ...fresh, ...change, positionAt: at('2026-11-16T01:41:00Z') })).toBe('missing')
  for (const change of [
    { positionAt: undefined },
    { checkedAt: undefined },
    { positionAt: at('2026-11-17T01:36:00Z') },
    { checkedAt: at('2026-11-17T01:21:00Z') },
  ])
    expect(verdictOf({ ...fresh, ...change })).toBe('unknown')
})

test('each clearing account has what brings it back to zero, and is late past its day [DESK-38]', () => {
  const friday = at('2026-11-13T15:00:00+13:00')
  const rule = (account: string, now: string) => clearingRuleOf(account, friday, at(now))
  expect(rule('payouts', '2026-11-17T23:59:59+13:00')).toEqual({ rule: 'bank-file', by: at('2026-11-18T00:00:00+13:00'), late: false })
  expect(rule('payouts', '2026-11-18T00:00:01+13:00').late).toBe(true)
  expect(rule('unverified', '2026-12-01T00:00:00+13:00')).toEqual({ rule: 'owner-code', late: false })
  expect(rule('escrow', '2026-11-17T14:41:00+13:00')).toEqual({ rule: 'send-expiry', by: at('2026-11-27T15:00:00+13:00'), late: false })
  expect(rule('request', '2026-11-17T14:41:00+13:00').rule).toBe('request-expiry')
  expect(rule('surplus', '2026-11-15T15:00:01+13:00')).toMatchObject({ rule: 'sent-back', late: true })
  expect(rule('card-refunds', '2026-11-15T14:00:00+13:00')).toMatchObject({ rule: 'sent-back', late: false })
  expect(rule('pay-by-bank:asb', '2026-11-15T23:00:00+13:00')).toMatchObject({ rule: 'next-statement', late: false })
  expect(rule('card:farmlands', '2026-11-20T23:00:00+13:00')).toMatchObject({ rule: 'card-advice', late: false })
  expect(rule('owed:org', '2027-11-20T23:00:00+13:00')).toEqual({ rule: 'issuer-bill', late: false })
  expect(rule('unclaimed', '2027-11-20T23:00:00+13:00')).toEqual({ rule: 'operator', late: false })
  expect(clearingRuleOf('payouts', undefined, friday)).toEqual({ rule: 'bank-file', late: false })
})

test('the median is the one that Prometheus computes from the same buckets [DESK-40]', () => {
  expect(medianMsOf([0, 0, 0, 0])).toBeUndefined()
  // Half of ten is the fifth: three quarters of the way through the four between 20 and 50 ms.
  expect(medianMsOf([0, 0, 2, 0, 4, 4, 0, 0, 0, 0, 0, 0])).toBeCloseTo(42.5)
  expect(medianMsOf([4, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0])).toBeCloseTo(1)
  expect(medianMsOf([0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 7])).toBe(5000)
})

const nothing: Snapshot = {
  check: undefined,
  position: undefined,
  waiting: [],
  files: [],
  exceptions: [],
  report: undefined,
  minutes: [],
  weekBefore: [],
  tasks: [],
  workers: 0,
}

test('a minute without payments is zero, and the hour before now has sixty [DESK-40]', () => {
  const minute = at('2026-11-17T01:41:00Z')
  const row = (iso: string, answered: number, refused: number) => ({ minute: at(iso), answered, refused, buckets: [0, 0, 0, 0, answered] })
  const { payments } = presentOverview(
    { ...nothing, minutes: [row('2026-11-17T00:41:00Z', 3, 1), row('2026-11-17T01:40:00Z', 5, 1)], weekBefore: [row('2026-11-10T01:40:00Z', 8, 0)] },
    { now: minute, readAt: minute, test: false },
  )
  expect(payments!.minutes).toHaveLength(60)
  expect(payments!.minutes[0]).toEqual({ at: at('2026-11-17T00:41:00Z'), answered: 3, weekBefore: 0 })
  expect(payments!.minutes[59]).toEqual({ at: at('2026-11-17T01:40:00Z'), answered: 5, weekBefore: 8 })
  expect(payments!.hour).toEqual({ answered: 8, refusedShare: 0.25, medianMs: 35 })
  expect(payments!.weekBefore).toEqual({ answered: 8, refusedShare: 0, medianMs: 35 })
})

test('before the first check there is nothing to say, and live money is never on a desk for tests [DESK-97]', () => {
  const now = at('2026-11-17T01:41:00Z')
  expect(presentOverview(nothing, { now, readAt: now, test: false })).toMatchObject({ verdict: 'unknown', books: { units: [], invariants: 0 }, clearing: [] })
  const position = {
    at: now,
    content: {
      units: [
        { unit: 'nzd.main', sum: '0' },
        { unit: 'nzd.test', sum: '0' },
      ],
      kinds: [{ kind: 'wallet', owed: '500', sum: '500' }],
      bank: {
        day: null,
        accounts: 0,
        statements: '0',
        books: '500',
        filesInFlight: '-500',
        payByBankInFlight: '0',
        receiptsUnbooked: '0',
        settledWithoutFile: '0',
        differences: '0',
        statementSums: '0',
        statementBreaks: '0',
        unexplained: '0',
        differenceLines: 0,
        differencesOpen: 0,
        openFiles: 1,
        openOrders: 1,
      },
      clearing: [{ account: 'payouts', balance: '0', items: 0, explained: '0', difference: '0', oldest: null }],
    },
  }
  const files = [{ reference: 'DD1', kind: 'debit' as const, orders: 1, total: 500n, state: 'accepted' as const }]
  const inTest = presentOverview({ ...nothing, position, files }, { now, readAt: now, test: true })
  expect(inTest).toMatchObject({ test: true, books: { units: [{ unit: 'nzd.test', sum: cents(0) }] }, clearing: [], window: { files: [] } })
  expect([inTest.bank, inTest.customers, inTest.payments]).toEqual([undefined, undefined, undefined])
  const live = presentOverview({ ...nothing, position, files }, { now, readAt: now, test: false })
  expect(live.books.units).toEqual([{ unit: 'nzd.main', sum: cents(0) }])
  expect(live.customers).toEqual({ owed: cents(500), own: cents(0) })
})
