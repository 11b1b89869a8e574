import type { Liveness } from '@nikau/contract/amounts'
import { addJob, type Db, type Tx } from '@nikau/runtime'
import { sql } from 'kysely'
import { deliverJob, deliverKey, deliveryColumns, type DeliveryRow, ofLiveness } from './store.ts'

export const replayJob = 'replay-webhook'

export type ReplayRange = ({ fromSequence: number; toSequence: number } | { status: 'failed' }) & { liveness: Liveness | undefined }

/** In order, at most `limit`. Failed: given up, or tried in vain so far. */
export async function selectForReplay(tx: Tx, endpointId: string, range: ReplayRange, limit: number): Promise<string[]> {
  const chosen =
    'status' in range
      ? sql`(d.status = 'failed' or d.status = 'waiting' and d.last_result is not null)`
      : sql`d.sequence between ${range.fromSequence} and ${range.toSequence}`
  const result = await sql<{ id: string }>`
    select d.id from webhook_delivery d where d.endpoint_id = ${endpointId} and ${chosen} and ${ofLiveness(range.liveness)}
     order by d.sequence limit ${limit}`.execute(tx)
  return result.rows.map(({ id }) => id)
}

/**
 * An endpoint has one replay, so that those of one receiver do not fill the worker: it takes over what an earlier one still has to
 * send, whose job then ends. Undefined if that is more than `limit`.
 */
export async function startReplay(tx: Tx, endpointId: string, deliveryIds: readonly string[], limit: number): Promise<'started' | undefined> {
  await sql`select from webhook_endpoint where id = ${endpointId} for no key update`.execute(tx)
  const earlier = await sql<{ ids: string[] }>`
    delete from webhook_replay where endpoint_id = ${endpointId} returning delivery_ids[next + 1:]::text[] as ids`.execute(tx)
  const ids = [...new Set([...earlier.rows.flatMap((row) => row.ids), ...deliveryIds])]
  if (ids.length > limit) return undefined
  const result = await sql<{ id: string }>`
    insert into webhook_replay (endpoint_id, delivery_ids) values (${endpointId}, ${ids}::uuid[]) returning id`.execute(tx)
  await continueReplay(tx, result.rows[0]!.id)
  return 'started'
}

export async function continueReplay(tx: Db, replayId: string): Promise<void> {
  await addJob(tx, replayJob, { replayId }, { key: `replay:${replayId}` })
}

/** The delivery whose turn it is, waiting again; undefined at the end. One that retention has deleted is passed over. */
export async function nextOfReplay(db: Db, replayId: string): Promise<string | undefined> {
  const result = await sql<{ id: string | null }>`select delivery_ids[next + 1] as id from webhook_replay where id = ${replayId}::uuid`.execute(db)
  const id = result.rows[0]?.id ?? undefined
  if (id !== undefined) await sql`update webhook_delivery set status = 'waiting' where id = ${id}::uuid`.execute(db)
  return id
}

/** After the attempt: a worker that is killed before repeats it. */
export async function advanceReplay(db: Db, replayId: string): Promise<void> {
  await sql`update webhook_replay set next = next + 1 where id = ${replayId}::uuid`.execute(db)
}

export async function endReplay(db: Db, replayId: string): Promise<void> {
  await sql`delete from webhook_replay where id = ${replayId}::uuid`.execute(db)
}

/** Numbered under the endpoint's lock, like every event. */
export async function insertTestDelivery(tx: Tx, endpointId: string, at: Date): Promise<DeliveryRow> {
  const result = await sql<DeliveryRow>`
    with numbered as (update webhook_endpoint set last_sequence = last_sequence + 1 where id = ${endpointId} returning id, last_sequence)
    insert into webhook_delivery as d (endpoint_id, sequence, type, created_at) select id, last_sequence, 'webhook:test', ${at} from numbered
    returning ${deliveryColumns}`.execute(tx)
  const row = result.rows[0]!
  await addJob(tx, deliverJob, { deliveryId: row.id }, { key: deliverKey(row.id) })
  return row
}
