import type { SealedColumn } from '@nikau/runtime'
import { sql } from 'kysely'

/** Sealed for the payment. */
export const sealedPayeeNumbers: SealedColumn = {
  name: 'account numbers of payees without a linked account',
  table: 'outgoing_payment',
  id: 'id',
  sealed: 'sealed_number',
  keyId: 'key_id',
  ownerOf: (id) => id,
  replace: async (tx, id, { sealed, keyId }) => {
    await sql`update outgoing_payment set sealed_number = ${sealed}, key_id = ${keyId} where id = ${id}`.execute(tx)
  },
}
