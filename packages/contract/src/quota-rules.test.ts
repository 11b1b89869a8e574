import { cents } from '@nikau/money'
import { describe, expect, test } from 'vitest'
import { defaultLimits, exceededQuotas, intervalsAt } from './quota-rules.ts'
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

describe('quota checks', () => {
  test('only exceeded quotas are returned, with the usage they would have had', () => {
    const quotas = [quota('monthly', 90_000n, 100_000n), quota('yearly', 0n, 999_900n)]
    expect(exceededQuotas(quotas, cents(10_000n))).toEqual([])
    expect(exceededQuotas(quotas, cents(10_001n))).toEqual([{ ...quotas[0], usage: 100_001n }])
  })

  test('intervals change at midnight in Auckland; limits default to 1,000 and 9,999 dollars', () => {
    expect(intervalsAt(new Date('2026-11-30T10:59:59Z'))).toEqual({ monthly: '2026-11', yearly: '2026' })
    expect(intervalsAt(new Date('2026-12-31T11:00:00Z'))).toEqual({ monthly: '2027-01', yearly: '2027' })
    expect(defaultLimits).toEqual({ monthly: 100_000n, yearly: 999_900n })
  })
})
