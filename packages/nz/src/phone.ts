import { type MetadataJson, parsePhoneNumberFromString } from 'libphonenumber-js/core'
import nz from './phone-metadata.json' with { type: 'json' }

const metadata = nz as unknown as MetadataJson

/**
 * The E.164 form of a New Zealand mobile number as typed (`021 123 4567`, `+64 21 …`, `0064 21 …`, `64 21 …`). Undefined for
 * everything else: landlines, other countries, short numbers.
 */
export function parseMobile(typed: string): string | undefined {
  if (typed.length > 40 || !/^[\s\d+().\-‐-―/]+$/.test(typed)) return undefined
  const digits = typed.replaceAll(/[^\d+]/g, '')
  // 64 without a plus is the country code only if a mobile number follows.
  return toE164(digits) ?? (digits.startsWith('64') ? toE164(`+${digits}`) : undefined)
}

function toE164(digits: string): string | undefined {
  const number = parsePhoneNumberFromString(digits.replace(/^00/, '+'), { defaultCountry: 'NZ', extract: false }, metadata)
  return number?.country === 'NZ' && number.isValid() ? number.number : undefined
}

/** `021 123 4567` */
export function formatMobile(e164: string): string {
  return parsePhoneNumberFromString(e164, metadata)?.formatNational() ?? e164
}

/** `+64 21 123 4567` */
export function formatMobileInternational(e164: string): string {
  return parsePhoneNumberFromString(e164, metadata)?.formatInternational() ?? e164
}

/** `+64 21 ••• ••67`, for screens that name the number without showing it. */
export function maskMobile(e164: string): string {
  const [country = '', network = '', ...rest] = formatMobileInternational(e164).split(' ')
  return [country, network, rest.join(' ').replaceAll(/\d(?=(?:\D*\d){2})/g, '•')].join(' ')
}
