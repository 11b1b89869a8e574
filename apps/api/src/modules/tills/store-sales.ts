import type { Db, Tx } from '@nikau/runtime'
import { sql } from 'kysely'

/** What a till does with money is done one after the other: a charge, a refund, and giving a charge up. Until the transaction ends. */
export async function lockTill(tx: Tx, tillId: string): Promise<void> {
  await sql`select from till where id = ${tillId} for no key update`.execute(tx)
}

/** The request that the till made with the key; null if it gave the key up. */
export async function selectSale(db: Db, tillId: string, key: string): Promise<{ paymentRequestId: string | null } | undefined> {
  const { rows } = await sql<{ paymentRequestId: string | null }>`
    select payment_request_id as "paymentRequestId" from till_sale where till_id = ${tillId} and idempotency_key = ${key}`.execute(db)
  return rows[0]
}

export async function selectKeyOfSale(db: Db, tillId: string, paymentRequestId: string): Promise<string | undefined> {
  const { rows } = await sql<{ key: string }>`
    select idempotency_key as key from till_sale where payment_request_id = ${paymentRequestId} and till_id = ${tillId}`.execute(db)
  return rows[0]?.key
}

export async function insertSale(tx: Tx, sale: { tillId: string; key: string; paymentRequestId: string | null; at: Date }): Promise<void> {
  await sql`
    insert into till_sale (till_id, idempotency_key, payment_request_id, created_at)
    values (${sale.tillId}, ${sale.key}, ${sale.paymentRequestId}, ${sale.at})`.execute(tx)
}

/** What the till asked for since then: what was paid, and what waits to be. */
export async function sumOfSales(tx: Tx, tillId: string, { from, now }: { from: Date; now: Date }): Promise<bigint> {
  const { rows } = await sql<{ sum: bigint }>`
    select coalesce(sum(r.amount), 0)::bigint as sum from till_sale s join payment_request r on r.id = s.payment_request_id
     where s.till_id = ${tillId} and s.payment_request_id is not null and s.created_at >= ${from}
       and (r.status = 'paid' or (r.status = 'new' and (r.expires_at > ${now} or r.reserved_for is not null)))`.execute(tx)
  return rows[0]!.sum
}

export interface LimitRow {
  perPayment: bigint
  perDay: bigint
  refund: bigint
}

export async function selectLimits(db: Db, merchantId: string): Promise<LimitRow | undefined> {
  const { rows } = await sql<LimitRow>`
    select per_payment as "perPayment", per_day as "perDay", refund from till_limit where merchant_id = ${merchantId}`.execute(db)
  return rows[0]
}

export async function upsertLimits(tx: Tx, merchantId: string, limits: LimitRow, at: Date): Promise<void> {
  await sql`
    insert into till_limit (merchant_id, per_payment, per_day, refund, updated_at)
    values (${merchantId}, ${limits.perPayment}, ${limits.perDay}, ${limits.refund}, ${at})
    on conflict (merchant_id) do update set per_payment = excluded.per_payment, per_day = excluded.per_day, refund = excluded.refund,
      updated_at = excluded.updated_at`.execute(tx)
}

/** Owner and liveness of a shop. */
export async function selectShop(db: Db, merchantId: string): Promise<{ id: string; accountId: string; name: string; test: boolean } | undefined> {
  const { rows } = await sql<{ id: string; accountId: string; name: string; test: boolean }>`
    select id, account_id as "accountId", name, test from merchant where id = ${merchantId} and account_id is not null`.execute(db)
  return rows[0]
}
