import { sql } from 'kysely'
import type { Db, Tx } from './db.ts'
import type { KeyRing, Sealed } from './vault.ts'

/** A column of sealed values. The module that writes its table describes it, so that keys can be rotated, and writes it itself. */
export interface SealedColumn {
  /** For the operator who rotates keys. */
  name: string
  table: string
  /** The columns of the primary key, of the sealed value and of its key's id. */
  id: string
  sealed: string
  keyId: string
  /** The owner that the value of a row is sealed for. */
  ownerOf(id: string): string
  replace(tx: Tx, id: string, value: Sealed): Promise<void>
}

/** How many values are sealed with each key. */
export async function countSealedByKey(db: Db, { table, sealed, keyId }: SealedColumn): Promise<{ keyId: string; count: number }[]> {
  const { rows } = await sql<{ keyId: string; count: number }>`
    select ${sql.ref(keyId)} as "keyId", count(*)::int as count from ${sql.table(table)} where ${sql.ref(sealed)} is not null group by 1`.execute(db)
  return rows
}

/** Locks rows sealed with one of these keys, without waiting for rows that are locked. */
export async function lockSealedRows(
  tx: Tx,
  { table, id, sealed, keyId }: SealedColumn,
  keyIds: readonly string[],
  limit: number,
): Promise<(Sealed & { id: string })[]> {
  const { rows } = await sql<Sealed & { id: string }>`
    select ${sql.ref(id)} as id, ${sql.ref(sealed)} as sealed, ${sql.ref(keyId)} as "keyId" from ${sql.table(table)}
     where ${sql.ref(keyId)} = any (${keyIds}::text[]) and ${sql.ref(sealed)} is not null limit ${limit} for update skip locked`.execute(tx)
  return rows
}

/** Seals up to `limit` values again with the current key, in one transaction. Returns how many; 0 when none is left or all are locked. */
export async function resealBatch(db: Db, ring: KeyRing, column: SealedColumn, limit: number): Promise<number> {
  const oldKeyIds = ring.keyIds.filter((keyId) => keyId !== ring.currentKeyId)
  if (oldKeyIds.length === 0) return 0
  return await db.transaction().execute(async (tx) => {
    const rows = await lockSealedRows(tx, column, oldKeyIds, limit)
    for (const row of rows) await column.replace(tx, row.id, ring.seal(ring.open(row, column.ownerOf(row.id)), column.ownerOf(row.id)))
    return rows.length
  })
}
