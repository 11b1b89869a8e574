import { type Refusal, refuse } from '../../http/refusal.ts'
import { readConfirmation } from './confirmation.ts'
import { confirmAddress } from './store.ts'
import type { ProfileMeans } from './update.ts'

/** Good for the address that the profile has now; a link to an earlier one confirms nothing. Opening it twice is no fault. */
export async function confirm(means: ProfileMeans, token: string): Promise<{ email: string } | Refusal<'CONFIRMATION_INVALID'>> {
  const claim = await readConfirmation(means.secret, means.clock, token)
  if (!claim || !(await confirmAddress(means.db, claim.personId, claim.email, means.clock.now()))) return refuse('CONFIRMATION_INVALID')
  return { email: claim.email }
}
