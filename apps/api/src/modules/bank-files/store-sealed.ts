import type { Sealed, SealedColumn } from '@nikau/runtime'
import { sql } from 'kysely'

/** Sealed for the file. */
export const sealedBankFiles: SealedColumn = {
  name: 'bank files',
  ownerOf: (id) => id,
  countByKey: async (db) =>
    (
      await sql<{ keyId: string; count: number }>`
        select key_id as "keyId", count(*)::int as count from bank_file where sealed_bytes is not null group by key_id`.execute(db)
    ).rows,
  lockRows: async (tx, keyIds, limit) =>
    (
      await sql<Sealed & { id: string }>`
        select id as id, sealed_bytes as sealed, key_id as "keyId" from bank_file
         where key_id = any (${keyIds}::text[]) and sealed_bytes is not null limit ${limit} for update skip locked`.execute(tx)
    ).rows,
  replace: async (tx, id, { sealed, keyId }) => {
    await sql`update bank_file set sealed_bytes = ${sealed}, key_id = ${keyId} where id = ${id}`.execute(tx)
  },
}
