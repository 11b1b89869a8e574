import type { Db } from '@nikau/runtime'
import { sql } from 'kysely'
import type { AssetCursor } from './rules.ts'

/** An asset with its ledger balance and, for a token, its collection and issuer. */
export interface AssetRow {
  id: string
  accountId: string
  category: 'money' | 'token'
  type: string
  status: 'active' | 'disabled' | 'spent' | 'archived' | 'in-escrow'
  settlement: boolean
  description: string | null
  limit: bigint | null
  expiresAt: Date | null
  createdAt: Date
  place: number
  /** The second sort column. As text, so that a page key keeps its microseconds. */
  end: string
  balance: bigint
  heldOut: bigint
  changedAt: Date
  activeFrom: Date | null
  externalId: string | null
  collectionId: string | null
  collectionName: string | null
  value: bigint | null
  img: string | null
  productCode: string | null
  issuer: string | null
  issuerWebsite: string | null
  issuerImg: string | null
  conditions: string[] | null
}

const assets = sql`
  select a.id, a.account_id as "accountId", a.category, a.type, a.status, a.settlement, a.description, a.credit_limit as limit,
         a.expires_at as "expiresAt", a.created_at as "createdAt", a.place, coalesce(a.expires_at, 'infinity')::text as end,
         l.balance, l.held_out as "heldOut", l.changed_at as "changedAt",
         t.active_from as "activeFrom", t.external_id as "externalId", c.id as "collectionId", c.name as "collectionName", c.max_value as value, c.img,
         c.product_code as "productCode", i.name as issuer, i.website as "issuerWebsite", i.img as "issuerImg", i.conditions
    from asset a
    join ledger.account l on l.id = 'asset:' || a.id
    left join token t on t.asset_id = a.id
    left join collection c on c.id = t.collection_id
    left join issuer i on i.account_id = c.account_id`

/** One row more than the limit. */
export async function selectAssets(
  db: Db,
  of: { accountId: string; now: Date; hidden: readonly string[]; after: AssetCursor | undefined; limit: number },
): Promise<AssetRow[]> {
  const { after } = of
  const result = await sql<AssetRow>`
    ${assets}
    where a.account_id = ${of.accountId} and a.status = 'active' and coalesce(a.expires_at, 'infinity') > ${of.now} and a.type <> all (${of.hidden}::text[])
      and ${after ? sql`(a.place, coalesce(a.expires_at, 'infinity'), a.id) > (${after.place}, ${after.end}::timestamptz, ${after.id})` : sql`true`}
    order by a.place, coalesce(a.expires_at, 'infinity'), a.id
    limit ${of.limit + 1}`.execute(db)
  return result.rows
}

export async function selectAsset(db: Db, id: string): Promise<AssetRow | undefined> {
  return (await sql<AssetRow>`${assets} where a.id = ${id}`.execute(db)).rows[0]
}

export interface NewAsset {
  id: string
  accountId: string
  category: 'money' | 'token'
  type: string
  settlement?: boolean
  description?: string
  limit?: bigint
  expiresAt?: Date | undefined
  at: Date
  createdBy: string
}

/** Inserts nothing if the account has a spendable wallet on this ledger already. */
export async function insertAsset(tx: Db, asset: NewAsset): Promise<boolean> {
  const result = await sql<{ id: string }>`
    insert into asset (id, account_id, category, type, settlement, description, credit_limit, expires_at, created_at, created_by)
    values (${asset.id}, ${asset.accountId}, ${asset.category}, ${asset.type}, ${asset.settlement ?? false}, ${asset.description ?? null},
      ${asset.limit ?? null}, ${asset.expiresAt ?? null}, ${asset.at}, ${asset.createdBy})
    on conflict (account_id, type) where category = 'money' and not settlement and credit_limit is null do nothing
    returning id`.execute(tx)
  return result.rows.length > 0
}

/** Takes the wallets of an account out of use. Their activity can still be read. */
export async function archiveWallets(tx: Db, accountId: string): Promise<void> {
  await sql`update asset set status = 'archived' where account_id = ${accountId} and category = 'money' and status = 'active'`.execute(tx)
}

/** The account's spendable wallet on a ledger. */
export async function selectSpendableWallet(db: Db, accountId: string, type: string): Promise<string | undefined> {
  const result = await sql<{ id: string }>`
    select id from asset
     where account_id = ${accountId} and type = ${type} and category = 'money' and not settlement and credit_limit is null and status = 'active'`.execute(db)
  return result.rows[0]?.id
}

/** Of the collections, those that expire first in front. */
export async function selectSpendableTokens(
  db: Db,
  accountId: string,
  collectionIds: readonly string[],
  at: Date,
): Promise<{ id: string; type: string; collectionId: string }[]> {
  const result = await sql<{ id: string; type: string; collectionId: string }>`
    select a.id, a.type, t.collection_id as "collectionId" from asset a join token t on t.asset_id = a.id
     where a.account_id = ${accountId} and a.status = 'active' and t.collection_id = any (${collectionIds}::text[])
       and (a.expires_at is null or a.expires_at > ${at}) and (t.active_from is null or t.active_from <= ${at})
     order by a.expires_at nulls last, a.id`.execute(db)
  return result.rows
}

export async function selectSpendableTypes(db: Db, accountId: string): Promise<string[]> {
  const result = await sql<{ type: string }>`
    select type from asset
    where account_id = ${accountId} and category = 'money' and not settlement and credit_limit is null and status = 'active' order by type`.execute(db)
  return result.rows.map((row) => row.type)
}

export async function selectCreditLine(db: Db, accountId: string, type: string): Promise<string | undefined> {
  const result = await sql<{ id: string }>`select id from asset where account_id = ${accountId} and type = ${type} and credit_limit is not null`.execute(db)
  return result.rows[0]?.id
}

/** Serialises transactions with the same key. */
export async function lockKey(tx: Db, key: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${key}, 0))`.execute(tx)
}

export async function selectTokenByKey(db: Db, collectionId: string, idempotencyKey: string): Promise<string | undefined> {
  const result = await sql<{ id: string }>`
    select asset_id as id from token where collection_id = ${collectionId} and idempotency_key = ${idempotencyKey}`.execute(db)
  return result.rows[0]?.id
}

export async function insertToken(
  tx: Db,
  token: { assetId: string; collectionId: string; idempotencyKey: string; activeFrom: Date; externalId?: string | undefined },
): Promise<void> {
  await sql`
    insert into token (asset_id, collection_id, idempotency_key, active_from, external_id)
    values (${token.assetId}, ${token.collectionId}, ${token.idempotencyKey}, ${token.activeFrom}, ${token.externalId ?? null})`.execute(tx)
}

export async function setStatus(tx: Db, assetId: string, from: AssetRow['status'], to: AssetRow['status']): Promise<boolean> {
  const result = await sql<{ id: string }>`update asset set status = ${to} where id = ${assetId} and status = ${from} returning id`.execute(tx)
  return result.rows.length > 0
}

export interface TokenActivityRow {
  number: bigint
  assetId: string
  action: 'received' | 'redeemed' | 'refunded' | 'sent' | 'returned'
  party: string | null
  at: Date
  description: string
  liveness: 'main' | 'test'
}

export async function insertTokenActivity(
  tx: Db,
  activity: { accountId: string; assetId: string; action: TokenActivityRow['action']; party: string | null; posting: bigint; at: Date },
): Promise<void> {
  await sql`
    insert into token_activity (account_id, asset_id, action, party, posting, at)
    values (${activity.accountId}, ${activity.assetId}, ${activity.action}, ${activity.party}, ${activity.posting}, ${activity.at})`.execute(tx)
}

/** Newest first, one row more than the limit. */
export async function selectTokenActivities(db: Db, accountId: string, page: { before: bigint | undefined; limit: number }): Promise<TokenActivityRow[]> {
  const before = page.before ?? null
  const result = await sql<TokenActivityRow>`
    select n.number, n.asset_id as "assetId", n.action, n.party, n.at, c.name as description, case when c.test then 'test' else 'main' end as liveness
      from token_activity n join token t on t.asset_id = n.asset_id join collection c on c.id = t.collection_id
     where n.account_id = ${accountId} and (${before}::bigint is null or n.number < ${before})
     order by n.number desc limit ${page.limit + 1}`.execute(db)
  return result.rows
}

export interface ExpiringToken {
  assetId: string
  personId: string
  name: string
  issuer: string
  createdAt: Date
  expiresAt: Date
  /** Days of the reminders already queued. */
  reminded: number[]
}

/** Live tokens of people that expire soon, in order of expiry. */
export async function selectExpiring(
  db: Db,
  of: { now: Date; until: Date; after: { expiresAt: Date; assetId: string } | undefined; limit: number },
): Promise<ExpiringToken[]> {
  const { after } = of
  const result = await sql<ExpiringToken>`
    select a.id as "assetId", h.individual_of as "personId", c.name, i.name as issuer, a.created_at as "createdAt", a.expires_at as "expiresAt",
           array(select r.days from expiry_reminder r where r.asset_id = a.id) as reminded
      from asset a join account h on h.id = a.account_id join token t on t.asset_id = a.id join collection c on c.id = t.collection_id
      join issuer i on i.account_id = c.account_id
     where a.status = 'active' and a.category = 'token' and not c.test and h.individual_of is not null
       and a.expires_at > ${of.now} and a.expires_at <= ${of.until}
       and ${after ? sql`(a.expires_at, a.id) > (${after.expiresAt}, ${after.assetId})` : sql`true`}
     order by a.expires_at, a.id limit ${of.limit}`.execute(db)
  return result.rows
}

/** Returns the asset ids whose reminder was not recorded before. */
export async function insertReminders(tx: Db, reminders: readonly { assetId: string; days: number }[], at: Date): Promise<Set<string>> {
  const result = await sql<{ id: string }>`
    insert into expiry_reminder (asset_id, days, queued_at)
    select *, ${at}::timestamptz from unnest(${reminders.map(({ assetId }) => assetId)}::text[], ${reminders.map(({ days }) => days)}::smallint[])
    on conflict do nothing returning asset_id as id`.execute(tx)
  return new Set(result.rows.map((row) => row.id))
}

export interface Contact {
  id: string
  givenName: string | null
  phone: string
  email: string | null
}

export async function selectContacts(db: Db, personIds: readonly string[]): Promise<Map<string, Contact>> {
  const result = await sql<Contact>`select id, given_name as "givenName", phone, email from identity.contacts(${personIds}::uuid[])`.execute(db)
  return new Map(result.rows.map((row) => [row.id, row]))
}
