import fc from 'fast-check'
import { stdnum } from 'stdnum'
import { describe, expect, test } from 'vitest'
import { parseGstNumber } from './gst-number.ts'

describe('a GST number', () => {
  // Inland Revenue's own examples; the third needs the second set of weights.
  test.each([
    ['49-091-850', '049091850'],
    ['35 901 981', '035901981'],
    ['49098576', '049098576'],
    ['136410132', '136410132'],
  ])('%s is valid', (written, digits) => {
    expect(parseGstNumber(written)).toBe(digits)
  })

  test.each(['136410133', '49091851', '9125568', '1234567890', '', 'abc', '00000000', '000000000', '49/091/850', '4'.repeat(1000)])(
    '"%s" is not',
    (written) => {
      expect(parseGstNumber(written)).toBeUndefined()
    },
  )

  test('agrees with an independent library on every number but zero', () => {
    let found = 0
    fc.assert(
      fc.property(fc.integer({ min: 10, max: 999_999_999 }), fc.constantFrom(8, 9), (n, length) => {
        const digits = String(n).padStart(length, '0')
        const expected = stdnum.NZ!.ird!.validate(digits).isValid
        if (expected) found++
        expect(parseGstNumber(digits) !== undefined).toBe(expected)
      }),
      { numRuns: 5000 },
    )
    expect(found).toBeGreaterThan(100)
  })

  test('at most one check digit fits a base', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1_000_000, max: 99_999_999 }), (base) => {
        const numbers = Array.from({ length: 10 }, (_, digit) => parseGstNumber(`${base}${digit}`)).filter((number) => number !== undefined)
        expect(numbers.length).toBeLessThanOrEqual(1)
      }),
    )
  })
})
