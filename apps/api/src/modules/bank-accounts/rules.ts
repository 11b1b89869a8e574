import { type BankAccountNumber, checkAccountNumber, livenessOfAccount, parseAccountNumber } from '@nikau/contract/bank-account-number'

/**
 * The canonical number, or nothing when it cannot be one. A number that begins with 00 is a test account and has no check digit
 * to get wrong; every other one must be in the register and add up.
 */
export function readNumber(written: string): BankAccountNumber | undefined {
  const number = parseAccountNumber(written)
  return number && checkAccountNumber(written, livenessOfAccount(number)).number
}

/** The first place that is not taken, or nothing when all are. */
export function freePlace(taken: readonly number[], places: number): number | undefined {
  return Array.from({ length: places }, (_, i) => i + 1).find((place) => !taken.includes(place))
}
