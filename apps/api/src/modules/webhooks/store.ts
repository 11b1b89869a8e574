import type { Liveness } from '@nikau/contract/amounts'
import type { NotificationType } from '@nikau/contract/webhooks'
import { addJob, type Db } from '@nikau/runtime'
import type { JWK } from 'jose'
import { sql } from 'kysely'
import type { StoredKey } from './signing-keys.ts'

export const deliverJob = 'deliver-webhook'

/** A delivery waits for one job, however often it is sent again. */
export const deliverKey = (deliveryId: string) => `deliver:${deliveryId}`

export interface EndpointRow {
  id: string
  accountId: string
  url: string
  status: 'pending' | 'active' | 'failed'
  pendingUrl: string | null
  /** Which money it is told about; null: both. */
  liveness: Liveness | null
  enabled: boolean
  keyId: string
  version: number
  createdAt: Date
}

const endpoints = sql`
  select e.id, e.account_id as "accountId", e.url, e.pending_url as "pendingUrl", e.liveness, e.enabled, k.id as "keyId",
         case when e.verified_at is not null then 'active' when e.challenge is not null then 'pending' else 'failed' end as status, e.version, e.created_at as "createdAt"
    from webhook_endpoint e join webhook_key k on k.endpoint_id = e.id and k.retired_at is null`

export async function selectEndpoints(db: Db, accountId: string): Promise<EndpointRow[]> {
  return (await sql<EndpointRow>`${endpoints} where e.account_id = ${accountId} order by e.created_at, e.id`.execute(db)).rows
}

export async function selectEndpoint(db: Db, of: { accountId: string; webhookId: string }): Promise<EndpointRow | undefined> {
  return (await sql<EndpointRow>`${endpoints} where e.id = ${of.webhookId} and e.account_id = ${of.accountId}`.execute(db)).rows[0]
}

/** Counts under the account's lock, so that concurrent calls cannot exceed the limit. */
export async function countEndpoints(tx: Db, accountId: string): Promise<number> {
  await sql`select from account where id = ${accountId} for no key update`.execute(tx)
  return Number((await sql<{ count: bigint }>`select count(*) as count from webhook_endpoint where account_id = ${accountId}`.execute(tx)).rows[0]!.count)
}

export async function insertEndpoint(
  tx: Db,
  e: { id: string; accountId: string; url: string; liveness: Liveness | null; verifiedAt: Date | null; at: Date; createdBy: string },
): Promise<void> {
  await sql`
    insert into webhook_endpoint (id, account_id, url, liveness, verified_at, created_at, created_by)
    values (${e.id}, ${e.accountId}, ${e.url}, ${e.liveness}, ${e.verifiedAt}, ${e.at}, ${e.createdBy})`.execute(tx)
}

/** Retires the current key, if any, and inserts the new one. */
export async function replaceKey(tx: Db, endpointId: string, key: StoredKey, at: Date): Promise<void> {
  await sql`update webhook_key set retired_at = ${at} where endpoint_id = ${endpointId} and retired_at is null`.execute(tx)
  await sql`
    insert into webhook_key (id, endpoint_id, public_key, sealed_private_key, sealing_key_id, created_at)
    values (${key.id}, ${endpointId}, ${JSON.stringify(key.publicKey)}, ${key.sealedPrivateKey}, ${key.sealingKeyId}, ${at})`.execute(tx)
  await sql`update webhook_endpoint set version = version + 1 where id = ${endpointId}`.execute(tx)
}

export async function setEndpointEnabled(tx: Db, id: string, enabled: boolean): Promise<void> {
  await sql`update webhook_endpoint set enabled = ${enabled}, version = version + 1 where id = ${id}`.execute(tx)
}

/** Current public keys of one endpoint, and those retired since the given time. */
export async function selectPublicKeys(db: Db, since: Date, endpointId: string): Promise<JWK[]> {
  const result = await sql<{ key: JWK }>`
    select public_key as key from webhook_key
    where (retired_at is null or retired_at > ${since}) and endpoint_id = ${endpointId}
    order by created_at desc`.execute(db)
  return result.rows.map((row) => row.key)
}

export interface DeliveryRow {
  id: string
  type: NotificationType
  sequence: bigint
  paymentRequestId: string | null
  activityNumber: number | null
  connectionId: string | null
  status: 'waiting' | 'delivered' | 'failed'
  attempts: number
  lastResult: string | null
  createdAt: Date
  deliveredAt: Date | null
}

export const deliveryColumns = sql`d.id, d.type, d.sequence, d.payment_request_id as "paymentRequestId", d.activity_number as "activityNumber",
  d.connection_id as "connectionId", d.status, d.attempts, d.last_result as "lastResult", d.created_at as "createdAt", d.delivered_at as "deliveredAt"`

/** What is about test money or about live money; undefined: both. A test event is about neither, and shown with either. */
export function ofLiveness(liveness: Liveness | undefined) {
  if (liveness === undefined) return sql`true`
  const isTest = sql`(exists (select from payment_request r where r.id = d.payment_request_id and r.test)
    or exists (select from connection c where c.id = d.connection_id and c.test))`
  return liveness === 'test' ? sql`(d.type = 'webhook:test' or ${isTest})` : sql`not ${isTest}`
}

/** Newest first, one row more than the limit. */
export async function selectDeliveries(
  db: Db,
  endpointId: string,
  page: {
    paymentRequestId: string | undefined
    status: DeliveryRow['status'] | undefined
    liveness: Liveness | undefined
    before: bigint | undefined
    limit: number
  },
): Promise<DeliveryRow[]> {
  const before = page.before ?? null
  const result = await sql<DeliveryRow>`
    select ${deliveryColumns} from webhook_delivery d
    where d.endpoint_id = ${endpointId} and ${page.paymentRequestId === undefined ? sql`true` : sql`d.payment_request_id = ${page.paymentRequestId}`}
      and ${page.status === undefined ? sql`true` : sql`d.status = ${sql.lit(page.status)}`} and ${ofLiveness(page.liveness)}
      and (${before}::bigint is null or d.sequence < ${before}) order by d.sequence desc limit ${page.limit + 1}`.execute(db)
  return result.rows
}

/** Queues the delivery again; undefined if the endpoint has no such delivery. */
export async function requeueDelivery(
  tx: Db,
  of: { endpointId: string; deliveryId: string; liveness: Liveness | undefined },
): Promise<DeliveryRow | undefined> {
  const result = await sql<DeliveryRow>`
    update webhook_delivery d set status = 'waiting' where d.id = ${of.deliveryId}::uuid and d.endpoint_id = ${of.endpointId}
      and ${ofLiveness(of.liveness)}
    returning ${deliveryColumns}`.execute(tx)
  if (result.rows[0]) await addJob(tx, deliverJob, { deliveryId: of.deliveryId }, { key: deliverKey(of.deliveryId) })
  return result.rows[0]
}

export interface DueDelivery extends DeliveryRow {
  accountId: string
  url: string
  enabled: boolean
  keyId: string
  sealedPrivateKey: Buffer
  sealingKeyId: string
}

/** Counts an attempt and returns the delivery with its endpoint; undefined if it is not waiting. */
export async function beginAttempt(db: Db, deliveryId: string): Promise<DueDelivery | undefined> {
  const result = await sql<DueDelivery>`
    update webhook_delivery d set attempts = d.attempts + 1
      from webhook_endpoint e join webhook_key k on k.endpoint_id = e.id and k.retired_at is null
     where d.id = ${deliveryId}::uuid and d.status = 'waiting' and e.id = d.endpoint_id
    returning ${deliveryColumns}, e.account_id as "accountId", e.url, e.enabled, k.id as "keyId", k.sealed_private_key as "sealedPrivateKey",
      k.sealing_key_id as "sealingKeyId"`.execute(db)
  return result.rows[0]
}

/** Records the failed attempt and queues the next one in one transaction. */
export async function scheduleRetry(db: Db, deliveryId: string, next: { result: string; runAt: Date }): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await sql`update webhook_delivery set last_result = ${next.result} where id = ${deliveryId}::uuid and status = 'waiting'`.execute(tx)
    await addJob(tx, deliverJob, { deliveryId }, { key: deliverKey(deliveryId), runAt: next.runAt })
  })
}

export async function finishAttempt(db: Db, deliveryId: string, end: { status: DeliveryRow['status']; result: string; at: Date }): Promise<void> {
  await sql`
    update webhook_delivery set status = ${end.status}, last_result = ${end.result}, delivered_at = ${end.status === 'delivered' ? end.at : null}
    where id = ${deliveryId}::uuid`.execute(db)
}

/** Enough to see whether an endpoint answers, and few enough to read often. */
const recentDeliveries = 1000

export interface FailingEndpoint {
  webhookId: string
  url: string
  /** Recent deliveries whose last attempt failed and that are tried again. */
  count: number
  lastResult: string
  since: Date
}

/** Endpoints with a delivery about test or about live money that was due before a time and has failed since. */
export async function selectFailingEndpoints(db: Db, of: { accountId: string; liveness: Liveness; before: Date }): Promise<FailingEndpoint[]> {
  const { rows } = await sql<FailingEndpoint>`
    select e.id as "webhookId", e.url, f.count, f.last_result as "lastResult", f.since
      from webhook_endpoint e cross join lateral (
        select count(*)::int as count, min(d.created_at) as since, (array_agg(d.last_result order by d.sequence desc))[1] as last_result
          from webhook_delivery d
         where d.endpoint_id = e.id and d.sequence > e.last_sequence - ${recentDeliveries}::int and d.status = 'waiting' and d.last_result is not null
           and ${ofLiveness(of.liveness)}) f
     where e.account_id = ${of.accountId} and e.enabled and f.since <= ${of.before} order by f.since`.execute(db)
  return rows
}
