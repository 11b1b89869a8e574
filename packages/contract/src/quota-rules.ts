import { add, type Cents, cents } from '@nikau/money'
import { intervalOf } from '@nikau/nz/nz-time'
import type { Quota, QuotaPeriod } from './quotas.ts'

/** Limits without configuration, for each quota type. */
export const defaultLimits: Readonly<Record<QuotaPeriod, Cents>> = { monthly: cents(100_000n), yearly: cents(999_900n) }

/** The intervals of an instant. */
export function intervalsAt(at: Date): Record<QuotaPeriod, string> {
  return { monthly: intervalOf(at, 'monthly'), yearly: intervalOf(at, 'yearly') }
}

/** The quotas that the amount would exceed, each with the usage it would then have. Empty if the amount is allowed. */
export function exceededQuotas(quotas: readonly Quota[], amount: Cents): Quota[] {
  return quotas.map((quota) => ({ ...quota, usage: add(quota.usage, amount) })).filter((quota) => quota.usage > quota.limit)
}
