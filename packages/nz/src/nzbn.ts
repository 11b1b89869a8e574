/**
 * The thirteen digits of a New Zealand Business Number, which is a GS1 location number: the last digit is its check digit. Spaces may
 * be typed. Undefined if it is not valid.
 */
export function parseNzbn(written: string): string | undefined {
  const text = written.trim()
  if (text.length > 30 || !/^\d[\d\s]*$/.test(text)) return undefined
  const digits = text.replaceAll(/\s/g, '')
  if (digits.length !== 13) return undefined
  const sum = Array.from(digits).reduce((total, digit, place) => total + Number(digit) * (place % 2 === 0 ? 1 : 3), 0)
  return sum % 10 === 0 ? digits : undefined
}

/** As people write it: `9429 045 812 361`. */
export function formatNzbn(nzbn: string): string {
  return nzbn.replace(/^(\d{4})(\d{3})(\d{3})(\d{3})$/, '$1 $2 $3 $4')
}
