import type { RequestStatus } from '@nikau/contract/payment-request-states'
import type { Db } from '@nikau/runtime'
import { sql } from 'kysely'

/** A request whose time is over, and the position in the queue after which the next ones follow. */
export interface QueuedExpiry {
  id: string
  expiresAt: Date
  status: RequestStatus
  isReserved: boolean
}

/** The requests in the queue whose time is over, earliest first. */
export async function selectDueExpiries(db: Db, until: Date, after: QueuedExpiry | undefined, limit: number): Promise<QueuedExpiry[]> {
  const [time, id] = [after?.expiresAt ?? null, after?.id ?? null]
  const result = await sql<QueuedExpiry>`
    select r.id, e.expires_at as "expiresAt", r.status, r.reserved_for is not null as "isReserved"
      from payment_request_expiry e join payment_request r on r.id = e.payment_request_id
     where e.expires_at <= ${until} and (${time}::timestamptz is null or (e.expires_at, e.payment_request_id) > (${time}, ${id}))
     order by e.expires_at, e.payment_request_id limit ${limit}`.execute(db)
  return result.rows
}

/** Only requests that are no longer open leave the queue. */
export async function deleteClosedExpiries(db: Db, due: readonly QueuedExpiry[]): Promise<void> {
  await sql`
    delete from payment_request_expiry e using unnest(${due.map(({ expiresAt }) => expiresAt)}::timestamptz[], ${due.map(({ id }) => id)}::text[]) as d (at, id), payment_request r
     where e.expires_at = d.at and e.payment_request_id = d.id and r.id = d.id and r.status <> 'new'`.execute(db)
}

/** Authorisations whose time is over, earliest first, after a position. */
export async function selectExpiredAuthorisations(
  db: Db,
  until: Date,
  after: { id: string; expiresAt: Date } | undefined,
  limit: number,
): Promise<{ id: string; expiresAt: Date }[]> {
  const [time, id] = [after?.expiresAt ?? null, after?.id ?? null]
  const result = await sql<{ id: string; expiresAt: Date }>`
    select id, pre_auth_expires_at as "expiresAt" from payment_request
     where pre_auth and pre_auth_expires_at <= ${until} and pre_auth_status = 'authorized'
       and (${time}::timestamptz is null or (pre_auth_expires_at, id) > (${time}, ${id}))
     order by pre_auth_expires_at, id limit ${limit}`.execute(db)
  return result.rows
}
