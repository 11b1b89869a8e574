/** An IRD number, which is also a business's GST number: 8 or 9 digits, the last one a check. Written `123-456-789`. */

const first = [3, 2, 7, 6, 5, 4, 3, 2]
/** Used when the first weights give 10, which is not a digit. */
const second = [7, 4, 3, 2, 5, 2, 7, 6]

/** Its digits, nine of them, when it is one. */
export function parseGstNumber(written: string): string | undefined {
  const text = written.trim()
  if (text.length > 20 || !/^\d[\d\s\p{Pd}.]*$/u.test(text)) return undefined
  const digits = text.replaceAll(/\D/g, '')
  if (digits.length !== 8 && digits.length !== 9) return undefined
  const padded = digits.padStart(9, '0')
  const base = padded.slice(0, 8)
  if (Number(base) === 0) return undefined
  const check = checkDigit(base, first) ?? checkDigit(base, second)
  return check === Number(padded[8]) ? padded : undefined
}

/** `123-456-789`, or `12-345-678` for a number of eight digits. */
export function formatGstNumber(number: string): string {
  const digits = number.replace(/^0/, '')
  return [digits.slice(0, -6), digits.slice(-6, -3), digits.slice(-3)].join('-')
}

function checkDigit(base: string, weights: readonly number[]): number | undefined {
  const remainder = weights.reduce((sum, weight, place) => sum + weight * Number(base[place]), 0) % 11
  const check = (11 - remainder) % 11
  return check === 10 ? undefined : check
}
