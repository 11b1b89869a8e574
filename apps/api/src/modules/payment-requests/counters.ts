import type { Operation } from '@nikau/ledger'
import type { Cents } from '@nikau/money'
import type { Db } from '@nikau/runtime'
import { inTransaction } from '../../http/refusal.ts'
import { counterOf, keysAt, openCounters, type QuotaKey, type QuotaMeans } from '../quotas/index.ts'

/** What a payment counts against, in the shape that the quotas module speaks of it. */
export interface Counting {
  keys: readonly QuotaKey[]
  operations: readonly Operation[]
  quota: string
  counted: Cents
}

/**
 * The counters of spending, which a payment uses at the ledger's hot door. Each is opened once, when its account first spends in
 * a month; which ones are known to be open is remembered here, so that the next payment costs no statement for it.
 */
export interface Counters {
  spend(accountId: string, assetType: string, amount: Cents): Promise<Counting>
  /** The ledger did not know it after all. */
  forget(counter: string): void
}

const mostRemembered = 100_000
const minuteMs = 60_000

interface Known {
  /** The months of an account change at some minute's end; until then the same counters hold. */
  until: number
  keys: readonly [QuotaKey, QuotaKey]
  names: readonly string[]
}

export function createCounters(means: QuotaMeans & { db: Db }): Counters {
  const known = new Map<string, Known>()

  async function open(accountId: string, assetType: string, now: Date): Promise<Known> {
    const keys = keysAt({ accountId, type: 'spend', assetType }, now)
    const earlier = known.get(`${accountId} ${assetType}`)
    const names = keys.map(counterOf)
    if (earlier?.names.join() !== names.join()) await inTransaction(means.db, (tx) => openCounters(tx, means, accountId, keys))
    if (known.size >= mostRemembered) known.delete(known.keys().next().value!)
    const found = { until: (Math.floor(now.getTime() / minuteMs) + 1) * minuteMs, keys, names }
    known.set(`${accountId} ${assetType}`, found)
    return found
  }

  return {
    async spend(accountId, assetType, amount) {
      const now = means.clock.now()
      const kept = known.get(`${accountId} ${assetType}`)
      const { keys, names } = kept && now.getTime() < kept.until ? kept : await open(accountId, assetType, now)
      return { keys, operations: names.map((account): Operation => ({ op: 'use', account, amount })), quota: names[0]!, counted: amount }
    },
    forget(counter) {
      for (const [key, { names }] of known) if (names.includes(counter)) known.delete(key)
    },
  }
}
