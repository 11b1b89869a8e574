/** How a customer's code looks while it is typed: four groups of four. */
export const codeLength = 16

/** Digits of what was scanned or typed; spaces and dashes are how people read them. */
export const digitsOf = (text: string): string => text.replaceAll(/[\s-]/g, '')

/** Whether the last digit fits the others (Luhn), so that a slip of the finger is said without a call. */
export function hasValidCheckDigit(digits: string): boolean {
  if (!/^\d{2,}$/.test(digits)) return false
  const sum = digits
    .split('')
    .toReversed()
    .reduce((total, digit, place) => {
      const value = place % 2 === 1 ? Number(digit) * 2 : Number(digit)
      return total + (value > 9 ? value - 9 : value)
    }, 0)
  return sum % 10 === 0
}

/** What a scan or typing means: a code to charge, a slip of the finger, or something else altogether. */
export type ReadCode = { kind: 'code'; barcode: string } | { kind: 'wrong-check-digit' } | { kind: 'unsupported' }

export function readCode(text: string): ReadCode {
  const digits = digitsOf(text)
  // A member card has fewer digits than a code, or more.
  if (!/^\d{6,20}$/.test(digits)) return { kind: 'unsupported' }
  if (digits.length === codeLength && !hasValidCheckDigit(digits)) return { kind: 'wrong-check-digit' }
  return { kind: 'code', barcode: digits }
}

export const groupsOfFour = (digits: string): string => digits.replaceAll(/(\d{4})(?=\d)/g, '$1 ')
