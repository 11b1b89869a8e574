import type { Liveness } from '@nikau/contract/amounts'
import type { Db } from '@nikau/runtime'
import { sql } from 'kysely'
import { deliveryColumns, type DeliveryRow, ofLiveness } from './store.ts'

interface NewAttempt {
  deliveryId: string
  number: number
  at: Date
  durationMs: number
  result: string
  status?: number
  text?: string
  signature?: string
}

/** How much of an answer is kept. */
const keptLength = 2000

export async function insertAttempt(db: Db, attempt: NewAttempt): Promise<void> {
  // PostgreSQL stores no NUL.
  const response = attempt.text?.replaceAll('\0', '').slice(0, keptLength).toWellFormed() || null
  await sql`
    insert into webhook_attempt (delivery_id, number, at, duration_ms, result, http_status, response, signature)
    values (${attempt.deliveryId}::uuid, ${attempt.number}, ${attempt.at}, ${attempt.durationMs}, ${attempt.result}, ${attempt.status ?? null},
      ${response}, ${attempt.signature ?? null})
    on conflict do nothing`.execute(db)
}

export interface AttemptRow {
  number: number
  at: Date
  durationMs: number
  result: string
  status: number | null
  answer: string | null
  signature: string | null
}

export async function selectAttempts(db: Db, deliveryId: string): Promise<AttemptRow[]> {
  const result = await sql<AttemptRow>`
    select number, at, duration_ms as "durationMs", result, http_status as status, response as answer, signature
      from webhook_attempt where delivery_id = ${deliveryId}::uuid order by number`.execute(db)
  return result.rows
}

export async function selectDelivery(db: Db, of: { endpointId: string; deliveryId: string; liveness: Liveness | undefined }): Promise<DeliveryRow | undefined> {
  const result = await sql<DeliveryRow>`
    select ${deliveryColumns} from webhook_delivery d where d.id = ${of.deliveryId}::uuid and d.endpoint_id = ${of.endpointId}
      and ${ofLiveness(of.liveness)}`.execute(db)
  return result.rows[0]
}
