import { queueMessage } from '@nikau/rails'
import { type Db, sourceOf } from '@nikau/runtime'
import { recordSecurityEvent } from '@nikau/security-events'
import { selectPasskeys } from '../passkeys/store.ts'
import { signInEmail } from '../people/rules.ts'
import { markPhoneProved, type Person, selectPerson } from '../people/store.ts'
import type { Checked, Guess } from './guess.ts'
import { countAttempt, exceededLimits, type LimitDeps } from './limit.ts'
import { codeMessage } from './message.ts'
import { type Channel, codeHash, codeTtlMs, generateCode, hashesEqual, limits, maxSendsPerSignIn, maxTriesPerCode, parseCode, resendAfterMs } from './rules.ts'
import { OverLimit, type SendDeps, type Sent, withinLimits } from './send-code.ts'
import { messageAttempts } from './sms-budget.ts'
import type { SignIn } from './store.ts'
import { consumeSecondTry, markSecondProof, selectSecondCode, upsertSecondCode } from './store-second-code.ts'

// Carriers give numbers that were not used for a year to other people. So a dormant person proves more than the number: with a
// passkey, which is a sign-in of its own, or with a code by the other channel.

export interface SecondProofs {
  passkey: boolean
  /** Where the second code goes, if there is a channel for it. */
  code: { channel: Channel; to: string } | undefined
}

export async function secondProofsOf(db: Db, person: Person, firstChannel: Channel, now: Date): Promise<SecondProofs> {
  const passkey = (await selectPasskeys(db, person.id, { desk: false })).length > 0
  const email = signInEmail(person, now)
  if (firstChannel === 'email') return { passkey, code: { channel: 'sms', to: person.phone } }
  return { passkey, code: email === null ? undefined : { channel: 'email', to: email } }
}

/** The proofs that the person of this sign-in can give. */
export async function secondProofs(deps: LimitDeps, signIn: SignIn): Promise<SecondProofs> {
  const person = signIn.personId === null ? undefined : await selectPerson(deps.db, signIn.personId)
  return person ? await secondProofsOf(deps.db, person, signIn.channel, deps.clock.now()) : { passkey: false, code: undefined }
}

/** Sends the second code. Its limits are the person's own; an SMS also counts against the budgets. */
export async function sendSecondCode(
  deps: SendDeps,
  signIn: SignIn & { personId: string },
  to: { channel: Channel; to: string },
  address: string,
): Promise<Sent> {
  const now = deps.clock.now()
  const code = generateCode()
  const expiresAt = new Date(now.getTime() + codeTtlMs)
  const hash = secondCodeHash(deps, signIn, code)
  const attempts = [
    { limits: limits.secondSend, subject: signIn.personId },
    ...(to.channel === 'sms' ? messageAttempts(deps.budgets, { phone: signIn.phone, channel: 'sms', source: sourceOf(address), knownDevice: undefined }) : []),
  ]
  return await withinLimits(deps, async (tx) => {
    const stored = { interaction: signIn.interaction, channel: to.channel, codeHash: hash, sentAt: now, expiresAt }
    const sends = await upsertSecondCode(tx, stored, { sentBefore: new Date(now.getTime() - resendAfterMs), maxSends: maxSendsPerSignIn })
    if (sends === undefined) {
      const before = await selectSecondCode(tx, signIn.interaction)
      return { kind: before && before.sends >= maxSendsPerSignIn ? 'too-many' : 'too-soon' }
    }
    await queueMessage(tx, codeMessage({ ...to, interaction: `${signIn.interaction}:second`, code, sends, expiresAt, host: deps.host }))
    const exceeded = await exceededLimits({ ...deps, db: tx }, attempts)
    if (exceeded.length > 0) throw new OverLimit(exceeded)
    return { kind: 'sent' }
  })
}

/** Checks a guess of the second code, counted before it is compared. */
export async function checkSecondCode(
  deps: LimitDeps,
  signIn: SignIn & { personId: string },
  guess: Guess,
): Promise<Exclude<Checked, { kind: 'second-proof' }>> {
  const { personId, phone } = signIn
  if (signIn.secondProof === 'done') return { kind: 'verified', personId, phone }
  const sent = await selectSecondCode(deps.db, signIn.interaction)
  if (!sent) return { kind: 'none' }
  const code = parseCode(guess.typed)
  if (!code) return { kind: 'malformed' }
  if (sent.expiresAt <= deps.clock.now()) return { kind: 'expired' }
  if (sent.tries >= maxTriesPerCode) return { kind: 'spent' }
  const until = await countAttempt(deps, [{ limits: limits.secondGuess, subject: personId }])
  if (until) return { kind: 'wait', until }
  return await deps.db.transaction().execute(async (tx) => {
    const now = deps.clock.now()
    const current = await consumeSecondTry(tx, signIn.interaction, { now, maxTries: maxTriesPerCode })
    if (!current) return { kind: 'spent' }
    if (!hashesEqual(current.codeHash, secondCodeHash(deps, signIn, code))) {
      if (current.tries < maxTriesPerCode) return { kind: 'wrong', triesLeft: maxTriesPerCode - current.tries }
      await recordSecurityEvent(tx, { personId, kind: 'sign-in-code-wrong', at: now, method: 'two-codes', address: guess.address, device: guess.device })
      return { kind: 'spent' }
    }
    await markSecondProof(tx, signIn.interaction)
    // One of the two codes was sent to the number, and the other proves whose it is.
    await markPhoneProved(tx, personId, now)
    return { kind: 'verified', personId, phone }
  })
}

/** Never equal to the hash of a first code. */
function secondCodeHash(deps: LimitDeps, signIn: SignIn, code: string): Buffer {
  return codeHash(deps.codeSecret, { interaction: `${signIn.interaction}:second`, phone: signIn.phone, code })
}
