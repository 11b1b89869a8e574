import type { Quota, QuotaPeriod, QuotaType } from '@nikau/contract/quotas'
import { intervalsAt } from '@nikau/contract/quota-rules'
import { type Cents, cents } from '@nikau/money'

/** Limits in cents by type and period, from configuration. */
export type QuotaLimits = Readonly<Record<QuotaType, Readonly<Record<QuotaPeriod, Cents>>>>

export const periods = ['monthly', 'yearly'] as const satisfies readonly QuotaPeriod[]
export const types = ['topup', 'spend'] as const satisfies readonly QuotaType[]

/** An account's top-ups or spending on one ledger in one month or year. */
export interface QuotaKey {
  accountId: string
  type: QuotaType
  assetType: string
  period: QuotaPeriod
  interval: string
}

/** The ledger counter's id. The month's id is the year's with the month appended; the quota invariant relies on that. */
export function counterOf(key: QuotaKey): string {
  return `quota:${key.accountId}:${key.type}:${key.assetType}:${key.interval}`
}

/** The monthly and yearly keys of a movement at this time. */
export function keysAt(of: Pick<QuotaKey, 'accountId' | 'type' | 'assetType'>, at: Date): [monthly: QuotaKey, yearly: QuotaKey] {
  const intervals = intervalsAt(at)
  const { accountId, type, assetType } = of
  return [
    { accountId, type, assetType, period: 'monthly', interval: intervals.monthly },
    { accountId, type, assetType, period: 'yearly', interval: intervals.yearly },
  ]
}

export function quotaOf(key: QuotaKey, limit: bigint, usage: bigint): Quota {
  const { type, assetType, period, interval } = key
  return { type, assetType, period, interval, limit: cents(limit), usage: cents(usage) }
}
