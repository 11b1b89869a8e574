import type { Ids, Tx } from '@nikau/runtime'
import { type Person, selectPersonByPhone, upsertVerifiedPerson } from '../people/store.ts'
import { type LimitDeps, restoreAttempts, countAttempt } from './limit.ts'
import { codeHash, limits, parseCode, hashesEqual, maxTriesPerCode } from './rules.ts'
import { selectSignIn, markVerified, consumeTry } from './store.ts'

export type Checked =
  | { kind: 'verified'; personId: string; phone: string }
  | { kind: 'malformed' }
  | { kind: 'wrong'; triesLeft: number }
  | { kind: 'spent' }
  | { kind: 'expired' }
  | { kind: 'wait'; until: Date }
  | { kind: 'none' }

/** Checks one guess. It is counted before it is compared, so concurrent guesses cannot exceed the limit. */
export async function checkCode(deps: LimitDeps & { ids: Ids }, guess: { interaction: string; typed: string; address: string }): Promise<Checked> {
  const signIn = await selectSignIn(deps.db, guess.interaction)
  if (!signIn) return { kind: 'none' }
  // Already verified in this browser: the response was lost and the form was submitted again.
  if (signIn.personId) return { kind: 'verified', personId: signIn.personId, phone: signIn.phone }
  const code = parseCode(guess.typed)
  if (!code) return { kind: 'malformed' }
  if (signIn.expiresAt <= deps.clock.now()) return { kind: 'expired' }
  if (signIn.tries >= maxTriesPerCode) return { kind: 'spent' }
  const counted = [
    { limits: limits.guessNumber, subject: signIn.phone },
    { limits: limits.guessFromAddress, subject: guess.address },
  ]
  const until = await countAttempt(deps, counted)
  if (until) return { kind: 'wait', until }
  return await deps.db.transaction().execute(async (tx) => {
    const now = deps.clock.now()
    const current = await consumeTry(tx, guess.interaction, { now, maxTries: maxTriesPerCode })
    if (!current) return { kind: 'spent' }
    const correct = hashesEqual(current.codeHash, codeHash(deps.codeSecret, { interaction: guess.interaction, phone: current.phone, code }))
    const person = correct ? await verifiedPerson(deps, tx, current, now) : undefined
    if (!person) return current.tries >= maxTriesPerCode ? { kind: 'spent' } : { kind: 'wrong', triesLeft: maxTriesPerCode - current.tries }
    await markVerified(tx, guess.interaction, person.id, now)
    await restoreAttempts(deps, tx, {
      restore: [...counted, { limits: limits.sendFromAddress, subject: guess.address }],
      reset: [{ limits: limits.sendToNumber, subject: current.phone }],
    })
    return { kind: 'verified', personId: person.id, phone: current.phone }
  })
}

/** A code by SMS verifies the number and creates the account if there is none. A code by email is only for an existing account. */
async function verifiedPerson(deps: { ids: Ids }, tx: Tx, signIn: { phone: string; channel: 'sms' | 'email' }, at: Date): Promise<Person | undefined> {
  if (signIn.channel === 'email') return await selectPersonByPhone(tx, signIn.phone)
  return await upsertVerifiedPerson(tx, { id: deps.ids.ordered(), phone: signIn.phone, at })
}
