import type { AnswerOf, QueryOf } from '@nikau/contract'
import type { listWebhookDeliveries, WebhookDelivery, WebhookDeliveryDetail } from '@nikau/contract/webhooks'
import type { Db } from '@nikau/runtime'
import type { Actor } from '../../http/bind.ts'
import { decodeNumberKey, defaultPageSize, toPage } from '../../http/pagination.ts'
import { inTransaction, type Refusal, refuse } from '../../http/refusal.ts'
import { reachOf } from '../accounts/index.ts'
import { buildBody } from './deliver.ts'
import { endpointFor } from './manage.ts'
import { maxAgeMs } from './rules.ts'
import { sentHeaders } from './send.ts'
import { selectAttempts, selectDelivery } from './store-attempts.ts'
import { type DeliveryRow, requeueDelivery, selectDeliveries } from './store.ts'

/** An endpoint's deliveries, newest first, with the result of the last attempt. */
export async function listDeliveries(
  db: Db,
  actor: Actor,
  params: { accountId: string; webhookId: string },
  query: QueryOf<typeof listWebhookDeliveries>,
): Promise<AnswerOf<typeof listWebhookDeliveries> | Refusal<'FORBIDDEN'>> {
  if (!(await endpointFor(db, actor, params))) return refuse('FORBIDDEN')
  const visible = await visibleLiveness(db, actor, params.accountId)
  if (visible && query.liveness === 'main') return refuse('FORBIDDEN')
  const rows = await selectDeliveries(db, params.webhookId, {
    paymentRequestId: query.paymentRequestId,
    status: query.status,
    liveness: visible ?? query.liveness,
    before: decodeNumberKey(query.pageKey),
    limit: defaultPageSize,
  })
  return toPage(rows, defaultPageSize, toDelivery, (last) => last.sequence.toString())
}

/** A developer sees test payments only, and so what was sent about them; undefined: both. */
async function visibleLiveness(db: Db, actor: Actor, accountId: string): Promise<'test' | undefined> {
  return (await reachOf(db, actor, accountId, 'payments:read'))?.reach === 'test' ? 'test' : undefined
}

const isUuid = (id: string) => /^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/.test(id)

/** A delivery with what is sent and every attempt. The body is built as it is for the receiver, from rows that never change. */
export async function readDelivery(
  db: Db,
  actor: Actor,
  params: { accountId: string; webhookId: string; deliveryId: string },
): Promise<WebhookDeliveryDetail | Refusal<'FORBIDDEN'>> {
  const endpoint = isUuid(params.deliveryId) ? await endpointFor(db, actor, params) : undefined
  const row =
    endpoint &&
    (await selectDelivery(db, { endpointId: params.webhookId, deliveryId: params.deliveryId, liveness: await visibleLiveness(db, actor, params.accountId) }))
  if (!endpoint || !row) return refuse('FORBIDDEN')
  const attempts = await selectAttempts(db, row.id)
  const signature = attempts.at(-1)?.signature
  return {
    ...toDelivery(row),
    url: endpoint.url,
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

export async function resend(
  db: Db,
  actor: Actor,
  params: { accountId: string; webhookId: string; deliveryId: string },
): Promise<WebhookDelivery | Refusal<'FORBIDDEN'>> {
  if (!isUuid(params.deliveryId) || !(await endpointFor(db, actor, params))) return refuse('FORBIDDEN')
  return await inTransaction(db, async (tx) => {
    const row = await requeueDelivery(tx, { endpointId: params.webhookId, deliveryId: params.deliveryId })
    return row ? toDelivery(row) : refuse('FORBIDDEN')
  })
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
