import type { Operation } from '@nikau/ledger'
import type { Cents } from '@nikau/money'
import type { Db } from '@nikau/runtime'
import { inTransaction } from '../../../http/refusal.ts'
import { counterOf, keysAt, openCounters, type QuotaKey, type QuotaDeps } from '../../quotas/index.ts'

/** The quota that a payment consumes. */
export interface QuotaUse {
  keys: readonly QuotaKey[]
  operations: readonly Operation[]
  quota: string
  counted: Cents
}

/**
 * The spending counters, which the batched payment uses. A counter is opened when its account first spends in a month; open
 * counters are cached, so that the next payment needs no statement for them.
 */
export interface QuotaCounters {
  spend(accountId: string, assetType: string, amount: Cents): Promise<QuotaUse>
  /** Call when the ledger reports that a cached counter does not exist. */
  evict(counter: string): void
}

const maxCached = 100_000
const minuteMs = 60_000

interface CachedCounters {
  /** An account's months change on a minute; until then the counters stay the same. */
  validUntil: number
  keys: readonly [QuotaKey, QuotaKey]
  names: readonly string[]
}

export function createQuotaCounters(deps: QuotaDeps & { db: Db }): QuotaCounters {
  const cache = new Map<string, CachedCounters>()

  async function open(accountId: string, assetType: string, now: Date): Promise<CachedCounters> {
    const keys = keysAt({ accountId, type: 'spend', assetType }, now)
    const earlier = cache.get(`${accountId} ${assetType}`)
    const names = keys.map(counterOf)
    if (earlier?.names.join() !== names.join()) await inTransaction(deps.db, (tx) => openCounters(tx, deps, accountId, keys))
    if (cache.size >= maxCached) cache.delete(cache.keys().next().value!)
    const counters = { validUntil: (Math.floor(now.getTime() / minuteMs) + 1) * minuteMs, keys, names }
    cache.set(`${accountId} ${assetType}`, counters)
    return counters
  }

  return {
    async spend(accountId, assetType, amount) {
      const now = deps.clock.now()
      const cached = cache.get(`${accountId} ${assetType}`)
      const { keys, names } = cached && now.getTime() < cached.validUntil ? cached : await open(accountId, assetType, now)
      return { keys, operations: names.map((account): Operation => ({ op: 'use', account, amount })), quota: names[0]!, counted: amount }
    },
    evict(counter) {
      for (const [key, { names }] of cache) if (names.includes(counter)) cache.delete(key)
    },
  }
}
