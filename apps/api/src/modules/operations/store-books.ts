import type { Db, Tx } from '@nikau/runtime'
import { sql } from 'kysely'

export async function saveCheck(tx: Tx, broken: readonly string[], at: Date): Promise<void> {
  await sql`insert into book_check (broken, at) values (${broken}::text[], ${at}) on conflict (one) do update set broken = excluded.broken, at = excluded.at`.execute(
    tx,
  )
}

export async function selectBroken(db: Db): Promise<string[]> {
  return (await sql<{ broken: string[] }>`select broken from book_check`.execute(db)).rows[0]?.broken ?? []
}
