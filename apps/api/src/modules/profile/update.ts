import type { Profile } from '@nikau/contract/profile'
import type { Tx } from '@nikau/runtime'
import { maskEmail, recordSecurityEvent } from '@nikau/security-events'
import type { Person, Source } from '../../http/bind.ts'
import { inTransaction, Refusal, refuse } from '../../http/refusal.ts'
import type { ProfileDeps } from './deps.ts'
import { sendConfirmation } from './send-confirmation.ts'
import { changeEmail, changeProfile, type ProfileChange, selectEmail } from './store.ts'
import { undoHours, undoTokenHash } from './undo.ts'

interface UpdateCall {
  actor: Person
  source: Source
  body: ProfileChange
  requireStepUp(): Promise<Refusal<'SIGN_IN_AGAIN'> | undefined>
}

/**
 * Updates the caller's profile. A new email address needs a recent authentication and stays unverified until the link sent to it is
 * opened; the mobile and the previous address are told, with a link that undoes it.
 */
export async function update(deps: ProfileDeps, call: UpdateCall): Promise<Profile | Refusal<'FORBIDDEN' | 'RATE_LIMIT_EXCEEDED' | 'SIGN_IN_AGAIN'>> {
  const { personId } = call.actor
  const { email, ...change } = call.body
  const replaces = email !== undefined && email.toLowerCase() !== (await selectEmail(deps.db, personId))?.toLowerCase()
  const refusal = replaces ? await call.requireStepUp() : undefined
  if (refusal) return refusal
  return await inTransaction(deps.db, async (tx) => {
    const changed = replaces && (await replaceEmail(deps, tx, call, email))
    if (changed instanceof Refusal) return changed
    const profile = await changeProfile(tx, personId, change, deps.clock.now())
    if (!profile) return refuse('FORBIDDEN')
    // The address was saved again to get another link. Beyond the limit the profile is saved without one.
    const resend = email !== undefined && !changed && profile.email?.toLowerCase() === email.toLowerCase() && !profile.emailVerified
    if (resend) await sendConfirmation(deps, tx, personId, email)
    return profile
  })
}

/** False if a concurrent call already changed it to this address. */
async function replaceEmail(deps: ProfileDeps, tx: Tx, call: UpdateCall, email: string): Promise<boolean | Refusal<'RATE_LIMIT_EXCEEDED'>> {
  const { personId, sessionUid } = call.actor
  const at = deps.clock.now()
  const token = deps.ids.public()
  const previous = await changeEmail(tx, { personId, email, tokenHash: undoTokenHash(token), at })
  if (!previous) return false
  const until = await sendConfirmation(deps, tx, personId, email)
  if (until) return refuse('RATE_LIMIT_EXCEEDED', { until })
  const event = { personId, kind: 'email-changed', at, sessionUid, ...call.source, detail: { email: maskEmail(email) } } as const
  // The token is in the fragment, so it reaches no server log.
  const more = `You can undo this for ${undoHours} hours: ${deps.webOrigin}/deimos/undo-email#${token}`
  await recordSecurityEvent(tx, event, { more, alsoTo: previous.verified && previous.email ? [previous.email] : [] })
  return true
}
