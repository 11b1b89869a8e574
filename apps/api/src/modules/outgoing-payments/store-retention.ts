import type { Db } from '@nikau/runtime'
import { sql } from 'kysely'

/** Removes the names and account numbers of payees without a linked account, once their payment has ended. */
export async function clearPayees(db: Db, before: Date, limit: number): Promise<number> {
  const result = await sql`
    update outgoing_payment set payee_name = '', sealed_number = null, key_id = null
     where id in (
      select id from outgoing_payment where sealed_number is not null and coalesce(returned_at, paid_at) < ${before} limit ${limit} for update skip locked)`.execute(
    db,
  )
  return Number(result.numAffectedRows)
}
