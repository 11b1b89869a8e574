import type { AccountSafety, freezeAccount, getAccountSafety, unfreezeAccount } from '@nikau/contract/safety'
import { operatorFreezeRefusal } from '@nikau/contract/safety'
import type { RefusalOf } from '@nikau/contract'
import { lockAccounts } from '@nikau/ledger'
import type { Clock, Db, Tx } from '@nikau/runtime'
import { recordSecurityEvent } from '@nikau/security-events'
import * as z from 'zod/mini'
import type { Person, Source } from '../../http/bind.ts'
import { inTransaction, type Refusal, refuse } from '../../http/refusal.ts'
import { mayActFor } from '../accounts/index.ts'
import { ledgerAccountOf } from '../assets/index.ts'
import { deleteFreeze, type FreezeBy, insertFreeze, insertFreezeEvent, lockFreeze, selectAssetIds, selectFreeze, selectOwners } from './store.ts'

export interface SafetyDeps {
  db: Db
  clock: Clock
}

export async function readSafety(db: Db, person: Person, accountId: string): Promise<AccountSafety | Refusal<RefusalOf<typeof getAccountSafety>>> {
  return (await mayActFor(db, person, accountId)) ? await safetyOf(db, accountId) : refuse('FORBIDDEN')
}

export async function freeze(
  deps: SafetyDeps,
  person: Person,
  accountId: string,
  source: Source,
): Promise<AccountSafety | Refusal<RefusalOf<typeof freezeAccount>>> {
  return await inTransaction(deps.db, async (tx) => {
    if (!(await mayActFor(tx, person, accountId))) return refuse('FORBIDDEN')
    const at = deps.clock.now()
    if (await beginFreeze(tx, { accountId, by: 'person', since: at })) {
      await insertFreezeEvent(tx, { accountId, action: 'frozen', by: 'person', personId: person.personId, at })
      await recordSecurityEvent(tx, { ...person, ...source, kind: 'account-frozen', at })
    }
    return await safetyOf(tx, accountId)
  })
}

/** Lifts the owner's own freeze. Without one it changes nothing. */
export async function unfreeze(
  deps: SafetyDeps,
  person: Person,
  accountId: string,
  source: Source,
): Promise<AccountSafety | Refusal<RefusalOf<typeof unfreezeAccount>>> {
  return await inTransaction(deps.db, async (tx) => {
    if (!(await mayActFor(tx, person, accountId))) return refuse('FORBIDDEN')
    await lockFreeze(tx, accountId)
    const current = await selectFreeze(tx, accountId)
    if (current?.by === 'operator') return refuse('FROZEN_BY_OPERATOR', z.encode(operatorFreezeRefusal, { since: current.since, reason: current.reason! }))
    const at = deps.clock.now()
    if (await deleteFreeze(tx, accountId, 'person')) {
      await insertFreezeEvent(tx, { accountId, action: 'unfrozen', by: 'person', personId: person.personId, at })
      await recordSecurityEvent(tx, { ...person, ...source, kind: 'account-unfrozen', at })
    }
    return await safetyOf(tx, accountId)
  })
}

interface OperatorFreeze {
  accountId: string
  operator: string
  reason: string
  at: Date
}

/** What operators do: each act has a name and a reason, and the owners are told. False if nothing changed. */
export async function freezeByOperator(tx: Tx, { accountId, operator, reason, at }: OperatorFreeze): Promise<boolean> {
  if (!(await beginFreeze(tx, { accountId, by: 'operator', since: at, reason }))) return false
  await insertFreezeEvent(tx, { accountId, operator, reason, action: 'frozen', by: 'operator', at })
  const detail = { by: 'operator', reason }
  for (const personId of await selectOwners(tx, accountId)) await recordSecurityEvent(tx, { personId, kind: 'account-frozen', at, detail })
  return true
}

export async function unfreezeByOperator(tx: Tx, { accountId, operator, reason, at }: OperatorFreeze): Promise<boolean> {
  await lockFreeze(tx, accountId)
  if (!(await deleteFreeze(tx, accountId, 'operator'))) return false
  await insertFreezeEvent(tx, { accountId, operator, reason, action: 'unfrozen', by: 'operator', at })
  for (const personId of await selectOwners(tx, accountId))
    await recordSecurityEvent(tx, { personId, kind: 'account-unfrozen', at, detail: { by: 'operator' } })
  return true
}

/** Since when operators have frozen the account. */
export async function frozenByOperatorSince(tx: Tx, accountId: string): Promise<Date | undefined> {
  const current = await selectFreeze(tx, accountId)
  return current?.by === 'operator' ? current.since : undefined
}

/**
 * Whether nothing may leave the account. To be asked after the posting in the same transaction: a freeze locks the ledger accounts
 * first, so a posting that comes later waits for its commit and then finds it here, and the freeze waits for one that came first.
 */
export async function isFrozen(tx: Tx, accountId: string): Promise<boolean> {
  return (await selectFreeze(tx, accountId)) !== undefined
}

async function beginFreeze(tx: Tx, input: { accountId: string; by: FreezeBy; since: Date; reason?: string }): Promise<boolean> {
  await lockFreeze(tx, input.accountId)
  await lockAccounts(tx, (await selectAssetIds(tx, input.accountId)).map(ledgerAccountOf))
  return await insertFreeze(tx, input)
}

async function safetyOf(db: Db, accountId: string): Promise<AccountSafety> {
  const current = await selectFreeze(db, accountId)
  return { frozen: current ? { by: current.by, since: current.since, reason: current.reason ?? undefined } : null }
}
