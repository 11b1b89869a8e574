import type { SealedColumn } from '@nikau/runtime'
import { sql } from 'kysely'

/** Sealed for the file. */
export const sealedBankFiles: SealedColumn = {
  name: 'bank files',
  table: 'bank_file',
  id: 'id',
  sealed: 'sealed_bytes',
  keyId: 'key_id',
  ownerOf: (id) => id,
  replace: async (tx, id, { sealed, keyId }) => {
    await sql`update bank_file set sealed_bytes = ${sealed}, key_id = ${keyId} where id = ${id}`.execute(tx)
  },
}
