import type { Db } from '@nikau/runtime'
import { sql } from 'kysely'

/** Deletes all expired rows in batches and returns how many. Safe to run concurrently. */
export async function deleteExpired(db: Db, now: Date): Promise<number> {
  let total = 0
  for (;;) {
    const { rows } = await sql<{ deleted: number }>`select identity.delete_expired(${now}) as deleted`.execute(db)
    const deleted = rows[0]?.deleted ?? 0
    total += deleted
    if (deleted === 0) return total
  }
}
