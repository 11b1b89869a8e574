import { type Algorithm, checkRules, type Range, register } from './bank-register.ts'

/**
 * The canonical form, in which account numbers are stored and compared: 18 digits (bank 2, branch 4, base 8, suffix 4), each part
 * with leading zeros, so `-00` and `-000` are the same account. A valid number may still not exist, be closed or belong to
 * another person.
 */
export type BankAccountNumber = string & { readonly form: '18 digits' }

interface Parts {
  bank: string
  branch: string
  base: string
  suffix: string
}

/** The canonical form of an account number as written, with any spaces and dashes. Undefined if it cannot be an account number. */
export function parseAccountNumber(written: string): BankAccountNumber | undefined {
  const text = written.trim()
  if (text.length > 40 || !/^\d[\d\s\p{Pd}\u2212]*$/u.test(text)) return undefined
  const groups = text.split(/[\s\p{Pd}\u2212]+/u).filter(Boolean)
  const [bank, branch, base, suffix] = groups
  const isGrouped = groups.length === 4 && bank!.length <= 2 && branch!.length <= 4 && base!.length <= 8 && suffix!.length <= 4
  if (isGrouped) return canonical({ bank: bank!, branch: branch!, base: base!, suffix: suffix! })
  const digits = groups.join('')
  const baseLength = { 15: 7, 16: 7, 18: 8 }[digits.length]
  if (baseLength === undefined) return undefined
  const end = 6 + baseLength
  // Other groupings are valid only with the suffix in one group, or `…-50-1` would parse as suffix 501.
  if (groups.length > 1 && groups.at(-1)!.length < digits.length - end) return undefined
  return canonical({ bank: digits.slice(0, 2), branch: digits.slice(2, 6), base: digits.slice(6, end), suffix: digits.slice(end) })
}

function canonical({ bank, branch, base, suffix }: Parts): BankAccountNumber {
  return (bank.padStart(2, '0') + branch.padStart(4, '0') + base.padStart(8, '0') + suffix.padStart(4, '0')) as BankAccountNumber
}

function partsOf(number: BankAccountNumber): Parts {
  return { bank: number.slice(0, 2), branch: number.slice(2, 6), base: number.slice(6, 14), suffix: number.slice(14) }
}

/** `12-3140-0171323-50`; the suffix has a third digit only if it needs one. */
export function formatAccountNumber(number: BankAccountNumber): string {
  const { bank, branch, base, suffix } = partsOf(number)
  return [bank, branch, base.replace(/^0/, ''), suffix.replace(/^0{1,2}/, '')].join('-')
}

/** `12-••••-••••323-50`: enough for the owner to recognise the account. */
export function maskAccountNumber(number: BankAccountNumber): string {
  const [bank, branch, base, suffix] = formatAccountNumber(number).split('-') as [string, string, string, string]
  return [bank, '•'.repeat(branch.length), '•'.repeat(base.length - 3) + base.slice(-3), suffix].join('-')
}

/** No bank has the prefix 00, so it marks our test accounts. */
export function livenessOfAccount(number: BankAccountNumber): 'main' | 'test' {
  return number.startsWith('00') ? 'test' : 'main'
}

export interface Bank {
  name: string
  /** Letters on the bank's badge. Without them the neutral badge is shown. */
  monogram: string | undefined
  /** The institution that holds the account, if prefix and branch identify one behind the named bank. */
  heldWith: string | undefined
}

const monograms: Readonly<Record<string, string>> = { ANZ: 'ANZ', ASB: 'ASB', BNZ: 'BNZ', HSBC: 'HSBC', Kiwibank: 'K', TSB: 'TSB', Westpac: 'W' }
const shownByName: ReadonlySet<string> = new Set(['01', '02', '03', '04', '06', '11', '12', '15', '30', '38'])

/** The bank to show for a complete or partly typed number; two digits are enough. */
export function bankOf(numberOrStart: string): Bank | undefined {
  const digits = numberOrStart.replaceAll(/\D/g, '')
  if (digits.length < 2) return undefined
  const prefix = digits.slice(0, 2)
  if (prefix === '00') return { name: 'Test Bank', monogram: undefined, heldWith: undefined }
  const bank = register[prefix]
  const branch = digits.length < 6 ? undefined : Number(digits.slice(2, 6))
  const agency = branch === undefined ? undefined : bank?.agencies?.find(({ branches }) => isInside(branches, branch))
  if (!bank?.holder || !shownByName.has(prefix)) return { name: 'Bank Account', monogram: undefined, heldWith: bank?.holder }
  return { name: bank.holder, monogram: monograms[bank.holder], heldWith: agency?.holder }
}

/** `format`: not an account number. `bank`, `branch`: not in the register. `check`: the check digit does not match. */
export type AccountNumberError = 'required' | 'format' | 'bank' | 'branch' | 'check'

export type AccountNumberCheck = { number: BankAccountNumber; fault?: undefined } | { number?: undefined; fault: AccountNumberError }

/**
 * Checks format, bank, branch and check digit, in this order, and returns the first fault. In test mode every prefix outside the
 * register is valid: `00` for test accounts, others to try banks newer than the register.
 */
export function checkAccountNumber(written: string, mode: 'main' | 'test'): AccountNumberCheck {
  if (written.trim() === '') return { fault: 'required' }
  const number = parseAccountNumber(written)
  if (number === undefined) return { fault: 'format' }
  const { bank, branch } = partsOf(number)
  const registered = register[bank]
  if (!registered) return mode === 'test' ? { number } : { fault: 'bank' }
  if (!isInside(registered.branches, Number(branch))) return { fault: 'branch' }
  return hasValidCheckDigit(number) ? { number } : { fault: 'check' }
}

/** Always true for a prefix outside the register, which has no rule. */
export function hasValidCheckDigit(number: BankAccountNumber): boolean {
  const algorithm = algorithmFor(number)
  return checkSum(number, algorithm) % checkRules[algorithm].modulus === 0
}

export function algorithmFor(number: BankAccountNumber): Algorithm {
  const { bank, base } = partsOf(number)
  const registered = register[bank]
  if (!registered) return 'X'
  return registered.algorithm ?? (Number(base) < 990_000 ? 'A' : 'B')
}

export function checkSum(number: BankAccountNumber, algorithm: Algorithm): number {
  const { weights, fold } = checkRules[algorithm]
  return weights.reduce((sum, weight, place) => {
    const product = weight * Number(number[place])
    return sum + (fold ? digitSum(product) : product)
  }, 0)
}

function digitSum(value: number): number {
  return value > 9 ? digitSum(Math.floor(value / 10) + (value % 10)) : value
}

function isInside(ranges: readonly Range[], branch: number): boolean {
  return ranges.some(([from, to]) => branch >= from && branch <= to)
}
