import type { Location } from '@nikau/contract'
import type { BrandColour } from '@nikau/contract/branding'
import type { Db } from '@nikau/runtime'
import { sql } from 'kysely'
import { nameSkeleton } from './names.ts'
import { boxAround, type Search, searchDistance } from './rules.ts'

export interface MerchantRow {
  id: string
  name: string
  type: 'physical' | 'e-commerce'
  categoryCode: string
  test: boolean
  /** Of partners, whose picture is elsewhere. */
  logo: string | null
  pictureId: string | null
  colour: BrandColour | null
  lat: number | null
  lng: number | null
  street: string | null
  suburb: string | null
  city: string | null
  postCode: string | null
  state: string | null
  country: string | null
}

const merchantColumns = sql`m.id, m.name, m.type, m.category_code as "categoryCode", m.test, m.logo, m.picture_id as "pictureId", m.colour, m.lat, m.lng, m.street, m.suburb, m.city, m.post_code as "postCode", m.state, m.country`

export interface FoundRow extends MerchantRow {
  /** Kilometres from the origin, or 0 in a search without one. */
  rank: number
  acceptedAssets: { assetType: string; products: { id: string }[] }[]
}

/** One row more than the limit. */
export async function searchMerchantRows(db: Db, search: Search): Promise<FoundRow[]> {
  const { origin, asset, name, after } = search
  const box = origin && boxAround(origin, searchDistance(search))
  const rank = origin
    ? sql`2 * 6371 * asin(least(1, sqrt(sin(radians(m.lat - ${origin.lat}) / 2) ^ 2 + cos(radians(${origin.lat})) * cos(radians(m.lat)) * sin(radians(m.lng - ${origin.lng}) / 2) ^ 2)))`
    : sql`0::double precision`
  const result = await sql<FoundRow>`
    select * from (
      select ${merchantColumns}, ${rank} as rank,
        (select coalesce(json_agg(json_build_object('assetType', a.asset_type, 'products', (select coalesce(json_agg(json_build_object('id', p)), '[]') from unnest(a.product_ids) p)) order by a.asset_type), '[]')
         from merchant_accepted_asset a where a.merchant_id = m.id) as "acceptedAssets"
      from merchant m
      where m.test = ${search.test} and m.status = 'active'
        and not exists (select from business b where b.account_id = m.account_id and b.status = 'suspended')
        and ${box ? sql`m.type = 'physical' and m.lat between ${box.south} and ${box.north} and m.lng between ${box.west} and ${box.east}` : sql`true`}
        and ${name ? sql`unaccent(concat_ws(' ', m.name, m.suburb, m.city)) ilike '%' || unaccent(${name.replaceAll(/[%_\\]/g, String.raw`\$&`)}) || '%'` : sql`true`}
        and ${
          asset?.length
            ? sql`exists (select from merchant_accepted_asset a where a.merchant_id = m.id and (${sql.join(
                asset.map(
                  (filter) => sql`(a.asset_type = ${filter.type} and ${filter.id === undefined ? sql`true` : sql`${filter.id} = any (a.product_ids)`})`,
                ),
                sql` or `,
              )}))`
            : sql`true`
        }
    ) found
    where ${origin ? sql`rank <= ${searchDistance(search)}` : sql`true`}
      and ${after ? sql`(rank, name, id) > (${after.rank}, ${after.name}, ${after.id})` : sql`true`}
    order by rank, name, id
    limit ${search.limit + 1}`.execute(db)
  return result.rows
}

export async function selectMerchant(db: Db, id: string): Promise<MerchantRow | undefined> {
  const result = await sql<MerchantRow>`select ${merchantColumns} from merchant m where m.id = ${id}`.execute(db)
  return result.rows[0]
}

/**
 * Those of the merchants that customers see as verified: the business is, and the name is not in doubt. Names of test merchants are
 * not reviewed against other businesses', so they are compared here.
 */
export async function selectVerifiedMerchants(db: Db, ids: readonly string[]): Promise<ReadonlySet<string>> {
  const result = await sql<{ id: string }>`
    select m.id from merchant m join business b on b.account_id = m.account_id and b.status = 'verified'
     where m.id = any (${ids}::text[]) and m.status = 'active'
       and not (m.test and exists (select from merchant o join business v on v.account_id = o.account_id and v.status = 'verified'
         where not o.test and o.status = 'active' and o.account_id <> m.account_id and o.name_skeleton = m.name_skeleton))`.execute(db)
  return new Set(result.rows.map((row) => row.id))
}

export interface WalletRow {
  id: string
  name: string
  accountId: string
  connectUrl: string
  payUrl: string
  logoMediaUploadId: string | null
  logoImg: string | null
  primaryColorHex: string
  status: string
  assetTypes: { id: string; collectionId?: string }[]
  createdAt: Date
  createdBy: string
  test: boolean
}

/** Registered wallets of the merchant's liveness that hold at least one asset type the merchant accepts. */
export async function selectSupportedWallets(db: Db, merchantId: string): Promise<WalletRow[]> {
  const result = await sql<WalletRow>`
    select w.id, w.name, w.account_id as "accountId", w.connect_url as "connectUrl", w.pay_url as "payUrl", w.logo_media_upload_id as "logoMediaUploadId",
      w.logo_img as "logoImg", w.primary_color_hex as "primaryColorHex", w.status, w.asset_types as "assetTypes", w.created_at as "createdAt", w.created_by as "createdBy", w.test
    from consumer_wallet w join merchant m on m.id = ${merchantId} and m.test = w.test
    where w.status = 'active' and exists (
      select from merchant_accepted_asset a, jsonb_array_elements(w.asset_types) t
      where a.merchant_id = m.id and a.asset_type = t ->> 'id' and (t ->> 'collectionId' is null or t ->> 'collectionId' = any (a.product_ids)))
    order by w.id`.execute(db)
  return result.rows
}

export interface MerchantSeed {
  id: string
  name: string
  type: 'physical' | 'e-commerce'
  categoryCode: string
  gstNumber: string
  test: boolean
  acceptedAssets: { assetType: string; products: { id: string }[] }[]
  location?: Location
}

/** Returns how many were inserted. */
export async function insertMerchants(db: Db, merchants: MerchantSeed[]): Promise<number> {
  const result = await sql<{ count: number }>`
    with input as (select * from jsonb_to_recordset(${JSON.stringify(merchants.map((merchant) => ({ ...merchant, skeleton: nameSkeleton(merchant.name) })))}::jsonb)
      as t (id text, name text, skeleton text, type text, "categoryCode" text, "gstNumber" text, test boolean, location jsonb, "acceptedAssets" jsonb)),
    added as (
      insert into merchant (id, name, name_skeleton, type, category_code, gst_number, test, lat, lng, street, suburb, city, post_code, state, country)
      select id, name, skeleton, type, "categoryCode", "gstNumber", test, (location ->> 'lat')::float8, (location ->> 'lng')::float8, location ->> 'street', location ->> 'suburb', location ->> 'city', location ->> 'postCode', location ->> 'state', location ->> 'country'
      from input on conflict (id) do nothing returning id),
    accepted as (
      insert into merchant_accepted_asset (merchant_id, asset_type, product_ids)
      select input.id, asset ->> 'assetType', array(select product ->> 'id' from jsonb_array_elements(asset -> 'products') product)
      from input join added using (id), jsonb_array_elements(input."acceptedAssets") asset)
    select count(*)::int as count from added`.execute(db)
  return result.rows[0]!.count
}

/** Only merchants without an account are changed. */
export async function assignMerchantAccount(db: Db, merchantId: string, accountId: string): Promise<void> {
  await sql`update merchant set account_id = ${accountId} where id = ${merchantId} and account_id is null`.execute(db)
}

export type WalletSeed = Omit<WalletRow, 'createdAt'> & { createdAt: string }

export async function insertWallets(db: Db, wallets: WalletSeed[]): Promise<void> {
  await sql`
    insert into consumer_wallet (id, name, account_id, connect_url, pay_url, logo_media_upload_id, logo_img, primary_color_hex, status, asset_types, created_at, created_by, test)
    select id, name, "accountId", "connectUrl", "payUrl", "logoMediaUploadId", "logoImg", "primaryColorHex", status, "assetTypes", "createdAt", "createdBy", test
    from jsonb_to_recordset(${JSON.stringify(wallets)}::jsonb) as t (id text, name text, "accountId" text, "connectUrl" text, "payUrl" text, "logoMediaUploadId" text, "logoImg" text, "primaryColorHex" text, status text, "assetTypes" jsonb, "createdAt" timestamptz, "createdBy" text, test boolean)
    on conflict (id) do nothing`.execute(db)
}
