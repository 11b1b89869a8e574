import type { Tx } from '@nikau/runtime'
import type { OutboxEvent } from '../outbox/index.ts'
import { insertEvents } from './store.ts'

/** Subscribes to the outbox: a row for each payment event, and one notification to the API's processes for all of them. */
export async function recordPortalEvents(tx: Tx, events: readonly OutboxEvent[]): Promise<void> {
  const rows = events.flatMap(({ type, paymentRequestId, accountId, occurredAt }) =>
    paymentRequestId === null ? [] : [{ kind: type.replace('payment-request:', ''), paymentRequestId, accountId, at: occurredAt }],
  )
  if (rows.length > 0) await insertEvents(tx, rows)
}
