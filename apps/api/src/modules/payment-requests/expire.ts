import type { PaymentActivity } from '@nikau/contract/payment-activities'
import { Refusal } from '../../http/refusal.ts'
import { act, type ActMeans, closeDue, record } from './act.ts'
import { isPending } from './decide.ts'
import { giveBack } from './give-back.ts'
import { noteSwept, selectExpired, sweptUpto } from './store.ts'
import { statusOf } from './rows.ts'

/**
 * Writes down that a request has run out, and gives back what was paid so far. It was over before this: nothing depends on when
 * this happens. Done already, or not over yet, is nothing to do.
 */
export async function expire(means: ActMeans, requestId: string): Promise<PaymentActivity | undefined> {
  const done = await act(means, requestId, async (tx, request): Promise<PaymentActivity | undefined> => {
    if (request.status !== 'new' || request.heldBy !== null || statusOf(request, means.clock.now()) !== 'expired') return undefined
    await closeDue(tx, means.ledger, request, 'expire')
    const returns = request.legs.map((leg) => ({ leg, amount: BigInt(leg.amount), reference: `return:${leg.payment}` }))
    const posting = await giveBack(tx, means, request, returns, 'waiting')
    if (posting instanceof Refusal) throw new Error(`what waits with a request could not be given back: ${posting.code}`)
    const conditions = request.conditions.map((one) => (isPending(one) ? { ...one, status: 'void' as const } : one))
    return await record(
      tx,
      means,
      request,
      { status: 'expired', remaining: request.amount, legs: [], conditions },
      { type: 'expiry', amount: request.amount, createdBy: 'crn::service:expiry', posting, told: 'payment-request:expired' },
    )
  })
  return done instanceof Refusal ? undefined : done
}

const batch = 200
/** Clocks differ and commits take a moment: the last minutes are always looked at again. */
const marginMs = 10 * 60_000
const longestLifeMs = 25 * 3_600_000

/** Expires what has run out since the last sweep. Safe to run by several at once, and after a long pause. */
export async function sweepExpired(means: ActMeans): Promise<number> {
  const upto = means.clock.now()
  const from = (await sweptUpto(means.db)) ?? new Date(upto.getTime() - longestLifeMs)
  let count = 0
  const failed = new Map<string, unknown>()
  for (;;) {
    const ids = (await selectExpired(means.db, { from, upto }, batch + failed.size)).filter((id) => !failed.has(id))
    for (const id of ids) {
      try {
        if (await expire(means, id)) count++
      } catch (error) {
        failed.set(id, error) // the others do not wait for it
      }
    }
    if (ids.length === 0) break
  }
  if (failed.size > 0) throw new AggregateError(failed.values(), `${failed.size} requests could not be expired: ${[...failed.keys()].slice(0, 5).join(', ')}`)
  await noteSwept(means.db, new Date(upto.getTime() - marginMs))
  return count
}
