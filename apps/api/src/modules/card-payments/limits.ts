import type { Clock, Db, Secret } from '@nikau/runtime'
import { type CardRules, dayMs, type LimitedAction, limitKeyOf } from './rules.ts'
import { countAttempts, deleteAttempts, deleteAttempt, insertAttempt } from './store-sessions.ts'

export interface LimitDeps {
  secret: Secret
  rules: CardRules
  /** The system clock: codes and limits use it, as sign-in does. */
  wallClock: Clock
}

const limitNames = {
  cvc: 'wrongCvcs',
  source: 'failuresOfSource',
  card: 'wrongCvcsOfCard',
  code: 'wrongCodesOfCard',
  send: 'codesOfCard',
  request: 'failuresOfRequest',
  barcode: 'unknownBarcodes',
} as const satisfies Record<LimitedAction, keyof CardRules>

/** An attempt, counted before it is made, so that concurrent attempts cannot exceed the limit. */
export interface ConsumedAttempt {
  /** Attempts that were counted before this one. */
  earlier: number
  /** Uncounts a legitimate attempt. */
  restore(db: Db): Promise<void>
}

const windowMs = ({ rules }: LimitDeps, action: LimitedAction) => (action === 'source' ? rules.sourceSeconds * 1000 : dayMs)

/** Whether the limit is reached, without counting. */
export async function isLimited(deps: LimitDeps, db: Db, action: LimitedAction, subject: string): Promise<boolean> {
  const since = new Date(deps.wallClock.now().getTime() - windowMs(deps, action))
  return (await countAttempts(db, { key: limitKeyOf(deps.secret, action, subject), since })) >= deps.rules[limitNames[action]]
}

/** Undefined when the limit of the last 24 hours, or of a source's window, is reached. */
export async function consumeAttempt(deps: LimitDeps, db: Db, action: LimitedAction, subject: string): Promise<ConsumedAttempt | undefined> {
  const key = limitKeyOf(deps.secret, action, subject)
  const at = deps.wallClock.now()
  const since = new Date(at.getTime() - windowMs(deps, action))
  const count = await insertAttempt(db, { key, max: deps.rules[limitNames[action]], since, at })
  return count === undefined ? undefined : { earlier: count - 1, restore: (tx) => deleteAttempt(tx, { key, at }) }
}

export async function resetAttempts(deps: LimitDeps, db: Db, action: LimitedAction, subject: string): Promise<void> {
  await deleteAttempts(db, limitKeyOf(deps.secret, action, subject))
}
