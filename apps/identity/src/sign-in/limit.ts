import { type Limit, limitKey } from './rules.ts'
import { countHits, settleHits } from './store.ts'
import type { Clock, Db, Secret } from '@nikau/runtime'

export interface Counted {
  limits: Limit[]
  subject: string
}

export interface LimitDeps {
  db: Db
  clock: Clock
  codeSecret: Secret
}

/** Counts one attempt against every limit and answers the moment to come back at, or nothing when the attempt may go on. */
export async function waitUntil(deps: LimitDeps, counted: Counted[]): Promise<Date | undefined> {
  const now = deps.clock.now()
  const counters = counted.flatMap(({ limits, subject }) =>
    limits.map((limit) => ({ key: limitKey(deps.codeSecret, limit, subject), most: limit.hits, resetsAt: new Date(now.getTime() + limit.per) })),
  )
  const over = await countHits(deps.db, counters, now)
  return over.toSorted((a, b) => b.getTime() - a.getTime())[0]
}

/** An honest attempt costs nothing: what it used up is given back, or the whole count is started afresh. */
export async function settle(deps: LimitDeps, tx: Db, counted: { giveBack: Counted[]; forget: Counted[] }): Promise<void> {
  await settleHits(tx, { giveBack: keys(deps, counted.giveBack), forget: keys(deps, counted.forget) })
}

function keys(deps: LimitDeps, counted: Counted[]): Buffer[] {
  return counted.flatMap(({ limits, subject }) => limits.map((limit) => limitKey(deps.codeSecret, limit, subject)))
}
