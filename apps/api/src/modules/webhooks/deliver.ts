import type { PaymentStatus } from '@nikau/contract/payment-status'
import { webhookNotification } from '@nikau/contract/webhooks'
import type { Clock, Db, Secret } from '@nikau/runtime'
import { endedConnection } from '../connections/index.ts'
import { webhookPayload } from '../payment-requests/index.ts'
import { signBody } from './signing-keys.ts'
import { maxAgeMs, nextAttemptAt } from './rules.ts'
import { send, type SendResult } from './send.ts'
import { insertAttempt } from './store-attempts.ts'
import { beginAttempt, type DeliveryRow, type DueDelivery, finishAttempt, scheduleRetry } from './store.ts'
import { type Resolve, parseTarget } from './ssrf-guard.ts'

export interface DeliverDeps {
  db: Db
  clock: Clock
  secret: Secret
  loopback: boolean
  resolve: Resolve
}

/**
 * One attempt of one delivery. No transaction is open during the HTTP call; a crash between the receiver's 2xx and our update sends
 * it again under the same id. A failed attempt is retried with backoff until the delivery is two weeks old or the endpoint is
 * disabled.
 */
export async function deliver(deps: DeliverDeps, deliveryId: string, signal?: AbortSignal): Promise<'delivered' | 'failed' | 'retrying' | 'already-done'> {
  const due = await beginAttempt(deps.db, deliveryId)
  if (!due) return 'already-done'
  const at = deps.clock.now()
  const begun = performance.now()
  const { delivered, result, ...more }: Attempt = due.enabled ? await attempt(deps, due, signal) : { delivered: false, result: 'endpoint disabled' }
  const now = deps.clock.now()
  await insertAttempt(deps.db, { deliveryId: due.id, number: due.attempts, at, durationMs: Math.round(performance.now() - begun), result, ...more })
  if (delivered) {
    await finishAttempt(deps.db, due.id, { status: 'delivered', result, at: now })
    return 'delivered'
  }
  if (!due.enabled || now.getTime() - due.createdAt.getTime() > maxAgeMs) {
    await finishAttempt(deps.db, due.id, { status: 'failed', result, at: now })
    return 'failed'
  }
  await scheduleRetry(deps.db, due.id, { result, runAt: nextAttemptAt(due.attempts, now, Math.random()) })
  return 'retrying'
}

type Attempt = Omit<SendResult, 'text'> & { text?: string; signature?: string }

async function attempt(deps: DeliverDeps, due: DueDelivery, signal: AbortSignal | undefined): Promise<Attempt> {
  const url = parseTarget(due.url, deps.loopback)
  if (!url) return { delivered: false, result: 'address not allowed' }
  const body = await buildBody(deps.db, due)
  const authorization = await signBody({ id: due.keyId, sealedPrivateKey: due.sealedPrivateKey, sealingKeyId: due.sealingKeyId }, deps.secret, {
    body,
    audience: due.url,
    now: deps.clock.now(),
  })
  const sent = await send(url, { text: body, authorization }, { resolve: deps.resolve, loopback: deps.loopback, ...(signal && { signal }) })
  return { ...sent, signature: authorization }
}

type BodyRow = DeliveryRow & { accountId: string }

interface Payload {
  data: object
  test: boolean
  paymentStatus?: PaymentStatus
}

const testMessage = 'A test event from Nikau. Nothing happened.'

async function payloadOf(db: Db, { type, connectionId, paymentRequestId, activityNumber }: BodyRow): Promise<Payload> {
  if (type === 'webhook:test') return { data: { message: testMessage }, test: true }
  if (connectionId !== null) {
    const { connection, test } = await endedConnection(db, connectionId)
    return { data: connection, test }
  }
  const { activity, status, test } = await webhookPayload(db, paymentRequestId!, activityNumber!)
  return { data: activity, paymentStatus: status, test }
}

/** The same bytes at every attempt: built from immutable rows, in the order of the contract. */
export async function buildBody(db: Db, due: BodyRow): Promise<string> {
  const { data, paymentStatus, test } = await payloadOf(db, due)
  const body = {
    id: due.id,
    type: due.type,
    sequence: Number(due.sequence),
    data,
    paymentStatus,
    accountId: due.accountId,
    test,
    createdAt: due.createdAt.toISOString(),
  } satisfies Record<keyof typeof webhookNotification.shape, unknown>
  return JSON.stringify(body)
}
