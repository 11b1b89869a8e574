import type { MerchantCondition } from '@nikau/contract/payment-requests'
import { type RequestEvent, statusAfter } from '@nikau/contract/payment-request-states'
import type { Db } from '@nikau/runtime'
import { sql } from 'kysely'
import { nextStatus } from './rules.ts'
import type { ChargedTender } from './fees.ts'
import type { RefundWithFee } from './tenders.ts'
import type { ActivityRow, RequestRow, Tender, Terms } from './types.ts'

/** The payments on a request that stand, in order. A request of version 1 has none. */
const tenders = `case when r.version = 1 then '[]' else coalesce((
    select jsonb_agg(jsonb_strip_nulls(jsonb_build_object('activityId', p.id, 'method', p.method, 'assetType', p.asset_type, 'description', p.description,
        'amount', p.amount::text, 'refunded', p.refunded::text, 'posting', p.posting::text, 'assetId', p.asset_id, 'payerAccountId', p.payer_account_id,
        'lineItems', p.line_items, 'collectionId', p.collection_id, 'issuerAccountId', p.issuer_account_id,
        'expiresAt', case when p.method = 'token' then (select t.expires_at from asset t where t.id = p.asset_id) end, 'externalPaymentId', p.external_payment_id,
        'endsRequest', nullif(p.ends_request, false), 'tender', p.tender, 'rounding', nullif(p.rounding, 0)::text, 'charged', case when p.fee > 0 then jsonb_build_object('fee', p.fee::text, 'refundable', p.fee_refundable::text,
          'gst', p.gst::text, 'feeReturned', p.fee_returned::text, 'gstReturned', p.gst_returned::text) end)) order by p.number)
      from payment p where p.payment_request_id = r.id and p.returned_at is null), '[]') end`

/** The columns of a request, for every statement that reads one. */
export const requestColumns = `r.id, r.version, r.status, r.test, r.amount, r.remaining, r.refunded, r.captured, r.created_at as "createdAt",
  r.expires_at as "expiresAt", r.updated_at as "updatedAt", r.short_code as "shortCode", r.config_id as "configId", r.merchant_id as "merchantId",
  r.merchant_account_id as "merchantAccountId", r.merchant_name as "merchantName", r.settlement_wallet_id as "settlementWalletId",
  r.created_by as "createdBy", r.created_by_account_id as "createdByAccountId", r.created_by_account_name as "createdByAccountName",
  r.patron_account_id as "patronAccountId", r.external_ref as "externalRef", r.terms, ${tenders} as tenders, r.conditions,
  r.cancellation_reason as "cancellationReason", r.pre_auth as "preAuth", r.pre_auth_status as "preAuthStatus",
  r.pre_auth_expires_at as "preAuthExpiresAt", r.reserved_for as "reservedFor", case when r.status = 'paid' then (select max(p.created_at)
    from payment_activity p where p.payment_request_id = r.id and p.type in ('payment', 'authorization')) end as "paidAt"`

export const activityColumns = `a.payment_request_id as "paymentRequestId", a.number, a.id, a.type, a.amount, a.created_at as "createdAt",
  a.created_by as "createdBy", a.merchant_id as "merchantId", a.posting, a.idempotency_key as "idempotencyKey", a.request_hash as "requestHash", a.detail`

export async function selectRequest(db: Db, id: string): Promise<RequestRow | undefined> {
  return (await sql<RequestRow>`select ${sql.raw(requestColumns)} from payment_request r where r.id = ${id}`.execute(db)).rows[0]
}

export async function selectVersion(db: Db, id: string): Promise<number | undefined> {
  return (await sql<{ version: number }>`select version from payment_request where id = ${id}`.execute(db)).rows[0]?.version
}

/** Until the transaction ends. First attempts do not take it, so it is taken before any other lock. */
export async function lockRequestRetries(tx: Db, id: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('payment-request-retry:' || ${id}, 0))`.execute(tx)
}

/** A change of a request. The status follows from the event; fields that are left out stay as they are. */
export interface RequestChange {
  event: RequestEvent
  remaining?: bigint
  refunded?: bigint
  captured?: bigint
  conditions?: readonly MerchantCondition[]
  cancellationReason?: string
  preAuthStatus?: 'authorized' | 'released'
  clearReservation?: true
}

/** Applies a change to the version that was read. False when the request has changed since. */
export async function changeRequest(tx: Db, request: Pick<RequestRow, 'id' | 'version' | 'status'>, change: RequestChange, at: Date): Promise<boolean> {
  const status = nextStatus(request, change.event)
  const json = (value: unknown) => (value === undefined ? null : JSON.stringify(value))
  const result = await sql`
    update payment_request set version = version + 1, updated_at = ${at}, status = ${status},
      remaining = coalesce(${change.remaining ?? null}::bigint, remaining), refunded = coalesce(${change.refunded ?? null}::bigint, refunded),
      captured = coalesce(${change.captured ?? null}::bigint, captured),
      conditions = coalesce(${json(change.conditions)}::jsonb, conditions),
      cancellation_reason = coalesce(${change.cancellationReason ?? null}, cancellation_reason),
      pre_auth_status = coalesce(${change.preAuthStatus ?? null}, pre_auth_status),
      reserved_for = case when ${change.clearReservation ?? false}::boolean then null else reserved_for end
    where id = ${request.id} and version = ${request.version} and status = ${request.status}`.execute(tx)
  return result.numAffectedRows === 1n
}

/** What the payer of an external payment tells the merchant. */
export async function saveNote(tx: Db, requestId: string, note: string): Promise<void> {
  await sql`update payment_request set note = ${note} where id = ${requestId}`.execute(tx)
}

/** Inserts a payment under the number of its activity. */
export async function insertPayment(tx: Db, request: Pick<RequestRow, 'id' | 'merchantId' | 'test'>, number: number, tender: Tender, at: Date): Promise<void> {
  const t = tender
  await sql`
    insert into payment (payment_request_id, number, id, merchant_id, test, method, asset_type, description, amount, refunded, paid_at, posting, asset_id,
      payer_account_id, line_items, collection_id, issuer_account_id, external_payment_id, ends_request)
    values (${request.id}, ${number}, ${t.activityId}, ${request.merchantId}, ${request.test}, ${t.method}, ${t.assetType}, ${t.description}, ${t.amount},
      ${t.refunded}, ${at}, ${t.posting ?? null}, ${t.assetId ?? null}, ${t.payerAccountId ?? null}, ${t.lineItems ? JSON.stringify(t.lineItems) : null},
      ${t.collectionId ?? null}, ${t.issuerAccountId ?? null}, ${t.externalPaymentId ?? null}, ${t.endsRequest ?? false})`.execute(tx)
}

/** A payment that is the last one, although an amount remains. */
export async function markEnding(tx: Db, requestId: string, { activityId }: Tender): Promise<void> {
  await sql`update payment set ends_request = true where payment_request_id = ${requestId} and id = ${activityId}`.execute(tx)
}

/** The customer that the request is bound to from now on; null: whoever has its link. False when it has changed since it was read. */
export async function changePatron(tx: Db, request: Pick<RequestRow, 'id' | 'version'>, patronAccountId: string | null): Promise<boolean> {
  const result = await sql`
    update payment_request set patron_account_id = ${patronAccountId}
     where id = ${request.id} and version = ${request.version} and status = 'new' and reserved_for is null`.execute(tx)
  return result.numAffectedRows === 1n
}

/** Adds refunds, and what of the fees went back with them. */
export async function addRefunds(tx: Db, requestId: string, shares: readonly RefundWithFee[]): Promise<void> {
  const column = (read: (share: RefundWithFee) => bigint) => shares.map(read)
  await sql`
    update payment p set refunded = p.refunded + s.amount, fee_returned = p.fee_returned + s.fee, gst_returned = p.gst_returned + s.gst
      from unnest(${shares.map(({ tender }) => tender.activityId)}::text[], ${column(({ amount }) => amount)}::bigint[],
        ${column(({ feeReturn }) => feeReturn.fee)}::bigint[], ${column(({ feeReturn }) => feeReturn.gst)}::bigint[]) as s (id, amount, fee, gst)
     where p.payment_request_id = ${requestId} and p.id = s.id`.execute(tx)
}

/** Adds fees to payments: when their money reaches the merchant, and with every capture. */
export async function addCharges(tx: Db, requestId: string, charged: readonly ChargedTender[]): Promise<void> {
  const column = (read: (charge: ChargedTender['charge']) => bigint) => charged.map(({ charge }) => read(charge))
  await sql`
    update payment p set fee = p.fee + c.fee, fee_refundable = p.fee_refundable + c.refundable, gst = p.gst + c.gst
      from unnest(${charged.map(({ tender }) => tender.activityId)}::text[], ${column(({ fee }) => fee)}::bigint[],
        ${column(({ refundable }) => refundable)}::bigint[], ${column(({ gst }) => gst)}::bigint[]) as c (id, fee, refundable, gst)
     where p.payment_request_id = ${requestId} and p.id = c.id`.execute(tx)
}

/** The money has left the merchant again, and the fees with it. */
export async function clearCharges(tx: Db, requestId: string): Promise<void> {
  await sql`
    update payment set fee = 0, fee_refundable = 0, gst = 0, fee_returned = 0, gst_returned = 0
     where payment_request_id = ${requestId} and returned_at is null and fee > 0`.execute(tx)
}

/** The payments went back: they no longer count to the request. */
export async function markReturned(tx: Db, requestId: string, tenders: readonly Tender[], at: Date): Promise<void> {
  await sql`
    update payment set returned_at = ${at}
     where payment_request_id = ${requestId} and id = any (${tenders.map(({ activityId }) => activityId)}::text[]) and returned_at is null`.execute(tx)
}

/** Sets or clears the reservation, without an activity. False when the request has changed since it was read. */
export async function changeReservation(tx: Db, request: Pick<RequestRow, 'id' | 'version' | 'reservedFor'>, reservedFor: string | null): Promise<boolean> {
  const result = await sql`
    update payment_request set reserved_for = ${reservedFor}
     where id = ${request.id} and version = ${request.version} and status = 'new' and reserved_for is not distinct from ${request.reservedFor}`.execute(tx)
  return result.numAffectedRows === 1n
}

export async function insertActivity(tx: Db, a: ActivityRow): Promise<void> {
  await sql`
    insert into payment_activity (payment_request_id, number, id, type, amount, created_at, created_by, merchant_id, posting, idempotency_key, request_hash,
      detail)
    values (${a.paymentRequestId}, ${a.number}, ${a.id}, ${a.type}, ${a.amount}, ${a.createdAt}, ${a.createdBy}, ${a.merchantId}, ${a.posting},
      ${a.idempotencyKey}, ${a.requestHash}, ${JSON.stringify(a.detail)})`.execute(tx)
}

/** Newest first. One row more than the limit shows that another page follows. */
export async function selectActivities(db: Db, requestId: string, page: { before: number | undefined; limit: number }): Promise<ActivityRow[]> {
  const before = page.before ?? null
  const result = await sql<ActivityRow>`
    select ${sql.raw(activityColumns)} from payment_activity a
    where a.payment_request_id = ${requestId} and (${before}::int is null or a.number < ${before}) order by a.number desc limit ${page.limit + 1}`.execute(db)
  return result.rows
}

const maxActivities = 10_000

/** Newest first. A request has few activities, and refunds and captures need all of them. */
export async function selectAllActivities(db: Db, requestId: string): Promise<ActivityRow[]> {
  return await selectActivities(db, requestId, { before: undefined, limit: maxActivities })
}

export async function selectActivity(db: Db, requestId: string, number: number): Promise<ActivityRow | undefined> {
  const result = await sql<ActivityRow>`
    select ${sql.raw(activityColumns)} from payment_activity a where a.payment_request_id = ${requestId} and a.number = ${number}`.execute(db)
  return result.rows[0]
}

export async function selectActivityByPosting(db: Db, requestId: string, posting: bigint): Promise<ActivityRow | undefined> {
  const result = await sql<ActivityRow>`
    select ${sql.raw(activityColumns)} from payment_activity a
     where a.payment_request_id = ${requestId} and a.posting = ${posting} and a.type = 'payment'`.execute(db)
  return result.rows[0]
}

/** A request that was paid in full, for seeding. Merchant, settlement wallet and account come from its configuration. */
export interface HistoryRow {
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
  /** Paid by the second activity. */
  tender: Tender
  paidAt: Date
}

export async function insertHistory(tx: Db, requests: readonly HistoryRow[], activities: readonly ActivityRow[]): Promise<void> {
  await sql`
    insert into payment_request (id, version, status, test, amount, remaining, refunded, created_at, expires_at, updated_at, short_code, config_id, merchant_id,
      merchant_account_id, merchant_name, settlement_wallet_id, created_by, created_by_account_id, created_by_account_name, terms)
    select h.id, h.version, ${statusAfter('new', 'paid-in-full')!}, m.test, h.amount, 0, h.refunded, h."createdAt", h."expiresAt", h."updatedAt", h."shortCode",
           c.id, m.id, a.id, m.name, c.settlement_wallet_id, h."createdBy", a.id, a.name, h.terms
      from jsonb_to_recordset(${JSON.stringify(requests)}::jsonb) as h (id text, version int, amount bigint, refunded bigint, "createdAt" timestamptz,
             "expiresAt" timestamptz, "updatedAt" timestamptz, "shortCode" text, "configId" text, "createdBy" text, terms jsonb)
      join merchant_config c on c.id = h."configId" join merchant m on m.id = c.merchant_id join account a on a.id = m.account_id`.execute(tx)
  await sql`
    insert into payment (payment_request_id, number, id, merchant_id, test, method, asset_type, description, amount, refunded, paid_at, posting, asset_id,
      payer_account_id)
    select h.id, 2, t."activityId", r.merchant_id, r.test, t.method, t."assetType", t.description, t.amount, t.refunded, h."paidAt", t.posting, t."assetId",
           t."payerAccountId"
      from jsonb_to_recordset(${JSON.stringify(requests)}::jsonb) as h (id text, "paidAt" timestamptz, tender jsonb)
      cross join lateral jsonb_to_record(h.tender) as t ("activityId" text, method text, "assetType" text, description text, amount bigint, refunded bigint,
        posting bigint, "assetId" text, "payerAccountId" text)
      join payment_request r on r.id = h.id`.execute(tx)
  const json = JSON.stringify(activities, (_, value: unknown) => (typeof value === 'bigint' ? value.toString() : value))
  await sql`
    insert into payment_activity (payment_request_id, number, id, type, amount, created_at, created_by, merchant_id, posting, detail)
    select h."paymentRequestId", h.number, h.id, h.type, h.amount, h."createdAt", h."createdBy", h."merchantId", h.posting, h.detail
      from jsonb_to_recordset(${json}::jsonb) as h ("paymentRequestId" text, number int, id text, type text, amount bigint, "createdAt" timestamptz,
             "createdBy" text, "merchantId" text, posting bigint, detail jsonb)`.execute(tx)
}
