import type { BodyOf } from '@nikau/contract'
import { type OwnLimitName, ownLimitName, type OwnLimits, ownLimitTooHigh, type updateOwnLimits } from '@nikau/contract/own-limits'
import type { Ledger } from '@nikau/ledger'
import { type Cents, format } from '@nikau/money'
import type { Db, Tx } from '@nikau/runtime'
import { recordSecurityEvent } from '@nikau/security-events'
import * as z from 'zod/mini'
import type { Person, Source } from '../../http/bind.ts'
import { inTransaction, Refusal, refuse } from '../../http/refusal.ts'
import { mayActFor } from '../accounts/index.ts'
import { selectSpendableTypes } from '../assets/index.ts'
import { spendLimit } from '../quotas/index.ts'
import { setCeiling } from './counters.ts'
import { loweringOf } from './plan.ts'
import { highestOf, limitsOf, type ReadDeps } from './read.ts'
import { changeLimit, counterOf, limitOr, limitStateOf, newPeopleLimit, stateOf } from './rules.ts'
import { lockOwnLimits, selectOwnLimits, upsertOwnLimit } from './store.ts'

export interface UpdateDeps extends ReadDeps {
  ledger: Ledger
}

type Body = BodyOf<typeof updateOwnLimits>

interface UpdateCall {
  actor: Person
  source: Source
  body: Body
  requireStepUp(): Promise<Refusal<'SIGN_IN_AGAIN'> | undefined>
}

/** Lower takes effect at once. Higher waits, needs a recent authentication and is told on every channel: a thief would do it first. */
export async function updateLimits(
  deps: UpdateDeps,
  call: UpdateCall,
  accountId: string,
): Promise<OwnLimits | Refusal<'FORBIDDEN' | 'OWN_LIMIT_TOO_HIGH' | 'SIGN_IN_AGAIN'>> {
  if (!(await mayActFor(deps.db, call.actor, accountId))) return refuse('FORBIDDEN')
  const tooHigh = await refusalOfHighest(deps, accountId, call.body)
  if (tooHigh) return tooHigh
  const changed = await changeLimits(deps, call, accountId, false)
  if (changed) return changed
  // Not in the transaction: the check takes a connection, and calls that wait for the lock could have all of them.
  return (await call.requireStepUp()) ?? (await changeLimits(deps, call, accountId, true))!
}

/** Undefined, with nothing changed, for a change that would raise a limit and may not. */
async function changeLimits(deps: UpdateDeps, call: UpdateCall, accountId: string, mayRaise: boolean): Promise<OwnLimits | undefined> {
  return await inTransaction(deps.db, async (tx) => {
    await lockOwnLimits(tx, accountId)
    const changes = await changesOf(tx, deps, accountId, call.body)
    if (!mayRaise && changes.some(({ to }) => to.change === 'raised')) return undefined
    for (const { name, to } of changes) {
      await upsertOwnLimit(tx, accountId, name, to)
      await recordChange(tx, deps, call, name, to)
    }
    await setTodaysCeilings(tx, deps, accountId)
    return await limitsOf(tx, deps, accountId)
  })
}

const requested = (body: Body) => ownLimitName.options.flatMap((name) => (body[name] === undefined ? [] : [{ name, cents: body[name] }]))

async function refusalOfHighest(deps: UpdateDeps, accountId: string, body: Body): Promise<Refusal<'OWN_LIMIT_TOO_HIGH'> | undefined> {
  const assetType = (await selectSpendableTypes(deps.db, accountId))[0] ?? 'nikau.nzd.main'
  const quota = await spendLimit(deps.db, deps, accountId, assetType, deps.clock.now())
  const over = requested(body).find(({ name, cents }) => cents !== null && cents > highestOf(name, quota, deps.ownLimits))
  return over && refuse('OWN_LIMIT_TOO_HIGH', z.encode(ownLimitTooHigh, { limit: over.name, highest: highestOf(over.name, quota, deps.ownLimits) }))
}

/** What the call changes; names whose limit it repeats are left out. */
async function changesOf(db: Db, deps: UpdateDeps, accountId: string, body: Body) {
  const rows = await selectOwnLimits(db, accountId)
  const at = deps.clock.now()
  return requested(body)
    .map(({ name, cents }) => {
      const to = limitOr(name, cents, deps.ownLimits)
      return { name, to: changeLimit(limitStateOf(rows, name, at, deps.ownLimits), to, at, deps.ownLimits) }
    })
    .filter(({ to }) => to.change !== 'none')
}

type Change = ReturnType<typeof changeLimit>

async function recordChange(tx: Tx, deps: UpdateDeps, { actor, source }: UpdateCall, name: OwnLimitName, to: Change): Promise<void> {
  const amountOf = (cents: Cents | null): Record<string, string> => (cents === null ? {} : { amount: format(cents) })
  const event = { ...actor, ...source, at: deps.clock.now() }
  if (to.change === 'raised') {
    const detail = { limit: name, hours: String(deps.ownLimits.riseHours), ...amountOf(to.nextCents) }
    await recordSecurityEvent(tx, { ...event, kind: 'own-limit-raised', detail })
  } else await recordSecurityEvent(tx, { ...event, kind: 'own-limit-lowered', detail: { limit: name, ...amountOf(to.cents) } })
}

/** Payments of today that come later meet the new limit in the ledger. The counters are locked in the order of their ids. */
async function setTodaysCeilings(tx: Tx, deps: UpdateDeps, accountId: string): Promise<void> {
  const at = deps.clock.now()
  const rows = await selectOwnLimits(tx, accountId)
  const newPeople = newPeopleLimit(stateOf(rows, 'new-people', at).cents, await loweringOf(tx, deps, accountId, at), deps.ownLimits)
  const limits = [['one-day', stateOf(rows, 'one-day', at).cents] as const, ['new-people', newPeople] as const]
  for (const [name, limit] of limits)
    for (const assetType of await selectSpendableTypes(tx, accountId))
      if (limit !== null) await setCeiling(tx, deps.ledger, { id: counterOf(accountId, name, assetType, at), accountId, limit })
}
