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

export function createCounters(means: QuotaMeans & { db: Db }): Counters {
  const open = new Set<string>()
  return {
    async spend(accountId, assetType, amount) {
      const keys = keysAt({ accountId, type: 'spend', assetType }, means.clock.now())
      if (!keys.every((key) => open.has(counterOf(key)))) {
        await inTransaction(means.db, (tx) => openCounters(tx, means, accountId, keys))
        if (open.size > mostRemembered) open.clear()
        for (const key of keys) open.add(counterOf(key))
      }
      const operations = keys.map((key): Operation => ({ op: 'use', account: counterOf(key), amount }))
      return { keys, operations, quota: counterOf(keys[0]), counted: amount }
    },
    forget: (counter) => void open.delete(counter),
  }
}
