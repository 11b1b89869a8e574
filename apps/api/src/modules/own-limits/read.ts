import { type OwnLimit, ownLimitName, type OwnLimitName, type OwnLimits } from '@nikau/contract/own-limits'
import { balances } from '@nikau/ledger'
import { type Cents, cents, min } from '@nikau/money'
import type { Clock, Db } from '@nikau/runtime'
import type { Person } from '../../http/bind.ts'
import { type Refusal, refuse } from '../../http/refusal.ts'
import { mayActFor } from '../accounts/index.ts'
import { selectSpendableTypes } from '../assets/index.ts'
import { spendLimit, type QuotaLimits } from '../quotas/index.ts'
import { loweringOf, type OwnLimitDeps } from './plan.ts'
import { counterOf, limitStateOf, type Lowering, type OwnLimitRow, type OwnLimitRules } from './rules.ts'
import { selectOwnLimits } from './store.ts'

export interface ReadDeps extends Omit<OwnLimitDeps, 'ledger'> {
  db: Db
  clock: Clock
  limits: QuotaLimits
}

export async function readLimits(deps: ReadDeps, person: Person, accountId: string): Promise<OwnLimits | Refusal<'FORBIDDEN'>> {
  return (await mayActFor(deps.db, person, accountId)) ? await limitsOf(deps.db, deps, accountId) : refuse('FORBIDDEN')
}

/** All four, with today's use of live money; of test money if the account has no other. */
export async function limitsOf(db: Db, deps: ReadDeps, accountId: string): Promise<OwnLimits> {
  const at = deps.clock.now()
  const rows = await selectOwnLimits(db, accountId)
  const assetType = (await selectSpendableTypes(db, accountId))[0] ?? 'nikau.nzd.main'
  const usage = await usageOf(db, accountId, assetType, at)
  const lowering = await loweringOf(db, deps, accountId, at)
  const quota = await spendLimit(db, deps, accountId, assetType, at)
  return {
    limits: ownLimitName.options.map((name) => ({
      ...presentLimit(rows, name, { at, lowering, rules: deps.ownLimits }),
      highest: highestOf(name, quota, deps.ownLimits),
      usage: usage.get(name),
    })),
    riseHours: deps.ownLimits.riseHours,
  }
}

export function highestOf(name: OwnLimitName, quota: Cents, rules: OwnLimitRules): Cents {
  return name === 'no-signal' ? min(rules.noSignalHighest, quota) : quota
}

/** What a set of codes pays together without signal. */
export async function noSignalLimit(db: Db, { ownLimits }: Pick<OwnLimitDeps, 'ownLimits'>, accountId: string, at: Date): Promise<Cents> {
  const { cents: limit } = limitStateOf(await selectOwnLimits(db, accountId), 'no-signal', at, ownLimits)
  return min(limit!, ownLimits.noSignalHighest)
}

async function usageOf(db: Db, accountId: string, assetType: string, at: Date): Promise<ReadonlyMap<OwnLimitName, Cents>> {
  const names = ['one-day', 'new-people'] as const
  const counters = await balances(
    db,
    names.map((name) => counterOf(accountId, name, assetType, at)),
  )
  const used = (name: (typeof names)[number]) => counters.find(({ id }) => id === counterOf(accountId, name, assetType, at))?.posted ?? 0n
  return new Map(names.map((name) => [name, cents(used(name))]))
}

function presentLimit(
  rows: readonly OwnLimitRow[],
  name: OwnLimitName,
  { at, lowering, rules }: { at: Date; lowering: Lowering | undefined; rules: OwnLimitRules },
): Pick<OwnLimit, 'name' | 'limit' | 'rise' | 'lowered'> {
  const state = limitStateOf(rows, name, at, rules)
  const isLowered = name === 'new-people' && lowering && (state.cents === null || state.cents > rules.loweredTo)
  return {
    name,
    limit: state.cents ?? undefined,
    rise: state.nextAt ? { limit: state.nextCents ?? undefined, at: state.nextAt } : undefined,
    lowered: isLowered ? { ...lowering, limit: rules.loweredTo } : undefined,
  }
}
