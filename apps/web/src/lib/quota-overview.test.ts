import { exceededQuotas } from '@nikau/contract/quota-rules'
import type { Quota } from '@nikau/contract/quotas'
import { type Cents, cents } from '@nikau/money'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { isLimitReached, isNearLimit, quotaOverview, quotaOverviewOfRefusal, remainingUsage } from './quota-overview.ts'

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
  test('the notice is shown from three quarters of the limit [QUOTA-02]', () => {
    expect(isNearLimit(quota('monthly', 74_999n, 100_000n))).toBe(false)
    expect(isNearLimit(quota('monthly', 75_000n, 100_000n))).toBe(true)
    // 0.75 of 99,999 is 74,999.25, between two cents.
    expect(isNearLimit(quota('monthly', 74_999n, 99_999n))).toBe(false)
    expect(isNearLimit(quota('monthly', 75_000n, 99_999n))).toBe(true)
  })

  test('the limit is reached when usage is at least the limit [QUOTA-03]', () => {
    expect(isLimitReached(quota('monthly', 99_999n, 100_000n))).toBe(false)
    expect(isLimitReached(quota('monthly', 100_000n, 100_000n))).toBe(true)
    expect(isLimitReached(quota('monthly', 100_001n, 100_000n))).toBe(true)
  })
})

describe('overview', () => {
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

  test('a refusal’s amount is subtracted first, and yearly is named when both are exceeded [QUOTA-04]', () => {
    const exceeded = exceededQuotas([quota('monthly', 90_000n, 100_000n), quota('yearly', 990_000n, 999_900n)], cents(15_000n))
    expect(quotaOverviewOfRefusal(exceeded, cents(15_000n))).toMatchObject({
      monthlyQuota: { usage: 90_000n, remainingUsage: 10_000n },
      yearlyQuota: { usage: 990_000n, remainingUsage: 9_900n },
      minimumRemainingUsage: 9_900n,
      period: 'yearly',
    })
    const monthlyOnly = exceededQuotas([quota('monthly', 90_000n, 100_000n), quota('yearly', 0n, 999_900n)], cents(15_000n))
    expect(quotaOverviewOfRefusal(monthlyOnly, cents(15_000n))).toMatchObject({ period: 'monthly', yearlyQuota: undefined })
  })

  test('an amount is allowed exactly up to the remaining usage', () => {
    const amounts = fc.bigInt({ min: 0n, max: 2_000_000n }).map((value) => cents(value))
    fc.assert(
      fc.property(amounts, amounts, amounts, amounts, amounts, (used, limit, usedInYear, yearLimit, amount: Cents) => {
        fc.pre(used <= limit && usedInYear <= yearLimit)
        const quotas = [quota('monthly', used, limit), quota('yearly', usedInYear, yearLimit)]
        const passes = exceededQuotas(quotas, amount).length === 0
        expect(passes).toBe(amount <= quotaOverview(quotas, spend).minimumRemainingUsage!)
      }),
    )
  })
})
