/** Weights of the check digit. */
const primaryWeights = [3, 2, 7, 6, 5, 4, 3, 2]
/** Used when the primary weights give 10, which is not a digit. */
const secondaryWeights = [7, 4, 3, 2, 5, 2, 7, 6]

/**
 * The nine digits of a GST number, which is the IRD number of the business: 8 or 9 digits, the last one a check digit, written
 * `123-456-789`. Undefined if it is not valid.
 */
export function parseGstNumber(written: string): string | undefined {
  const text = written.trim()
  if (text.length > 20 || !/^\d[\d\s\p{Pd}.]*$/u.test(text)) return undefined
  const digits = text.replaceAll(/\D/g, '')
  if (digits.length !== 8 && digits.length !== 9) return undefined
  const padded = digits.padStart(9, '0')
  const base = padded.slice(0, 8)
  if (Number(base) === 0) return undefined
  const check = checkDigit(base, primaryWeights) ?? checkDigit(base, secondaryWeights)
  return check === Number(padded[8]) ? padded : undefined
}

function checkDigit(base: string, weights: readonly number[]): number | undefined {
  const remainder = weights.reduce((sum, weight, place) => sum + weight * Number(base[place]), 0) % 11
  const check = (11 - remainder) % 11
  return check === 10 ? undefined : check
}
