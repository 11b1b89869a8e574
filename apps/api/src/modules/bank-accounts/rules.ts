import { type BankAccountNumber, checkAccountNumber, livenessOfAccount, parseAccountNumber } from '@nikau/nz/bank-account-number'
import { z } from 'zod'

const limit = (byDefault: number) => z.int().positive().default(byDefault)

/** Limits against guessing the codes of other people's bank accounts. The chance of a guess is computed in docs/decisions/0123. */
export const bankAccountLimits = z
  .strictObject({
    /** Links of one account, in a day and in 30 days. */
    linksPerDay: limit(5),
    linksPerMonth: limit(10),
    /** Wrong codes before the lock: for one number over all people, and of one person over all their bank accounts. */
    wrongCodesOfNumber: limit(10),
    wrongCodesOfPerson: limit(10),
    lockDays: limit(30),
  })
  .prefault({})
export type BankAccountLimits = z.output<typeof bankAccountLimits>

export const dayMs = 86_400_000

/**
 * The canonical number, or undefined when it is invalid. Numbers that begin with 00 are test accounts without a check digit; every
 * other number must be in the register and pass the check digit.
 */
export function parseValidNumber(input: string): BankAccountNumber | undefined {
  const number = parseAccountNumber(input)
  return number && checkAccountNumber(input, livenessOfAccount(number)).number
}

/** The first free slot, or undefined when all are taken. */
export function firstFreeSlot(taken: readonly number[], slots: number): number | undefined {
  return Array.from({ length: slots }, (_, i) => i + 1).find((slot) => !taken.includes(slot))
}

/** When the next link is allowed, or undefined if it is allowed now. `links` are the times of earlier links, newest first. */
export function linkAllowedAt(links: readonly Date[], limits: BankAccountLimits, now: Date): Date | undefined {
  const after = (count: number, ms: number) => {
    const oldest = links[count - 1]
    return oldest && oldest.getTime() + ms > now.getTime() ? oldest.getTime() + ms : 0
  }
  const at = Math.max(after(limits.linksPerDay, dayMs), after(limits.linksPerMonth, 30 * dayMs))
  return at > 0 ? new Date(at) : undefined
}

/**
 * Until when a budget of wrong codes is locked, or undefined. It locks when the budget is used up within the lock's length, for that
 * length from the last wrong code. `wrong` are the times of wrong codes, newest first.
 */
export function lockedUntil(wrong: readonly Date[], budget: number, lockDays: number, now: Date): Date | undefined {
  const [newest, oldest] = [wrong[0], wrong[budget - 1]]
  if (!newest || !oldest || newest.getTime() - oldest.getTime() >= lockDays * dayMs) return undefined
  const until = new Date(newest.getTime() + lockDays * dayMs)
  return until > now ? until : undefined
}
