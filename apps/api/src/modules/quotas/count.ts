import { quotaRefusal } from '@nikau/contract/quotas'
import { exceededBy } from '@nikau/contract/quota-rules'
import { balances, type Group, type Operation, type Outcome } from '@nikau/ledger'
import { type Cents, cents } from '@nikau/money'
import type { Db, Tx } from '@nikau/runtime'
import * as z from 'zod/mini'
import { type Refusal, refuse } from '../../http/refusal.ts'
import { limitFor, type QuotaMeans } from './limits.ts'
import { counterOf, keysAt, type QuotaKey, quotaOf } from './rules.ts'
import { countersUsedBy } from './store.ts'

/** A movement as its quotas see it. `quota` and `counted` go into the movement's row, which the audit compares with the counters. */
export interface Counted {
  keys: readonly QuotaKey[]
  operations: readonly Operation[]
  quota: string
  counted: Cents
}

/**
 * What a movement of money counts against: this month and this year of the account, on the ledger it moves on. The counters
 * are opened when they are first needed. Add the operations to the movement's own group with `countedGroup`, so that the
 * ledger moves the money and uses up the quota together or not at all.
 */
export async function count(tx: Tx, means: QuotaMeans, movement: Pick<QuotaKey, 'accountId' | 'type' | 'assetType'> & { amount: Cents }): Promise<Counted> {
  const keys = keysAt(movement, means.clock.now())
  await openCounters(tx, means, movement.accountId, keys)
  return {
    keys,
    operations: keys.map((key) => ({ op: 'use', account: counterOf(key), amount: movement.amount })),
    quota: counterOf(keys[0]),
    counted: movement.amount,
  }
}

/** Opens the counters of one account that are not open yet, each with the limit that now holds. */
export async function openCounters(tx: Tx, means: Pick<QuotaMeans, 'ledger' | 'limits'>, accountId: string, keys: readonly QuotaKey[]): Promise<void> {
  const limit = await limitFor(tx, means, accountId)
  const nature = { unit: 'allowance', kind: 'quota', counter: true, owner: accountId, floor: 0n }
  await means.ledger.openAccounts(
    tx,
    keys.map((key) => ({ ...nature, id: counterOf(key), ceiling: limit(key) })),
  )
}

export function countedGroup(group: Group, counted: Pick<Counted, 'operations'>): Group {
  return { ...group, operations: [...group.operations, ...counted.operations] }
}

/** The answer to a group that the ledger refused for a quota; nothing when it was refused for something else. */
export async function quotaExceeded(db: Db, counted: Counted, outcome: Outcome): Promise<Refusal<'QUOTA_EXCEEDED'> | undefined> {
  const { keys } = counted
  if (outcome.outcome !== 'refused' || outcome.code !== 'over_ceiling') return undefined
  const refusedBy = keys.find((key) => counterOf(key) === outcome.account)
  if (!refusedBy) return undefined
  const standing = new Map((await balances(db, keys.map(counterOf))).map((one) => [one.id, one]))
  const quotas = keys.map((key) => quotaOf(key, standing.get(counterOf(key))!.ceiling!, standing.get(counterOf(key))!.posted))
  const exceeded = exceededBy(quotas, counted.counted)
  // Another movement may have given back in the meantime; the one that refused is told in any case.
  const told = exceeded.length > 0 ? exceeded : quotas.filter((quota) => quota.period === refusedBy.period)
  return refuse('QUOTA_EXCEEDED', z.encode(quotaRefusal, { quotas: told }))
}

/**
 * What a refund or return of an earlier movement gives back: to the very counters that the movement used, so in the month and
 * year in which it was made, however long ago.
 */
export async function giveBack(db: Db, posting: bigint, amount: Cents): Promise<Omit<Counted, 'keys'> | undefined> {
  const [month, year] = await countersUsedBy(db, posting)
  if (!month || !year) return undefined
  return {
    operations: [month, year].map((account) => ({ op: 'unuse', account, amount })),
    quota: month,
    counted: cents(-amount),
  }
}
