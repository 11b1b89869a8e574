import { type Db, type Ids, sourceOf, type Tx } from '@nikau/runtime'
import { recordSecurityEvent } from '@nikau/security-events'
import { isDormant } from '../people/rules.ts'
import { markPhoneProved, type Person, selectPersonByPhone, upsertVerifiedPerson } from '../people/store.ts'
import { knownDevice } from './devices.ts'
import type { Checked, Guess } from './guess.ts'
import { restoreAttempts, countAttempt, type LimitDeps } from './limit.ts'
import { codeHash, limits, parseCode, hashesEqual, maxTriesPerCode } from './rules.ts'
import { secondProofsOf } from './second-proof.ts'
import { restorableSends, type SmsBudgets } from './sms-budget.ts'
import { selectSignIn, markVerified, consumeTry, type SignIn } from './store.ts'

/** Checks one guess. It is counted before it is compared, so concurrent guesses cannot exceed the limit. */
export async function checkCode(deps: LimitDeps & { ids: Ids; budgets: SmsBudgets }, guess: Guess): Promise<Checked> {
  const signIn = await selectSignIn(deps.db, guess.interaction)
  if (!signIn) return { kind: 'none' }
  // Already verified in this browser: the response was lost and the form was submitted again.
  if (signIn.secondProof === 'needed') return { kind: 'second-proof' }
  if (signIn.personId) return { kind: 'verified', personId: signIn.personId, phone: signIn.phone }
  const code = parseCode(guess.typed)
  if (!code) return { kind: 'malformed' }
  if (signIn.expiresAt <= deps.clock.now()) return { kind: 'expired' }
  if (signIn.tries >= maxTriesPerCode) return { kind: 'spent' }
  const source = sourceOf(guess.address)
  const known = await knownDevice(deps.db, guess.deviceToken, signIn.phone)
  const counted = known
    ? [{ limits: limits.guessFromDevice, subject: known }]
    : [
        { limits: limits.guessNumber, subject: signIn.phone },
        { limits: limits.guessFromAddress, subject: source },
      ]
  const until = await countAttempt(deps, counted)
  if (until) return { kind: 'wait', until }
  return await deps.db.transaction().execute(async (tx) => {
    const now = deps.clock.now()
    const current = await consumeTry(tx, guess.interaction, { now, maxTries: maxTriesPerCode })
    if (!current) return { kind: 'spent' }
    const correct = hashesEqual(current.codeHash, codeHash(deps.codeSecret, { interaction: guess.interaction, phone: current.phone, code }))
    const person = correct ? await verifiedPerson(deps, tx, current, now) : undefined
    if (!person) return await refuse(tx, current, { ...guess, at: now })
    const dormant = isDormant(person, now)
    await markVerified(tx, guess.interaction, { personId: person.id, at: now, dormant })
    // The code of a dormant number proves only that the number is somebody's.
    if (current.channel === 'sms' && !dormant) await markPhoneProved(tx, person.id, now)
    const [sendToNumber, sendFromSource] = restorableSends(deps.budgets, { phone: current.phone, source })
    await restoreAttempts(deps, tx, {
      restore: known ? counted : [...counted, sendFromSource],
      reset: known ? [{ limits: limits.sendFromDevice, subject: known }] : [sendToNumber],
    })
    if (!dormant) return { kind: 'verified', personId: person.id, phone: current.phone }
    const proofs = await secondProofsOf(tx, person, current.channel, now)
    if (!proofs.passkey && !proofs.code)
      await recordSecurityEvent(tx, {
        personId: person.id,
        kind: 'dormant-sign-in-refused',
        at: now,
        method: 'code',
        address: guess.address,
        device: guess.device,
      })
    return { kind: 'second-proof' }
  })
}

/** The person is told of wrong codes in their list, once per exhausted code. */
async function refuse(tx: Db, signIn: SignIn, guess: Guess & { at: Date }): Promise<Checked> {
  if (signIn.tries < maxTriesPerCode) return { kind: 'wrong', triesLeft: maxTriesPerCode - signIn.tries }
  const person = await selectPersonByPhone(tx, signIn.phone)
  if (person)
    await recordSecurityEvent(tx, {
      personId: person.id,
      kind: 'sign-in-code-wrong',
      at: guess.at,
      method: 'code',
      address: guess.address,
      device: guess.device,
    })
  return { kind: 'spent' }
}

/** A code by SMS verifies the number and creates the account if there is none. A code by email is only for an existing account. */
async function verifiedPerson(deps: { ids: Ids }, tx: Tx, signIn: { phone: string; channel: 'sms' | 'email' }, at: Date): Promise<Person | undefined> {
  if (signIn.channel === 'email') return await selectPersonByPhone(tx, signIn.phone)
  return await upsertVerifiedPerson(tx, { id: deps.ids.ordered(), phone: signIn.phone, at })
}
