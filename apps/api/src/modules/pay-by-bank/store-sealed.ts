import type { Sealed, SealedColumn } from '@nikau/runtime'
import { sql } from 'kysely'

/** Sealed for the payment. */
export const sealedBankCredentials: SealedColumn = {
  name: 'codes and tokens of payments by bank',
  ownerOf: (id) => id,
  countByKey: async (db) =>
    (
      await sql<{ keyId: string; count: number }>`
        select credential_key_id as "keyId", count(*)::int as count from pay_by_bank_payment where sealed_credential is not null group by credential_key_id`.execute(
        db,
      )
    ).rows,
  lockRows: async (tx, keyIds, limit) =>
    (
      await sql<Sealed & { id: string }>`
        select id as id, sealed_credential as sealed, credential_key_id as "keyId" from pay_by_bank_payment
         where credential_key_id = any (${keyIds}::text[]) and sealed_credential is not null limit ${limit} for update skip locked`.execute(tx)
    ).rows,
  replace: async (tx, id, { sealed, keyId }) => {
    await sql`update pay_by_bank_payment set sealed_credential = ${sealed}, credential_key_id = ${keyId} where id = ${id}`.execute(tx)
  },
}
