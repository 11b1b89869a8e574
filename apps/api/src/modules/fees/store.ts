import type { CalendarDate } from '@nikau/nz/nz-time'
import type { Db, Tx } from '@nikau/runtime'
import { sql } from 'kysely'
import type { Price, PricedMethod } from './rules.ts'

export interface MerchantPrice extends Price {
  method: PricedMethod
  firstDay: CalendarDate
}

/** Prices of a merchant of its own, newest first. */
export async function selectMerchantPrices(db: Db, merchantId: string): Promise<MerchantPrice[]> {
  const { rows } = await sql<{ method: PricedMethod; firstDay: CalendarDate; rate: number; fixed: bigint; cap: bigint | null }>`
    select method, first_day::text as "firstDay", rate, fixed, cap from merchant_price where merchant_id = ${merchantId} order by first_day desc`.execute(db)
  return rows.map(({ rate, cap, ...row }) => ({ ...row, rate: BigInt(rate), ...(cap !== null && { cap }) }))
}

/** False when the merchant has a price for this method and day already. */
export async function insertMerchantPrice(tx: Tx, merchantId: string, price: MerchantPrice, by: { createdBy: string; at: Date }): Promise<boolean> {
  const result = await sql`
    insert into merchant_price (merchant_id, method, first_day, rate, fixed, cap, created_at, created_by)
    values (${merchantId}, ${price.method}, ${price.firstDay}::date, ${price.rate}, ${price.fixed}, ${price.cap ?? null}, ${by.at}, ${by.createdBy})
    on conflict do nothing`.execute(tx)
  return result.numAffectedRows === 1n
}

/** Undefined for an unknown merchant. */
export async function selectMerchant(db: Db, merchantId: string): Promise<{ name: string; accountId: string | null } | undefined> {
  const { rows } = await sql<{ name: string; accountId: string | null }>`select name, account_id as "accountId" from merchant where id = ${merchantId}`.execute(
    db,
  )
  return rows[0]
}
