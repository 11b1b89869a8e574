import { webhookTypes } from '@nikau/contract/webhooks'
import { addJobs, type Tx } from '@nikau/runtime'
import { sql } from 'kysely'
import type { OutboxEvent } from '../outbox/index.ts'
import { deliverJob, deliverKey } from './store.ts'

/**
 * Subscribes to the outbox: inserts a delivery and its job for every enabled endpoint of the events' accounts whose URL is proved and that is told
 * about their kind of money. Sequence numbers are assigned under the endpoint's lock, without gaps and in the order of the events.
 */
export async function enqueueDeliveries(tx: Tx, all: readonly OutboxEvent[]): Promise<void> {
  const events = all.filter(({ type }) => (webhookTypes as readonly string[]).includes(type))
  if (events.length === 0) return
  const accountIds = events.map((event) => event.accountId)
  const locked = await sql`
    select from webhook_endpoint where account_id = any (${accountIds}::text[]) and enabled and verified_at is not null order by id for no key update`.execute(
    tx,
  )
  if (locked.rows.length === 0) return
  const inserted = await sql<{ id: string }>`
    with numbered as (
      select e.id as endpoint_id, e.last_sequence + row_number() over (partition by e.id order by o.place) as sequence, o.*
        from unnest(${accountIds}::text[], ${events.map((event) => event.paymentRequestId)}::text[], ${events.map((event) => event.activityNumber)}::int[],
               ${events.map((event) => event.connectionId)}::text[], ${events.map((event) => event.type)}::text[],
               ${events.map((event) => event.occurredAt)}::timestamptz[])
             with ordinality as o (account_id, payment_request_id, activity_number, connection_id, type, occurred_at, place)
        left join payment_request r on r.id = o.payment_request_id
        left join connection c on c.id = o.connection_id
        join webhook_endpoint e on e.account_id = o.account_id and e.enabled and e.verified_at is not null
         and (e.liveness is null or (e.liveness = 'test') = coalesce(r.test, c.test, false))
    ), counted as (
      update webhook_endpoint e set last_sequence = n.last_sequence
        from (select endpoint_id, max(sequence) as last_sequence from numbered group by endpoint_id) n where e.id = n.endpoint_id
    )
    insert into webhook_delivery (endpoint_id, sequence, type, payment_request_id, activity_number, connection_id, created_at)
    select endpoint_id, sequence, type, payment_request_id, activity_number, connection_id, occurred_at from numbered order by place
    returning id`.execute(tx)
  await addJobs(
    tx,
    inserted.rows.map(({ id }) => ({ name: deliverJob, payload: { deliveryId: id }, key: deliverKey(id) })),
  )
}
