import type { Db, Tx } from './db.ts'
import type { KeyRing, Sealed } from './vault.ts'

/** A column of sealed values. The module that writes its table describes it, so that keys can be rotated. */
export interface SealedColumn {
  /** For the operator who rotates keys. */
  name: string
  /** The owner that the value of a row is sealed for. */
  ownerOf(id: string): string
  countByKey(db: Db): Promise<{ keyId: string; count: number }[]>
  /** Locks rows sealed with one of these keys, without waiting for rows that are locked. */
  lockRows(tx: Tx, keyIds: readonly string[], limit: number): Promise<(Sealed & { id: string })[]>
  replace(tx: Tx, id: string, value: Sealed): Promise<void>
}

/** Seals up to `limit` values again with the current key, in one transaction. Returns how many; 0 when none is left or all are locked. */
export async function resealBatch(db: Db, ring: KeyRing, column: SealedColumn, limit: number): Promise<number> {
  const oldKeyIds = ring.keyIds.filter((keyId) => keyId !== ring.currentKeyId)
  if (oldKeyIds.length === 0) return 0
  return await db.transaction().execute(async (tx) => {
    const rows = await column.lockRows(tx, oldKeyIds, limit)
    for (const row of rows) await column.replace(tx, row.id, ring.seal(ring.open(row, column.ownerOf(row.id)), column.ownerOf(row.id)))
    return rows.length
  })
}
