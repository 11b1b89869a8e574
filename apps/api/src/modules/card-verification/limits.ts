import type { Clock, Db, Secret } from '@nikau/runtime'
import { type CardRules, dayMs, type Limited, limitKeyOf } from './rules.ts'
import { forgetTries, giveTryBack, takeTry } from './store.ts'

export interface LimitMeans {
  secret: Secret
  rules: CardRules
  /** The machine's clock: codes and locks go by it, as signing in does. */
  machine: Clock
}

const mostOf = {
  cvc: 'wrongCvcs',
  code: 'wrongCodesOfCard',
  send: 'codesOfCard',
  request: 'failuresOfRequest',
} as const satisfies Record<Limited, keyof CardRules>

/** A try that was counted before it was made, so that however many come at once, no more are made than are allowed. */
export interface Try {
  /** It was an honest one after all. */
  giveBack(db: Db): Promise<void>
}

/** Nothing when it would be one too many of the last 24 hours. */
export async function countTry(means: LimitMeans, db: Db, what: Limited, subject: string): Promise<Try | undefined> {
  const key = limitKeyOf(means.secret, what, subject)
  const at = means.machine.now()
  const taken = await takeTry(db, { key, most: means.rules[mostOf[what]], since: new Date(at.getTime() - dayMs), at })
  return taken ? { giveBack: (inside) => giveTryBack(inside, { key, at }) } : undefined
}

export async function forgetAll(means: LimitMeans, db: Db, what: Limited, subject: string): Promise<void> {
  await forgetTries(db, limitKeyOf(means.secret, what, subject))
}
