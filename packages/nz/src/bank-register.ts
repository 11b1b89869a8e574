/**
 * New Zealand banks by the first two digits of an account number: holder, branch numbers and check digit algorithm. The branch
 * ranges are wide on purpose: they contain every active branch, and also numbers without one. Sources and test vectors:
 * docs/nz.md.
 */

export type Algorithm = 'A' | 'B' | 'C' | 'D' | 'E' | 'F' | 'G' | 'X'

export interface CheckRule {
  /** For bank (2), branch (4), base (8) and suffix (4). */
  weights: readonly number[]
  modulus: number
  /** Reduce each product to one digit by adding its digits. */
  fold?: true
}

export const checkRules: Readonly<Record<Algorithm, CheckRule>> = {
  A: { weights: [0, 0, 6, 3, 7, 9, 0, 0, 10, 5, 8, 4, 2, 1, 0, 0, 0, 0], modulus: 11 },
  B: { weights: [0, 0, 0, 0, 0, 0, 0, 0, 10, 5, 8, 4, 2, 1, 0, 0, 0, 0], modulus: 11 },
  C: { weights: [3, 7, 0, 0, 0, 0, 9, 1, 10, 5, 3, 4, 2, 1, 0, 0, 0, 0], modulus: 11 },
  D: { weights: [0, 0, 0, 0, 0, 0, 0, 7, 6, 5, 4, 3, 2, 1, 0, 0, 0, 0], modulus: 11 },
  E: { weights: [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 5, 4, 3, 2, 0, 0, 0, 1], modulus: 11, fold: true },
  F: { weights: [0, 0, 0, 0, 0, 0, 0, 1, 7, 3, 1, 7, 3, 1, 0, 0, 0, 0], modulus: 10 },
  G: { weights: [0, 0, 0, 0, 0, 0, 0, 1, 3, 7, 1, 3, 7, 1, 0, 3, 7, 1], modulus: 10, fold: true },
  X: { weights: [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0], modulus: 1 },
}

/** First and last branch. */
export type Range = readonly [number, number]

export interface RegisteredBank {
  branches: readonly Range[]
  /** Defaults to A, or B for base numbers from 990000. */
  algorithm?: Algorithm
  /** Missing if the bank no longer exists. */
  holder?: string
  /** Branches of this prefix used by another institution. */
  agencies?: readonly { branches: readonly Range[]; holder: string }[]
}

const westpac = (from: number, to: number): RegisteredBank => ({ branches: [[from, to]], holder: 'Westpac' })

export const register: Readonly<Record<string, RegisteredBank>> = {
  '01': {
    branches: [
      [1, 999],
      [1100, 1199],
      [1800, 1899],
      [6150, 6150],
    ],
    holder: 'ANZ',
  },
  '02': {
    branches: [
      [1, 999],
      [1200, 1299],
      [2025, 2055],
    ],
    holder: 'BNZ',
    agencies: [
      {
        branches: [
          [1242, 1242],
          [1245, 1250],
        ],
        holder: 'The Co-operative Bank',
      },
    ],
  },
  '03': {
    branches: [
      [1, 999],
      [1300, 1399],
      [1500, 1599],
      [1700, 1799],
      [1900, 1999],
      [5000, 5099],
      [7350, 7399],
    ],
    holder: 'Westpac',
  },
  '04': { branches: [[2014, 2024]], holder: 'ANZ' },
  '05': { branches: [[8884, 8889]], holder: 'China Construction Bank' },
  '06': {
    branches: [
      [1, 999],
      [1400, 1499],
    ],
    holder: 'ANZ',
  },
  '08': { branches: [[6500, 6599]], algorithm: 'D', holder: 'NAB' },
  '09': { branches: [[0, 0]], algorithm: 'E' },
  '10': { branches: [[5165, 5169]], holder: 'ICBC' },
  '11': {
    branches: [
      [5000, 6499],
      [6600, 8999],
    ],
    holder: 'ANZ',
  },
  '12': {
    branches: [
      [3000, 3299],
      [3400, 3499],
      [3600, 3699],
    ],
    holder: 'ASB',
  },
  '13': westpac(4900, 4999),
  '14': westpac(4700, 4799),
  '15': { branches: [[3900, 3999]], holder: 'TSB' },
  '16': westpac(4400, 4499),
  '17': westpac(3300, 3399),
  '18': westpac(3500, 3599),
  '19': westpac(4600, 4649),
  '20': westpac(4100, 4199),
  '21': westpac(4800, 4899),
  '22': westpac(4000, 4049),
  '23': westpac(3700, 3799),
  '24': { branches: [[4300, 4349]], holder: 'ASB' },
  '25': { branches: [[2500, 2599]], algorithm: 'F', holder: 'ANZ' },
  '26': { branches: [[2600, 2699]], algorithm: 'G' },
  '27': westpac(3800, 3849),
  '28': { branches: [[2100, 2149]], algorithm: 'G' },
  '29': { branches: [[2150, 2299]], algorithm: 'G' },
  '30': { branches: [[2900, 2949]], holder: 'HSBC' },
  '31': { branches: [[2800, 2849]], algorithm: 'X', holder: 'Citibank' },
  '33': { branches: [[6700, 6799]], algorithm: 'F' },
  '35': { branches: [[2400, 2499]] },
  '38': { branches: [[9000, 9499]], holder: 'Kiwibank' },
  '88': { branches: [[8800, 8805]], holder: 'Bank of China' },
}
