import type { Db, Tx } from '@nikau/runtime'
import { sql } from 'kysely'

export interface ConnectionRow {
  id: string
  merchantId: string
  merchantName: string
  merchantAccountId: string | null
  test: boolean
  createdByAccountId: string
  createdByAccountName: string
  createdAt: Date
  expiresAt: Date
  status: 'created' | 'authorized' | 'ended'
  accountId: string | null
  personId: string | null
  authorisedAt: Date | null
  pausedAt: Date | null
  endedAt: Date | null
  limitEach: bigint | null
  limitMonth: bigint | null
  tokensFirst: boolean
}

/** A connection that a customer has authorised. */
export interface AuthorisedRow extends ConnectionRow {
  accountId: string
  personId: string
  authorisedAt: Date
}

const connections = sql`
  select c.id, c.merchant_id as "merchantId", m.name as "merchantName", m.account_id as "merchantAccountId", c.test, c.created_by_account_id as "createdByAccountId",
         c.created_by_account_name as "createdByAccountName", c.created_at as "createdAt", c.expires_at as "expiresAt", c.status, c.account_id as "accountId",
         c.person_id as "personId", c.authorised_at as "authorisedAt", c.paused_at as "pausedAt", c.ended_at as "endedAt", c.limit_each as "limitEach",
         c.limit_month as "limitMonth", c.tokens_first as "tokensFirst"
    from connection c join merchant m on m.id = c.merchant_id`

export async function selectConnection(db: Db, id: string): Promise<ConnectionRow | undefined> {
  return (await sql<ConnectionRow>`${connections} where c.id = ${id}`.execute(db)).rows[0]
}

export async function selectAuthorised(db: Db, id: string): Promise<AuthorisedRow | undefined> {
  return (await sql<AuthorisedRow>`${connections} where c.id = ${id} and c.status = 'authorized'`.execute(db)).rows[0]
}

/** A payment without approval that has begun is waited for; a later one waits and reads what this transaction commits. */
export async function lockAuthorised(tx: Tx, id: string): Promise<AuthorisedRow | undefined> {
  return (await sql<AuthorisedRow>`${connections} where c.id = ${id} and c.status = 'authorized' for no key update of c`.execute(tx)).rows[0]
}

/** Newest first. */
export async function selectAuthorisedOf(db: Db, accountId: string, test: boolean): Promise<AuthorisedRow[]> {
  const result = await sql<AuthorisedRow>`
    ${connections} where c.account_id = ${accountId} and c.test = ${test} and c.status = 'authorized' order by c.authorised_at desc, c.id`.execute(db)
  return result.rows
}

/** The merchant that a connection is asked for. */
export interface MerchantForConnection {
  merchantAccountId: string | null
  test: boolean
  isInReview: boolean
  isVerified: boolean
  callerIsVerified: boolean
}

export async function selectMerchantForConnection(db: Db, merchantId: string, callerAccountId: string): Promise<MerchantForConnection | undefined> {
  const result = await sql<MerchantForConnection>`
    select m.account_id as "merchantAccountId", m.test, m.status = 'in-review' as "isInReview", b.status is not distinct from 'verified' as "isVerified",
           i.status is not distinct from 'verified' as "callerIsVerified"
      from merchant m left join business b on b.account_id = m.account_id left join business i on i.account_id = ${callerAccountId}
     where m.id = ${merchantId}`.execute(db)
  return result.rows[0]
}

export interface NewConnection {
  id: string
  merchantId: string
  test: boolean
  createdBy: string
  createdByAccountId: string
  createdByAccountName: string
  at: Date
  expiresAt: Date
}

export async function insertConnection(tx: Db, c: NewConnection): Promise<void> {
  await sql`
    insert into connection (id, merchant_id, test, created_by, created_by_account_id, created_by_account_name, created_at, expires_at)
    values (${c.id}, ${c.merchantId}, ${c.test}, ${c.createdBy}, ${c.createdByAccountId}, ${c.createdByAccountName}, ${c.at}, ${c.expiresAt})`.execute(tx)
}

/** False unless the connection is open and the account is a person's own. */
export async function authoriseConnection(tx: Tx, id: string, by: { accountId: string; personId: string; at: Date }): Promise<boolean> {
  const result = await sql`
    update connection set status = 'authorized', account_id = ${by.accountId}, person_id = ${by.personId}, authorised_at = ${by.at}
     where id = ${id} and status = 'created' and expires_at > ${by.at}
       and exists (select from account where id = ${by.accountId} and type = 'individual')`.execute(tx)
  return result.numAffectedRows === 1n
}

export async function updateLimits(tx: Tx, id: string, limits: { each: bigint; total: bigint } | undefined): Promise<void> {
  await sql`update connection set limit_each = ${limits?.each ?? null}, limit_month = ${limits?.total ?? null} where id = ${id}`.execute(tx)
}

export async function updateTokensFirst(tx: Tx, id: string, tokensFirst: boolean): Promise<void> {
  await sql`update connection set tokens_first = ${tokensFirst} where id = ${id}`.execute(tx)
}

export async function updatePause(tx: Tx, id: string, pausedAt: Date | null): Promise<void> {
  await sql`update connection set paused_at = ${pausedAt} where id = ${id}`.execute(tx)
}

export async function endConnection(tx: Tx, id: string, at: Date): Promise<void> {
  await sql`update connection set status = 'ended', ended_at = ${at}, paused_at = null, limit_each = null, limit_month = null where id = ${id}`.execute(tx)
}

export async function deleteUnauthorised(db: Db, expiredBefore: Date): Promise<number> {
  const result = await sql`delete from connection where status = 'created' and expires_at < ${expiredBefore}`.execute(db)
  return Number(result.numAffectedRows ?? 0n)
}
