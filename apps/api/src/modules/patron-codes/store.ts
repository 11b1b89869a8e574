import type { Db, Tx } from '@nikau/runtime'
import { sql } from 'kysely'
import { payloadOf, type Scan, scanChannel } from './rules.ts'

export interface PatronCodeRow {
  id: string
  accountId: string
  personId: string
  sessionUid: string
  fingerprint: Buffer
  testScenario: string | null
  createdAt: Date
  expiresAt: Date
  /** Of an offline code. */
  setId: string | null
  startsAt: Date | null
}

/** False if a code with this barcode exists. */
export async function insertPatronCode(tx: Tx, c: PatronCodeRow): Promise<boolean> {
  const { rows } = await sql`
    insert into patron_code (id, account_id, person_id, session_uid, fingerprint, test_scenario, created_at, expires_at, set_id, starts_at)
    values (${c.id}, ${c.accountId}, ${c.personId}, ${c.sessionUid}, ${c.fingerprint}, ${c.testScenario}, ${c.createdAt}, ${c.expiresAt},
      ${c.setId}, ${c.startsAt})
    on conflict (fingerprint) do nothing returning id`.execute(tx)
  return rows.length > 0
}

export interface UsedCode {
  id: string
  personId: string
  accountId: string
  testScenario: string | null
  /** Of an offline code. */
  setId: string | null
}

/**
 * Uses a code up for a payment request. Of simultaneous calls one gets the row. Nothing for a code that is unknown, expired, used or
 * ended, whose account is frozen, or whose session has ended. An offline code has its own minutes, and a grace after them.
 */
export async function usePatronCode(
  tx: Tx,
  use: { fingerprint: Buffer; paymentRequestId: string; test: boolean; at: Date; graceSeconds: number },
): Promise<UsedCode | undefined> {
  const { rows } = await sql<UsedCode>`
    update patron_code c set used_at = ${use.at}, payment_request_id = ${use.paymentRequestId}
     where c.fingerprint = ${use.fingerprint} and c.used_at is null and c.ended_at is null and (c.test_scenario is null or ${use.test}::boolean)
       and (c.starts_at is null or c.starts_at <= ${use.at})
       and c.expires_at + case when c.set_id is null then interval '0' else make_interval(secs => ${use.graceSeconds}) end > ${use.at}
       and not exists (select from account_freeze f where f.account_id = c.account_id)
       and exists (select from identity.authentication(c.session_uid))
    returning c.id, c.person_id as "personId", c.account_id as "accountId", c.test_scenario as "testScenario", c.set_id as "setId"`.execute(tx)
  return rows[0]
}

/** Whether a code was used up for a request, whose customer it then names. */
export async function selectIsUsedFor(tx: Tx, use: { fingerprint: Buffer; paymentRequestId: string }): Promise<boolean> {
  const { rows } = await sql`
    select from patron_code c join payment_request r on r.id = c.payment_request_id and r.patron_account_id = c.account_id
     where c.fingerprint = ${use.fingerprint} and c.payment_request_id = ${use.paymentRequestId}`.execute(tx)
  return rows.length > 0
}

/** Tells every process when the transaction commits. */
export async function notifyScan(tx: Tx, scan: Scan): Promise<void> {
  await sql`select pg_notify(${scanChannel}, ${payloadOf(scan)})`.execute(tx)
}

export async function isKnown(db: Db, fingerprint: Buffer): Promise<boolean> {
  return (await sql`select from patron_code where fingerprint = ${fingerprint}`.execute(db)).rows.length > 0
}

/** Counts a code that may turn out to be unknown, before it is looked up, so that calls at once are counted too. False: no more in this hour. */
export async function reserveGuess(db: Db, guess: { accountId: string; hour: Date; most: number }): Promise<boolean> {
  const { accountId, hour, most } = guess
  const { rows } = await sql`
    insert into patron_code_guess as g (account_id, hour, count) values (${accountId}, ${hour}, 1)
    on conflict (account_id) do update set hour = excluded.hour, count = case when g.hour = excluded.hour then g.count + 1 else 1 end
      where g.hour <> excluded.hour or g.count < ${most}
    returning count`.execute(db)
  return rows.length > 0
}

/** It was a code of ours. */
export async function returnGuess(db: Db, { accountId, hour }: { accountId: string; hour: Date }): Promise<void> {
  await sql`update patron_code_guess set count = count - 1 where account_id = ${accountId} and hour = ${hour} and count > 0`.execute(db)
}

/** A request that a code was used for lasts a day at most, so older codes are of no use. Their sets go with them. */
export async function deletePatronCodes(db: Db, before: Date, limit: number): Promise<number> {
  const codes = await sql`delete from patron_code where id in (select id from patron_code where created_at < ${before} limit ${limit})`.execute(db)
  const sets = await sql`
    delete from offline_code_set where id in (
      select id from offline_code_set s where created_at < ${before} and not exists (select from patron_code c where c.set_id = s.id) limit ${limit})`.execute(
    db,
  )
  return Math.max(Number(codes.numAffectedRows), Number(sets.numAffectedRows))
}
