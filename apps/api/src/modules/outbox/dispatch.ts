import type { Db, Tx } from '@nikau/runtime'
import { claimEvents, hasEvents, type OutboxEvent } from './store.ts'

/** Writes what follows from a batch of events, in bulk and in the dispatcher's transaction. Events come in the order of their ids. */
export type OutboxSubscriber = (tx: Tx, events: readonly OutboxEvent[]) => Promise<void>

export interface DispatchDeps {
  db: Db
  subscribers: readonly OutboxSubscriber[]
  batchSize?: number
  /** Called after the commit of each batch. */
  onDispatched?: (events: readonly OutboxEvent[]) => void
}

/** Dispatches all events that are committed now, and returns how many. Claim and subscribers share one transaction per batch. */
export async function dispatchOutbox(deps: DispatchDeps): Promise<number> {
  const { batchSize = 500 } = deps
  let dispatched = 0
  for (;;) {
    const events = await dispatchBatch(deps, batchSize)
    if (events.length > 0) deps.onDispatched?.(events)
    dispatched += events.length
    if (events.length < batchSize) return dispatched
  }
}

async function dispatchBatch({ db, subscribers }: DispatchDeps, batchSize: number): Promise<OutboxEvent[]> {
  if (!(await hasEvents(db))) return []
  return await db.transaction().execute(async (tx) => {
    const events = await claimEvents(tx, batchSize)
    if (events.length > 0) for (const subscriber of subscribers) await subscriber(tx, events)
    return events
  })
}
