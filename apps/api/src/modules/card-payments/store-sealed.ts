import type { SealedColumn } from '@nikau/runtime'
import { sql } from 'kysely'

/** Sealed for the session. */
export const sealedSessionTokens: SealedColumn = {
  name: 'card tokens of sessions',
  table: 'card_session',
  id: 'id',
  sealed: 'sealed_card_token',
  keyId: 'card_token_key_id',
  ownerOf: (id) => id,
  replace: async (tx, id, { sealed, keyId }) => {
    await sql`update card_session set sealed_card_token = ${sealed}, card_token_key_id = ${keyId} where id = ${id}`.execute(tx)
  },
}

/** Sealed for the payment. */
export const sealedPaymentTokens: SealedColumn = {
  name: 'card tokens of payments',
  table: 'card_payment',
  id: 'id',
  sealed: 'sealed_card_token',
  keyId: 'card_token_key_id',
  ownerOf: (id) => id,
  replace: async (tx, id, { sealed, keyId }) => {
    await sql`update card_payment set sealed_card_token = ${sealed}, card_token_key_id = ${keyId} where id = ${id}`.execute(tx)
  },
}
