import type { Profile } from '@nikau/contract/profile'
import { queueMessage } from '@nikau/rails'
import type { Clock, Db, Ids, Secret } from '@nikau/runtime'
import { inTransaction, type Refusal, refuse } from '../../http/refusal.ts'
import { signConfirmation } from './confirmation.ts'
import { changeProfile, type ProfileChange } from './store.ts'

export interface ProfileMeans {
  db: Db
  clock: Clock
  ids: Ids
  /** Signs the links in confirmation mails. */
  secret: Secret
  /** Where the web app is, for those links. */
  webOrigin: string
}

/** Changes one's own profile. Another e-mail address stays unverified until the link that is mailed to it has been opened. */
export async function update(means: ProfileMeans, personId: string, change: ProfileChange): Promise<Profile | Refusal<'FORBIDDEN'>> {
  return await inTransaction(means.db, async (tx) => {
    const profile = await changeProfile(tx, personId, change, means.clock.now())
    if (!profile) return refuse('FORBIDDEN')
    if (change.email !== undefined && profile.email && !profile.emailVerified) await askToConfirm(means, tx, personId, profile.email)
    return profile
  })
}

async function askToConfirm(means: ProfileMeans, tx: Db, personId: string, email: string): Promise<void> {
  const token = await signConfirmation(means.secret, means.clock, personId, email)
  // In the fragment the token reaches no server log on its way.
  const link = `${means.webOrigin}/deimos/confirm-email#${token}`
  await queueMessage(tx, {
    channel: 'email',
    to: email,
    subject: 'Confirm your e-mail address for Nikau',
    text: `Kia ora,\n\nOpen this link to confirm that this address is yours:\n${link}\n\nIt works for seven days. If you did not ask for this, you can leave it alone.\n\nNikau`,
    key: `confirm-email:${means.ids.ordered()}`,
    purpose: 'confirm-email',
  })
}
