import type { AnswerOf, QueryOf } from '@nikau/contract'
import type { listWebhookDeliveries, WebhookDelivery } from '@nikau/contract/webhooks'
import type { Db } from '@nikau/runtime'
import type { Actor } from '../../http/bind.ts'
import { decodeNumberKey, defaultPageSize, toPage } from '../../http/pagination.ts'
import { inTransaction, type Refusal, refuse } from '../../http/refusal.ts'
import { endpointFor } from './manage.ts'
import { type DeliveryRow, requeueDelivery, selectDeliveries } from './store.ts'

/** An endpoint's deliveries, newest first, with the result of the last attempt. */
export async function listDeliveries(
  db: Db,
  actor: Actor,
  params: { accountId: string; webhookId: string },
  query: QueryOf<typeof listWebhookDeliveries>,
): Promise<AnswerOf<typeof listWebhookDeliveries> | Refusal<'FORBIDDEN'>> {
  if (!(await endpointFor(db, actor, params))) return refuse('FORBIDDEN')
  const rows = await selectDeliveries(db, params.webhookId, { before: decodeNumberKey(query.pageKey), limit: defaultPageSize })
  return toPage(rows, defaultPageSize, toDelivery, (last) => last.sequence.toString())
}

export async function resend(
  db: Db,
  actor: Actor,
  params: { accountId: string; webhookId: string; deliveryId: string },
): Promise<WebhookDelivery | Refusal<'FORBIDDEN'>> {
  const isUuid = /^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/.test(params.deliveryId)
  if (!isUuid || !(await endpointFor(db, actor, params))) return refuse('FORBIDDEN')
  return await inTransaction(db, async (tx) => {
    const row = await requeueDelivery(tx, { endpointId: params.webhookId, deliveryId: params.deliveryId })
    return row ? toDelivery(row) : refuse('FORBIDDEN')
  })
}

function toDelivery(row: DeliveryRow): WebhookDelivery {
  return {
    ...row,
    sequence: Number(row.sequence),
    paymentRequestId: row.paymentRequestId ?? undefined,
    activityNumber: row.activityNumber ?? undefined,
    connectionId: row.connectionId ?? undefined,
    lastResult: row.lastResult ?? undefined,
    deliveredAt: row.deliveredAt ?? undefined,
  }
}
