import { randomInt } from 'node:crypto'

/**
 * The code that a receipt shows and that someone reads out at a counter: `NK-C7FZ-S5KD`. Crockford's base 32 has no letters that
 * look alike; the last character is a check (Luhn's, over 32 signs), which any one wrong character and any two swapped
 * neighbours but one pair break.
 */
const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const dataLength = 7

export function newShortCode(random: (below: number) => number = randomInt): string {
  const data = Array.from({ length: dataLength }, () => alphabet[random(32)]).join('')
  return written(data + checkOf(data))
}

/** The code in its one form, however it was typed; nothing when its check does not fit. */
export function readShortCode(typed: string): string | undefined {
  const plain = typed.toUpperCase().replaceAll(/[\s-]/g, '').replace(/^NK/, '').replaceAll('O', '0').replaceAll(/[IL]/g, '1')
  if (plain.length !== dataLength + 1 || alphabetOf(plain).includes(-1)) return undefined
  return checkOf(plain.slice(0, -1)) === plain.at(-1) ? written(plain) : undefined
}

/** The code of one of a request's activities: the request's with the activity's number. */
export function activityCode(shortCode: string, number: number): string {
  return `${shortCode}-${String(number).padStart(3, '0')}`
}

/** The place of each character in the alphabet, -1 where it has none. */
function alphabetOf(plain: string): number[] {
  return Array.from(plain, (sign) => alphabet.indexOf(sign))
}

function written(plain: string): string {
  return `NK-${plain.slice(0, 4)}-${plain.slice(4)}`
}

function checkOf(data: string): string {
  let sum = 0
  for (const [place, index] of alphabetOf(data).toReversed().entries()) {
    const value = index * (place % 2 === 0 ? 2 : 1)
    sum += Math.floor(value / 32) + (value % 32)
  }
  return alphabet[(32 - (sum % 32)) % 32]!
}
