import type { QuotaPeriod, QuotaType } from '@nikau/contract/quotas'
import type { Ledger } from '@nikau/ledger'
import type { Cents } from '@nikau/money'
import type { Clock, Db, Tx } from '@nikau/runtime'
import { counterOf, keysAt, periods, type QuotaKey, type QuotaLimits } from './rules.ts'
import { limitsOf, type OwnLimit, putLimit } from './store.ts'

export interface QuotaMeans {
  ledger: Ledger
  clock: Clock
  /** Limits of an account that has none of its own. */
  limits: QuotaLimits
}

/** The limit of each key: the account's own, else configuration's. */
export async function limitFor(db: Db, means: Pick<QuotaMeans, 'limits'>, accountId: string): Promise<(key: QuotaKey) => bigint> {
  const own = await limitsOf(db, accountId)
  const matches = (key: QuotaKey) => (limit: OwnLimit) => limit.type === key.type && limit.assetType === key.assetType && limit.period === key.period
  return (key) => own.find(matches(key))?.cents ?? means.limits[key.type][key.period]
}

/** Gives an account limits of its own, from now on: also for the month and year under way. */
export async function setLimits(
  tx: Tx,
  means: QuotaMeans,
  of: { accountId: string; type: QuotaType; assetType: string; limits: Record<QuotaPeriod, Cents> },
): Promise<void> {
  for (const period of periods) await putLimit(tx, of.accountId, { type: of.type, assetType: of.assetType, period, cents: of.limits[period] })
  for (const key of keysAt(of, means.clock.now())) {
    const refused = await means.ledger.changeLimits(tx, counterOf(key), { floor: 0n, ceiling: of.limits[key.period] })
    if (refused && refused !== 'unknown_account') throw new Error(`the limit of ${counterOf(key)} cannot be changed: ${refused}`)
  }
}
