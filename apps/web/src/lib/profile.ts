import { isComplete, type Profile } from '@nikau/contract/profile'
import type { User } from 'oidc-client-ts'
import { useSyncExternalStore } from 'react'
import { paths } from './paths.ts'
import { useSession } from './session.tsx'

/** A person as the screens know them. */
export interface KnownProfile {
  email: string | undefined
  phone: string | undefined
  givenName: string | undefined
  familyName: string | undefined
  fullName: string | undefined
  featureUpdates: boolean
  marketingUpdates: boolean
}

type Claims = User['profile']

/** One cache a token: a reload keeps what was updated, a new token starts from its own claims. */
const keyOf = (claims: Claims) => `profile-${claims.jti ?? `${claims.sub}-${claims.iat}`}`

export function profileFrom(claims: Claims): KnownProfile {
  const text = (value: unknown) => (typeof value === 'string' && value !== '' ? value : undefined)
  const [givenName, familyName] = [text(claims.given_name), text(claims.family_name)]
  return {
    email: text(claims.email),
    phone: text(claims.phone_number),
    givenName,
    familyName,
    fullName: [givenName, familyName].filter(Boolean).join(' ') || undefined,
    featureUpdates: claims.feature_updates === true,
    marketingUpdates: claims.marketing_updates === true,
  }
}

const listeners = new Set<() => void>()

/** Keeps what the server answered to an update, until a new token says it itself. */
export function keepProfile(claims: Claims, updated: Profile): void {
  const kept: Claims = {
    ...claims,
    email: updated.email,
    given_name: updated.givenName,
    family_name: updated.familyName,
    feature_updates: updated.featureUpdates,
    marketing_updates: updated.marketingUpdates,
  }
  sessionStorage.setItem(keyOf(claims), JSON.stringify(kept))
  for (const listener of listeners) listener()
}

export function useProfile(): KnownProfile {
  const { profile: claims } = useSession().user
  const kept = useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => sessionStorage.getItem(keyOf(claims)),
  )
  return profileFrom(kept ? (JSON.parse(kept) as Claims) : claims)
}

/** Direct debit needs a name and an address for its notices: the step that asks for what is missing, if anything is. */
export function missingStep(person: KnownProfile): string | undefined {
  if (isComplete(person)) return undefined
  return person.givenName && person.familyName ? paths.profileEmail : paths.profileBasics
}
