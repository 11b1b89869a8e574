import * as z from 'zod/mini'

/** Where a send goes: a New Zealand mobile number as +64 and digits, or an email address in lower case. */
export const recipientAlias = z.string().check(
  z.maxLength(254),
  z.refine((value) => isMobileAlias(value) || isEmailAlias(value), 'must be a mobile number as +64… or an email address in lower case'),
)

/** A 2 and 7 to 9 more digits after the country code. */
export function isMobileAlias(value: string): boolean {
  return /^\+642\d{7,9}$/.test(value)
}

export function isEmailAlias(value: string): boolean {
  return value === value.toLowerCase() && z.safeParse(z.email(), value).success
}
