import fc from 'fast-check'
import { expect, test } from 'vitest'
import { digitsOf, groupsOfFour, hasValidCheckDigit, readCode } from './customer-code.ts'

/** The digit that makes a code of 15 digits one of 16. */
const withCheckDigit = (digits: string) => digits + '0123456789'.split('').find((last) => hasValidCheckDigit(digits + last))!

test('16 digits with the right check digit are a code; spaces do not matter [TILL-07]', () => {
  expect(hasValidCheckDigit('9990001234567890')).toBe(true)
  expect(readCode(' 9990 0012 3456 7890 ')).toEqual({ kind: 'code', barcode: '9990001234567890' })
  expect(readCode('9990-0012-3456-7891')).toEqual({ kind: 'wrong-check-digit' })
  expect(digitsOf('9990 0012-3456')).toBe('999000123456')
  expect(groupsOfFour('9990001234567890')).toBe('9990 0012 3456 7890')
})

test('one wrong digit anywhere is found [TILL-07]', () => {
  fc.assert(
    fc.property(fc.stringMatching(/^\d{15}$/), fc.nat(15), fc.integer({ min: 1, max: 9 }), (digits, place, shift) => {
      const code = withCheckDigit(digits)
      const wrong = String((Number(code[place]) + shift) % 10)
      expect(readCode(code).kind).toBe('code')
      expect(readCode(code.slice(0, place) + wrong + code.slice(place + 1)).kind).toBe('wrong-check-digit')
    }),
  )
})

test('text that is not a code is neither', () => {
  for (const text of ['', '12345', 'https://nikau.example/deimos/pay/x', '9990 0012 3456 789a']) expect(readCode(text)).toEqual({ kind: 'unsupported' })
})
