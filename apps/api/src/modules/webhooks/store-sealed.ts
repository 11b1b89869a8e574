import type { Sealed, SealedColumn } from '@nikau/runtime'
import { sql } from 'kysely'

/** Sealed for the signing key, with WEBHOOK_SECRET. */
export const sealedSigningKeys: SealedColumn = {
  name: 'webhook signing keys',
  ownerOf: (id) => id,
  countByKey: async (db) =>
    (
      await sql<{ keyId: string; count: number }>`
        select sealing_key_id as "keyId", count(*)::int as count from webhook_key where sealed_private_key is not null group by sealing_key_id`.execute(db)
    ).rows,
  lockRows: async (tx, keyIds, limit) =>
    (
      await sql<Sealed & { id: string }>`
        select id as id, sealed_private_key as sealed, sealing_key_id as "keyId" from webhook_key
         where sealing_key_id = any (${keyIds}::text[]) and sealed_private_key is not null limit ${limit} for update skip locked`.execute(tx)
    ).rows,
  replace: async (tx, id, { sealed, keyId }) => {
    await sql`update webhook_key set sealed_private_key = ${sealed}, sealing_key_id = ${keyId} where id = ${id}`.execute(tx)
  },
}
