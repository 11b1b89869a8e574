import fc from 'fast-check'
import { stdnum } from 'stdnum'
import { describe, expect, test } from 'vitest'
import {
  algorithmFor,
  type BankAccountNumber,
  bankOf,
  checkAccountNumber,
  checkSum,
  formatAccountNumber,
  hasValidCheckDigit,
  livenessOfAccount,
  maskAccountNumber,
  parseAccountNumber,
} from './bank-account-number.ts'
import { type Algorithm, checkRules, register } from './bank-register.ts'

const parsed = (written: string) => parseAccountNumber(written)!
const oddCharacters = ['0', '1', '2', '9', '-', '–', '−', ' ', '\u00a0', '\n', '１', '٣', 'a', '+', '.', '\ud800', '\0']
const anyText = fc.oneof(fc.string(), fc.string({ unit: fc.constantFrom(...oddCharacters), maxLength: 45 }), fc.stringMatching(/^[\d -]{0,24}$/))

describe('written forms', () => {
  test.each([
    '12-3140-0171323-50',
    '12-3140-0171323-050',
    '12-3140-0171323-0050',
    '12-3140-00171323-0050',
    '12-3140-171323-50',
    '12 3140 0171323 50',
    '12 – 3140 – 0171323 – 50',
    ' 12\u00a03140\u00a00171323\u00a050 ',
    '123140017132350',
    '1231400171323050',
    '123140001713230050',
    '123140-0171323-50',
    '1231 4001 7132 350',
    '12 3140 0171 323 50',
    '123140 00171323 0050',
  ])('"%s" parses to the same account', (written) => {
    expect(parseAccountNumber(written)).toBe('123140001713230050')
    expect(formatAccountNumber(parsed(written))).toBe('12-3140-0171323-50')
  })

  test.each([
    '',
    '-',
    '12-3140-0171323',
    '12-3140-0171323-',
    '12314001713235',
    '12314001713230500',
    '12-3140-0171323-50-1',
    '12-3140-0171323-5000-1',
    '12 3140 0171323 5 0',
    '12-31400-0171323-50',
    '12-3140-017132345-50',
    '12-3140-0171323-5O',
    '12/3140/0171323/50',
    '+12-3140-0171323-50',
    '１２-3140-0171323-50',
    '1'.repeat(10_000),
  ])('"%s" is not an account number', (written) => {
    expect(parseAccountNumber(written)).toBeUndefined()
  })

  test('a branch of three digits is padded', () => {
    expect(parseAccountNumber('01-902-0068389-00')).toBe(parseAccountNumber('01-0902-0068389-00'))
  })

  test('the suffix has as many digits as it needs', () => {
    expect(formatAccountNumber(parsed('12-3140-0171323-00'))).toBe('12-3140-0171323-00')
    expect(formatAccountNumber(parsed('08-6523-1954512-001'))).toBe('08-6523-1954512-01')
    expect(formatAccountNumber(parsed('26-2600-0320871-132'))).toBe('26-2600-0320871-132')
  })

  test('-00 and -000 are the same account, -00 and -01 are not', () => {
    const number = parsed('12-3140-0171323-00')
    expect(parsed('12-3140-0171323-000')).toBe(number)
    expect(parsed('123140017132300')).toBe(number)
    expect(parsed('12-3140-0171323-01')).not.toBe(number)
  })

  test('the mask shows bank, three digits and suffix', () => {
    expect(maskAccountNumber(parsed('12-3140-0171323-50'))).toBe('12-••••-••••323-50')
    expect(maskAccountNumber(parsed('26-2600-0320871-132'))).toBe('26-••••-••••871-132')
  })

  const numbers = fc.stringMatching(/^\d{6}0\d{7}0\d{3}$/).map((digits) => digits as BankAccountNumber)

  test('a formatted number parses back to the same number', () => {
    fc.assert(
      fc.property(numbers, (number) => {
        expect(parseAccountNumber(formatAccountNumber(number))).toBe(number)
      }),
    )
  })

  test('any text parses to 18 digits or to undefined', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        expect(parseAccountNumber(text) ?? '0'.repeat(18)).toMatch(/^\d{18}$/)
      }),
    )
  })
})

describe('which bank', () => {
  test.each([
    ['01', 'ANZ'],
    ['04', 'ANZ'],
    ['06', 'ANZ'],
    ['11', 'ANZ'],
    ['02', 'BNZ'],
    ['03', 'Westpac'],
    ['12', 'ASB'],
    ['15', 'TSB'],
    ['30', 'HSBC'],
    ['38', 'Kiwibank'],
  ])('%s is %s, with a monogram [BANK-08]', (prefix, name) => {
    expect(bankOf(prefix)).toMatchObject({ name, monogram: expect.any(String) })
    expect(bankOf(`${prefix}-0001-0000000-00`)).toMatchObject({ name })
  })

  test('any other prefix is "Bank Account" and 00 is "Test Bank", both without a monogram [BANK-08]', () => {
    for (let n = 1; n < 100; n++) {
      const prefix = String(n).padStart(2, '0')
      if (['01', '02', '03', '04', '06', '11', '12', '15', '30', '38'].includes(prefix)) continue
      expect(bankOf(prefix)).toMatchObject({ name: 'Bank Account', monogram: undefined })
    }
    expect(bankOf('00')).toEqual({ name: 'Test Bank', monogram: undefined, heldWith: undefined })
  })

  test('the branch identifies the institution behind the bank', () => {
    expect(bankOf('02-1242-0200018-00')).toMatchObject({ name: 'BNZ', heldWith: 'The Co-operative Bank' })
    expect(bankOf('02-1243-0200018-00')).toMatchObject({ name: 'BNZ', heldWith: undefined })
    expect(bankOf('88-8800-0000000-00')).toMatchObject({ name: 'Bank Account', heldWith: 'Bank of China' })
    expect(bankOf('1')).toBeUndefined()
  })

  test('a number is test if it starts with 00, otherwise main', () => {
    expect(livenessOfAccount(parsed('00-0000-0000000-00'))).toBe('test')
    expect(livenessOfAccount(parsed('01-0000-0000000-00'))).toBe('main')
    expect(livenessOfAccount(parsed('10-0000-0000000-00'))).toBe('main')
  })
})

/** Known valid numbers, as in docs/nz.md. */
const validNumbers: [string, Algorithm][] = [
  ['01-902-0068389-00', 'A'],
  ['08-6523-1954512-001', 'D'],
  ['26-2600-0320871-032', 'G'],
  ['01-0902-0068389-00', 'A'],
  ['02-1242-0200018-00', 'A'],
  ['03-0123-0034147-00', 'A'],
  ['06-0501-0100018-00', 'A'],
  ['12-3140-0171323-00', 'A'],
  ['15-3900-0100000-00', 'A'],
  ['30-2900-0200007-00', 'A'],
  ['38-9000-1000000-00', 'B'],
  ['03-1300-0990008-00', 'B'],
]

describe('check digits', () => {
  test.each(validNumbers)('%s is valid by algorithm %s', (written, algorithm) => {
    const number = parsed(written)
    expect(algorithmFor(number)).toBe(algorithm)
    expect(checkAccountNumber(written, 'main')).toEqual({ number })
    expect(checkAccountNumber(written, 'test')).toEqual({ number })
  })

  test.each([
    ['01-902-0068389-00', 'A', 176],
    ['08-6523-1954512-001', 'D', 121],
    ['26-2600-0320871-032', 'G', 30],
  ] as const)('the checksum of %s by %s is %i', (written, algorithm, sum) => {
    expect(checkSum(parsed(written), algorithm)).toBe(sum)
  })

  test('the algorithm changes at base 990000', () => {
    expect(algorithmFor(parsed('01-0001-0989999-00'))).toBe('A')
    expect(algorithmFor(parsed('01-0001-0990000-00'))).toBe('B')
  })

  test.each(['12-3200-0123456-00', '38-9000-7654321-00', '02-0001-0000001-00'])('%s is invalid', (written) => {
    expect(checkAccountNumber(written, 'main')).toEqual({ fault: 'check' })
  })

  test('every rule has 18 weights and every bank has valid branch ranges', () => {
    for (const rule of Object.values(checkRules)) expect(rule.weights).toHaveLength(18)
    for (const bank of Object.values(register)) for (const [from, to] of bank.branches) expect(from <= to && to <= 9999).toBe(true)
  })

  const branchOf = (prefix: string) => fc.oneof(...register[prefix]!.branches.map(([min, max]) => fc.integer({ min, max })))
  const inRegister = fc
    .constantFrom(...Object.keys(register))
    .chain((prefix) => fc.tuple(fc.constant(prefix), branchOf(prefix), fc.integer({ min: 0, max: 9_999_999 }), fc.integer({ min: 0, max: 999 })))
    .map(([prefix, branch, base, suffix]) => ({
      prefix,
      written: [prefix, String(branch).padStart(4, '0'), String(base).padStart(7, '0'), String(suffix).padStart(3, '0')].join('-'),
    }))

  // The library has fewer prefixes and branches and does not fold the products of E and G.
  test('agrees with an independent library on all banks and branches it supports', () => {
    let compared = 0
    fc.assert(
      fc.property(inRegister, ({ prefix, written }) => {
        const verdict = stdnum.NZ!.bank!.validate(written)
        const isUnsupported = !verdict.isValid && verdict.error?.name === 'InvalidComponent'
        if (isUnsupported || register[prefix]!.algorithm === 'E' || register[prefix]!.algorithm === 'G') return
        compared++
        expect(hasValidCheckDigit(parsed(written))).toBe(verdict.isValid)
      }),
      { numRuns: 5000 },
    )
    expect(compared).toBeGreaterThan(2500)
  })

  // Independent implementation: a product of at most 63 folds to its remainder by nine, with nine staying nine.
  test('folding equals the remainder by nine', () => {
    const reference = (number: string, algorithm: 'E' | 'G') =>
      checkRules[algorithm].weights.reduce((sum, weight, place) => {
        const product = weight * Number(number[place])
        return sum + (product === 0 ? 0 : product % 9 === 0 ? 9 : product % 9)
      }, 0)
    fc.assert(
      fc.property(fc.stringMatching(/^\d{18}$/), fc.constantFrom('E' as const, 'G' as const), (digits, algorithm) => {
        expect(checkSum(digits as BankAccountNumber, algorithm)).toBe(reference(digits, algorithm))
      }),
    )
  })

  test('any wrong digit in the base is detected with modulus 11', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 98_999 }),
        fc.integer({ min: 1, max: 999 }),
        fc.nat(4),
        fc.integer({ min: 1, max: 9 }),
        (start, branch, place, by) => {
          const bank = `01${String(branch).padStart(4, '0')}`
          const lasts = Array.from({ length: 10 }, (_, last) => `${bank}${String(start).padStart(7, '0')}${last}0000` as BankAccountNumber)
          const right = lasts.find(hasValidCheckDigit)
          if (!right) return
          const at = 9 + place
          const slipped = right.slice(0, at) + ((Number(right[at]) + by) % 10) + right.slice(at + 1)
          if (Number(slipped.slice(6, 14)) >= 990_000) return
          expect(hasValidCheckDigit(slipped as BankAccountNumber)).toBe(false)
        },
      ),
    )
  })
})

describe('the order of checks', () => {
  test.each(['', '   '])('"%s" is required', (written) => {
    expect(checkAccountNumber(written, 'main')).toEqual({ fault: 'required' })
  })

  test.each(['12-3140-0171323', '12-3140-0171323-5000-1', 'abc', '1231400171323'])('"%s" has the wrong format', (written) => {
    expect(checkAccountNumber(written, 'main')).toEqual({ fault: 'format' })
    expect(checkAccountNumber(written, 'test')).toEqual({ fault: 'format' })
  })

  test('bank is checked before branch, branch before check digit', () => {
    expect(checkAccountNumber('99-9999-9999999-99', 'main')).toEqual({ fault: 'bank' })
    expect(checkAccountNumber('12-9999-9999999-99', 'main')).toEqual({ fault: 'branch' })
    expect(checkAccountNumber('12-3140-9999999-99', 'main')).toEqual({ fault: 'check' })
  })

  test('00 and other unknown prefixes are valid in test mode only, without branch or check digit', () => {
    const number = parsed('00-1234-1234567-00')
    expect(checkAccountNumber('00-1234-1234567-00', 'test')).toEqual({ number })
    expect(checkAccountNumber('00-1234-1234567-00', 'main')).toEqual({ fault: 'bank' })
    expect(checkAccountNumber('99-9999-9999999-99', 'test').fault).toBeUndefined()
  })

  test('any text gives either a number or a fault', () => {
    fc.assert(
      fc.property(anyText, fc.constantFrom('main' as const, 'test' as const), (text, mode) => {
        const verdict = checkAccountNumber(text, mode)
        expect(verdict.number).toBe(verdict.fault === undefined ? parseAccountNumber(text) : undefined)
      }),
    )
  })
})
