import type { Db } from '@nikau/runtime'
import { sql } from 'kysely'

/** Removes every expired row, in batches that other instances may share, and says how many went. For a job; safe to run twice. */
export async function sweepExpired(db: Db, now: Date): Promise<number> {
  let total = 0
  for (;;) {
    const { rows } = await sql<{ gone: number }>`select identity.sweep(${now}) as gone`.execute(db)
    const gone = rows[0]?.gone ?? 0
    total += gone
    if (gone === 0) return total
  }
}
