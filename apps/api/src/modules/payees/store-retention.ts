import type { Db } from '@nikau/runtime'
import { sql } from 'kysely'

/** Deletes contacts that were not sent to for so long. */
export async function deleteUnusedPayees(db: Db, before: Date, limit: number): Promise<number> {
  const result = await sql`delete from payee where id in (select id from payee where last_sent_at < ${before} limit ${limit})`.execute(db)
  return Number(result.numAffectedRows)
}

/** Deletes counted aliases, which limit a day. */
export async function deleteFirstSendAliases(db: Db, before: Date, limit: number): Promise<number> {
  const result = await sql`
    delete from first_send_alias where (person_id, alias) in (select person_id, alias from first_send_alias where at < ${before} limit ${limit})`.execute(db)
  return Number(result.numAffectedRows)
}

/** Deletes amounts that the scam brake no longer compares with. */
export async function deleteRecentSends(db: Db, before: Date, limit: number): Promise<number> {
  const result = await sql`delete from recent_send where id in (select id from recent_send where at < ${before} limit ${limit})`.execute(db)
  return Number(result.numAffectedRows)
}
