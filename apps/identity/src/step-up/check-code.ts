import type { Tx } from '@nikau/runtime'
import { recordSecurityEvent } from '@nikau/security-events'
import { markPhoneProved } from '../people/store.ts'
import { countAttempt, type LimitDeps, restoreAttempts } from '../sign-in/limit.ts'
import { hashesEqual, limits, maxTriesPerCode, parseCode } from '../sign-in/rules.ts'
import type { Caller } from '../web-api/web-api.ts'
import { contactOf } from './contact.ts'
import { allowanceOf, isSmsVerified, recipientOf, secondCodeWithinMs, stepUpCodeHash } from './rules.ts'
import { consumeTry, deleteCode, markSmsVerified, selectCode, upsertStepUp } from './store.ts'

export type Checked =
  | { kind: 'verified'; acr: 'code' | 'two-codes' }
  | { kind: 'next' }
  | { kind: 'malformed' }
  | { kind: 'wrong'; triesLeft: number }
  | { kind: 'expired' }
  | { kind: 'wait'; until: Date }

/** Checks one guess. It is counted before it is compared, so concurrent guesses cannot exceed the limit. */
export async function checkStepUpCode(deps: LimitDeps, caller: Caller, typed: string): Promise<Checked> {
  const code = parseCode(typed)
  if (!code) return { kind: 'malformed' }
  const { sessionUid, personId } = caller
  const now = deps.clock.now()
  const contact = await contactOf(deps.db, personId, now)
  const current = await selectCode(deps.db, sessionUid)
  const to = current && recipientOf(contact, current.channel, isSmsVerified(current, now))
  // Without a recipient the way has closed meanwhile: the address changed, or a passkey was added.
  if (!current || to === undefined || current.expiresAt <= now) return { kind: 'expired' }
  if (current.tries >= maxTriesPerCode) return { kind: 'wrong', triesLeft: 0 }
  const counted = [{ limits: limits.guessFromDevice, subject: allowanceOf(personId) }]
  const until = await countAttempt(deps, counted)
  if (until) return { kind: 'wait', until }
  return await deps.db.transaction().execute(async (tx) => {
    const guessed = await consumeTry(tx, sessionUid, { now, maxTries: maxTriesPerCode })
    if (!guessed) return { kind: 'wrong', triesLeft: 0 }
    if (!hashesEqual(guessed.codeHash, stepUpCodeHash(deps.codeSecret, { sessionUid, to, code }))) {
      if (guessed.tries >= maxTriesPerCode) await recordStepUp(tx, caller, { kind: 'step-up-refused', method: 'code', at: now })
      return { kind: 'wrong', triesLeft: maxTriesPerCode - guessed.tries }
    }
    await restoreAttempts(deps, tx, { restore: [...counted, { limits: limits.sendFromDevice, subject: allowanceOf(personId) }], reset: [] })
    if (guessed.channel === 'sms') await markPhoneProved(tx, personId, now)
    if (contact.hasPasskey && guessed.channel === 'sms') {
      await markSmsVerified(tx, sessionUid, { at: now, maxTries: maxTriesPerCode, expiresAt: new Date(now.getTime() + secondCodeWithinMs) })
      return { kind: 'next' }
    }
    const acr = contact.hasPasskey ? 'two-codes' : 'code'
    await deleteCode(tx, sessionUid)
    await upsertStepUp(tx, { sessionUid, personId, acr, at: now })
    await recordStepUp(tx, caller, { kind: 'step-up', method: acr, at: now })
    return { kind: 'verified', acr }
  })
}

export async function recordStepUp(tx: Tx, caller: Caller, event: { kind: 'step-up' | 'step-up-refused'; method: string; at: Date }): Promise<void> {
  const { personId, sessionUid, address, device } = caller
  await recordSecurityEvent(tx, { ...event, personId, sessionUid, address, device })
}
