import type { PaymentActivity } from '@nikau/contract/payment-activities'
import { Refusal } from '../../../http/refusal.ts'
import type { ReturnDeps } from '../external/port.ts'
import { returnSuspense } from '../refund/return-to-source.ts'
import { voidPending } from '../request/conditions.ts'
import { statusOf } from '../request/types.ts'
import { recordActivity, withRequest } from '../request/with-request.ts'
import { closeDueCounter } from './due-counter.ts'
import { saveSweptUntil, selectExpired, selectSweptUntil } from './store.ts'

/**
 * Records the expiry of a request and returns what was paid so far. The request is expired by its own time, so nothing depends on
 * when this runs. Undefined when the expiry is recorded already or is still to come.
 */
export async function expire(deps: ReturnDeps, requestId: string): Promise<PaymentActivity | undefined> {
  const activity = await withRequest(deps, requestId, async (tx, request): Promise<PaymentActivity | undefined> => {
    if (request.status !== 'new' || request.reservedFor !== null || statusOf(request, deps.clock.now()) !== 'expired') return undefined
    await closeDueCounter(tx, deps.ledger, request, 'expire')
    const posting = await returnSuspense(tx, deps, request)
    return await recordActivity(
      tx,
      deps,
      request,
      { event: 'expiry', remaining: request.amount, tenders: [], conditions: voidPending(request.conditions) },
      { type: 'expiry', amount: request.amount, createdBy: 'crn::service:expiry', posting, webhook: 'payment-request:expired' },
    )
  })
  return activity instanceof Refusal ? undefined : activity
}

const batchSize = 200
/** Clocks differ and commits take a moment: each sweep covers the last minutes again. */
const overlapMs = 10 * 60_000
const maxLifetimeMs = 25 * 3_600_000

/** Expires the requests that ran out since the last sweep. Safe to run concurrently and after a long pause. */
export async function sweepExpired(deps: ReturnDeps): Promise<number> {
  const until = deps.clock.now()
  const from = (await selectSweptUntil(deps.db)) ?? new Date(until.getTime() - maxLifetimeMs)
  let count = 0
  const failed = new Map<string, unknown>()
  for (;;) {
    const ids = (await selectExpired(deps.db, { from, until }, batchSize + failed.size)).filter((id) => !failed.has(id))
    for (const id of ids) {
      try {
        if (await expire(deps, id)) count++
      } catch (error) {
        failed.set(id, error) // the rest of the batch continues
      }
    }
    if (ids.length === 0) break
  }
  if (failed.size > 0)
    throw new AggregateError(failed.values(), `expiry failed for ${failed.size} payment requests: ${[...failed.keys()].slice(0, 5).join(', ')}`)
  await saveSweptUntil(deps.db, new Date(until.getTime() - overlapMs))
  return count
}
