import { type Quota, quotaRefusal } from '@nikau/contract/quotas'
import { exceededQuotas } from '@nikau/contract/quota-rules'
import { balances, type Group, type Operation, type Outcome } from '@nikau/ledger'
import { type Cents, cents } from '@nikau/money'
import type { Db, Tx } from '@nikau/runtime'
import * as z from 'zod/mini'
import { type Refusal, refuse } from '../../http/refusal.ts'
import { limitFor, type QuotaDeps } from './limits.ts'
import { counterOf, keysAt, type QuotaKey, quotaOf } from './rules.ts'
import { selectCountersUsedBy } from './store.ts'

/** What a movement consumes of its quotas. `quota` and `counted` go into the movement's row, which an invariant compares with the counters. */
export interface QuotaConsumption {
  keys: readonly QuotaKey[]
  operations: readonly Operation[]
  quota: string
  counted: Cents
}

/**
 * Plans the consumption of the account's monthly and yearly quota on the movement's ledger, and opens the counters if needed. Add the
 * operations to the movement's own group with `withConsumption`, so that the ledger moves the money and consumes the quota
 * together or not at all.
 */
export async function consume(
  tx: Tx,
  deps: QuotaDeps,
  movement: Pick<QuotaKey, 'accountId' | 'type' | 'assetType'> & { amount: Cents },
): Promise<QuotaConsumption> {
  const keys = keysAt(movement, deps.clock.now())
  await openCounters(tx, deps, movement.accountId, keys)
  return {
    keys,
    operations: keys.map((key) => ({ op: 'use', account: counterOf(key), amount: movement.amount })),
    quota: counterOf(keys[0]),
    counted: movement.amount,
  }
}

/** Opens the account's counters that are not open yet, each with its current limit. */
export async function openCounters(tx: Tx, deps: Pick<QuotaDeps, 'ledger' | 'limits'>, accountId: string, keys: readonly QuotaKey[]): Promise<void> {
  const limit = await limitFor(tx, deps, accountId)
  const common = { unit: 'allowance', kind: 'quota', counter: true, owner: accountId, floor: 0n }
  await deps.ledger.openAccounts(
    tx,
    keys.map((key) => ({ ...common, id: counterOf(key), ceiling: limit(key) })),
  )
}

export function withConsumption(group: Group, counted: Pick<QuotaConsumption, 'operations'>): Group {
  return { ...group, operations: [...group.operations, ...counted.operations] }
}

/** The refusal for an amount that exceeds a quota now; the ledger decides again when it is consumed. */
export async function checkQuota(
  tx: Tx,
  deps: QuotaDeps,
  movement: Pick<QuotaKey, 'accountId' | 'type' | 'assetType'> & { amount: Cents },
): Promise<Refusal<'QUOTA_EXCEEDED'> | undefined> {
  const { keys } = await consume(tx, deps, movement)
  const exceeded = exceededQuotas(await quotasNow(tx, keys), movement.amount)
  return exceeded.length > 0 ? refuse('QUOTA_EXCEEDED', z.encode(quotaRefusal, { quotas: exceeded })) : undefined
}

async function quotasNow(db: Db, keys: readonly QuotaKey[]): Promise<Quota[]> {
  const counters = new Map((await balances(db, keys.map(counterOf))).map((counter) => [counter.id, counter]))
  return keys.map((key) => quotaOf(key, counters.get(counterOf(key))!.ceiling!, counters.get(counterOf(key))!.posted))
}

/** The refusal for a group that the ledger refused because of a quota; undefined if it was refused for another reason. */
export async function quotaExceeded(db: Db, counted: QuotaConsumption, outcome: Outcome): Promise<Refusal<'QUOTA_EXCEEDED'> | undefined> {
  const { keys } = counted
  if (outcome.outcome !== 'refused' || outcome.code !== 'over_ceiling') return undefined
  const refusedBy = keys.find((key) => counterOf(key) === outcome.account)
  if (!refusedBy) return undefined
  const quotas = await quotasNow(db, keys)
  const exceeded = exceededQuotas(quotas, counted.counted)
  // A refund may have restored quota in the meantime; the quota that refused is reported in any case.
  const reported = exceeded.length > 0 ? exceeded : quotas.filter((quota) => quota.period === refusedBy.period)
  return refuse('QUOTA_EXCEEDED', z.encode(quotaRefusal, { quotas: reported }))
}

/**
 * Plans what a refund or return restores: the counters that the original movement consumed, in the month and year in which it was
 * made.
 */
export async function restore(db: Db, posting: bigint, amount: Cents): Promise<Omit<QuotaConsumption, 'keys'> | undefined> {
  const [month, year] = await selectCountersUsedBy(db, posting)
  if (!month || !year) return undefined
  return {
    operations: [month, year].map((account) => ({ op: 'unuse', account, amount })),
    quota: month,
    counted: cents(-amount),
  }
}
