import type { Db } from '@nikau/runtime'
import { sql } from 'kysely'

/** Deletes counts of earlier minutes, whose keys contain addresses, and returns how many. Never waits for a row that is being counted. */
export async function deleteRateLimits(db: Db, before: Date, limit: number): Promise<number> {
  const minute = Math.floor(before.getTime() / 60_000)
  const result = await sql`
    delete from rate_limit where key in (select key from rate_limit where minute < ${minute} limit ${limit} for update skip locked)`.execute(db)
  return Number(result.numAffectedRows)
}

/** Deletes stored responses. The ledger's reference is derived from the key, so a later call with it is still refused. */
export async function deleteIdempotencyKeys(db: Db, before: Date, limit: number): Promise<number> {
  const result = await sql`
    delete from idempotency where (caller, endpoint, key) in (
      select caller, endpoint, key from idempotency where created_at < ${before} limit ${limit})`.execute(db)
  return Number(result.numAffectedRows)
}
