import type { Profile } from '@nikau/contract/profile'
import { queueMessage } from '@nikau/rails'
import type { Clock, Db, Ids, Secret } from '@nikau/runtime'
import { inTransaction, type Refusal, refuse } from '../../http/refusal.ts'
import { signConfirmation } from './confirmation.ts'
import { changeProfile, type ProfileChange } from './store.ts'

export interface ProfileDeps {
  db: Db
  clock: Clock
  ids: Ids
  /** Signs the links in confirmation emails. */
  secret: Secret
  /** The web app's origin, for those links. */
  webOrigin: string
}

/** Updates the caller's profile. A new email address stays unverified until the link sent to it is opened. */
export async function update(deps: ProfileDeps, personId: string, change: ProfileChange): Promise<Profile | Refusal<'FORBIDDEN'>> {
  return await inTransaction(deps.db, async (tx) => {
    const profile = await changeProfile(tx, personId, change, deps.clock.now())
    if (!profile) return refuse('FORBIDDEN')
    if (change.email !== undefined && profile.email && !profile.emailVerified) await queueConfirmation(deps, tx, personId, profile.email)
    return profile
  })
}

async function queueConfirmation(deps: ProfileDeps, tx: Db, personId: string, email: string): Promise<void> {
  const token = await signConfirmation(deps.secret, deps.clock, personId, email)
  // The token is in the fragment, so it reaches no server log.
  const link = `${deps.webOrigin}/deimos/confirm-email#${token}`
  await queueMessage(tx, {
    channel: 'email',
    to: email,
    subject: 'Confirm your email address for Nikau',
    text: `Kia ora,\n\nOpen this link to confirm that this address is yours:\n${link}\n\nIt works for seven days. If you did not request this, you can ignore it.\n\nNikau`,
    key: `confirm-email:${deps.ids.ordered()}`,
    purpose: 'confirm-email',
  })
}
