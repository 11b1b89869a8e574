import { type BankAccountNumber, checkAccountNumber, livenessOfAccount, parseAccountNumber } from '@nikau/nz/bank-account-number'

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
