import { instantAt } from '@nikau/nz/nz-time'
import { isPayoutDay, payoutDayOf } from '@nikau/nz/payout-days'
import { expect, test } from 'vitest'
import { accountEffectiveAt, payoutAmount, payoutTerms } from './rules.ts'

const terms = payoutTerms.parse({})

test('what is paid on a day goes to the bank on the next business day; holidays and weekends wait, regional days do not [BIZ-39, BIZ-40]', () => {
  for (const day of ['2026-12-24', '2026-12-25', '2026-12-26', '2026-12-27', '2026-12-28']) expect(payoutDayOf(day)).toBe('2026-12-29')
  for (const day of ['2026-10-23', '2026-10-24', '2026-10-25', '2026-10-26']) expect(payoutDayOf(day)).toBe('2026-10-27')
  for (const day of ['2026-11-13', '2026-11-14', '2026-11-15']) expect(payoutDayOf(day)).toBe('2026-11-16')
  expect(payoutDayOf('2027-01-31')).toBe('2027-02-01') // Auckland's anniversary
})

test('payouts are made daily, on a weekday, or on the first business day of a month [BIZ-41]', () => {
  const days = (schedule: Parameters<typeof isPayoutDay>[0], from: string, count: number) =>
    Array.from({ length: count }, (_, n) => new Date(Date.parse(from) + n * 86_400_000).toISOString().slice(0, 10)).filter((day) => isPayoutDay(schedule, day))
  expect(days({ kind: 'daily' }, '2026-12-24', 7)).toEqual(['2026-12-24', '2026-12-29', '2026-12-30'])
  expect(days({ kind: 'weekly', weekday: 1 }, '2026-10-19', 14)).toEqual(['2026-10-19', '2026-10-27'])
  expect(days({ kind: 'monthly' }, '2026-12-30', 40)).toEqual(['2027-01-05', '2027-02-01'])
})

test('below the minimum, below zero, on hold or without an account nothing is paid out; a reserve stays [BIZ-43]', () => {
  const wallet = { payable: 10_000n, available: 10_000n, reserve: 0n, isHeld: false, account: 'ready' as const }
  expect(payoutAmount(wallet, terms)).toBe(10_000n)
  expect(payoutAmount({ ...wallet, payable: 100n }, terms)).toBe(100n)
  expect(payoutAmount({ ...wallet, payable: 99n }, terms)).toBe('below-minimum')
  expect(payoutAmount({ ...wallet, payable: -1n }, terms)).toBe('below-zero')
  expect(payoutAmount({ ...wallet, available: 4000n }, terms)).toBe(4000n)
  expect(payoutAmount({ ...wallet, reserve: 2500n }, terms)).toBe(7500n)
  expect(payoutAmount({ ...wallet, isHeld: true }, terms)).toBe('on-hold')
  expect(payoutAmount({ ...wallet, account: 'none' }, terms)).toBe('no-account')
  expect(payoutAmount({ ...wallet, account: 'to-confirm' }, terms)).toBe('account-to-confirm')
})

test('a changed account counts after two full business days, whenever on its day it was chosen [BIZ-49]', () => {
  expect(accountEffectiveAt('2026-12-24', terms).toISOString()).toBe('2026-12-30T11:00:00.000Z') // 31 December in Auckland
  expect(accountEffectiveAt('2026-12-09', terms)).toEqual(instantAt('2026-12-14')) // Wednesday: not before Monday
  expect(accountEffectiveAt('2026-12-12', terms)).toEqual(instantAt('2026-12-16')) // Saturday: Monday and Tuesday are full
})
