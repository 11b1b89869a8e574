import type { Quota, QuotaPeriod, QuotaType } from '@nikau/contract/quotas'
import { type Cents, min, subtract, zero } from '@nikau/money'

/** From three quarters of the limit on, a notice is shown. */
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
  /** The smaller of the two; undefined without quotas. */
  minimumRemainingUsage: Cents | undefined
  /** Periods near their limit. */
  warnings: QuotaPeriod[]
  /** Periods whose limit is reached. */
  notices: QuotaPeriod[]
  /** The period to name in messages: the longer one whose limit blocks the amount. */
  period: QuotaPeriod | undefined
}

/** The quotas of one type and asset type, as screens show them. */
export function quotaOverview(quotas: readonly Quota[], of: { type: QuotaType; assetType: string }): QuotaOverview {
  const own = quotas.filter((quota) => quota.type === of.type && quota.assetType === of.assetType)
  return overview(own, isLimitReached)
}

/** From the body of a QUOTA_EXCEEDED error. Its usage includes the refused amount, which is subtracted to show what is really left. */
export function quotaOverviewOfRefusal(exceeded: readonly Quota[], refusedAmount: Cents): QuotaOverview {
  const asBefore = exceeded.map((quota) => ({ ...quota, usage: subtract(quota.usage, refusedAmount) }))
  return overview(asBefore, () => true)
}

function overview(quotas: readonly Quota[], blocks: (quota: Quota) => boolean): QuotaOverview {
  const [yearly, monthly] = (['yearly', 'monthly'] as const).map((period) => quotas.find((quota) => quota.period === period))
  const present = [yearly, monthly].filter((quota) => quota !== undefined)
  return {
    monthlyQuota: monthly && { ...monthly, remainingUsage: remainingUsage(monthly) },
    yearlyQuota: yearly && { ...yearly, remainingUsage: remainingUsage(yearly) },
    minimumRemainingUsage: present.length ? present.map(remainingUsage).reduce(min) : undefined,
    warnings: present.filter(isNearLimit).map((quota) => quota.period),
    notices: present.filter(isLimitReached).map((quota) => quota.period),
    period: present.find(blocks)?.period,
  }
}
