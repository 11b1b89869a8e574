import { createHash, randomBytes, randomInt } from 'node:crypto'

/** Without letters and digits that look alike: 32 characters, so that 8 of them are 40 random bits. */
const characters = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ'

export const pairingMs = 10 * 60_000
export const turnSeconds = 30 * 60

/** Each lock of a day is twice as long as the one before, up to an hour: a colleague cannot keep a person away from a till all day. */
const lockMs = [5, 10, 20, 40, 60].map((minutes) => minutes * 60_000)

/** When a lock ends that begins now, after so many on the same day. */
export function lockEndOf(locksToday: number, at: Date): Date {
  return new Date(at.getTime() + lockMs[Math.min(locksToday, lockMs.length - 1)]!)
}

export const maxTills = 50

/** How long a till sees its own payments. */
export const ownSalesMs = 7 * 86_400_000

export function newPairingCode(): string {
  return Array.from({ length: 8 }, () => characters[randomInt(characters.length)]).join('')
}

/** As people type it: in small letters, with spaces or a hyphen. */
export function normalisePairingCode(typed: string): string {
  return typed.replaceAll(/[\s-]/g, '').toUpperCase()
}

/** Of values with so many random bits that a plain hash is enough. */
export const hashOf = (secret: string) => createHash('sha256').update(secret).digest()

export const newTurnToken = () => randomBytes(32).toString('base64url')

/** One digit six times, or digits in a row: what is tried first. */
export function isSimpleCode(code: string): boolean {
  const steps = new Set(Array.from(code.slice(1), (digit, index) => (Number(digit) - Number(code[index]) + 10) % 10))
  return steps.size === 1 && [0, 1, 9].includes([...steps][0]!)
}

/** Given names, and the first letter of the family name where two people share one. */
export function shortNames(people: readonly { personId: string; givenName: string | null; familyName: string | null }[]): Map<string, string> {
  const given = people.map(({ givenName }) => givenName ?? '')
  return new Map(
    people.map(({ personId, givenName, familyName }) => {
      const name = givenName ?? ''
      const isShared = given.filter((other) => other === name).length > 1
      return [personId, isShared && familyName ? `${name} ${familyName[0]}`.trim() : name]
    }),
  )
}
