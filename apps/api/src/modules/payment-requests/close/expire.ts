import type { PaymentActivity } from '@nikau/contract/payment-activities'
import type { Tx } from '@nikau/runtime'
import { Refusal } from '../../../http/refusal.ts'
import type { ReturnDeps } from '../external/port.ts'
import { returnSuspense } from '../refund/return-to-source.ts'
import { isPending, voidPending } from '../request/conditions.ts'
import { chargeTenders } from '../request/fees.ts'
import { isRestKept } from '../request/rest.ts'
import { selectRequest } from '../request/store.ts'
import { type RequestRow, statusOf } from '../request/types.ts'
import { recordActivity, withRequest } from '../request/with-request.ts'
import { closeDueCounter } from './due-counter.ts'
import { closeOrRaise } from './not-closed.ts'
import { settleSuspense } from './settle.ts'
import { deleteClosedExpiries, type QueuedExpiry, selectDueExpiries } from './store.ts'

/**
 * Records the expiry of a request and returns what was paid so far, unless its rest was kept. The request is expired by its own time, so nothing depends on
 * when this runs; the ledger's clock decides, because the clock of this process may be ahead. Undefined when the expiry is recorded
 * already or is still to come.
 */
export async function expire(deps: ReturnDeps, requestId: string): Promise<PaymentActivity | undefined> {
  const activity = await withRequest(deps, requestId, async (tx, request): Promise<PaymentActivity | undefined> => {
    if (request.status !== 'new' || request.reservedFor !== null || statusOf(request, await deps.ledger.now(tx)) !== 'expired') return undefined
    await closeDueCounter(tx, deps.ledger, request, 'expire')
    if (isRestKept(request) && !request.conditions.some(isPending)) return await closeInPart(tx, deps, request)
    const posting = await returnSuspense(tx, deps, request)
    return await recordActivity(
      tx,
      deps,
      request,
      { event: 'expiry', remaining: request.amount, returned: request.tenders, conditions: voidPending(request.conditions) },
      { type: 'expiry', amount: request.amount, createdBy: 'crn::service:expiry', posting, webhook: 'payment-request:expired' },
    )
  })
  return activity instanceof Refusal ? undefined : activity
}

/**
 * A part payment at a staff till whose time is over, closed before its till sees it: until the sweep has run it would read as expired,
 * as if nothing had been taken. By the ledger's clock its time may be still to come.
 */
export async function closeOverduePart(deps: ReturnDeps, request: RequestRow): Promise<RequestRow> {
  if (request.status !== 'new' || !isRestKept(request) || statusOf(request, deps.clock.now()) !== 'expired') return request
  await closeOrRaise(deps, request.id, () => expire(deps, request.id))
  return (await selectRequest(deps.db, request.id))!
}

/** Nobody took the rest of a part payment at a staff till. What was paid is the merchant's: its customer has agreed to pay that part. */
async function closeInPart(tx: Tx, deps: ReturnDeps, request: RequestRow): Promise<PaymentActivity> {
  const charged = chargeTenders(await deps.fees.chargeOf(request.merchantId, deps.clock.now()), request, request.tenders)
  const posting = await settleSuspense(tx, deps, request, charged, `settle-part:${request.id}`)
  const amount = request.tenders.reduce((sum, tender) => sum + BigInt(tender.amount), 0n)
  const change = { event: 'paid-in-part' as const, ends: request.tenders.at(-1)!, charged }
  const activity = { type: 'paid' as const, amount, createdBy: 'crn::service:expiry', posting, webhook: 'payment-request:paid' as const }
  return await recordActivity(tx, deps, request, change, activity)
}

const batchSize = 200

/**
 * Expires the requests whose time is over. A request stays in the queue until it is closed: one that is reserved for an external payment
 * waits for it, and one that cannot be closed is an exception and is tried again by the next sweep. Safe to run concurrently and after a
 * long pause.
 */
export async function sweepExpired(deps: ReturnDeps): Promise<number> {
  const until = await deps.ledger.now(deps.db)
  let count = 0
  let last: QueuedExpiry | undefined
  for (;;) {
    const due = await selectDueExpiries(deps.db, until, last, batchSize)
    for (const { id, status, isReserved } of due) if (status === 'new' && !isReserved && (await closeOrRaise(deps, id, () => expire(deps, id)))) count++
    await deleteClosedExpiries(deps.db, due)
    last = due.at(-1)
    if (last === undefined) return count
  }
}
