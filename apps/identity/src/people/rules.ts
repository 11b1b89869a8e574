import type { Person } from './store.ts'

const hour = 3_600_000
const day = 24 * hour

/** After this time without use a carrier may have given the number to somebody else. */
const dormantAfterMs = 365 * day
/** Long enough for the owner to read the notice of a change that was not theirs, and to undo it. */
const newEmailWaitsMs = 72 * hour

/** The number alone is too little proof: it was not used for a year. */
export function isDormant(person: Pick<Person, 'lastSignedInAt' | 'createdAt'>, now: Date): boolean {
  return now.getTime() - (person.lastSignedInAt ?? person.createdAt).getTime() > dormantAfterMs
}

/** The address that may receive sign-in codes: verified, and neither changed nor verified in the last 72 hours. */
export function signInEmail(person: Pick<Person, 'email' | 'emailVerified' | 'emailChangedAt' | 'emailVerifiedAt'>, now: Date): string | null {
  const isOld = (at: Date | null) => at === null || now.getTime() - at.getTime() >= newEmailWaitsMs
  return person.emailVerified && isOld(person.emailChangedAt) && isOld(person.emailVerifiedAt) ? person.email : null
}
