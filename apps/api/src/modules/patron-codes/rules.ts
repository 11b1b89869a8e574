import { randomInt } from 'node:crypto'

export const lifeMs = 5 * 60_000

const prefix = '999000'

/** Six digits that tell a till whose code it is, nine random ones, and the check digit. */
export function newBarcode(): string {
  const digits = prefix + String(randomInt(1_000_000_000)).padStart(9, '0')
  return digits + String((10 - (luhnSum(`${digits}0`) % 10)) % 10)
}

/** Whether a scanned barcode has the form of a patron code, as opposed to a loyalty card's. */
export function isPatronBarcode(barcode: string): boolean {
  return barcode.length === 16 && barcode.startsWith(prefix)
}

export function passesLuhn(digits: string): boolean {
  return luhnSum(digits) % 10 === 0
}

/** Every second digit from the right is doubled, and the digits of all results are added. */
function luhnSum(digits: string): number {
  return Array.from(digits, Number)
    .toReversed()
    .reduce((total, digit, position) => {
      const value = digit * (position % 2 === 1 ? 2 : 1)
      return total + (value > 9 ? value - 9 : value)
    }, 0)
}
