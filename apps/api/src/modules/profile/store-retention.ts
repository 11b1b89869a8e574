import type { Db } from '@nikau/runtime'
import { sql } from 'kysely'

/** Deletes counts of confirmation emails, which limit a day. */
export async function deleteConfirmationEmails(db: Db, before: Date, limit: number): Promise<number> {
  const result = await sql`
    delete from confirmation_email where id in (select id from confirmation_email where sent_at < ${before} limit ${limit})`.execute(db)
  return Number(result.numAffectedRows)
}
