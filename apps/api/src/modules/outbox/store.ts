import type { WebhookType } from '@nikau/contract/webhooks'
import type { EffectKind } from '@nikau/ledger'
import type { Db, Tx } from '@nikau/runtime'
import { sql } from 'kysely'

/** `changed`: what merchants see in the portal and get no webhook for. */
export type EventType = WebhookType | 'payment-request:changed'

interface EventBase {
  type: EventType
  /** The account of the merchant. */
  accountId: string
}

interface PaymentEvent extends EventBase {
  paymentRequestId: string
  activityNumber: number
}

interface ConnectionEvent extends EventBase {
  connectionId: string
}

export type NewEvent = (PaymentEvent | ConnectionEvent) & { occurredAt: Date }

/** About a payment activity or about a connection; the fields of the other are null. */
export interface OutboxEvent extends EventBase {
  id: bigint
  paymentRequestId: string | null
  activityNumber: number | null
  connectionId: string | null
  occurredAt: Date
  /** From the insert to the claim, by the database's clock. */
  lagSeconds: number
}

/** Appends an event in the caller's transaction: it is dispatched after the commit, or never if the transaction is rolled back. */
export async function appendEvent(tx: Db, event: NewEvent): Promise<void> {
  const about = 'connectionId' in event ? { ...event, paymentRequestId: null, activityNumber: null } : { ...event, connectionId: null }
  await sql`
    insert into outbox_event (type, account_id, payment_request_id, activity_number, connection_id, occurred_at)
    values (${event.type}, ${event.accountId}, ${about.paymentRequestId}, ${about.activityNumber}, ${about.connectionId}, ${event.occurredAt})`.execute(tx)
}

/** The same for a payment, as an effect of its posting: one statement for all events of a batch. */
export const eventAppended: EffectKind<PaymentEvent> = {
  name: 'outbox.event-appended',
  statement: `
    insert into outbox_event (type, account_id, payment_request_id, activity_number, occurred_at)
    select e.type, e.account_id, e.payment_request_id, e.activity_number, p.at
      from unnest($1::int[], $2::text[], $3::text[], $4::text[], $5::int[]) as e (place, type, account_id, payment_request_id, activity_number)
      join ledger.posted() p using (place) order by e.place`,
  row: ({ type, accountId, paymentRequestId, activityNumber }) => [type, accountId, paymentRequestId, activityNumber],
}

export async function hasEvents(db: Db): Promise<boolean> {
  return (await sql<{ found: boolean }>`select exists (select from outbox_event) as found`.execute(db)).rows[0]!.found
}

/**
 * Removes the oldest events and returns them in order; nothing while another dispatcher is at work. One dispatcher at a time,
 * because a second one that skipped the locked rows could overtake the first and number a later event before an earlier one.
 * A transaction that rolls back or whose process dies puts the events back and frees the lock.
 */
export async function claimEvents(tx: Tx, limit: number): Promise<OutboxEvent[]> {
  const { rows } = await sql<{ locked: boolean }>`select pg_try_advisory_xact_lock(hashtext('nikau.outbox')) as locked`.execute(tx)
  if (!rows[0]!.locked) return []
  const claimed = await sql<OutboxEvent>`
    delete from outbox_event where id in (select id from outbox_event order by id limit ${limit} for update skip locked)
    returning id, type, account_id as "accountId", payment_request_id as "paymentRequestId", activity_number as "activityNumber",
      connection_id as "connectionId", occurred_at as "occurredAt", extract(epoch from clock_timestamp() - created_at)::float8 as "lagSeconds"`.execute(tx)
  return claimed.rows.toSorted((a, b) => (a.id < b.id ? -1 : 1))
}

export async function selectBacklog(db: Db): Promise<{ pending: number; oldestSeconds: number }> {
  const { rows } = await sql<{ pending: number; oldestSeconds: number }>`
    select count(*)::int as pending, coalesce(extract(epoch from clock_timestamp() - min(created_at)), 0)::float8 as "oldestSeconds" from outbox_event`.execute(
    db,
  )
  return rows[0]!
}
