import type { BusinessStatus } from '@nikau/contract/accounts'
import type { Db, Tx } from '@nikau/runtime'
import { sql } from 'kysely'

/** The status under the account's lock; undefined if there is no such organisation. */
export async function lockBusiness(tx: Tx, accountId: string): Promise<BusinessStatus | undefined> {
  const account = await sql`select from account where id = ${accountId} and type = 'org' for no key update`.execute(tx)
  if (account.rows.length === 0) return undefined
  return (await selectBusinessStatus(tx, accountId)) ?? 'unverified'
}

/** Undefined for an organisation that no operator has looked at, and for accounts that are none. */
export async function selectBusinessStatus(db: Db, accountId: string): Promise<BusinessStatus | undefined> {
  return (await sql<{ status: BusinessStatus }>`select status from business where account_id = ${accountId}`.execute(db)).rows[0]?.status
}

export async function insertStatusChange(
  tx: Tx,
  change: { accountId: string; from: BusinessStatus; status: BusinessStatus; operator: string; reason: string; at: Date },
): Promise<void> {
  await sql`
    insert into business (account_id, status, updated_at) values (${change.accountId}, ${change.status}, ${change.at})
    on conflict (account_id) do update set status = excluded.status, updated_at = excluded.updated_at`.execute(tx)
  await sql`
    insert into business_status_change (account_id, from_status, to_status, operator, reason, at)
    values (${change.accountId}, ${change.from}, ${change.status}, ${change.operator}, ${change.reason}, ${change.at})`.execute(tx)
}

/** By an owner: the process of the API may submit a business and change its status in no other way. False if it is not possible now. */
export async function submitBusiness(tx: Tx, submission: { accountId: string; personId: string; at: Date }): Promise<boolean> {
  const { accountId, personId, at } = submission
  const { rows } = await sql<{ done: boolean }>`select submit_business(${accountId}, ${`owner:${personId}`}, ${at}) as done`.execute(tx)
  return rows[0]!.done
}

/** One that is verified again has its limits again. */
export async function insertLimit(tx: Tx, accountId: string, at: Date): Promise<void> {
  await sql`
    insert into business_limit (account_id, since) values (${accountId}, ${at})
    on conflict (account_id) do update set since = excluded.since, lifted_at = null, operator = null, proposal_id = null`.execute(tx)
}

/** Since when what a business takes is limited; undefined if it is not. */
export async function selectLimitedSince(db: Db, accountId: string): Promise<Date | undefined> {
  return (await sql<{ since: Date }>`select since from business_limit where account_id = ${accountId} and lifted_at is null`.execute(db)).rows[0]?.since
}

/** False if the business has no limits. */
export async function liftLimit(tx: Tx, lift: { accountId: string; operator: string; proposalId: string; at: Date }): Promise<boolean> {
  const result = await sql`
    update business_limit set lifted_at = ${lift.at}, operator = ${lift.operator}, proposal_id = ${lift.proposalId}
     where account_id = ${lift.accountId} and lifted_at is null`.execute(tx)
  return result.numAffectedRows === 1n
}

export interface BusinessRow {
  accountId: string
  name: string
  test: boolean
  status: BusinessStatus
  createdAt: Date
}

/** Organisations by status, oldest first. */
export async function selectBusinesses(db: Db, status: BusinessStatus | undefined): Promise<BusinessRow[]> {
  const result = await sql<BusinessRow>`
    select a.id as "accountId", a.name, a.test, coalesce(b.status, 'unverified') as status, a.created_at as "createdAt"
      from account a left join business b on b.account_id = a.id
     where a.type = 'org' and (${status ?? null}::text is null or coalesce(b.status, 'unverified') = ${status ?? null})
     order by a.created_at, a.id`.execute(db)
  return result.rows
}

export interface StatusChangeRow {
  from: BusinessStatus
  to: BusinessStatus
  operator: string
  databaseRole: string
  reason: string
  at: Date
}

/** Oldest first. */
export async function selectStatusChanges(db: Db, accountId: string): Promise<StatusChangeRow[]> {
  const result = await sql<StatusChangeRow>`
    select from_status as "from", to_status as "to", operator, database_role as "databaseRole", reason, at
      from business_status_change where account_id = ${accountId} order by id`.execute(db)
  return result.rows
}
