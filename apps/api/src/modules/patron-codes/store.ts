import type { Db, Tx } from '@nikau/runtime'
import { sql } from 'kysely'

export async function selectIndividualAccountId(db: Db, personId: string): Promise<string | undefined> {
  return (await sql<{ id: string }>`select id from account where individual_of = ${personId}`.execute(db)).rows[0]?.id
}

export interface PatronCodeRow {
  id: string
  accountId: string
  personId: string
  sessionUid: string
  fingerprint: Buffer
  testScenario: string | null
  createdAt: Date
  expiresAt: Date
}

/** False if a code with this barcode exists. */
export async function insertPatronCode(tx: Tx, c: PatronCodeRow): Promise<boolean> {
  const { rows } = await sql`
    insert into patron_code (id, account_id, person_id, session_uid, fingerprint, test_scenario, created_at, expires_at)
    values (${c.id}, ${c.accountId}, ${c.personId}, ${c.sessionUid}, ${c.fingerprint}, ${c.testScenario}, ${c.createdAt}, ${c.expiresAt})
    on conflict (fingerprint) do nothing returning id`.execute(tx)
  return rows.length > 0
}

export interface UsedCode {
  id: string
  accountId: string
  testScenario: string | null
}

/**
 * Uses a code up for a payment request. Of simultaneous calls one gets the row. Nothing for a code that is unknown, expired or used,
 * whose account is frozen, or whose session has ended.
 */
export async function usePatronCode(tx: Tx, use: { fingerprint: Buffer; paymentRequestId: string; test: boolean; at: Date }): Promise<UsedCode | undefined> {
  const { rows } = await sql<UsedCode>`
    update patron_code c set used_at = ${use.at}, payment_request_id = ${use.paymentRequestId}
     where c.fingerprint = ${use.fingerprint} and c.used_at is null and c.expires_at > ${use.at} and (c.test_scenario is null or ${use.test}::boolean)
       and not exists (select from account_freeze f where f.account_id = c.account_id)
       and exists (select from identity.authentication(c.session_uid))
    returning c.id, c.account_id as "accountId", c.test_scenario as "testScenario"`.execute(tx)
  return rows[0]
}

export async function isKnown(db: Db, fingerprint: Buffer): Promise<boolean> {
  return (await sql`select from patron_code where fingerprint = ${fingerprint}`.execute(db)).rows.length > 0
}

export async function countGuesses(db: Db, accountId: string, hour: Date): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count from patron_code_guess where account_id = ${accountId} and hour = ${hour}`.execute(db)
  return rows[0]?.count ?? 0
}

export async function addGuess(db: Db, accountId: string, hour: Date): Promise<void> {
  await sql`
    insert into patron_code_guess as g (account_id, hour, count) values (${accountId}, ${hour}, 1)
    on conflict (account_id) do update set hour = excluded.hour, count = case when g.hour = excluded.hour then g.count + 1 else 1 end`.execute(db)
}

/** A request that a code was used for lasts a day at most, so older codes are of no use. */
export async function deletePatronCodes(db: Db, before: Date, limit: number): Promise<number> {
  const result = await sql`delete from patron_code where id in (select id from patron_code where created_at < ${before} limit ${limit})`.execute(db)
  return Number(result.numAffectedRows)
}
