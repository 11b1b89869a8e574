import { isEmailAlias, isMobileAlias } from '@nikau/contract/recipient-alias'

export type RecipientError = 'not-numeric' | 'too-long' | 'not-a-mobile' | 'not-an-email'

/** What a phone number may be written with besides its digits. */
const separators = /[\s().\-‐-―/]/g

/** The alias of what was typed or pasted: a mobile number in any spelling and, where `emails` is on, an email address. */
export function parseRecipient(text: string, { emails }: { emails: boolean }): { alias: string } | { error: RecipientError } {
  const typed = text.trim()
  const compact = typed.replaceAll(separators, '')
  if (emails && /[^\d+]/.test(compact)) {
    const alias = typed.toLowerCase()
    return isEmailAlias(alias) ? { alias } : { error: 'not-an-email' }
  }
  // 64 without a plus is the country code only if a mobile number follows.
  const digits = compact.replace(/^(?:\+64|0064|64(?=0?2\d{7,9}$))/, '').replace(/^0/, '')
  if (!/^\d*$/.test(digits)) return { error: 'not-numeric' }
  if (digits.length > 10) return { error: 'too-long' }
  const alias = `+64${digits}`
  return isMobileAlias(alias) ? { alias } : { error: 'not-a-mobile' }
}

/** `021 555 0142`; an email address as it is. */
export function formatAlias(alias: string): string {
  if (!isMobileAlias(alias)) return alias
  const digits = alias.slice(3)
  return `0${digits.slice(0, 2)} ${digits.slice(2, 5)} ${digits.slice(5)}`
}

/** As it is typed behind the fixed +64: `21 555 0142`. */
export const aliasInput = (alias: string): string => formatAlias(alias).replace(/^0/, '')

/** `021 ••• ••42`, `m•••@nikau.example`: for lists that others may see over a shoulder. */
export function maskAlias(alias: string): string {
  if (!isMobileAlias(alias)) return alias.replace(/^(.).*@/, '$1•••@')
  const digits = alias.slice(3)
  return `0${digits.slice(0, 2)} ••• ••${digits.slice(-2)}`
}
