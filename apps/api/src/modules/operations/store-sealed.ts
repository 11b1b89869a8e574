import type { SealedColumn } from '@nikau/runtime'
import { sql } from 'kysely'

/** Sealed for the proposal. */
export const sealedProposalPayees: SealedColumn = {
  name: 'payees of proposals',
  table: 'operator_proposal',
  id: 'id',
  sealed: 'sealed_payee',
  keyId: 'key_id',
  ownerOf: (id) => id,
  replace: async (tx, id, { sealed, keyId }) => {
    await sql`update operator_proposal set sealed_payee = ${sealed}, key_id = ${keyId} where id = ${id}`.execute(tx)
  },
}
