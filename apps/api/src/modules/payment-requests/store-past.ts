import type { Db } from '@nikau/runtime'
import { sql } from 'kysely'
import type { ActivityRow, Leg, Terms } from './rows.ts'

/** A request that was paid whole. What the merchant is called and where its money goes is what its configuration says now. */
export interface PastRow {
  id: string
  version: number
  amount: string
  refunded: string
  createdAt: Date
  expiresAt: Date
  updatedAt: Date
  shortCode: string
  configId: string
  createdBy: string
  terms: Terms
  legs: readonly Leg[]
}

export async function insertPast(tx: Db, requests: readonly PastRow[], activities: readonly ActivityRow[]): Promise<void> {
  await sql`
    insert into payment_request (id, version, status, test, amount, remaining, refunded, created_at, expires_at, updated_at, short_code, config_id, merchant_id,
      merchant_account_id, merchant_name, settlement_wallet_id, created_by, created_by_account_id, created_by_account_name, terms, legs)
    select g.id, g.version, 'paid', m.test, g.amount, 0, g.refunded, g."createdAt", g."expiresAt", g."updatedAt", g."shortCode", c.id, m.id,
           a.id, m.name, c.settlement_wallet_id, g."createdBy", a.id, a.name, g.terms, g.legs
      from jsonb_to_recordset(${JSON.stringify(requests)}::jsonb) as g (id text, version int, amount bigint, refunded bigint, "createdAt" timestamptz,
             "expiresAt" timestamptz, "updatedAt" timestamptz, "shortCode" text, "configId" text, "createdBy" text, terms jsonb, legs jsonb)
      join merchant_config c on c.id = g."configId" join merchant m on m.id = c.merchant_id join account a on a.id = m.account_id`.execute(tx)
  const wire = JSON.stringify(activities, (_, value: unknown) => (typeof value === 'bigint' ? value.toString() : value))
  await sql`
    insert into payment_activity (payment_request_id, number, id, type, amount, created_at, created_by, merchant_id, posting, detail)
    select g."paymentRequestId", g.number, g.id, g.type, g.amount, g."createdAt", g."createdBy", g."merchantId", g.posting, g.detail
      from jsonb_to_recordset(${wire}::jsonb) as g ("paymentRequestId" text, number int, id text, type text, amount bigint, "createdAt" timestamptz,
             "createdBy" text, "merchantId" text, posting bigint, detail jsonb)`.execute(tx)
}
