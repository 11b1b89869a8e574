import type { Db } from '@nikau/runtime'
import { sql } from 'kysely'

/** Deletes sends that were made, cancelled or forgotten, with the opinions about them. */
export async function deleteSettledHeldSends(db: Db, before: Date, limit: number): Promise<number> {
  const result = await sql`
    delete from held_send where id in (select id from held_send where outcome is not null and settled_at < ${before} limit ${limit})`.execute(db)
  return Number(result.numAffectedRows)
}

/** Deletes trust that has ended, and questions to be a trusted person that nobody accepted. */
export async function deleteEndedTrust(db: Db, before: Date, limit: number): Promise<number> {
  const result = await sql`
    delete from trusted_person where id in (
      select id from trusted_person where ended_at < ${before} or (accepted_at is null and asked_at < ${before}) limit ${limit})`.execute(db)
  return Number(result.numAffectedRows)
}
