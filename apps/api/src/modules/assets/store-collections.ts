import type { Db } from '@nikau/runtime'
import { sql } from 'kysely'

export interface Issuer {
  accountId: string
  slug: string
  name: string
  website?: string | undefined
  brandColor: string
  conditions: readonly string[]
  img?: string | undefined
}

export async function upsertIssuer(tx: Db, issuer: Issuer): Promise<void> {
  await sql`
    insert into issuer (account_id, slug, name, website, brand_color, conditions, img)
    values (${issuer.accountId}, ${issuer.slug}, ${issuer.name}, ${issuer.website ?? null}, ${issuer.brandColor}, ${issuer.conditions}, ${issuer.img ?? null})
    on conflict (account_id) do update set slug = excluded.slug, name = excluded.name, website = excluded.website, brand_color = excluded.brand_color,
      conditions = excluded.conditions, img = excluded.img`.execute(tx)
}

export interface CollectionRow {
  id: string
  accountId: string
  assetFamily: 'nikau.token' | 'cca.coke'
  test: boolean
  name: string
  type: 'product' | 'discount'
  origin: 'sold' | 'promotional'
  maxValue: bigint | null
  expiresAfterPeriod: 'hour' | 'day' | 'week' | 'month' | 'year' | null
  expiresAfterDuration: number | null
  expiresAt: Date | null
  img: string | null
  productCode: string | null
  externalId: string | null
  status: 'active' | 'archived'
  /** Its tokens cannot be used before. */
  beginsAt: Date | null
  /** It issues no more since then. */
  closedAt: Date | null
}

/** Inserts nothing if the id exists. */
export async function insertCollection(tx: Db, collection: Omit<CollectionRow, 'status' | 'closedAt'>, at: Date): Promise<boolean> {
  const c = collection
  const result = await sql<{ id: string }>`
    insert into collection (id, account_id, asset_family, test, name, type, origin, max_value, expires_after_period, expires_after_duration, expires_at, img,
      product_code, external_id, begins_at, created_at)
    values (${c.id}, ${c.accountId}, ${c.assetFamily}, ${c.test}, ${c.name}, ${c.type}, ${c.origin}, ${c.maxValue}, ${c.expiresAfterPeriod},
      ${c.expiresAfterDuration}, ${c.expiresAt}, ${c.img}, ${c.productCode}, ${c.externalId}, ${c.beginsAt}, ${at})
    on conflict (id) do nothing returning id`.execute(tx)
  return result.rows.length > 0
}

export async function selectCollection(db: Db, id: string): Promise<(CollectionRow & { issuer: string }) | undefined> {
  const result = await sql<CollectionRow & { issuer: string }>`
    select c.id, c.account_id as "accountId", c.asset_family as "assetFamily", c.test, c.name, c.type, c.origin, c.max_value as "maxValue",
           c.expires_after_period as "expiresAfterPeriod", c.expires_after_duration as "expiresAfterDuration", c.expires_at as "expiresAt", c.img,
           c.product_code as "productCode", c.external_id as "externalId", c.status, c.begins_at as "beginsAt", c.closed_at as "closedAt", i.name as issuer
      from collection c join issuer i on i.account_id = c.account_id where c.id = ${id}`.execute(db)
  return result.rows[0]
}

export interface RedemptionCondition {
  collectionId: string
  merchantId: string
  allowedProducts: readonly { sku: string; name: string; maxValue: string }[]
}

/** Inserts nothing if the pair has a condition already. */
export async function insertCondition(tx: Db, condition: RedemptionCondition): Promise<boolean> {
  const result = await sql<{ id: string }>`
    insert into redemption_condition (collection_id, merchant_id, allowed_products)
    values (${condition.collectionId}, ${condition.merchantId}, ${JSON.stringify(condition.allowedProducts)})
    on conflict do nothing returning merchant_id as id`.execute(tx)
  return result.rows.length > 0
}

/** Locks the collection against issuing, and closes it once. */
export async function updateClosed(tx: Db, id: string, at: Date): Promise<void> {
  await sql`update collection set closed_at = coalesce(closed_at, ${at}) where id = ${id}`.execute(tx)
}

/** Inserts nothing if the account has a profile already. False if the slug is another issuer's. */
export async function insertIssuer(tx: Db, issuer: Pick<Issuer, 'accountId' | 'slug' | 'name' | 'brandColor'>): Promise<boolean> {
  const result = await sql`
    insert into issuer (account_id, slug, name, brand_color)
    select ${issuer.accountId}, ${issuer.slug}, ${issuer.name}, ${issuer.brandColor}
     where not exists (select from issuer where slug = ${issuer.slug} and account_id <> ${issuer.accountId})
    on conflict do nothing`.execute(tx)
  return result.numAffectedRows === 1n
}

export async function isIssuer(tx: Db, accountId: string): Promise<boolean> {
  return (await sql`select from issuer where account_id = ${accountId}`.execute(tx)).rows.length > 0
}
