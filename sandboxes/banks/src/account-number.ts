/**
 * New Zealand account numbers: bank 2, branch 4, base 7, suffix 2 or 3 digits. Stored as 18 digits (2+4+8+4) so that
 * suffix 00 and 000 are the same account. Check digits follow the algorithms of the Inland Revenue specification.
 */
export type AccountNumber = string

type Algorithm = { weights: readonly number[]; modulus: number; fold?: boolean }

const A: Algorithm = { weights: [0, 0, 6, 3, 7, 9, 0, 0, 10, 5, 8, 4, 2, 1, 0, 0, 0, 0], modulus: 11 }
const B: Algorithm = { weights: [0, 0, 0, 0, 0, 0, 0, 0, 10, 5, 8, 4, 2, 1, 0, 0, 0, 0], modulus: 11 }
const D: Algorithm = { weights: [0, 0, 0, 0, 0, 0, 0, 7, 6, 5, 4, 3, 2, 1, 0, 0, 0, 0], modulus: 11 }
const E: Algorithm = { weights: [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 5, 4, 3, 2, 0, 0, 0, 1], modulus: 11, fold: true }
const F: Algorithm = { weights: [0, 0, 0, 0, 0, 0, 0, 1, 7, 3, 1, 7, 3, 1, 0, 0, 0, 0], modulus: 10 }
const G: Algorithm = { weights: [0, 0, 0, 0, 0, 0, 0, 1, 3, 7, 1, 3, 7, 1, 0, 3, 7, 1], modulus: 10, fold: true }
const X: Algorithm = { weights: Array.from({ length: 18 }, () => 0), modulus: 1 }

const byBank: Record<string, Algorithm> = { '08': D, '09': E, '25': F, '33': F, '26': G, '28': G, '29': G, '31': X }

/** Wider than the public register on purpose. Banks that no longer exist accept any branch. */
const branches: Record<string, readonly (readonly [number, number])[]> = {
  '01': [
    [1, 999],
    [1100, 1199],
    [1800, 1899],
    [6150, 6150],
  ],
  '02': [
    [1, 999],
    [1200, 1299],
    [2025, 2055],
  ],
  '03': [
    [1, 999],
    [1300, 1399],
    [1500, 1599],
    [1700, 1799],
    [1900, 1999],
    [5000, 5099],
    [7350, 7399],
  ],
  '04': [[2014, 2024]],
  '05': [[8884, 8889]],
  '06': [
    [1, 999],
    [1400, 1499],
  ],
  '08': [[6500, 6599]],
  '10': [[5165, 5169]],
  '11': [
    [5000, 6499],
    [6600, 8999],
  ],
  '12': [
    [3000, 3299],
    [3400, 3499],
    [3600, 3699],
  ],
  '13': [[4900, 4999]],
  '14': [[4700, 4799]],
  '15': [[3900, 3999]],
  '16': [[4400, 4499]],
  '17': [[3300, 3399]],
  '18': [[3500, 3599]],
  '19': [[4600, 4649]],
  '20': [[4100, 4199]],
  '21': [[4800, 4899]],
  '22': [[4000, 4049]],
  '23': [[3700, 3799]],
  '24': [[4300, 4349]],
  '25': [[2500, 2599]],
  '27': [[3800, 3849]],
  '30': [[2900, 2949]],
  '31': [[2800, 2849]],
  '38': [[9000, 9499]],
  '88': [[8800, 8805]],
  '09': [[0, 9999]],
  '26': [[0, 9999]],
  '28': [[0, 9999]],
  '29': [[0, 9999]],
  '33': [[0, 9999]],
  '35': [[0, 9999]],
}

/** Reads 15 or 16 digits, plain or 2-4-7-2 / 2-4-7-3 with dashes, or the 18 stored digits. */
export const readAccountNumber = (text: string): AccountNumber | undefined => {
  const match = /^(\d{2})-?(\d{4})-?(\d{7})-?(\d{2,3})$/.exec(text)
  if (match) return `${match[1]}${match[2]}0${match[3]}${match[4]!.padStart(4, '0')}`
  return /^\d{18}$/.test(text) ? text : undefined
}

export const showAccountNumber = (number: AccountNumber): string => {
  const suffix = number.slice(14)
  const base = number.slice(6, 14)
  return `${number.slice(0, 2)}-${number.slice(2, 6)}-${base.startsWith('0') ? base.slice(1) : base}-${suffix.startsWith('00') ? suffix.slice(2) : suffix.replace(/^0/, '')}`
}

const folded = (product: number): number => {
  let rest = product
  while (rest > 9) rest = Math.floor(rest / 10) + (rest % 10)
  return rest
}

/** Why a number is not valid, or undefined. Bank 00 is the test range: only its shape is checked. */
export const accountNumberFault = (number: AccountNumber): 'unknown bank or branch' | 'wrong check digit' | undefined => {
  const bank = number.slice(0, 2)
  if (bank === '00') return undefined
  const branch = Number(number.slice(2, 6))
  if (!branches[bank]?.some(([low, high]) => branch >= low && branch <= high)) return 'unknown bank or branch'
  const { weights, modulus, fold } = byBank[bank] ?? (Number(number.slice(6, 14)) < 990_000 ? A : B)
  const sum = weights.reduce((total, weight, place) => {
    const product = weight * Number(number[place])
    return total + (fold ? folded(product) : product)
  }, 0)
  return sum % modulus === 0 ? undefined : 'wrong check digit'
}

/** The part of a number that the hash total of an upload file adds up: branch and the seven digits of the base. */
export const hashPart = (number: AccountNumber): number => Number(number.slice(2, 6) + number.slice(7, 14))
