import type { Sealed, SealedColumn } from '@nikau/runtime'
import { sql } from 'kysely'
import { detailsOwner } from './authority-details.ts'

/** Sealed for the bank account. */
export const sealedBankNumbers: SealedColumn = {
  name: 'bank account numbers',
  ownerOf: (id) => id,
  countByKey: async (db) =>
    (
      await sql<{ keyId: string; count: number }>`
        select key_id as "keyId", count(*)::int as count from bank_account where sealed_number is not null group by key_id`.execute(db)
    ).rows,
  lockRows: async (tx, keyIds, limit) =>
    (
      await sql<Sealed & { id: string }>`
        select id as id, sealed_number as sealed, key_id as "keyId" from bank_account
         where key_id = any (${keyIds}::text[]) and sealed_number is not null limit ${limit} for update skip locked`.execute(tx)
    ).rows,
  replace: async (tx, id, { sealed, keyId }) => {
    await sql`update bank_account set sealed_number = ${sealed}, key_id = ${keyId} where id = ${id}`.execute(tx)
  },
}

/** Sealed in authority-details.ts. */
export const sealedAuthorities: SealedColumn = {
  name: 'direct debit authorities',
  ownerOf: detailsOwner,
  countByKey: async (db) =>
    (
      await sql<{ keyId: string; count: number }>`
        select key_id as "keyId", count(*)::int as count from direct_debit_authority where sealed_details is not null group by key_id`.execute(db)
    ).rows,
  lockRows: async (tx, keyIds, limit) =>
    (
      await sql<Sealed & { id: string }>`
        select bank_account_id as id, sealed_details as sealed, key_id as "keyId" from direct_debit_authority
         where key_id = any (${keyIds}::text[]) and sealed_details is not null limit ${limit} for update skip locked`.execute(tx)
    ).rows,
  replace: async (tx, id, { sealed, keyId }) => {
    await sql`update direct_debit_authority set sealed_details = ${sealed}, key_id = ${keyId} where bank_account_id = ${id}`.execute(tx)
  },
}
