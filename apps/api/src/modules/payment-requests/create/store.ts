import type { IntegratorPermission } from '@nikau/contract/integrators'
import type { MerchantCondition } from '@nikau/contract/payment-requests'
import type { Db } from '@nikau/runtime'
import { sql } from 'kysely'
import type { RequestRow } from '../request/types.ts'

export type NewRequest = Omit<
  RequestRow,
  | 'version'
  | 'status'
  | 'remaining'
  | 'refunded'
  | 'captured'
  | 'createdAt'
  | 'updatedAt'
  | 'tenders'
  | 'conditions'
  | 'cancellationReason'
  | 'preAuthStatus'
  | 'preAuthExpiresAt'
  | 'reservedFor'
> & { at: Date; conditions: readonly MerchantCondition[] }

export async function insertRequest(tx: Db, r: NewRequest): Promise<void> {
  await sql`
    insert into payment_request (id, version, test, amount, remaining, created_at, expires_at, updated_at, short_code, config_id, merchant_id,
      merchant_account_id, merchant_name, settlement_wallet_id, created_by, created_by_account_id, created_by_account_name, patron_account_id, external_ref,
      terms, conditions, pre_auth, pre_auth_status)
    values (${r.id}, 1, ${r.test}, ${r.amount}, ${r.amount}, ${r.at}, ${r.expiresAt}, ${r.at}, ${r.shortCode}, ${r.configId}, ${r.merchantId},
      ${r.merchantAccountId}, ${r.merchantName}, ${r.settlementWalletId}, ${r.createdBy}, ${r.createdByAccountId}, ${r.createdByAccountName},
      ${r.patronAccountId}, ${r.externalRef}, ${JSON.stringify(r.terms)}, ${JSON.stringify(r.conditions)}, ${r.preAuth},
      ${r.preAuth ? 'pending' : null})`.execute(tx)
}

export async function isShortCodeTaken(tx: Db, shortCode: string): Promise<boolean> {
  return (await sql`select from payment_request where short_code = ${shortCode}`.execute(tx)).rows.length > 0
}

/** The merchant configuration that a request is created under. */
export interface ConfigForRequest {
  configId: string
  merchantId: string
  merchantName: string
  merchantAccountId: string | null
  /** Only of a verified business. */
  gstNumber: string | null
  test: boolean
  /** Of the merchant. */
  isInReview: boolean
  isVerified: boolean
  /** It takes no more than a new business may. */
  isLimited: boolean
  /** Of the caller, where it is another account than the merchant's. */
  callerIsVerified: boolean
  callerPermissions: IntegratorPermission[] | null
  settlementWalletId: string
  options: { type: string; collectionIds?: string[] }[]
  allowedRedirectUrls: string[]
}

/** One statement also says whether the caller's account may use the configuration, because every request starts with it. */
export async function selectConfigForRequest(db: Db, configId: string, callerAccountId: string): Promise<ConfigForRequest | undefined> {
  const result = await sql<ConfigForRequest>`
    select c.id as "configId", m.id as "merchantId", m.name as "merchantName", m.account_id as "merchantAccountId", m.test,
           m.status = 'in-review' as "isInReview", b.status is not distinct from 'verified' as "isVerified",
           exists (select from business_limit l where l.account_id = m.account_id and l.lifted_at is null) as "isLimited",
           case when b.status = 'verified' then m.gst_number end as "gstNumber",
           i.status is not distinct from 'verified' as "callerIsVerified", g.permissions as "callerPermissions",
           c.settlement_wallet_id as "settlementWalletId", c.payment_options as options, c.allowed_redirect_urls as "allowedRedirectUrls"
      from merchant_config c join merchant m on m.id = c.merchant_id
      join asset w on w.id = c.settlement_wallet_id and w.status = 'active'
      left join business b on b.account_id = m.account_id
      left join business i on i.account_id = ${callerAccountId}
      left join integrator_grant g on g.merchant_id = m.id and g.integrator_account_id = ${callerAccountId} and g.revoked_at is null
     where c.id = ${configId}`.execute(db)
  return result.rows[0]
}

/**
 * What a business has taken live since the start of the day and may still take by requests that wait, under a lock:
 * concurrent requests are counted one after the other.
 */
export async function lockTakings(tx: Db, accountId: string, day: { from: Date; now: Date }): Promise<bigint> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`takings of ${accountId}`}, 0))`.execute(tx)
  const { rows } = await sql<{ total: bigint }>`
    select (coalesce((select sum(p.amount) from payment p
                       where p.merchant_id = any (m.ids) and not p.test and p.paid_at >= ${day.from} and p.method <> 'external'), 0)
          + coalesce((select sum(r.remaining) from payment_request r
                       where r.merchant_id = any (m.ids) and not r.test and r.status = 'new' and (r.expires_at > ${day.now} or r.reserved_for is not null)), 0))::bigint as total
      from (select array_agg(id) as ids from merchant where account_id = ${accountId} and not test) m`.execute(tx)
  return rows[0]!.total
}

/** Whether the link is of a till of the configuration's merchant. A closed one counts, so that closing a sticker never stops its till. */
export async function isTillLink(db: Db, linkId: string, configId: string): Promise<boolean> {
  const result = await sql`
    select from payment_link l join merchant_config c on c.merchant_id = l.merchant_id where l.id = ${linkId} and l.kind = 'till' and c.id = ${configId}`.execute(
    db,
  )
  return result.rows.length > 0
}

/** The open link that is the sticker of a staff till. */
export async function selectLinkOfTill(db: Db, tillId: string): Promise<string | undefined> {
  const { rows } = await sql<{ id: string }>`select id from payment_link where till_id = ${tillId} and closed_at is null`.execute(db)
  return rows[0]?.id
}

export interface Redemption {
  collectionId: string
  type: 'product' | 'discount'
  /** `nikau.token` or `cca.coke`. */
  family: string
  maxValue: bigint | null
  allowedProducts: { sku: string; maxValue: string }[] | null
}

/** The token collections that a merchant accepts: those that allow the merchant, and the discounts that its configuration names. */
export async function selectRedemptions(db: Db, of: { merchantId: string; test: boolean; configured: readonly string[] }): Promise<Redemption[]> {
  const result = await sql<Redemption>`
    select c.id as "collectionId", c.type, c.asset_family as family, c.max_value as "maxValue", rc.allowed_products as "allowedProducts"
      from collection c left join redemption_condition rc on rc.collection_id = c.id and rc.merchant_id = ${of.merchantId}
     where c.status = 'active' and c.test = ${of.test}
       and (rc.merchant_id is not null or (c.type = 'discount' and c.id = any (${of.configured}::text[])))
     order by c.id`.execute(db)
  return result.rows
}
