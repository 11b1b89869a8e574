import { add, type Cents, cents, least, subtract, zero } from '@nikau/money'
import { intervalOf } from './nz-time.ts'
import type { Quota, QuotaPeriod, QuotaType } from './quotas.ts'

/** Limits of an account that configuration says nothing about, for each type. */
export const defaultLimits: Readonly<Record<QuotaPeriod, Cents>> = { monthly: cents(100_000n), yearly: cents(999_900n) }

/** Which quota a movement out of or into a wallet counts against. */
export function quotaTypeOf(movement: 'payment' | 'transfer' | 'withdrawal' | 'topup'): QuotaType {
  return movement === 'topup' ? 'topup' : 'spend'
}

/** The intervals that a moment counts in. */
export function intervalsAt(at: Date): Record<QuotaPeriod, string> {
  return { monthly: intervalOf(at, 'monthly'), yearly: intervalOf(at, 'yearly') }
}

/** Those that the amount would exceed, each with the usage it would then have; an empty list lets the movement pass. */
export function exceededBy(quotas: readonly Quota[], amount: Cents): Quota[] {
  return quotas.map((quota) => ({ ...quota, usage: add(quota.usage, amount) })).filter((quota) => quota.usage > quota.limit)
}

/** Three quarters of the limit are used: time to say so. */
export function isNearLimit(quota: Pick<Quota, 'usage' | 'limit'>): boolean {
  return quota.usage * 4n >= quota.limit * 3n
}

export function isLimitReached(quota: Pick<Quota, 'usage' | 'limit'>): boolean {
  return quota.usage >= quota.limit
}

export function remainingUsage(quota: Pick<Quota, 'usage' | 'limit'>): Cents {
  return quota.usage >= quota.limit ? zero : subtract(quota.limit, quota.usage)
}

export interface QuotaView extends Quota {
  remainingUsage: Cents
}

export interface QuotaOverview {
  monthlyQuota: QuotaView | undefined
  yearlyQuota: QuotaView | undefined
  /** What both leave; undefined when the account has neither. */
  minimumRemainingUsage: Cents | undefined
  /** Periods of which three quarters are used. */
  warnings: QuotaPeriod[]
  /** Periods whose limit is reached. */
  notices: QuotaPeriod[]
  /** The period to speak of: the longest one whose limit is in the way. */
  period: QuotaPeriod | undefined
}

/** The quotas of one type on one ledger, as screens show them. */
export function quotaOverview(quotas: readonly Quota[], of: { type: QuotaType; assetType: string }): QuotaOverview {
  const own = quotas.filter((quota) => quota.type === of.type && quota.assetType === of.assetType)
  return overview(own, isLimitReached)
}

/**
 * The same from the body of a QUOTA_EXCEEDED answer. Its usage already contains the refused amount, which was not moved:
 * it comes off first, so that the person reads what is really left.
 */
export function quotaOverviewOfRefusal(exceeded: readonly Quota[], refusedAmount: Cents): QuotaOverview {
  const asBefore = exceeded.map((quota) => ({ ...quota, usage: subtract(quota.usage, refusedAmount) }))
  return overview(asBefore, () => true)
}

function overview(quotas: readonly Quota[], isInTheWay: (quota: Quota) => boolean): QuotaOverview {
  const [yearly, monthly] = (['yearly', 'monthly'] as const).map((period) => quotas.find((quota) => quota.period === period))
  const there = [yearly, monthly].filter((quota) => quota !== undefined)
  return {
    monthlyQuota: monthly && { ...monthly, remainingUsage: remainingUsage(monthly) },
    yearlyQuota: yearly && { ...yearly, remainingUsage: remainingUsage(yearly) },
    minimumRemainingUsage: there.length ? there.map(remainingUsage).reduce(least) : undefined,
    warnings: there.filter(isNearLimit).map((quota) => quota.period),
    notices: there.filter(isLimitReached).map((quota) => quota.period),
    period: there.find(isInTheWay)?.period,
  }
}
