import type { Db } from '@nikau/runtime'
import { sql } from 'kysely'

/** Removes what senders wrote, of transfers that were settled before that time, and returns how many. */
export async function clearTransferMessages(db: Db, before: Date, limit: number): Promise<number> {
  const result = await sql`
    update asset_transfer set message = null where id in (
      select id from asset_transfer where settled_at < ${before} and message is not null limit ${limit} for update skip locked)`.execute(db)
  return Number(result.numAffectedRows)
}

export async function deleteBarredSenders(db: Db, before: Date, limit: number): Promise<number> {
  const result = await sql`
    delete from barred_sender where (alias, sender_account_id) in (select alias, sender_account_id from barred_sender where at < ${before} limit ${limit})`.execute(
    db,
  )
  return Number(result.numAffectedRows)
}
