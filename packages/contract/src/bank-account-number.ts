import type { Liveness } from './amounts.ts'
import { type Algorithm, checkRules, type Range, register } from './bank-register.ts'

/**
 * New Zealand bank account numbers. A number has many written forms and one canonical form, in which it is stored and
 * compared: 18 digits, bank 2, branch 4, base 8, suffix 4, each part with leading zeros. So `-00` and `-000` are one account.
 * A number that passes every check here may still not exist, be closed, or be someone else's.
 */
export type BankAccountNumber = string & { readonly form: '18 digits' }

interface Parts {
  bank: string
  branch: string
  base: string
  suffix: string
}

/** The canonical form of whatever was written, or undefined when it cannot be an account number. Spaces and dashes of any kind may part it. */
export function parseAccountNumber(written: string): BankAccountNumber | undefined {
  const text = written.trim()
  if (text.length > 40 || !/^\d[\d\s\p{Pd}\u2212]*$/u.test(text)) return undefined
  const groups = text.split(/[\s\p{Pd}\u2212]+/u).filter(Boolean)
  const [bank, branch, base, suffix] = groups
  const isParted = groups.length === 4 && bank!.length <= 2 && branch!.length <= 4 && base!.length <= 8 && suffix!.length <= 4
  if (isParted) return canonical({ bank: bank!, branch: branch!, base: base!, suffix: suffix! })
  const digits = groups.join('')
  const baseLength = { 15: 7, 16: 7, 18: 8 }[digits.length]
  if (baseLength === undefined) return undefined
  const end = 6 + baseLength
  // Parted in some other way: only when the suffix is in one piece, or `…-50-1` would be read as a suffix of 501.
  if (groups.length > 1 && groups.at(-1)!.length < digits.length - end) return undefined
  return canonical({ bank: digits.slice(0, 2), branch: digits.slice(2, 6), base: digits.slice(6, end), suffix: digits.slice(end) })
}

function canonical({ bank, branch, base, suffix }: Parts): BankAccountNumber {
  return (bank.padStart(2, '0') + branch.padStart(4, '0') + base.padStart(8, '0') + suffix.padStart(4, '0')) as BankAccountNumber
}

function partsOf(number: BankAccountNumber): Parts {
  return { bank: number.slice(0, 2), branch: number.slice(2, 6), base: number.slice(6, 14), suffix: number.slice(14) }
}

/** `12-3140-0171323-50`, with a third digit in the suffix only when it needs one. */
export function formatAccountNumber(number: BankAccountNumber): string {
  const { bank, branch, base, suffix } = partsOf(number)
  return [bank, branch, base.replace(/^0/, ''), suffix.replace(/^0{1,2}/, '')].join('-')
}

/** `12-••••-••••323-50`: enough for its owner to tell their accounts apart, too little for anyone else. */
export function maskAccountNumber(number: BankAccountNumber): string {
  const [bank, branch, base, suffix] = formatAccountNumber(number).split('-') as [string, string, string, string]
  return [bank, '•'.repeat(branch.length), '•'.repeat(base.length - 3) + base.slice(-3), suffix].join('-')
}

/** Whether two written forms mean one account. */
export function isSameAccount(a: string, b: string): boolean {
  const number = parseAccountNumber(a)
  return number !== undefined && number === parseAccountNumber(b)
}

/** Numbers that begin with 00 are in no register: they are our test accounts, and only those are. */
export function livenessOfAccount(number: BankAccountNumber): Liveness {
  return number.startsWith('00') ? 'test' : 'main'
}

export interface Bank {
  name: string
  /** Letters for a drawn badge; without them the neutral one is shown, because a wrong logo is worse than none. */
  monogram: string | undefined
  /** Who holds the account as far as prefix and branch tell, where that says more than the name. */
  heldWith: string | undefined
}

const monograms: Readonly<Record<string, string>> = { ANZ: 'ANZ', ASB: 'ASB', BNZ: 'BNZ', HSBC: 'HSBC', Kiwibank: 'K', TSB: 'TSB', Westpac: 'W' }
const shownByName: ReadonlySet<string> = new Set(['01', '02', '03', '04', '06', '11', '12', '15', '30', '38'])

/** The bank to show for a number, or for as much of one as is typed (two digits are enough); never a fault. */
export function bankOf(numberOrStart: string): Bank | undefined {
  const digits = numberOrStart.replaceAll(/\D/g, '')
  if (digits.length < 2) return undefined
  const prefix = digits.slice(0, 2)
  if (prefix === '00') return { name: 'Test Bank', monogram: undefined, heldWith: undefined }
  const bank = register[prefix]
  const branch = digits.length < 6 ? undefined : Number(digits.slice(2, 6))
  const agency = branch === undefined ? undefined : bank?.agencies?.find((one) => isInside(one.branches, branch))
  if (!bank?.holder || !shownByName.has(prefix)) return { name: 'Bank Account', monogram: undefined, heldWith: bank?.holder }
  return { name: bank.holder, monogram: monograms[bank.holder], heldWith: agency?.holder }
}

/** `format`: not the digits of a number. `bank`, `branch`: not in the register. `check`: a digit is wrong or two are swapped. */
export type AccountNumberFault = 'required' | 'format' | 'bank' | 'branch' | 'check'

export type AccountNumberVerdict = { number: BankAccountNumber; fault?: undefined } | { number?: undefined; fault: AccountNumberFault }

/**
 * Checks a number in the order form, bank and branch, check digit, and names the first fault. `00` is good in test and no bank
 * otherwise; in test an unknown prefix passes too, so that a bank that is newer than this register can be tried.
 */
export function checkAccountNumber(written: string, mode: Liveness): AccountNumberVerdict {
  if (written.trim() === '') return { fault: 'required' }
  const number = parseAccountNumber(written)
  if (number === undefined) return { fault: 'format' }
  const { bank, branch } = partsOf(number)
  const registered = register[bank]
  if (!registered) return mode === 'test' ? { number } : { fault: 'bank' }
  if (!isInside(registered.branches, Number(branch))) return { fault: 'branch' }
  return hasGoodCheckDigit(number) ? { number } : { fault: 'check' }
}

/** What the form says of a fault. */
export function accountNumberMessage(fault: AccountNumberFault): string {
  return fault === 'required' ? 'Account number is required' : 'Account number is invalid'
}

/** Whether the weighted digits add up. A prefix that is not in the register has no rule to break. */
export function hasGoodCheckDigit(number: BankAccountNumber): boolean {
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
    return sum + (fold ? oneDigit(product) : product)
  }, 0)
}

function oneDigit(value: number): number {
  return value > 9 ? oneDigit(Math.floor(value / 10) + (value % 10)) : value
}

function isInside(ranges: readonly Range[], branch: number): boolean {
  return ranges.some(([from, to]) => branch >= from && branch <= to)
}

export const typedLength = 19

/** What the field holds after a keystroke: digits only, at most 2-4-7-3 of them, each dash put in once a digit follows it. */
export function typeAccountNumber(typed: string): string {
  const digits = typed.replaceAll(/\D/g, '').slice(0, 16)
  return [digits.slice(0, 2), digits.slice(2, 6), digits.slice(6, 13), digits.slice(13)].filter(Boolean).join('-')
}

/** What the field holds after a paste: a whole number in its usual form, so that a branch written with three digits is understood. */
export function pasteAccountNumber(pasted: string): string {
  const number = parseAccountNumber(pasted)
  const usual = number && formatAccountNumber(number)
  return usual && usual.length <= typedLength ? usual : typeAccountNumber(pasted)
}
