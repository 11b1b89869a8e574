import type { SealedColumn } from '@nikau/runtime'
import { sql } from 'kysely'

/** Sealed for the signing key, with WEBHOOK_SECRET. */
export const sealedSigningKeys: SealedColumn = {
  name: 'webhook signing keys',
  table: 'webhook_key',
  id: 'id',
  sealed: 'sealed_private_key',
  keyId: 'sealing_key_id',
  ownerOf: (id) => id,
  replace: async (tx, id, { sealed, keyId }) => {
    await sql`update webhook_key set sealed_private_key = ${sealed}, sealing_key_id = ${keyId} where id = ${id}`.execute(tx)
  },
}
