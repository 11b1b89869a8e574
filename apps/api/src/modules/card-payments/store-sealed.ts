import type { Sealed, SealedColumn } from '@nikau/runtime'
import { sql } from 'kysely'

/** Sealed for the session. */
export const sealedSessionTokens: SealedColumn = {
  name: 'card tokens of sessions',
  ownerOf: (id) => id,
  countByKey: async (db) =>
    (
      await sql<{ keyId: string; count: number }>`
        select card_token_key_id as "keyId", count(*)::int as count from card_session where sealed_card_token is not null group by card_token_key_id`.execute(
        db,
      )
    ).rows,
  lockRows: async (tx, keyIds, limit) =>
    (
      await sql<Sealed & { id: string }>`
        select id as id, sealed_card_token as sealed, card_token_key_id as "keyId" from card_session
         where card_token_key_id = any (${keyIds}::text[]) and sealed_card_token is not null limit ${limit} for update skip locked`.execute(tx)
    ).rows,
  replace: async (tx, id, { sealed, keyId }) => {
    await sql`update card_session set sealed_card_token = ${sealed}, card_token_key_id = ${keyId} where id = ${id}`.execute(tx)
  },
}

/** Sealed for the payment. */
export const sealedPaymentTokens: SealedColumn = {
  name: 'card tokens of payments',
  ownerOf: (id) => id,
  countByKey: async (db) =>
    (
      await sql<{ keyId: string; count: number }>`
        select card_token_key_id as "keyId", count(*)::int as count from card_payment where sealed_card_token is not null group by card_token_key_id`.execute(
        db,
      )
    ).rows,
  lockRows: async (tx, keyIds, limit) =>
    (
      await sql<Sealed & { id: string }>`
        select id as id, sealed_card_token as sealed, card_token_key_id as "keyId" from card_payment
         where card_token_key_id = any (${keyIds}::text[]) and sealed_card_token is not null limit ${limit} for update skip locked`.execute(tx)
    ).rows,
  replace: async (tx, id, { sealed, keyId }) => {
    await sql`update card_payment set sealed_card_token = ${sealed}, card_token_key_id = ${keyId} where id = ${id}`.execute(tx)
  },
}
