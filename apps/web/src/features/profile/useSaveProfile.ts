import { updateProfile } from '@nikau/contract/profile'
import type { BodyOf } from '@nikau/contract'
import { useEndpointMutation } from '../../lib/endpoint-hooks.ts'
import { cacheProfile } from '../../lib/profile.ts'
import { useSession } from '../../lib/session.tsx'

/** Saves a part of the profile and shows it everywhere. Resolves to whether it was saved; the caller shows the error. */
export function useSaveProfile() {
  const { user } = useSession()
  const update = useEndpointMutation(updateProfile)
  const save = async (body: BodyOf<typeof updateProfile>): Promise<boolean> => {
    const saved = await update.mutateAsync({ body }).catch(() => undefined)
    if (saved) cacheProfile(user.profile, saved)
    return saved !== undefined
  }
  return { ...update, save }
}
