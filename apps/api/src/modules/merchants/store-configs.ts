import type { BrandColour } from '@nikau/contract/branding'
import type { ConfigOption } from '@nikau/contract/merchant-configs'
import type { Db } from '@nikau/runtime'
import { sql } from 'kysely'
import { nameSkeleton } from './names.ts'

export interface ManagedMerchantRow {
  id: string
  accountId: string | null
  name: string
  type: 'physical' | 'e-commerce'
  categoryCode: string
  gstNumber: string | null
  test: boolean
  status: 'active' | 'in-review'
  lat: number | null
  lng: number | null
  street: string | null
  suburb: string | null
  city: string | null
  postCode: string | null
  state: string | null
  country: string | null
  colour: BrandColour | null
  pictureId: string | null
  createdAt: Date
}

const merchantColumns = sql`id, account_id as "accountId", name, type, category_code as "categoryCode", gst_number as "gstNumber", test, status, lat, lng, street,
  suburb, city, post_code as "postCode", state, country, colour, picture_id as "pictureId", created_at as "createdAt"`

interface OrgRow {
  region: string
  test: boolean
  isVerified: boolean
}

export async function selectOrg(db: Db, id: string): Promise<OrgRow | undefined> {
  const result = await sql<OrgRow>`
    select a.region, a.test, coalesce(b.status = 'verified', false) as "isVerified"
      from account a left join business b on b.account_id = a.id where a.id = ${id} and a.type = 'org'`.execute(db)
  return result.rows[0]
}

export interface Place {
  /** Only a place with coordinates is found by its distance. */
  lat?: number | undefined
  lng?: number | undefined
  street: string
  suburb?: string | undefined
  city: string
  postCode?: string | undefined
  state?: string | undefined
  country: string
}

export interface NewMerchant {
  id: string
  accountId: string
  name: string
  type: 'physical' | 'e-commerce'
  categoryCode: string
  gstNumber?: string | undefined
  test: boolean
  status: 'active' | 'in-review'
  location?: Place | undefined
  at: Date
}

export async function insertMerchant(db: Db, m: NewMerchant): Promise<ManagedMerchantRow> {
  const { location: l } = m
  const result = await sql<ManagedMerchantRow>`
    insert into merchant (id, account_id, name, name_skeleton, type, category_code, gst_number, test, status, lat, lng, street, suburb, city, post_code, state,
      country, created_at)
    values (${m.id}, ${m.accountId}, ${m.name}, ${nameSkeleton(m.name)}, ${m.type}, ${m.categoryCode}, ${m.gstNumber ?? null}, ${m.test}, ${m.status},
      ${l?.lat ?? null}, ${l?.lng ?? null}, ${l?.street ?? null}, ${l?.suburb ?? null}, ${l?.city ?? null}, ${l?.postCode ?? null}, ${l?.state ?? null}, ${l?.country ?? null}, ${m.at})
    returning ${merchantColumns}`.execute(db)
  return result.rows[0]!
}

export async function selectManagedMerchant(db: Db, id: string): Promise<ManagedMerchantRow | undefined> {
  return (await sql<ManagedMerchantRow>`select ${merchantColumns} from merchant where id = ${id}`.execute(db)).rows[0]
}

/** One row more than the limit. */
export async function selectManagedMerchants(
  db: Db,
  accountId: string,
  page: { only: readonly string[] | undefined; test: boolean | undefined; after: { name: string; id: string } | undefined; limit: number },
): Promise<ManagedMerchantRow[]> {
  const { only, test = null, after } = page
  const result = await sql<ManagedMerchantRow>`
    select ${merchantColumns} from merchant
    where account_id = ${accountId} and (${test}::boolean is null or test = ${test}) and ${only ? sql`id = any (${only}::text[])` : sql`true`} and ${after ? sql`(name, id) > (${after.name}, ${after.id})` : sql`true`}
    order by name, id limit ${page.limit + 1}`.execute(db)
  return result.rows
}

export async function updateMerchantRow(
  db: Db,
  id: string,
  change: { name?: string | undefined; categoryCode?: string | undefined; gstNumber?: string | undefined; status?: 'in-review' | undefined },
): Promise<ManagedMerchantRow> {
  const skeleton = change.name === undefined ? null : nameSkeleton(change.name)
  const result = await sql<ManagedMerchantRow>`
    update merchant set name = coalesce(${change.name ?? null}, name), name_skeleton = coalesce(${skeleton}, name_skeleton),
      category_code = coalesce(${change.categoryCode ?? null}, category_code), gst_number = coalesce(${change.gstNumber ?? null}, gst_number),
      status = coalesce(${change.status ?? null}, status)
    where id = ${id} returning ${merchantColumns}`.execute(db)
  return result.rows[0]!
}

/** Omitted fields keep their value. A change counts as one of the shop's configurations: what checkouts cache is as old as their versions. */
export async function updateBranding(tx: Db, id: string, change: { colour?: BrandColour | undefined; pictureId?: string | null | undefined }): Promise<void> {
  await sql`
    update merchant set colour = coalesce(${change.colour ?? null}, colour),
      picture_id = case when ${change.pictureId !== undefined} then ${change.pictureId ?? null} else picture_id end where id = ${id}`.execute(tx)
  await sql`update merchant_config set version = version + 1 where merchant_id = ${id}`.execute(tx)
}

/** What the business behind a shop says about it; replaces all of it. */
export async function updateShopDetails(
  tx: Db,
  id: string,
  shop: { name: string; type: NewMerchant['type']; categoryCode: string; gstNumber: string | undefined; location: Place | undefined; isInReview: boolean },
): Promise<ManagedMerchantRow> {
  const { location: l } = shop
  const result = await sql<ManagedMerchantRow>`
    update merchant set name = ${shop.name}, name_skeleton = ${nameSkeleton(shop.name)}, type = ${shop.type}, category_code = ${shop.categoryCode},
      gst_number = ${shop.gstNumber ?? null}, lat = ${l?.lat ?? null}, lng = ${l?.lng ?? null}, street = ${l?.street ?? null}, suburb = ${l?.suburb ?? null},
      city = ${l?.city ?? null}, post_code = ${l?.postCode ?? null}, country = ${l?.country ?? null},
      status = case when ${shop.isInReview} then 'in-review' else status end
    where id = ${id} returning ${merchantColumns}`.execute(tx)
  return result.rows[0]!
}

export interface ConfigRow {
  id: string
  merchantId: string
  accountId: string | null
  paymentOptions: ConfigOption[]
  settlementWalletId: string
  allowedRedirectUrls: string[]
  version: number
  createdAt: Date
  updatedAt: Date
}

const configColumns = sql`c.id, c.merchant_id as "merchantId", (select account_id from merchant where id = c.merchant_id) as "accountId",
  c.payment_options as "paymentOptions", c.settlement_wallet_id as "settlementWalletId", c.allowed_redirect_urls as "allowedRedirectUrls", c.version,
  c.created_at as "createdAt", c.updated_at as "updatedAt"`

interface ConfigSettings {
  paymentOptions: readonly ConfigOption[]
  settlementWalletId: string
  allowedRedirectUrls: readonly string[]
  at: Date
}

export async function insertConfig(tx: Db, c: ConfigSettings & { id: string; merchantId: string; createdBy: string }): Promise<ConfigRow> {
  const result = await sql<ConfigRow>`
    insert into merchant_config as c (id, merchant_id, payment_options, settlement_wallet_id, allowed_redirect_urls, created_at, updated_at, created_by)
    values (${c.id}, ${c.merchantId}, ${JSON.stringify(c.paymentOptions)}, ${c.settlementWalletId}, ${c.allowedRedirectUrls}, ${c.at}, ${c.at}, ${c.createdBy})
    returning ${configColumns}`.execute(tx)
  return result.rows[0]!
}

export async function updateConfig(tx: Db, id: string, c: ConfigSettings): Promise<ConfigRow> {
  const result = await sql<ConfigRow>`
    update merchant_config as c set payment_options = ${JSON.stringify(c.paymentOptions)}, settlement_wallet_id = ${c.settlementWalletId},
      allowed_redirect_urls = ${c.allowedRedirectUrls}, version = c.version + 1, updated_at = ${c.at}
    where c.id = ${id} returning ${configColumns}`.execute(tx)
  return result.rows[0]!
}

export async function selectConfig(db: Db, id: string): Promise<ConfigRow | undefined> {
  return (await sql<ConfigRow>`select ${configColumns} from merchant_config c where c.id = ${id}`.execute(db)).rows[0]
}

export async function selectConfigs(db: Db, merchantId: string): Promise<ConfigRow[]> {
  return (await sql<ConfigRow>`select ${configColumns} from merchant_config c where c.merchant_id = ${merchantId} order by c.created_at, c.id`.execute(db)).rows
}

/** Rebuilds what the merchant search filters by from all of the merchant's configurations. */
export async function refreshAcceptedAssets(tx: Db, merchantId: string): Promise<void> {
  await sql`delete from merchant_accepted_asset where merchant_id = ${merchantId}`.execute(tx)
  await sql`
    insert into merchant_accepted_asset (merchant_id, asset_type, product_ids)
    select ${merchantId}, o.option ->> 'type', coalesce(array_agg(distinct p.id) filter (where p.id is not null), '{}')
      from merchant_config c cross join lateral jsonb_array_elements(c.payment_options) as o (option)
      left join lateral jsonb_array_elements_text(o.option -> 'collectionIds') as p (id) on true
     where c.merchant_id = ${merchantId} group by 2`.execute(tx)
}

export async function selectAccepted(db: Db, merchantId: string): Promise<{ type: string; productIds: string[] }[]> {
  const result = await sql<{ type: string; productIds: string[] }>`
    select asset_type as type, product_ids as "productIds" from merchant_accepted_asset where merchant_id = ${merchantId} order by asset_type`.execute(db)
  return result.rows
}

export async function selectSettlementWallet(tx: Db, of: { id: string; accountId: string; type: string }): Promise<string | undefined> {
  const result = await sql<{ id: string }>`
    select id from asset where id = ${of.id} and account_id = ${of.accountId} and type = ${of.type} and settlement and status = 'active'`.execute(tx)
  return result.rows[0]?.id
}

export async function selectCollections(tx: Db, ids: readonly string[]): Promise<{ id: string; test: boolean }[]> {
  return (await sql<{ id: string; test: boolean }>`select id, test from collection where id = any (${ids}::text[]) and status = 'active'`.execute(tx)).rows
}
