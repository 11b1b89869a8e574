import { type Cents, cents } from '@nikau/money'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  defaultLimits,
  exceededBy,
  intervalsAt,
  isLimitReached,
  isNearLimit,
  quotaOverview,
  quotaOverviewOfRefusal,
  quotaTypeOf,
  remainingUsage,
} from './quota-rules.ts'
import type { Quota } from './quotas.ts'

const quota = (period: 'monthly' | 'yearly', usage: bigint, limit: bigint, fields: Partial<Quota> = {}): Quota => ({
  type: 'spend',
  assetType: 'nikau.nzd.main',
  period,
  interval: period === 'monthly' ? '2026-11' : '2026',
  usage: cents(usage),
  limit: cents(limit),
  ...fields,
})
const spend = { type: 'spend', assetType: 'nikau.nzd.main' } as const

describe('near and at the limit', () => {
  test('the notice shows from three quarters on, not below [QUOTA-02]', () => {
    expect(isNearLimit(quota('monthly', 74_999n, 100_000n))).toBe(false)
    expect(isNearLimit(quota('monthly', 75_000n, 100_000n))).toBe(true)
    // Three quarters of an odd limit lie between two cents: 0.75 of 99,999 is 74,999.25.
    expect(isNearLimit(quota('monthly', 74_999n, 99_999n))).toBe(false)
    expect(isNearLimit(quota('monthly', 75_000n, 99_999n))).toBe(true)
  })

  test('the limit is reached when usage is at least the limit [QUOTA-03]', () => {
    expect(isLimitReached(quota('monthly', 99_999n, 100_000n))).toBe(false)
    expect(isLimitReached(quota('monthly', 100_000n, 100_000n))).toBe(true)
    expect(isLimitReached(quota('monthly', 100_001n, 100_000n))).toBe(true)
  })
})

describe('what screens show', () => {
  test('remaining usage of both periods, the smaller of them, warnings and notices [QUOTA-04]', () => {
    const others = [quota('monthly', 0n, 1n, { type: 'topup' }), quota('monthly', 0n, 1n, { assetType: 'nikau.nzd.test' })]
    expect(quotaOverview([...others, quota('monthly', 80_000n, 100_000n), quota('yearly', 999_900n, 999_900n)], spend)).toMatchObject({
      monthlyQuota: { remainingUsage: 20_000n },
      yearlyQuota: { remainingUsage: 0n },
      minimumRemainingUsage: 0n,
      warnings: ['yearly', 'monthly'],
      notices: ['yearly'],
      period: 'yearly',
    })
    expect(quotaOverview([quota('monthly', 0n, 100_000n), quota('yearly', 0n, 999_900n)], spend)).toMatchObject({
      minimumRemainingUsage: 100_000n,
      warnings: [],
      notices: [],
      period: undefined,
    })
    expect(quotaOverview([], spend)).toMatchObject({ monthlyQuota: undefined, minimumRemainingUsage: undefined })
  })

  test('remaining usage is never below zero [QUOTA-04]', () => {
    expect(remainingUsage(quota('monthly', 120_000n, 100_000n))).toBe(0n)
  })

  test('from a refusal the refused amount comes off first, and yearly is named when both are exceeded [QUOTA-04]', () => {
    const exceeded = exceededBy([quota('monthly', 90_000n, 100_000n), quota('yearly', 990_000n, 999_900n)], cents(15_000n))
    expect(quotaOverviewOfRefusal(exceeded, cents(15_000n))).toMatchObject({
      monthlyQuota: { usage: 90_000n, remainingUsage: 10_000n },
      yearlyQuota: { usage: 990_000n, remainingUsage: 9_900n },
      minimumRemainingUsage: 9_900n,
      period: 'yearly',
    })
    const monthlyOnly = exceededBy([quota('monthly', 90_000n, 100_000n), quota('yearly', 0n, 999_900n)], cents(15_000n))
    expect(quotaOverviewOfRefusal(monthlyOnly, cents(15_000n))).toMatchObject({ period: 'monthly', yearlyQuota: undefined })
  })
})

describe('what the server refuses', () => {
  test('only quotas that would be exceeded are named, with the usage they would have had', () => {
    const quotas = [quota('monthly', 90_000n, 100_000n), quota('yearly', 0n, 999_900n)]
    expect(exceededBy(quotas, cents(10_000n))).toEqual([])
    expect(exceededBy(quotas, cents(10_001n))).toEqual([{ ...quotas[0], usage: 100_001n }])
  })

  test('payments, transfers and withdrawals count as spend', () => {
    expect((['payment', 'transfer', 'withdrawal', 'topup'] as const).map(quotaTypeOf)).toEqual(['spend', 'spend', 'spend', 'topup'])
  })

  test('intervals turn at midnight in Auckland, limits default to 1,000 and 9,999 dollars', () => {
    expect(intervalsAt(new Date('2026-11-30T10:59:59Z'))).toEqual({ monthly: '2026-11', yearly: '2026' })
    expect(intervalsAt(new Date('2026-12-31T11:00:00Z'))).toEqual({ monthly: '2027-01', yearly: '2027' })
    expect(defaultLimits).toEqual({ monthly: 100_000n, yearly: 999_900n })
  })

  test('an amount passes exactly when it is within what the overview says is left', () => {
    const amounts = fc.bigInt({ min: 0n, max: 2_000_000n }).map((value) => cents(value))
    fc.assert(
      fc.property(amounts, amounts, amounts, amounts, amounts, (used, limit, usedInYear, yearLimit, amount: Cents) => {
        fc.pre(used <= limit && usedInYear <= yearLimit)
        const quotas = [quota('monthly', used, limit), quota('yearly', usedInYear, yearLimit)]
        const passes = exceededBy(quotas, amount).length === 0
        expect(passes).toBe(amount <= quotaOverview(quotas, spend).minimumRemainingUsage!)
      }),
    )
  })
})
