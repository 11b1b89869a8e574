import type { LoggedRequestDetail } from '@nikau/contract/request-log'
import type { Db } from '@nikau/runtime'
import { sql } from 'kysely'

export interface NewRequest {
  id: string
  accountId: string
  keyName: string
  test: boolean
  at: Date
  method: string
  path: string
  status: number
  refusal: string | null
  refusalFields: Readonly<Record<string, string>> | null
  durationMs: number
  address: string
  idempotencyKey: string | null
  paymentRequestId: string | undefined
  externalRef: string | null
  body: string | null
}

export async function insertRequests(db: Db, requests: readonly NewRequest[]): Promise<void> {
  await sql`
    insert into api_request (id, account_id, key_name, test, at, method, path, status, refusal, refusal_fields, duration_ms, address, idempotency_key,
      payment_request_id, external_ref, body)
    select id, "accountId", "keyName", test, at, method, path, status, refusal, "refusalFields", "durationMs", address, "idempotencyKey",
      "paymentRequestId", "externalRef", body
      from json_to_recordset(${JSON.stringify(requests)}::json) as t (id text, "accountId" text, "keyName" text, test boolean, at timestamptz,
        method text, path text, status int, refusal text, "refusalFields" jsonb, "durationMs" int, address text, "idempotencyKey" text, "paymentRequestId" text,
        "externalRef" text, body text)`.execute(db)
}

export type RequestRow = { [Name in keyof LoggedRequestDetail]: NonNullable<LoggedRequestDetail[Name]> | null } & { sequence: bigint; accountId: string }

const columns = sql`r.sequence, r.account_id as "accountId", r.id, r.at, r.method, r.path, r.status, r.refusal, r.refusal_fields as "refusalFields", r.key_name as "keyName", r.test,
  r.duration_ms as "durationMs", r.idempotency_key as "idempotencyKey", r.payment_request_id as "paymentRequestId", r.external_ref as "externalRef",
  r.address, r.body`

export interface RequestFilter {
  search: string | undefined
  /** The search as the short code of a payment. */
  shortCode: string | undefined
  outcome: 'refused' | 'failed' | undefined
  keyName: string | undefined
  test: boolean | undefined
  /** For callers who read no live calls. */
  testOnly: boolean
  since: Date
  before: bigint | undefined
  limit: number
}

/** Newest first, one row more than the limit. */
export async function selectRequests(db: Db, accountId: string, filter: RequestFilter): Promise<RequestRow[]> {
  const { search, shortCode = null, outcome, keyName = null, test = null, before = null } = filter
  const found =
    search === undefined
      ? sql`true`
      : sql`(r.id = ${search} or r.external_ref = ${search} or r.idempotency_key = ${search} or starts_with(r.path, ${search})
          or r.payment_request_id = any (array(
               select id from payment_request where short_code = ${shortCode} and merchant_account_id = ${accountId}
               union all select id from payment_request where external_ref = ${search} and merchant_account_id = ${accountId} limit 1000)))`
  const result = await sql<RequestRow>`
    select ${columns} from api_request r
     where r.account_id = ${accountId} and r.at > ${filter.since} and ${found}
       and ${outcome === undefined ? sql`true` : sql`r.status between ${outcome === 'refused' ? 400 : 500} and ${outcome === 'refused' ? 499 : 599}`}
       and (${keyName}::text is null or r.key_name = ${keyName}) and (${test}::boolean is null or r.test = ${test}) and (r.test or not ${filter.testOnly})
       and (${before}::bigint is null or r.sequence < ${before})
     order by r.sequence desc limit ${filter.limit + 1}`.execute(db)
  return result.rows
}

export async function selectRequest(db: Db, id: string, since: Date): Promise<RequestRow | undefined> {
  return (await sql<RequestRow>`select ${columns} from api_request r where r.id = ${id} and r.at > ${since}`.execute(db)).rows[0]
}

export async function deleteRequests(db: Db, before: Date, limit: number): Promise<number> {
  const result = await sql`
    delete from api_request where sequence in (select sequence from api_request where at < ${before} order by sequence limit ${limit})`.execute(db)
  return Number(result.numAffectedRows)
}
