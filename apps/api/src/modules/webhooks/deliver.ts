import { webhookNotification } from '@nikau/contract/webhooks'
import type { Clock, Db, Secret } from '@nikau/runtime'
import { endedConnection } from '../connections/index.ts'
import { webhookPayload } from '../payment-requests/index.ts'
import { signBody } from './signing-keys.ts'
import { maxAgeMs, nextAttemptAt } from './rules.ts'
import { send } from './send.ts'
import { beginAttempt, type DueDelivery, finishAttempt, scheduleRetry } from './store.ts'
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
  const { delivered, result } = due.enabled ? await attempt(deps, due, signal) : { delivered: false, result: 'endpoint disabled' }
  const now = deps.clock.now()
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

async function attempt(deps: DeliverDeps, due: DueDelivery, signal: AbortSignal | undefined) {
  const url = parseTarget(due.url, deps.loopback)
  if (!url) return { delivered: false, result: 'address not allowed' }
  const body = await buildBody(deps.db, due)
  const authorization = await signBody({ id: due.keyId, sealedPrivateKey: due.sealedPrivateKey, sealingKeyId: due.sealingKeyId }, deps.secret, {
    body,
    audience: due.url,
    now: deps.clock.now(),
  })
  return await send(url, { text: body, authorization }, { resolve: deps.resolve, loopback: deps.loopback, ...(signal && { signal }) })
}

async function payloadOf(db: Db, { connectionId, paymentRequestId, activityNumber }: DueDelivery): Promise<{ data: object; test: boolean }> {
  if (connectionId !== null) {
    const { connection, test } = await endedConnection(db, connectionId)
    return { data: connection, test }
  }
  const { activity, test } = await webhookPayload(db, paymentRequestId!, activityNumber!)
  return { data: activity, test }
}

/** The same bytes at every attempt: built from immutable rows, in the order of the contract. */
async function buildBody(db: Db, due: DueDelivery): Promise<string> {
  const { data, test } = await payloadOf(db, due)
  const body = {
    id: due.id,
    type: due.type,
    sequence: Number(due.sequence),
    data,
    accountId: due.accountId,
    test,
    createdAt: due.createdAt.toISOString(),
  } satisfies Record<keyof typeof webhookNotification.shape, unknown>
  return JSON.stringify(body)
}
