import type { MerchantCondition } from '@nikau/contract/payment-requests'
import type { RequestStatus } from '@nikau/contract/payment-request-states'
import type { Db } from '@nikau/runtime'
import { sql } from 'kysely'
import type { ActivityRow, Leg, RequestRow, Terms } from './rows.ts'

/** The columns of a request, for every statement that reads one. */
export const requestColumns = `r.id, r.version, r.status, r.test, r.amount, r.remaining, r.refunded, r.confirmed, r.created_at as "createdAt",
  r.expires_at as "expiresAt", r.updated_at as "updatedAt", r.short_code as "shortCode", r.config_id as "configId", r.merchant_id as "merchantId",
  r.merchant_account_id as "merchantAccountId", r.merchant_name as "merchantName", r.settlement_wallet_id as "settlementWalletId",
  r.created_by as "createdBy", r.created_by_account_id as "createdByAccountId", r.created_by_account_name as "createdByAccountName",
  r.patron_account_id as "patronAccountId", r.external_ref as "externalRef", r.terms, r.legs, r.conditions,
  r.cancellation_reason as "cancellationReason", r.pre_auth as "preAuth", r.pre_auth_status as "preAuthStatus",
  r.pre_auth_expires_at as "preAuthExpiresAt", r.held_by as "heldBy"`

export const activityColumns = `a.payment_request_id as "paymentRequestId", a.number, a.id, a.type, a.amount, a.created_at as "createdAt",
  a.created_by as "createdBy", a.merchant_id as "merchantId", a.posting, a.idempotency_key as "idempotencyKey", a.asked, a.detail`

export async function selectRequest(db: Db, id: string): Promise<RequestRow | undefined> {
  return (await sql<RequestRow>`select ${sql.raw(requestColumns)} from payment_request r where r.id = ${id}`.execute(db)).rows[0]
}

export interface NewRequest {
  id: string
  test: boolean
  amount: bigint
  at: Date
  expiresAt: Date
  shortCode: string
  configId: string
  merchantId: string
  merchantAccountId: string
  merchantName: string
  settlementWalletId: string
  createdBy: string
  createdByAccountId: string
  createdByAccountName: string
  patronAccountId: string | null
  externalRef: string | null
  terms: Terms
  conditions: readonly MerchantCondition[]
  preAuth: boolean
}

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

export async function insertActivity(tx: Db, a: ActivityRow): Promise<void> {
  await sql`
    insert into payment_activity (payment_request_id, number, id, type, amount, created_at, created_by, merchant_id, posting, idempotency_key, asked, detail)
    values (${a.paymentRequestId}, ${a.number}, ${a.id}, ${a.type}, ${a.amount}, ${a.createdAt}, ${a.createdBy}, ${a.merchantId}, ${a.posting},
      ${a.idempotencyKey}, ${a.asked}, ${JSON.stringify(a.detail)})`.execute(tx)
}

/** What an act other than a payment changes. What is left out stays. */
export interface Change {
  status?: RequestStatus
  remaining?: bigint
  refunded?: bigint
  confirmed?: bigint
  legs?: readonly Leg[]
  conditions?: readonly MerchantCondition[]
  cancellationReason?: string
  preAuthStatus?: 'authorized' | 'released'
  /** The bank payment that held it is decided, or has nothing to wait for any more. */
  unheld?: true
}

/** False when the request is no longer as it was read. */
export async function changeRequest(tx: Db, request: Pick<RequestRow, 'id' | 'version'>, change: Change, at: Date): Promise<boolean> {
  const json = (value: unknown) => (value === undefined ? null : JSON.stringify(value))
  const result = await sql`
    update payment_request set version = version + 1, updated_at = ${at}, status = coalesce(${change.status ?? null}, status),
      remaining = coalesce(${change.remaining ?? null}::bigint, remaining), refunded = coalesce(${change.refunded ?? null}::bigint, refunded),
      confirmed = coalesce(${change.confirmed ?? null}::bigint, confirmed), legs = coalesce(${json(change.legs)}::jsonb, legs),
      conditions = coalesce(${json(change.conditions)}::jsonb, conditions),
      cancellation_reason = coalesce(${change.cancellationReason ?? null}, cancellation_reason),
      pre_auth_status = coalesce(${change.preAuthStatus ?? null}, pre_auth_status),
      held_by = case when ${change.unheld ?? false}::boolean then null else held_by end
    where id = ${request.id} and version = ${request.version}`.execute(tx)
  return result.numAffectedRows === 1n
}

/** Sets or clears what holds a request, without an activity. False when the request is no longer as it was read. */
export async function changeHold(tx: Db, request: Pick<RequestRow, 'id' | 'version' | 'heldBy'>, heldBy: string | null): Promise<boolean> {
  const result = await sql`
    update payment_request set held_by = ${heldBy}
     where id = ${request.id} and version = ${request.version} and status = 'new' and held_by is not distinct from ${request.heldBy}`.execute(tx)
  return result.numAffectedRows === 1n
}

/** Newest first. One row more than the limit tells that another page follows. */
export async function selectActivities(db: Db, requestId: string, page: { before: number | undefined; limit: number }): Promise<ActivityRow[]> {
  const before = page.before ?? null
  const result = await sql<ActivityRow>`
    select ${sql.raw(activityColumns)} from payment_activity a
    where a.payment_request_id = ${requestId} and (${before}::int is null or a.number < ${before}) order by a.number desc limit ${page.limit + 1}`.execute(db)
  return result.rows
}

export interface MerchantPlace {
  at: Date
  requestId: string
  number: number
}

export async function selectMerchantActivities(
  db: Db,
  merchantId: string,
  page: { before: MerchantPlace | undefined; limit: number },
): Promise<(ActivityRow & Pick<RequestRow, 'shortCode' | 'configId' | 'merchantAccountId' | 'merchantName'> & { requestCreatedBy: string })[]> {
  const { before } = page
  const result = await sql<Awaited<ReturnType<typeof selectMerchantActivities>>[number]>`
    select ${sql.raw(activityColumns)}, r.short_code as "shortCode", r.config_id as "configId", r.merchant_account_id as "merchantAccountId",
           r.merchant_name as "merchantName", r.created_by as "requestCreatedBy"
      from payment_activity a join payment_request r on r.id = a.payment_request_id
     where a.merchant_id = ${merchantId}
       and ${before ? sql`(a.created_at, a.payment_request_id, a.number) < (${before.at}, ${before.requestId}, ${before.number})` : sql`true`}
     order by a.created_at desc, a.payment_request_id desc, a.number desc limit ${page.limit + 1}`.execute(db)
  return result.rows
}

export async function selectByExternalRef(
  db: Db,
  of: { merchantAccountId: string; externalRef: string; after: string | undefined; limit: number },
): Promise<RequestRow[]> {
  const result = await sql<RequestRow>`
    select ${sql.raw(requestColumns)} from payment_request r
    where r.merchant_account_id = ${of.merchantAccountId} and r.external_ref = ${of.externalRef} and r.id > ${of.after ?? ''}
    order by r.id limit ${of.limit + 1}`.execute(db)
  return result.rows
}

export async function selectByShortCode(db: Db, shortCode: string): Promise<RequestRow | undefined> {
  return (await sql<RequestRow>`select ${sql.raw(requestColumns)} from payment_request r where r.short_code = ${shortCode}`.execute(db)).rows[0]
}

export async function merchantAccountOf(db: Db, merchantId: string): Promise<string | undefined> {
  return (await sql<{ id: string | null }>`select account_id as id from merchant where id = ${merchantId}`.execute(db)).rows[0]?.id ?? undefined
}

/** What one configuration takes, and where tokens are good for what. */
export interface ConfigForRequest {
  configId: string
  merchantId: string
  merchantName: string
  merchantAccountId: string | null
  gstNumber: string | null
  test: boolean
  settlementWalletId: string
  options: { type: string; collectionIds?: string[] }[]
  allowedRedirectUrls: string[]
}

export async function selectConfigForRequest(db: Db, configId: string): Promise<ConfigForRequest | undefined> {
  const result = await sql<ConfigForRequest>`
    select c.id as "configId", m.id as "merchantId", m.name as "merchantName", m.account_id as "merchantAccountId", m.gst_number as "gstNumber", m.test,
           c.settlement_wallet_id as "settlementWalletId", c.payment_options as options, c.allowed_redirect_urls as "allowedRedirectUrls"
      from merchant_config c join merchant m on m.id = c.merchant_id where c.id = ${configId}`.execute(db)
  return result.rows[0]
}

export interface Redemption {
  collectionId: string
  type: 'product' | 'discount'
  /** `nikau.token` or `cca.coke`. */
  family: string
  maxValue: bigint | null
  allowedProducts: { sku: string; maxValue: string }[] | null
}

/** The collections that could be used at a merchant: those that allow it, and the discounts that it names. */
export async function selectRedemptions(db: Db, of: { merchantId: string; test: boolean; named: readonly string[] }): Promise<Redemption[]> {
  const result = await sql<Redemption>`
    select c.id as "collectionId", c.type, c.asset_family as family, c.max_value as "maxValue", rc.allowed_products as "allowedProducts"
      from collection c left join redemption_condition rc on rc.collection_id = c.id and rc.merchant_id = ${of.merchantId}
     where c.status = 'active' and c.test = ${of.test}
       and (rc.merchant_id is not null or (c.type = 'discount' and c.id = any (${of.named}::text[])))
     order by c.id`.execute(db)
  return result.rows
}

/** Requests whose time is over and that are still written down as new, the earliest first. */
export async function selectExpired(db: Db, span: { from: Date; upto: Date }, limit: number): Promise<string[]> {
  const result = await sql<{ id: string }>`
    select id from payment_request where expires_at > ${span.from} and expires_at <= ${span.upto} and status = 'new' and held_by is null order by expires_at limit ${limit}`.execute(
    db,
  )
  return result.rows.map((row) => row.id)
}

export async function sweptUpto(db: Db): Promise<Date | undefined> {
  return (await sql<{ upto: Date }>`select upto from payment_sweep where name = 'expiry'`.execute(db)).rows[0]?.upto
}

export async function noteSwept(db: Db, upto: Date): Promise<void> {
  await sql`insert into payment_sweep (name, upto) values ('expiry', ${upto}) on conflict (name) do update set upto = greatest(payment_sweep.upto, excluded.upto)`.execute(
    db,
  )
}

export async function selectOverAuthorised(db: Db, now: Date, limit: number): Promise<string[]> {
  const result = await sql<{ id: string }>`
    select id from payment_request where pre_auth and pre_auth_expires_at <= ${now} and pre_auth_status = 'authorized' order by pre_auth_expires_at limit ${limit}`.execute(
    db,
  )
  return result.rows.map((row) => row.id)
}

/** The accounts that a person belongs to. */
export async function accountsOf(db: Db, personId: string): Promise<string[]> {
  const result = await sql<{ id: string }>`select account_id as id from account_member where person_id = ${personId}`.execute(db)
  return result.rows.map((row) => row.id)
}

export async function selectActivity(db: Db, requestId: string, number: number): Promise<ActivityRow | undefined> {
  const result = await sql<ActivityRow>`
    select ${sql.raw(activityColumns)} from payment_activity a where a.payment_request_id = ${requestId} and a.number = ${number}`.execute(db)
  return result.rows[0]
}
