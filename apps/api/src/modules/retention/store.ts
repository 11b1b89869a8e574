import type { Db } from '@nikau/runtime'
import { sql } from 'kysely'

/** Deletes people who never had an account; the identity schema decides which. */
export async function deleteUnusedPeople(db: Db, before: Date, limit: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`select identity.delete_unused_people(${before}, ${limit}::int) as count`.execute(db)
  return rows[0]!.count
}
