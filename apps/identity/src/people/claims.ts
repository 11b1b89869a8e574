import type { AccountClaims } from 'oidc-provider'
import type { Person } from './store.ts'

/** Claims of every ID token. The web app reads the profile from them. */
export const claimNames = [
  'sub',
  'given_name',
  'family_name',
  'email',
  'email_verified',
  'phone_number',
  'phone_number_verified',
  'feature_updates',
  'marketing_updates',
]

export function claimsOf(person: Person): AccountClaims {
  return {
    sub: person.id,
    phone_number: person.phone,
    phone_number_verified: person.phoneVerified,
    ...(person.email === null ? {} : { email: person.email, email_verified: person.emailVerified }),
    ...(person.givenName === null ? {} : { given_name: person.givenName }),
    ...(person.familyName === null ? {} : { family_name: person.familyName }),
    feature_updates: person.featureUpdates,
    marketing_updates: person.marketingUpdates,
  }
}
