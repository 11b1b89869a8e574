import type { Clock, Db, Secret } from '@nikau/runtime'
import { type CardRules, dayMs, type LimitedAction, limitKeyOf } from './rules.ts'
import { deleteAttempts, deleteAttempt, insertAttempt } from './store-sessions.ts'

export interface LimitDeps {
  secret: Secret
  rules: CardRules
  /** The system clock: codes and limits use it, as sign-in does. */
  wallClock: Clock
}

const limitNames = {
  cvc: 'wrongCvcs',
  code: 'wrongCodesOfCard',
  send: 'codesOfCard',
  request: 'failuresOfRequest',
} as const satisfies Record<LimitedAction, keyof CardRules>

/** An attempt, counted before it is made, so that concurrent attempts cannot exceed the limit. */
export interface ConsumedAttempt {
  /** Uncounts a legitimate attempt. */
  restore(db: Db): Promise<void>
}

/** Undefined when the limit of the last 24 hours is reached. */
export async function consumeAttempt(deps: LimitDeps, db: Db, action: LimitedAction, subject: string): Promise<ConsumedAttempt | undefined> {
  const key = limitKeyOf(deps.secret, action, subject)
  const at = deps.wallClock.now()
  const isCounted = await insertAttempt(db, { key, max: deps.rules[limitNames[action]], since: new Date(at.getTime() - dayMs), at })
  return isCounted ? { restore: (tx) => deleteAttempt(tx, { key, at }) } : undefined
}

export async function resetAttempts(deps: LimitDeps, db: Db, action: LimitedAction, subject: string): Promise<void> {
  await deleteAttempts(db, limitKeyOf(deps.secret, action, subject))
}
