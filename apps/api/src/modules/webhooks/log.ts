import type { AnswerOf, QueryOf } from '@nikau/contract'
import type { listWebhookDeliveries, WebhookDelivery } from '@nikau/contract/webhooks'
import type { Db } from '@nikau/runtime'
import type { Actor } from '../../http/bind.ts'
import { inTransaction, type Refusal, refuse } from '../../http/refusal.ts'
import { ownEndpoint } from './manage.ts'
import { type DeliveryRow, requeue, selectDeliveries } from './store.ts'

const pageSize = 50

/** What was told to an endpoint and how that went. */
export async function log(
  db: Db,
  actor: Actor,
  which: { accountId: string; webhookId: string },
  query: QueryOf<typeof listWebhookDeliveries>,
): Promise<AnswerOf<typeof listWebhookDeliveries> | Refusal<'FORBIDDEN'>> {
  if (!(await ownEndpoint(db, actor, which))) return refuse('FORBIDDEN')
  const before = query.pageKey !== undefined && /^\d{1,18}$/.test(query.pageKey) ? BigInt(query.pageKey) : undefined
  const rows = await selectDeliveries(db, which.webhookId, { before, limit: pageSize })
  const items = rows.slice(0, pageSize)
  return { items: items.map(toDelivery), ...(rows.length > pageSize && { nextPageKey: items.at(-1)!.sequence.toString() }) }
}

export async function resend(
  db: Db,
  actor: Actor,
  which: { accountId: string; webhookId: string; deliveryId: string },
): Promise<WebhookDelivery | Refusal<'FORBIDDEN'>> {
  const isUuid = /^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/.test(which.deliveryId)
  if (!isUuid || !(await ownEndpoint(db, actor, which))) return refuse('FORBIDDEN')
  return await inTransaction(db, async (tx) => {
    const row = await requeue(tx, { endpointId: which.webhookId, deliveryId: which.deliveryId })
    return row ? toDelivery(row) : refuse('FORBIDDEN')
  })
}

function toDelivery(row: DeliveryRow): WebhookDelivery {
  return { ...row, sequence: Number(row.sequence), lastResult: row.lastResult ?? undefined, deliveredAt: row.deliveredAt ?? undefined }
}
