import { isProfileComplete, type Profile } from '@nikau/contract/profile'
import { useSyncExternalStore } from 'react'
import { paths } from './paths.ts'
import { useSession } from './session.tsx'
import type { SignedInUser } from './stored-session.ts'

/** The user's profile. */
export interface UserProfile {
  email: string | undefined
  emailVerified: boolean
  phone: string | undefined
  givenName: string | undefined
  familyName: string | undefined
  fullName: string | undefined
  featureUpdates: boolean
  marketingUpdates: boolean
}

type Claims = SignedInUser['profile']

/** One cache entry per token: a reload keeps an update, a new token starts from its own claims. */
const cacheKey = (claims: Claims) => `profile-${claims.jti ?? `${claims.sub}-${claims.iat}`}`

export function profileFromClaims(claims: Claims): UserProfile {
  const text = (value: unknown) => (typeof value === 'string' && value !== '' ? value : undefined)
  const [givenName, familyName] = [text(claims.given_name), text(claims.family_name)]
  return {
    email: text(claims.email),
    emailVerified: claims.email_verified === true,
    phone: text(claims.phone_number),
    givenName,
    familyName,
    fullName: [givenName, familyName].filter(Boolean).join(' ') || undefined,
    featureUpdates: claims.feature_updates === true,
    marketingUpdates: claims.marketing_updates === true,
  }
}

const listeners = new Set<() => void>()

/** Caches an updated profile until a new token carries it. */
export function cacheProfile(claims: Claims, updated: Profile): void {
  const cached: Claims = {
    ...claims,
    email: updated.email,
    email_verified: updated.emailVerified,
    given_name: updated.givenName,
    family_name: updated.familyName,
    feature_updates: updated.featureUpdates,
    marketing_updates: updated.marketingUpdates,
  }
  sessionStorage.setItem(cacheKey(claims), JSON.stringify(cached))
  for (const listener of listeners) listener()
}

export function useProfile(): UserProfile {
  const { profile: claims } = useSession().user
  const cached = useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => sessionStorage.getItem(cacheKey(claims)),
  )
  return profileFromClaims(cached ? (JSON.parse(cached) as Claims) : claims)
}

/** Direct debit needs a name, and an email address for its notices. Returns the step that asks for the missing part. */
export function nextProfileStep(profile: UserProfile): string | undefined {
  if (isProfileComplete(profile)) return undefined
  return profile.givenName && profile.familyName ? paths.profileEmail : paths.profileBasics
}
