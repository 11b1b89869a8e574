import type { BrandColour } from '@nikau/contract/branding'
import type { Database, Db } from '@nikau/runtime'
import { sql } from 'kysely'
import { activityColumns, requestColumns } from '../request/store.ts'
import type { ActivityRow, RequestRow } from '../request/types.ts'

export interface Versions {
  version: number
  configVersion: number
}

/** In the order of the ids; undefined for an unknown id. */
export async function selectVersions({ pool }: Database, ids: string[]): Promise<(Versions | undefined)[]> {
  const { rows } = await pool.query<Versions & { id: string }>({
    name: 'payment-requests.versions',
    text: `select r.id, r.version, c.version as "configVersion" from payment_request r join merchant_config c on c.id = r.config_id where r.id = any ($1::text[])`,
    values: [ids],
  })
  const byId = new Map(rows.map((row) => [row.id, row]))
  return ids.map((id) => byId.get(id))
}

/** What a summary says of the merchant as it is now. */
interface OfMerchant {
  configVersion: number
  allowedRedirectUrls: string[]
  colour: BrandColour | null
  pictureId: string | null
  logo: string | null
}

export async function selectForSummary({ pool }: Database, ids: string[]): Promise<(({ row: RequestRow } & OfMerchant) | undefined)[]> {
  const { rows } = await pool.query<RequestRow & OfMerchant>({
    name: 'payment-requests.summaries',
    text: `select ${requestColumns}, c.version as "configVersion", c.allowed_redirect_urls as "allowedRedirectUrls",
             m.colour, m.picture_id as "pictureId", m.logo
             from payment_request r join merchant_config c on c.id = r.config_id join merchant m on m.id = r.merchant_id where r.id = any ($1::text[])`,
    values: [ids],
  })
  const byId = new Map(
    rows.map(({ configVersion, allowedRedirectUrls, colour, pictureId, logo, ...row }) => [
      row.id,
      { row, configVersion, allowedRedirectUrls, colour, pictureId, logo },
    ]),
  )
  return ids.map((id) => byId.get(id))
}

export interface MerchantCursor {
  at: Date
  requestId: string
  number: number
}

export async function selectMerchantActivities(
  db: Db,
  merchantId: string,
  page: { before: MerchantCursor | undefined; limit: number },
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

/** What had been paid, captured and refunded on a request after one of its activities. */
export async function selectStateAt(
  db: Db,
  requestId: string,
  activity: { number: number; createdAt: Date },
): Promise<{ paid: bigint; rounding: bigint; captured: bigint; refunded: bigint; isReleased: boolean }> {
  const counted = sql`p.payment_request_id = ${requestId} and p.number <= ${activity.number} and (p.returned_at is null or p.returned_at > ${activity.createdAt})`
  const { rows } = await sql<{ paid: bigint; rounding: bigint; captured: bigint; refunded: bigint; isReleased: boolean }>`
    select (select coalesce(sum(p.amount + p.rounding), 0)::bigint from payment p where ${counted}) as paid,
           (select coalesce(sum(p.rounding), 0)::bigint from payment p where ${counted}) as rounding,
           coalesce(sum(a.amount) filter (where a.type = 'confirmation'), 0)::bigint as captured,
           coalesce(sum(a.amount) filter (where a.type = 'refund'), 0)::bigint as refunded, coalesce(bool_or(a.type = 'release'), false) as "isReleased"
      from payment_activity a where a.payment_request_id = ${requestId} and a.number <= ${activity.number}`.execute(db)
  return rows[0]!
}

/** The rest of a part payment lives for a day: it waits for a code that was just scanned, and not for who has paid a part of it. */
const isForCode = (at: Date) => sql`(not r.terms ? 'keepsRest' or r.expires_at <= r.created_at + make_interval(secs => (r.terms ->> 'expirySeconds')::int)
  or (c.used_at > ${at}::timestamptz - interval '10 minutes' and not exists (
    select from payment p where p.payment_request_id = r.id and p.payer_account_id = c.account_id and p.returned_at is null)))`

/** The newest request, still new, that a till created with a patron code of the person. */
export async function selectOfPatronCodes(db: Db, personId: string, at: Date): Promise<RequestRow | undefined> {
  const result = await sql<RequestRow>`
    select ${sql.raw(requestColumns)} from patron_code c join payment_request r on r.id = c.payment_request_id
    where c.person_id = ${personId} and r.patron_account_id = c.account_id and ${isForCode(at)} and r.status = 'new' and (r.expires_at > ${at} or r.reserved_for is not null)
    order by r.created_at desc, r.id desc limit 1`.execute(db)
  return result.rows[0]
}

/** The newest request on the connection that is still new. */
export async function selectLatestOnConnection(db: Db, connectionId: string, at: Date): Promise<RequestRow | undefined> {
  const result = await sql<RequestRow>`
    select ${sql.raw(requestColumns)} from payment_request r
    where r.terms ? 'connectionId' and r.terms ->> 'connectionId' = ${connectionId} and r.status = 'new' and (r.expires_at > ${at} or r.reserved_for is not null)
    order by r.created_at desc, r.id desc limit 1`.execute(db)
  return result.rows[0]
}

/** A merchant with an account, or undefined. */
export async function selectOwnedMerchant(db: Db, merchantId: string): Promise<{ merchantId: string; merchantAccountId: string; test: boolean } | undefined> {
  const result = await sql<{ merchantId: string; merchantAccountId: string; test: boolean }>`
    select id as "merchantId", account_id as "merchantAccountId", test from merchant where id = ${merchantId} and account_id is not null`.execute(db)
  return result.rows[0]
}

/** The accounts that a person is a member of. */
export async function selectAccountIds(db: Db, personId: string): Promise<string[]> {
  const result = await sql<{ id: string }>`select account_id as id from account_member where person_id = ${personId}`.execute(db)
  return result.rows.map((row) => row.id)
}

export interface PartPaid {
  paymentRequestId: string
  merchantId: string
  shortCode: string
  rest: bigint
  since: Date
  expiresAt: Date
}

/** Requests that are paid in part and can still be paid, those that expire first at the top. `merchantIds`: of these shops only. */
export async function selectPartPaid(
  db: Db,
  of: { accountId: string; merchantIds: readonly string[] | undefined; test: boolean },
  now: Date,
  limit: number,
): Promise<PartPaid[]> {
  const { rows } = await sql<PartPaid>`
    select r.id as "paymentRequestId", r.merchant_id as "merchantId", r.short_code as "shortCode", r.remaining as rest, r.updated_at as since,
           r.expires_at as "expiresAt"
      from merchant m join payment_request r on r.merchant_id = m.id
     where m.account_id = ${of.accountId} and (${of.merchantIds ?? null}::text[] is null or m.id = any (${of.merchantIds ?? null}::text[]))
       and r.test = ${of.test} and r.status = 'new' and r.remaining > 0 and r.remaining < r.amount and r.expires_at > ${now}
       and r.created_at > ${now}::timestamptz - interval '24 hours' -- the longest that a request lives
     order by r.expires_at, r.id limit ${limit}`.execute(db)
  return rows
}
