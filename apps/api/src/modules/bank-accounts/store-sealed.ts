import type { SealedColumn } from '@nikau/runtime'
import { sql } from 'kysely'
import { detailsOwner } from './authority-details.ts'

/** Sealed for the bank account. */
export const sealedBankNumbers: SealedColumn = {
  name: 'bank account numbers',
  table: 'bank_account',
  id: 'id',
  sealed: 'sealed_number',
  keyId: 'key_id',
  ownerOf: (id) => id,
  replace: async (tx, id, { sealed, keyId }) => {
    await sql`update bank_account set sealed_number = ${sealed}, key_id = ${keyId} where id = ${id}`.execute(tx)
  },
}

/** Sealed in authority-details.ts. */
export const sealedAuthorities: SealedColumn = {
  name: 'direct debit authorities',
  table: 'direct_debit_authority',
  id: 'bank_account_id',
  sealed: 'sealed_details',
  keyId: 'key_id',
  ownerOf: detailsOwner,
  replace: async (tx, id, { sealed, keyId }) => {
    await sql`update direct_debit_authority set sealed_details = ${sealed}, key_id = ${keyId} where bank_account_id = ${id}`.execute(tx)
  },
}
