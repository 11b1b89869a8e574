import { isMobileAlias } from '@nikau/contract/recipient-alias'
import { maskEmail } from '@nikau/security-events'

/** `027 ••• ••08`, `m•••@nikau.example`. */
export function maskAlias(alias: string): string {
  if (!isMobileAlias(alias)) return maskEmail(alias)
  return `0${alias.slice(3, 5)} ••• ••${alias.slice(-2)}`
}

export interface PersonNames {
  givenName: string | null
  familyName: string | null
  /** What they chose in place of it. */
  chosen: string | null
}

/** How strangers read a person: "Aroha N.", or what they chose. Undefined if we do not know their name. */
export function shownNameOf({ givenName, familyName, chosen }: PersonNames): string | undefined {
  if (chosen !== null) return chosen
  if (givenName === null) return undefined
  // By code point: a family name may begin with a character outside the first plane.
  const [initial] = familyName?.trim() ?? ''
  return initial === undefined ? givenName : `${givenName} ${initial.toLocaleUpperCase('en-NZ')}.`
}

/** As the recipient of a send reads a sender without a name. */
export const namelessSender = 'Someone on Nikau'

export const dayMs = 86_400_000
export const hourMs = 3_600_000
