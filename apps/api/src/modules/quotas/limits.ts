import type { QuotaPeriod, QuotaType } from '@nikau/contract/quotas'
import type { Ledger } from '@nikau/ledger'
import { type Cents, cents, min } from '@nikau/money'
import type { Clock, Db, Tx } from '@nikau/runtime'
import { counterOf, keysAt, periods, type QuotaKey, type QuotaLimits } from './rules.ts'
import { selectLimits, type AccountLimit, upsertLimit } from './store.ts'

export interface QuotaDeps {
  ledger: Ledger
  clock: Clock
  /** Limits of accounts without limits of their own. */
  limits: QuotaLimits
}

/** The limit of each key: the account's own, else the configured one. */
export async function limitFor(db: Db, deps: Pick<QuotaDeps, 'limits'>, accountId: string): Promise<(key: QuotaKey) => bigint> {
  const own = await selectLimits(db, accountId)
  const matches = (key: QuotaKey) => (limit: AccountLimit) => limit.type === key.type && limit.assetType === key.assetType && limit.period === key.period
  return (key) => own.find(matches(key))?.cents ?? deps.limits[key.type][key.period]
}

/** The most that the account can spend in a month or year on a ledger. */
export async function spendLimit(db: Db, deps: Pick<QuotaDeps, 'limits'>, accountId: string, assetType: string, at: Date): Promise<Cents> {
  const limit = await limitFor(db, deps, accountId)
  const [monthly, yearly] = keysAt({ accountId, type: 'spend', assetType }, at)
  return min(cents(limit(monthly)), cents(limit(yearly)))
}

/** Sets an account's own limits, including those of the current month and year. */
export async function setLimits(
  tx: Tx,
  deps: QuotaDeps,
  of: { accountId: string; type: QuotaType; assetType: string; limits: Record<QuotaPeriod, Cents> },
): Promise<void> {
  for (const period of periods) await upsertLimit(tx, of.accountId, { type: of.type, assetType: of.assetType, period, cents: of.limits[period] })
  for (const key of keysAt(of, deps.clock.now())) {
    const refused = await deps.ledger.changeLimits(tx, counterOf(key), { floor: 0n, ceiling: of.limits[key.period] })
    if (refused && refused !== 'unknown_account') throw new Error(`limit of ${counterOf(key)} cannot be changed: ${refused}`)
  }
}
