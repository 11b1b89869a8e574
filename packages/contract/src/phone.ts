import { type MetadataJson, parsePhoneNumberFromString } from 'libphonenumber-js/core'
import nz from './phone-metadata.json' with { type: 'json' }

const metadata = nz as unknown as MetadataJson

/**
 * A New Zealand mobile number as a person types it (`021 123 4567`, `+64 21 …`, `0064 21 …`, `64 21 …`), in the one form we
 * store: E.164. Anything that is not a mobile number of New Zealand is undefined: landlines, other countries, short numbers.
 */
export function parseMobile(typed: string): string | undefined {
  if (typed.length > 40 || !/^[\s\d+().\-‐-―/]+$/.test(typed)) return undefined
  const digits = typed.replaceAll(/[^\d+]/g, '')
  // A bare 64 is the country's code only when a mobile number follows it.
  return valid(digits) ?? (digits.startsWith('64') ? valid(`+${digits}`) : undefined)
}

function valid(digits: string): string | undefined {
  const number = parsePhoneNumberFromString(digits.replace(/^00/, '+'), { defaultCountry: 'NZ', extract: false }, metadata)
  return number?.country === 'NZ' && number.isValid() ? number.number : undefined
}

/** How people here write it: `021 123 4567`. */
export function showMobile(e164: string): string {
  return parsePhoneNumberFromString(e164, metadata)?.formatNational() ?? e164
}

/** With the country's code, for a sentence or beside a fixed +64: `+64 21 123 4567`. */
export function showMobileAbroad(e164: string): string {
  return parsePhoneNumberFromString(e164, metadata)?.formatInternational() ?? e164
}
