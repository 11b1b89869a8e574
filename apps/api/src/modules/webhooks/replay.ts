import type { BodyOf } from '@nikau/contract'
import { maxReplay, type replayWebhook, type WebhookDelivery } from '@nikau/contract/webhooks'
import type { Clock, Db } from '@nikau/runtime'
import type { Actor, Source } from '../../http/bind.ts'
import { inTransaction, type Refusal, refuse } from '../../http/refusal.ts'
import { recordAudit } from '../accounts/index.ts'
import { deliver, type DeliverDeps } from './deliver.ts'
import { endpointFor, type EndpointParams, visibleLiveness } from './access.ts'
import { toDelivery } from './deliveries.ts'
import type { EndpointRow } from './store.ts'
import { advanceReplay, continueReplay, endReplay, insertTestDelivery, nextOfReplay, selectForReplay, startReplay } from './store-replays.ts'

interface Deps {
  db: Db
  clock: Clock
}
interface Call {
  actor: Actor
  source: Source
}

const isActive = ({ status, enabled }: EndpointRow) => status === 'active' && enabled

/** Queues deliveries to be sent again, those that the caller may see, after those of a replay that is running. */
export async function replay(
  { db, clock }: Deps,
  call: Call,
  params: EndpointParams,
  body: BodyOf<typeof replayWebhook>,
): Promise<{ count: number } | Refusal<'FORBIDDEN' | 'REPLAY_TOO_LONG' | 'WEBHOOK_NOT_ACTIVE'>> {
  const found = await endpointFor(db, call.actor, params)
  const visible = found && visibleLiveness(found.reach, body.liveness)
  if (!visible) return refuse('FORBIDDEN')
  if (!isActive(found.endpoint)) return refuse('WEBHOOK_NOT_ACTIVE')
  return await inTransaction(db, async (tx): Promise<{ count: number } | Refusal<'REPLAY_TOO_LONG'>> => {
    const ids = await selectForReplay(tx, params.webhookId, { ...body, ...visible }, maxReplay + 1)
    if (ids.length > maxReplay) return refuse('REPLAY_TOO_LONG')
    if (ids.length > 0 && !(await startReplay(tx, params.webhookId, ids, maxReplay))) return refuse('REPLAY_TOO_LONG')
    const after = { change: 'replayed', count: ids.length }
    await recordAudit(tx, params.accountId, { action: 'webhook-changed', ...call, at: clock.now(), subject: params.webhookId, after })
    return { count: ids.length }
  })
}

export async function sendTest(
  { db, clock }: Deps,
  actor: Actor,
  params: EndpointParams,
): Promise<WebhookDelivery | Refusal<'FORBIDDEN' | 'WEBHOOK_NOT_ACTIVE'>> {
  const found = await endpointFor(db, actor, params)
  if (!found) return refuse('FORBIDDEN')
  if (!isActive(found.endpoint)) return refuse('WEBHOOK_NOT_ACTIVE')
  return await inTransaction(db, async (tx) => toDelivery(await insertTestDelivery(tx, params.webhookId, clock.now())))
}

/** A turn of a replay. Between turns the worker takes other jobs, so that replays of slow receivers do not fill it. */
const perTurn = 20
const turnMs = 20_000

/** Sends one after the other, so that they arrive in order. One that fails is tried again later by itself, as always. */
export async function runReplay(deps: DeliverDeps, replayId: string, signal?: AbortSignal): Promise<void> {
  const endsAt = Date.now() + turnMs
  for (let sent = 0; sent < perTurn && Date.now() < endsAt; sent++) {
    if (signal?.aborted) break
    const deliveryId = await nextOfReplay(deps.db, replayId)
    if (deliveryId === undefined) return await endReplay(deps.db, replayId)
    await deliver(deps, deliveryId, signal)
    await advanceReplay(deps.db, replayId)
  }
  await deps.db.transaction().execute(async (tx) => await continueReplay(tx, replayId))
}
