import type { Quota } from '@nikau/contract/quotas'
import { balances } from '@nikau/ledger'
import type { Clock, Db } from '@nikau/runtime'
import type { Person } from '../../http/bind.ts'
import { type Refusal, refuse } from '../../http/refusal.ts'
import { mayActFor } from '../accounts/index.ts'
import { spendableTypes } from '../assets/index.ts'
import { limitFor } from './limits.ts'
import { counterOf, keysAt, quotaOf, type QuotaLimits, types } from './rules.ts'

/** The quotas of the month and year under way, for each ledger on which the account has a wallet. Reading opens no counter. */
export async function list(means: { db: Db; clock: Clock; limits: QuotaLimits }, person: Person, accountId: string): Promise<Quota[] | Refusal<'FORBIDDEN'>> {
  const { db, clock } = means
  if (!(await mayActFor(db, person, accountId))) return refuse('FORBIDDEN')
  const limit = await limitFor(db, means, accountId)
  const assetTypes = await spendableTypes(db, accountId)
  const keys = assetTypes.flatMap((assetType) => types.flatMap((type) => keysAt({ accountId, type, assetType }, clock.now())))
  const counters = new Map((await balances(db, keys.map(counterOf))).map((one) => [one.id, one]))
  return keys.map((key) => {
    const counter = counters.get(counterOf(key))
    return quotaOf(key, counter?.ceiling ?? limit(key), counter?.posted ?? 0n)
  })
}
