import { webhookNotification } from '@nikau/contract/webhooks'
import type { Clock, Db, Secret } from '@nikau/runtime'
import { tellable } from '../payment-requests/index.ts'
import { sign } from './keys.ts'
import { send } from './send.ts'
import { beginAttempt, type DueDelivery, endAttempt } from './store.ts'
import { type Resolve, targetOf } from './targets.ts'

export interface DeliverMeans {
  db: Db
  clock: Clock
  secret: Secret
  loopback: boolean
  resolve: Resolve
}

const longestMs = 14 * 86_400_000

/** Thrown so that the job is tried again later. */
export class NotDelivered extends Error {}

/**
 * One attempt to tell one thing. No transaction is open while the receiver is spoken to; a crash between its yes and our note of
 * it tells it twice, under the same id. After two weeks, or when the endpoint is off, it is given up.
 */
export async function deliver(
  means: DeliverMeans,
  deliveryId: string,
  run: { last: boolean; signal?: AbortSignal },
): Promise<'delivered' | 'failed' | 'done before'> {
  const due = await beginAttempt(means.db, deliveryId)
  if (!due) return 'done before'
  const end = (status: 'delivered' | 'failed' | 'waiting', result: string) => endAttempt(means.db, due.id, { status, result, at: means.clock.now() })
  if (!due.enabled) {
    await end('failed', 'the endpoint is off')
    return 'failed'
  }
  const { delivered, result } = await attempt(means, due, run.signal)
  const over = run.last || means.clock.now().getTime() - due.createdAt.getTime() > longestMs
  await end(delivered ? 'delivered' : over ? 'failed' : 'waiting', result)
  if (!delivered && !over) throw new NotDelivered(result)
  return delivered ? 'delivered' : 'failed'
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
