import type { AnswerOf, QueryOf } from '@nikau/contract'
import type { listWebhookDeliveries, WebhookDelivery, WebhookDeliveryDetail } from '@nikau/contract/webhooks'
import type { Db } from '@nikau/runtime'
import type { Actor } from '../../http/bind.ts'
import { decodeNumberKey, defaultPageSize, toPage } from '../../http/pagination.ts'
import { inTransaction, type Refusal, refuse } from '../../http/refusal.ts'
import { endpointFor, type EndpointParams, visibleLiveness } from './access.ts'
import { buildBody } from './deliver.ts'
import { maxAgeMs } from './rules.ts'
import { sentHeaders } from './send.ts'
import { selectAttempts, selectDelivery } from './store-attempts.ts'
import { type DeliveryRow, requeueDelivery, selectDeliveries } from './store.ts'

/** An endpoint's deliveries, newest first, with the result of the last attempt. */
export async function listDeliveries(
  db: Db,
  actor: Actor,
  params: EndpointParams,
  query: QueryOf<typeof listWebhookDeliveries>,
): Promise<AnswerOf<typeof listWebhookDeliveries> | Refusal<'FORBIDDEN'>> {
  const found = await endpointFor(db, actor, params)
  const visible = found && visibleLiveness(found.reach, query.liveness)
  if (!visible) return refuse('FORBIDDEN')
  const rows = await selectDeliveries(db, params.webhookId, {
    paymentRequestId: query.paymentRequestId,
    status: query.status,
    liveness: visible.liveness,
    before: decodeNumberKey(query.pageKey),
    limit: defaultPageSize,
  })
  return toPage(rows, defaultPageSize, toDelivery, (last) => last.sequence.toString())
}

const isUuid = (id: string) => /^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/.test(id)

/** A delivery with what is sent and every attempt. The body is built as it is for the receiver, from rows that never change. */
export async function readDelivery(
  db: Db,
  actor: Actor,
  params: EndpointParams & { deliveryId: string },
): Promise<WebhookDeliveryDetail | Refusal<'FORBIDDEN'>> {
  const found = await visibleDelivery(db, actor, params)
  const row = found && (await selectDelivery(db, found.of))
  if (!row) return refuse('FORBIDDEN')
  const attempts = await selectAttempts(db, row.id)
  const signature = attempts.at(-1)?.signature
  return {
    ...toDelivery(row),
    url: found.endpoint.url,
    headers: { ...sentHeaders, ...(signature && { authorization: signature }) },
    body: await buildBody(db, { ...row, accountId: params.accountId }),
    tries: attempts.map(({ number, at, durationMs, result, status, answer }) => ({
      number,
      at,
      durationMs,
      result,
      status: status ?? undefined,
      answer: answer ?? undefined,
    })),
    givenUpAt: new Date(row.createdAt.getTime() + maxAgeMs),
  }
}

export async function resend(db: Db, actor: Actor, params: EndpointParams & { deliveryId: string }): Promise<WebhookDelivery | Refusal<'FORBIDDEN'>> {
  const found = await visibleDelivery(db, actor, params)
  if (!found) return refuse('FORBIDDEN')
  return await inTransaction(db, async (tx) => {
    const row = await requeueDelivery(tx, found.of)
    return row ? toDelivery(row) : refuse('FORBIDDEN')
  })
}

/** Where to look for a delivery that the caller may see. */
async function visibleDelivery(db: Db, actor: Actor, { deliveryId, ...params }: EndpointParams & { deliveryId: string }) {
  const found = isUuid(deliveryId) ? await endpointFor(db, actor, params) : undefined
  const visible = found && visibleLiveness(found.reach, undefined)
  return visible && { endpoint: found.endpoint, of: { endpointId: params.webhookId, deliveryId, ...visible } }
}

export function toDelivery(row: DeliveryRow): WebhookDelivery {
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
