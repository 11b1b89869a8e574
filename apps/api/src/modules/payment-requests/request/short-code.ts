import { randomInt } from 'node:crypto'

/**
 * The code on a receipt, which customers read out at a counter: `NK-C7FZ-S5KD`. Crockford's base 32 has no characters that look
 * alike. The last character is a Luhn check digit over 32 symbols: it detects every single wrong character and every swap of two
 * neighbours except one pair.
 */
const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const dataLength = 7

export function newShortCode(random: (below: number) => number = randomInt): string {
  const data = Array.from({ length: dataLength }, () => alphabet[random(32)]).join('')
  return format(data + checkDigitOf(data))
}

/** The canonical code, however it was typed; undefined when the check digit is wrong. */
export function parseShortCode(typed: string): string | undefined {
  const plain = typed.toUpperCase().replaceAll(/[\s-]/g, '').replace(/^NK/, '').replaceAll('O', '0').replaceAll(/[IL]/g, '1')
  if (plain.length !== dataLength + 1 || indexesOf(plain).includes(-1)) return undefined
  return checkDigitOf(plain.slice(0, -1)) === plain.at(-1) ? format(plain) : undefined
}

/** The code of an activity: the request's code and the activity's number. */
export function activityCode(shortCode: string, number: number): string {
  return `${shortCode}-${String(number).padStart(3, '0')}`
}

/** The index of each character in the alphabet; -1 for a character outside it. */
function indexesOf(plain: string): number[] {
  return Array.from(plain, (character) => alphabet.indexOf(character))
}

function format(plain: string): string {
  return `NK-${plain.slice(0, 4)}-${plain.slice(4)}`
}

function checkDigitOf(data: string): string {
  let sum = 0
  for (const [position, index] of indexesOf(data).toReversed().entries()) {
    const value = index * (position % 2 === 0 ? 2 : 1)
    sum += Math.floor(value / 32) + (value % 32)
  }
  return alphabet[(32 - (sum % 32)) % 32]!
}
