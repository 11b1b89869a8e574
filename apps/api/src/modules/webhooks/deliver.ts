import { webhookNotification } from '@nikau/contract/webhooks'
import type { Clock, Db, Secret } from '@nikau/runtime'
import { tellable } from '../payment-requests/index.ts'
import { sign } from './keys.ts'
import { giveUpAfterMs, nextTry } from './rules.ts'
import { send } from './send.ts'
import { beginAttempt, type DueDelivery, endAttempt, tryAgain } from './store.ts'
import { type Resolve, targetOf } from './targets.ts'

export interface DeliverMeans {
  db: Db
  clock: Clock
  secret: Secret
  loopback: boolean
  resolve: Resolve
}

/**
 * One attempt to tell one thing. No transaction is open while the receiver is spoken to; a crash between its yes and our note of
 * it tells it twice, under the same id. What the receiver does not take is tried again later, until two weeks have passed or the
 * endpoint is off.
 */
export async function deliver(means: DeliverMeans, deliveryId: string, signal?: AbortSignal): Promise<'delivered' | 'failed' | 'later' | 'done before'> {
  const due = await beginAttempt(means.db, deliveryId)
  if (!due) return 'done before'
  const { delivered, result } = due.enabled ? await attempt(means, due, signal) : { delivered: false, result: 'the endpoint is off' }
  const now = means.clock.now()
  if (delivered) {
    await endAttempt(means.db, due.id, { status: 'delivered', result, at: now })
    return 'delivered'
  }
  if (!due.enabled || now.getTime() - due.createdAt.getTime() > giveUpAfterMs) {
    await endAttempt(means.db, due.id, { status: 'failed', result, at: now })
    return 'failed'
  }
  await tryAgain(means.db, due.id, { result, runAt: nextTry(due.attempts, now, Math.random()) })
  return 'later'
}

async function attempt(means: DeliverMeans, due: DueDelivery, signal: AbortSignal | undefined) {
  const url = targetOf(due.url, means.loopback)
  if (!url) return { delivered: false, result: 'the address is not allowed' }
  const body = await bodyOf(means.db, due)
  const authorization = await sign({ id: due.keyId, sealedPrivateKey: due.sealedPrivateKey }, means.secret, { body, audience: due.url, now: means.clock.now() })
  return await send(url, { text: body, authorization }, { resolve: means.resolve, loopback: means.loopback, ...(signal && { signal }) })
}

/** The same bytes at every attempt: made from what never changes, in the order of the contract. */
async function bodyOf(db: Db, due: DueDelivery): Promise<string> {
  const { activity, test } = await tellable(db, due.paymentRequestId, due.activityNumber)
  const body = {
    id: due.id,
    type: due.type,
    sequence: Number(due.sequence),
    data: activity,
    accountId: due.accountId,
    test,
    createdAt: due.createdAt.toISOString(),
  } satisfies Record<keyof typeof webhookNotification.shape, unknown>
  return JSON.stringify(body)
}
