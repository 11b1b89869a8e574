import { type Limit, limitKey } from './rules.ts'
import { countHits, restoreHits } from './store.ts'
import type { Clock, Db, Secret } from '@nikau/runtime'

export interface LimitedAttempt {
  limits: Limit[]
  subject: string
}

export interface LimitDeps {
  db: Db
  clock: Clock
  codeSecret: Secret
}

export interface ExceededLimit {
  limit: Limit
  subject: string
  until: Date
}

/** Counts one attempt against every limit. Returns the time to try again if it exceeds one. */
export async function countAttempt(deps: LimitDeps, attempts: LimitedAttempt[]): Promise<Date | undefined> {
  return latestOf(await exceededLimits(deps, attempts))
}

/** Counts one attempt against every limit and returns those that it exceeds. */
export async function exceededLimits(deps: LimitDeps, attempts: LimitedAttempt[]): Promise<ExceededLimit[]> {
  const now = deps.clock.now()
  const counters = attempts.flatMap(({ limits, subject }) =>
    limits.map((limit) => ({
      limit,
      subject,
      key: limitKey(deps.codeSecret, limit, subject),
      max: limit.hits,
      resetsAt: new Date(now.getTime() + limit.per),
    })),
  )
  const over = await countHits(deps.db, counters, now)
  return over.map(({ limit, subject, until }) => ({ limit, subject, until }))
}

export function latestOf(exceeded: ExceededLimit[]): Date | undefined {
  return exceeded.map(({ until }) => until).toSorted((a, b) => b.getTime() - a.getTime())[0]
}

/** After a successful sign-in, restores the attempts it used, or resets the whole count. */
export async function restoreAttempts(deps: LimitDeps, tx: Db, attempts: { restore: LimitedAttempt[]; reset: LimitedAttempt[] }): Promise<void> {
  await restoreHits(tx, { restore: keys(deps, attempts.restore), reset: keys(deps, attempts.reset) })
}

function keys(deps: LimitDeps, attempts: LimitedAttempt[]): Buffer[] {
  return attempts.flatMap(({ limits, subject }) => limits.map((limit) => limitKey(deps.codeSecret, limit, subject)))
}
