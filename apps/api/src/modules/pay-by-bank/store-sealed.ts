import type { SealedColumn } from '@nikau/runtime'
import { sql } from 'kysely'

/** Sealed for the payment, as the payer is. */
export const sealedBankCredentials: SealedColumn = {
  name: 'codes and tokens of payments by bank',
  table: 'pay_by_bank_payment',
  id: 'id',
  sealed: 'sealed_credential',
  keyId: 'credential_key_id',
  ownerOf: (id) => id,
  replace: async (tx, id, { sealed, keyId }) => {
    await sql`update pay_by_bank_payment set sealed_credential = ${sealed}, credential_key_id = ${keyId} where id = ${id}`.execute(tx)
  },
}

export const sealedBankPayers: SealedColumn = {
  name: 'payers of top-ups by bank',
  table: 'pay_by_bank_payment',
  id: 'id',
  sealed: 'sealed_payer',
  keyId: 'payer_key_id',
  ownerOf: (id) => id,
  replace: async (tx, id, { sealed, keyId }) => {
    await sql`update pay_by_bank_payment set sealed_payer = ${sealed}, payer_key_id = ${keyId} where id = ${id}`.execute(tx)
  },
}
