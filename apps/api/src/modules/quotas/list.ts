import type { Quota } from '@nikau/contract/quotas'
import { balances } from '@nikau/ledger'
import type { Clock, Db } from '@nikau/runtime'
import type { Person } from '../../http/bind.ts'
import { type Refusal, refuse } from '../../http/refusal.ts'
import { mayActFor } from '../accounts/index.ts'
import { selectSpendableTypes } from '../assets/index.ts'
import { limitFor } from './limits.ts'
import { counterOf, keysAt, quotaOf, type QuotaLimits, types } from './rules.ts'

/** The quotas of the current month and year, for each ledger on which the account has a wallet. Reading opens no counter. */
export async function list(deps: { db: Db; clock: Clock; limits: QuotaLimits }, person: Person, accountId: string): Promise<Quota[] | Refusal<'FORBIDDEN'>> {
  const { db, clock } = deps
  if (!(await mayActFor(db, person, accountId))) return refuse('FORBIDDEN')
  const limit = await limitFor(db, deps, accountId)
  const assetTypes = await selectSpendableTypes(db, accountId)
  const keys = assetTypes.flatMap((assetType) => types.flatMap((type) => keysAt({ accountId, type, assetType }, clock.now())))
  const counters = new Map((await balances(db, keys.map(counterOf))).map((counter) => [counter.id, counter]))
  return keys.map((key) => {
    const counter = counters.get(counterOf(key))
    return quotaOf(key, counter?.ceiling ?? limit(key), counter?.posted ?? 0n)
  })
}
