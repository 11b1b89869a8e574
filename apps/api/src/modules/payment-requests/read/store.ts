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

export async function selectForSummary(
  { pool }: Database,
  ids: string[],
): Promise<({ row: RequestRow; configVersion: number; allowedRedirectUrls: string[] } | undefined)[]> {
  const { rows } = await pool.query<RequestRow & { configVersion: number; allowedRedirectUrls: string[] }>({
    name: 'payment-requests.summaries',
    text: `select ${requestColumns}, c.version as "configVersion", c.allowed_redirect_urls as "allowedRedirectUrls"
             from payment_request r join merchant_config c on c.id = r.config_id where r.id = any ($1::text[])`,
    values: [ids],
  })
  const byId = new Map(rows.map(({ configVersion, allowedRedirectUrls, ...row }) => [row.id, { row, configVersion, allowedRedirectUrls }]))
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

/** The newest request, still new, that a till created with a patron code of the person. */
export async function selectOfPatronCodes(db: Db, personId: string, at: Date): Promise<RequestRow | undefined> {
  const result = await sql<RequestRow>`
    select ${sql.raw(requestColumns)} from patron_code c join payment_request r on r.id = c.payment_request_id
    where c.person_id = ${personId} and r.status = 'new' and (r.expires_at > ${at} or r.reserved_for is not null)
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

export async function selectMerchantAccountId(db: Db, merchantId: string): Promise<string | undefined> {
  return (await sql<{ id: string | null }>`select account_id as id from merchant where id = ${merchantId}`.execute(db)).rows[0]?.id ?? undefined
}

/** The accounts that a person is a member of. */
export async function selectAccountIds(db: Db, personId: string): Promise<string[]> {
  const result = await sql<{ id: string }>`select account_id as id from account_member where person_id = ${personId}`.execute(db)
  return result.rows.map((row) => row.id)
}
