import type { BodyOf, RefusalOf } from '@nikau/contract'
import type { endPermission, pausePermission, Permission, updatePermission } from '@nikau/contract/permissions'
import { balances, type Ledger, lockAccounts } from '@nikau/ledger'
import { format } from '@nikau/money'
import { intervalOf } from '@nikau/nz/nz-time'
import type { Clock, Db, Tx } from '@nikau/runtime'
import { recordSecurityEvent } from '@nikau/security-events'
import type { Person, Source } from '../../http/bind.ts'
import { inTransaction, type Refusal, refuse } from '../../http/refusal.ts'
import { mayActFor } from '../accounts/index.ts'
import { appendEvent } from '../outbox/index.ts'
import { presentPermission } from './present.ts'
import { type Allowance, allowsMore, counterOf, type Limits, limitsOf } from './rules.ts'
import { type AuthorisedRow, endConnection, lockAuthorised, selectAuthorised, updateLimits, updatePause, updateTokensFirst } from './store.ts'
import { permissionCounter } from './use-permission.ts'

export interface ManageDeps {
  db: Db
  ledger: Ledger
  clock: Clock
}

interface ManageCall {
  person: Person
  source: Source
}

/** Sets what the shop takes without approval: up to which limits, if any, and whether tokens come first. */
export async function changeAllowance(
  deps: ManageDeps,
  call: ManageCall & { requireStepUp(): Promise<Refusal<'SIGN_IN_AGAIN'> | undefined> },
  id: string,
  body: BodyOf<typeof updatePermission>,
): Promise<Permission | Refusal<RefusalOf<typeof updatePermission> | 'SIGN_IN_AGAIN'>> {
  const { person, source } = call
  const before = await ownConnection(deps.db, person, id)
  if (!before) return refuse('FORBIDDEN')
  const isMore = allowsMore(allowanceOf(before), changed(before, body))
  const stepUp = isMore ? await call.requireStepUp() : undefined
  if (stepUp) return stepUp
  return await inTransaction(deps.db, async (tx): Promise<Permission | Refusal<'FORBIDDEN'>> => {
    // The counter before the row: a payment locks them in this order.
    if (body.limits) await limitMonth(tx, deps, id, body.limits)
    const row = await lockAuthorised(tx, id)
    // Ended, or lowered in between: then this would allow more than was confirmed.
    if (!row || (!isMore && allowsMore(allowanceOf(row), changed(row, body)))) return refuse('FORBIDDEN')
    const { limits, tokensFirst } = changed(row, body)
    if (body.limits !== undefined) await updateLimits(tx, id, limits)
    if (body.tokensFirst !== undefined) await updateTokensFirst(tx, id, tokensFirst)
    const at = deps.clock.now()
    if (isMore) {
      const detail = { merchant: row.merchantName, each: format(limits!.each), total: format(limits!.total), ...(tokensFirst && { tokens: 'first' }) }
      await recordSecurityEvent(tx, { ...person, ...source, kind: 'permission-allowed', at, detail })
    }
    return await presentPermission(tx, (await selectAuthorised(tx, id))!, at)
  })
}

const allowanceOf = (row: AuthorisedRow): Allowance => ({ limits: limitsOf(row), tokensFirst: row.tokensFirst })

/** A name that the body leaves out stays as it is. */
function changed(row: AuthorisedRow, { limits, tokensFirst }: BodyOf<typeof updatePermission>): Allowance {
  return { limits: limits === undefined ? limitsOf(row) : (limits ?? undefined), tokensFirst: tokensFirst ?? row.tokensFirst }
}

/** The counter of the current month. What was used already stays used, so a limit below it lets nothing more through. */
async function limitMonth(tx: Tx, { ledger, clock }: ManageDeps, id: string, { total }: Limits): Promise<void> {
  const counter = counterOf(id, intervalOf(clock.now(), 'monthly'))
  await ledger.openAccount(tx, permissionCounter(counter, id, total))
  await lockAccounts(tx, [counter])
  const [{ posted } = { posted: 0n }] = await balances(tx, [counter])
  const refused = await ledger.changeLimits(tx, counter, { floor: 0n, ceiling: posted > total ? posted : total })
  if (refused) throw new Error(`limit of ${counter} cannot be changed: ${refused}`)
}

export async function pause(deps: ManageDeps, call: ManageCall, id: string): Promise<Permission | Refusal<RefusalOf<typeof pausePermission>>> {
  return await withOwn(deps, call, id, async (tx, row, at) => {
    if (row.pausedAt === null) {
      await updatePause(tx, id, at)
      await recordSecurityEvent(tx, { ...call.person, ...call.source, kind: 'permission-paused', at, detail: { merchant: row.merchantName } })
    }
    return await presentPermission(tx, (await selectAuthorised(tx, id))!, at)
  })
}

export async function resume(deps: ManageDeps, call: ManageCall, id: string): Promise<Permission | Refusal<RefusalOf<typeof pausePermission>>> {
  return await withOwn(deps, call, id, async (tx, row, at) => {
    if (row.pausedAt !== null) {
      await updatePause(tx, id, null)
      await recordSecurityEvent(tx, { ...call.person, ...call.source, kind: 'permission-resumed', at, detail: { merchant: row.merchantName } })
    }
    return await presentPermission(tx, (await selectAuthorised(tx, id))!, at)
  })
}

/** For good: the shop has to ask for a new connection. It is told by webhook that this one ended, not why or by whom. */
export async function end(deps: ManageDeps, call: ManageCall, id: string): Promise<Record<string, never> | Refusal<RefusalOf<typeof endPermission>>> {
  return await withOwn(deps, call, id, async (tx, row, at) => {
    await endConnection(tx, id, at)
    await recordSecurityEvent(tx, { ...call.person, ...call.source, kind: 'connection-ended', at, detail: { merchant: row.merchantName } })
    if (row.merchantAccountId !== null) await appendEvent(tx, { type: 'connection:ended', accountId: row.merchantAccountId, connectionId: id, occurredAt: at })
    return {}
  })
}

async function withOwn<T>(
  { db, clock }: ManageDeps,
  { person }: ManageCall,
  id: string,
  work: (tx: Tx, row: AuthorisedRow, at: Date) => Promise<T>,
): Promise<T | Refusal<'FORBIDDEN'>> {
  return await inTransaction(db, async (tx): Promise<T | Refusal<'FORBIDDEN'>> => {
    const row = await lockAuthorised(tx, id)
    return row && (await mayActFor(tx, person, row.accountId)) ? await work(tx, row, clock.now()) : refuse('FORBIDDEN')
  })
}

/** Unknown and ended ones are answered like another person's. */
export async function ownConnection(db: Db, person: Person, id: string): Promise<AuthorisedRow | undefined> {
  const row = await selectAuthorised(db, id)
  return row && (await mayActFor(db, person, row.accountId)) ? row : undefined
}
