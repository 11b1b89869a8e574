import type { Db } from '@nikau/runtime'
import { sql } from 'kysely'

/** Deletes deliveries that ended. One that is waiting is kept, however old. */
export async function deleteDeliveries(db: Db, before: Date, limit: number): Promise<number> {
  const result = await sql`
    delete from webhook_delivery where id in (
      select id from webhook_delivery where created_at < ${before} and status <> 'waiting' limit ${limit} for update skip locked)`.execute(db)
  return Number(result.numAffectedRows)
}

/** Deletes signing keys that were replaced and are no longer published. */
export async function deleteRetiredKeys(db: Db, before: Date, limit: number): Promise<number> {
  const result = await sql`
    delete from webhook_key where id in (select id from webhook_key where retired_at < ${before} limit ${limit} for update skip locked)`.execute(db)
  return Number(result.numAffectedRows)
}
