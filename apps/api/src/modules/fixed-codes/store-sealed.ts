import type { SealedColumn } from '@nikau/runtime'
import { sql } from 'kysely'

/** Sealed for the signing key, with WEBHOOK_SECRET. */
export const sealedFixedCodeKeys: SealedColumn = {
  name: 'signing keys of fixed codes',
  table: 'fixed_code',
  id: 'id',
  sealed: 'sealed_private_key',
  keyId: 'sealing_key_id',
  ownerOf: (id) => id,
  replace: async (tx, id, { sealed, keyId }) => {
    await sql`update fixed_code set sealed_private_key = ${sealed}, sealing_key_id = ${keyId} where id = ${id}`.execute(tx)
  },
}
