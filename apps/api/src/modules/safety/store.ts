import type { Db, Tx } from '@nikau/runtime'
import { sql } from 'kysely'

export type FreezeBy = 'person' | 'operator'

export interface FreezeRow {
  by: FreezeBy
  since: Date
  reason: string | null
}

/** The freeze in force; the operator's if there are both. */
export async function selectFreeze(db: Db, accountId: string): Promise<FreezeRow | undefined> {
  const { rows } = await sql<FreezeRow>`
    select by, since, reason from account_freeze where account_id = ${accountId} order by by = 'operator' desc limit 1`.execute(db)
  return rows[0]
}

/** False if the account is frozen by them already. */
export async function insertFreeze(tx: Tx, freeze: { accountId: string; by: FreezeBy; since: Date; reason?: string }): Promise<boolean> {
  const { rows } = await sql`
    insert into account_freeze (account_id, by, since, reason) values (${freeze.accountId}, ${freeze.by}, ${freeze.since}, ${freeze.reason ?? null})
    on conflict do nothing returning account_id`.execute(tx)
  return rows.length > 0
}

/** False if the account is not frozen by them. */
export async function deleteFreeze(tx: Tx, accountId: string, by: FreezeBy): Promise<boolean> {
  const { rows } = await sql`delete from account_freeze where account_id = ${accountId} and by = ${by} returning account_id`.execute(tx)
  return rows.length > 0
}

export interface FreezeEvent {
  accountId: string
  action: 'frozen' | 'unfrozen'
  by: FreezeBy
  personId?: string
  operator?: string
  reason?: string
  at: Date
}

export async function insertFreezeEvent(tx: Tx, event: FreezeEvent): Promise<void> {
  await sql`
    insert into account_freeze_event (account_id, action, by, person_id, operator, reason, at)
    values (${event.accountId}, ${event.action}, ${event.by}, ${event.personId ?? null}, ${event.operator ?? null}, ${event.reason ?? null}, ${event.at})`.execute(
    tx,
  )
}

/** Serialises freezes and lifts of an account. */
export async function lockFreeze(tx: Tx, accountId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`account-freeze:${accountId}`}, 0))`.execute(tx)
}

export async function accountExists(db: Db, accountId: string): Promise<boolean> {
  return (await sql`select 1 from account where id = ${accountId}`.execute(db)).rows.length > 0
}

/** Everything the account could pay with. */
export async function selectAssetIds(tx: Tx, accountId: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`select id from asset where account_id = ${accountId} and status = 'active'`.execute(tx)
  return rows.map((row) => row.id)
}

export async function selectOwners(tx: Tx, accountId: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select person_id as id from account_member where account_id = ${accountId} and role = 'account-owner'`.execute(tx)
  return rows.map((row) => row.id)
}
