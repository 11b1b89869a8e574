import type { Ids, Tx } from '@nikau/runtime'
import { type Person, personByPhone, personWithProvenPhone } from '../people/store.ts'
import { type LimitDeps, settle, waitUntil } from './limit.ts'
import { codeHash, limits, readCode, sameHash, triesPerCode } from './rules.ts'
import { findSignIn, markVerified, takeTry } from './store.ts'

export type Checked =
  | { kind: 'verified'; personId: string; phone: string }
  | { kind: 'malformed' }
  | { kind: 'wrong'; triesLeft: number }
  | { kind: 'spent' }
  | { kind: 'expired' }
  | { kind: 'wait'; until: Date }
  | { kind: 'none' }

/** Weighs one guess. It is counted before it is compared, so however many come at once, no more are compared than are allowed. */
export async function checkCode(deps: LimitDeps & { ids: Ids }, guess: { interaction: string; typed: string; address: string }): Promise<Checked> {
  const signIn = await findSignIn(deps.db, guess.interaction)
  if (!signIn) return { kind: 'none' }
  // Proven a moment ago in this very browser: the answer was lost on its way, and the person pressed again.
  if (signIn.personId) return { kind: 'verified', personId: signIn.personId, phone: signIn.phone }
  const code = readCode(guess.typed)
  if (!code) return { kind: 'malformed' }
  if (signIn.expiresAt <= deps.clock.now()) return { kind: 'expired' }
  if (signIn.tries >= triesPerCode) return { kind: 'spent' }
  const counted = [
    { limits: limits.guessNumber, subject: signIn.phone },
    { limits: limits.guessFromAddress, subject: guess.address },
  ]
  const until = await waitUntil(deps, counted)
  if (until) return { kind: 'wait', until }
  return await deps.db.transaction().execute(async (tx) => {
    const now = deps.clock.now()
    const held = await takeTry(tx, guess.interaction, { now, mostTries: triesPerCode })
    if (!held) return { kind: 'spent' }
    const right = sameHash(held.codeHash, codeHash(deps.codeSecret, { interaction: guess.interaction, phone: held.phone, code }))
    const person = right ? await proven(deps, tx, held, now) : undefined
    if (!person) return held.tries >= triesPerCode ? { kind: 'spent' } : { kind: 'wrong', triesLeft: triesPerCode - held.tries }
    await markVerified(tx, guess.interaction, person.id, now)
    await settle(deps, tx, {
      giveBack: [...counted, { limits: limits.sendFromAddress, subject: guess.address }],
      forget: [{ limits: limits.sendToNumber, subject: held.phone }],
    })
    return { kind: 'verified', personId: person.id, phone: held.phone }
  })
}

/** A code by SMS proves the number and makes the account where there is none; one by e-mail opens an account that there is. */
async function proven(deps: { ids: Ids }, tx: Tx, held: { phone: string; channel: 'sms' | 'email' }, at: Date): Promise<Person | undefined> {
  if (held.channel === 'email') return await personByPhone(tx, held.phone)
  return await personWithProvenPhone(tx, { id: deps.ids.ordered(), phone: held.phone, at })
}
