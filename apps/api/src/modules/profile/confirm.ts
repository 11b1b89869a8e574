import { type Refusal, refuse } from '../../http/refusal.ts'
import { readConfirmation } from './confirmation.ts'
import type { ProfileDeps } from './deps.ts'
import { confirmAddress } from './store.ts'

/** Confirms the profile's current address; a link for an earlier one is invalid. Opening a link twice succeeds. */
export async function confirm(deps: ProfileDeps, token: string): Promise<{ email: string } | Refusal<'CONFIRMATION_INVALID'>> {
  const claim = await readConfirmation(deps.secret, deps.clock, token)
  if (!claim || !(await confirmAddress(deps.db, claim.personId, claim.email, deps.clock.now()))) return refuse('CONFIRMATION_INVALID')
  return { email: claim.email }
}
