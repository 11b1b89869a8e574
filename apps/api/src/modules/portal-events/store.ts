import type { PortalEvent } from '@nikau/contract/portal-events'
import type { Db, Tx } from '@nikau/runtime'
import { sql } from 'kysely'

/** Also in the trigger on account_member. */
export const channel = 'portal_event'

export interface EventRow {
  id: bigint
  accountId: string
  merchantId: string
  test: boolean
  paymentRequestId: string
  kind: Exclude<PortalEvent['kind'], 'reset'>
  at: Date
}

/** The notification is part of the dispatcher's commit: a NOTIFY in a payment's would serialise all commits of the database. */
export async function insertEvents(tx: Tx, events: readonly { kind: string; paymentRequestId: string; accountId: string; at: Date }[]): Promise<void> {
  await sql`
    with inserted as (
      insert into portal_event (account_id, merchant_id, test, payment_request_id, kind, at)
      select e.account_id, r.merchant_id, r.test, r.id, e.kind, e.at
        from unnest(${events.map((event) => event.accountId)}::text[], ${events.map((event) => event.paymentRequestId)}::text[],
               ${events.map((event) => event.kind)}::text[], ${events.map((event) => event.at)}::timestamptz[])
             with ordinality as e (account_id, payment_request_id, kind, at, place)
        join payment_request r on r.id = e.payment_request_id order by e.place
      returning id
    )
    select pg_notify(${channel}, 'event ' || max(id)) from inserted having count(*) > 0`.execute(tx)
}

const columns = sql`id, account_id as "accountId", merchant_id as "merchantId", test, payment_request_id as "paymentRequestId", kind, at`

/** Oldest first, of all accounts. */
export async function selectEvents(db: Db, after: bigint, limit: number): Promise<EventRow[]> {
  return (await sql<EventRow>`select ${columns} from portal_event where id > ${after} order by id limit ${limit}`.execute(db)).rows
}

const bounds = sql`
  select coalesce((select min(id) from portal_event), 0) as oldest, coalesce((select max(id) from portal_event), 0) as newest`

export async function selectNewestId(db: Db): Promise<bigint> {
  return (await sql<{ newest: bigint }>`${bounds}`.execute(db)).rows[0]!.newest
}

/** Where a stream resumes. Without `after` it begins. */
export interface Position {
  accountId: string
  after: bigint | undefined
}

/** The events of an account after a position, with the ids of the first and the last event of all that are kept; zero if there was none ever. */
export interface Missed {
  oldest: bigint
  newest: bigint
  events: EventRow[]
}

/** In the order of the positions, from one statement. */
export async function selectMissed(db: Db, positions: readonly Position[], limit: number): Promise<Missed[]> {
  const { rows } = await sql<EventRow & Omit<Missed, 'events'> & { place: number }>`
    select p.place::int, b.oldest, b.newest, e.*
      from unnest(${positions.map(({ accountId }) => accountId)}::text[], ${positions.map(({ after }) => after ?? null)}::bigint[])
           with ordinality as p (account_id, after, place) cross join (${bounds}) b
      left join lateral (select ${columns} from portal_event where account_id = p.account_id and id > p.after order by id limit ${limit}) e on true
     order by p.place, e.id`.execute(db)
  const missed = positions.map((): Missed => ({ oldest: 0n, newest: 0n, events: [] }))
  for (const { place, oldest, newest, ...event } of rows) {
    const one = missed[place - 1]!
    Object.assign(one, { oldest, newest })
    if (event.id !== null) one.events.push(event)
  }
  return missed
}

/**
 * Deletes what came before the first event that is not old. Always from the beginning and never the last one, so that the first one that
 * is left shows what was deleted.
 */
export async function deleteEvents(db: Db, before: Date): Promise<number> {
  const result = await sql`
    delete from portal_event where id < coalesce(
      (select id from portal_event where at >= ${before} order by id limit 1), (select max(id) from portal_event))`.execute(db)
  return Number(result.numAffectedRows)
}
