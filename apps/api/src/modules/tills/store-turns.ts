import type { CalendarDate } from '@nikau/nz/nz-time'
import type { Db, Tx } from '@nikau/runtime'
import { sql } from 'kysely'

export const maxTries = 5

interface PersonAtTill {
  tillId: string
  personId: string
}

/** How many locks the person had at the till on that day. */
export async function countLocks(db: Db, { tillId, personId }: PersonAtTill, day: CalendarDate): Promise<number> {
  const { rows } = await sql<{ locks: number }>`
    select locks from till_sign_on where till_id = ${tillId} and person_id = ${personId} and locked_on = ${day}::date`.execute(db)
  return rows[0]?.locks ?? 0
}

/** Counts a lock of that day, and answers how many there were with it. */
export async function countLock(tx: Tx, { tillId, personId }: PersonAtTill, day: CalendarDate): Promise<number> {
  const { rows } = await sql<{ locks: number }>`
    update till_sign_on set locks = case when locked_on = ${day}::date then locks + 1 else 1 end, locked_on = ${day}::date
     where till_id = ${tillId} and person_id = ${personId} returning locks`.execute(tx)
  return rows[0]!.locks
}

/**
 * Uses up a try, and answers how many were used; undefined while the person is locked. The fifth try locks before its code is compared,
 * so that codes tried at once are no more than codes tried in a row.
 */
export async function takeTry(db: Db, { tillId, personId }: PersonAtTill, { at, lockedUntil }: { at: Date; lockedUntil: Date }): Promise<number | undefined> {
  const { rows } = await sql<{ tries: number }>`
    insert into till_sign_on as s (till_id, person_id, tries) values (${tillId}, ${personId}, 1)
    on conflict (till_id, person_id) do update
       set tries = case when s.locked_until is null then s.tries + 1 else 1 end,
           locked_until = case when s.locked_until is null and s.tries + 1 >= ${maxTries} then ${lockedUntil}::timestamptz end
     where s.locked_until is null or s.locked_until <= ${at}
    returning tries`.execute(db)
  return rows[0]?.tries
}

export async function selectLockedUntil(db: Db, { tillId, personId }: PersonAtTill): Promise<Date | undefined> {
  const { rows } = await sql<{ until: Date | null }>`
    select locked_until as until from till_sign_on where till_id = ${tillId} and person_id = ${personId}`.execute(db)
  return rows[0]?.until ?? undefined
}

/** After a right code. The locks of the day stay counted. */
export async function resetTries(tx: Tx, { tillId, personId }: PersonAtTill): Promise<void> {
  await sql`update till_sign_on set tries = 0, locked_until = null where till_id = ${tillId} and person_id = ${personId}`.execute(tx)
}

/** Whoever was at the till before has left. */
export async function upsertTurn(tx: Tx, turn: PersonAtTill & { tokenHash: Buffer; at: Date }): Promise<void> {
  await sql`
    insert into till_turn (till_id, person_id, token_hash, started_at, used_at) values (${turn.tillId}, ${turn.personId}, ${turn.tokenHash}, ${turn.at}, ${turn.at})
    on conflict (till_id) do update set person_id = excluded.person_id, token_hash = excluded.token_hash, started_at = excluded.started_at,
      used_at = excluded.used_at`.execute(tx)
}

export async function deleteTurn(db: Db, tillId: string): Promise<void> {
  await sql`delete from till_turn where till_id = ${tillId}`.execute(db)
}

/** Ends the turns of a person at all tills of the account. */
export async function deleteTurnsOf(tx: Tx, accountId: string, personId: string): Promise<void> {
  await sql`delete from till_turn n using till t where t.id = n.till_id and t.account_id = ${accountId} and n.person_id = ${personId}`.execute(tx)
}

export interface TurnRow {
  lastUsedAt: Date | null
  /** Null without a turn of this token that was used lately. */
  personId: string | null
  usedAt: Date | null
}

/** One statement for every call of a till. */
export async function selectTurn(db: Db, tillId: string, tokenHash: Buffer | null, usedAfter: Date): Promise<TurnRow | undefined> {
  const { rows } = await sql<TurnRow>`
    select t.last_used_at as "lastUsedAt", n.person_id as "personId", n.used_at as "usedAt"
      from till t left join till_turn n on n.till_id = t.id and n.token_hash = ${tokenHash} and n.used_at > ${usedAfter}
     where t.id = ${tillId} and t.switched_off_at is null`.execute(db)
  return rows[0]
}

export async function updateUsed(db: Db, tillId: string, tokenHash: Buffer, at: Date): Promise<void> {
  await sql`update till_turn set used_at = ${at} where till_id = ${tillId} and token_hash = ${tokenHash} and used_at < ${at}`.execute(db)
}

export async function selectCode(db: Db, accountId: string, personId: string): Promise<{ salt: Buffer; codeHash: Buffer; setAt: Date } | undefined> {
  const { rows } = await sql<{ salt: Buffer; codeHash: Buffer; setAt: Date }>`
    select salt, code_hash as "codeHash", set_at as "setAt" from till_code where account_id = ${accountId} and person_id = ${personId}`.execute(db)
  return rows[0]
}

export async function selectPeopleWithCode(db: Db, accountId: string): Promise<Set<string>> {
  const { rows } = await sql<{ id: string }>`select person_id as id from till_code where account_id = ${accountId}`.execute(db)
  return new Set(rows.map(({ id }) => id))
}

export async function upsertCode(tx: Tx, code: { accountId: string; personId: string; salt: Buffer; codeHash: Buffer; at: Date }): Promise<void> {
  await sql`
    insert into till_code (account_id, person_id, salt, code_hash, set_at)
    values (${code.accountId}, ${code.personId}, ${code.salt}, ${code.codeHash}, ${code.at})
    on conflict (account_id, person_id) do update set salt = excluded.salt, code_hash = excluded.code_hash, set_at = excluded.set_at`.execute(tx)
}
