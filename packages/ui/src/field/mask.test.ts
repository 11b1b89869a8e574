import fc from 'fast-check'
import { expect, test } from 'vitest'
import { accountNumberMask, readAccountNumber } from '../account-number-field/account-number.ts'
import { amountMask } from '../amount-field/amount.ts'
import { rewriteExpiry } from '../expiry-field/expiry.ts'
import { groupPhone, stripCountry } from '../phone-field/phone.ts'
import { remask } from './mask.ts'

test('an account number holds only digits and correctly placed dashes, at most 19 characters, for any input [LINK-16]', () => {
  fc.assert(
    fc.property(fc.string({ maxLength: 40 }), (text) => {
      const { value, caret } = remask('', { value: text, caret: text.length }, accountNumberMask)
      expect(value).toMatch(/^(\d{0,2}|\d{2}-\d{1,4}|\d{2}-\d{4}-\d{1,7}|\d{2}-\d{4}-\d{7}-\d{1,3})$/)
      expect(value.length).toBeLessThanOrEqual(19)
      expect(caret).toBe(value.length)
    }),
  )
})

test('a digit typed inside the account number leaves the caret after that digit', () => {
  const typed = { value: '12-31940-0171323-50', caret: 6 }
  expect(remask('12-3140-0171323-50', typed, accountNumberMask)).toEqual({ value: '12-3194-0017132-350', caret: 6 })
})

test('deleting a dash deletes the digit before it; forward delete, the digit after it', () => {
  expect(remask('12-3140', { value: '123140', caret: 2 }, accountNumberMask)).toEqual({ value: '13-140', caret: 1 })
  expect(remask('12-3140', { value: '123140', caret: 2 }, accountNumberMask, true)).toEqual({ value: '12-140', caret: 2 })
})

test('pasting the same digits without dashes over a value keeps them all', () => {
  const pasted = '123140017132350'
  expect(remask('12-3140-0171323-50', { value: pasted, caret: pasted.length }, accountNumberMask).value).toBe('12-3140-0171323-50')
})

test.each([
  ['12-3140-0171323-50', '12-3140-0171323-50'],
  ['12 3140 0171323 050', '12-3140-0171323-050'],
  ['123140017132350', '12-3140-0171323-50'],
  ['Account: 12-3140-171323-5', '12-3140-0171323-05'],
  ['12/3140/00171323/50', '12-3140-0171323-50'],
])('a pasted account number is read in any spelling: %s', (pasted, read) => {
  expect(readAccountNumber(pasted)).toBe(read)
})

test('an unreadable paste is left to the mask', () => {
  expect(readAccountNumber('not a number')).toBeUndefined()
})

test.each([
  ['$1,234.50', '1,234.50'],
  ['1234567', '1,234,567'],
  ['12.345', '12.34'],
  ['1.2.3', '1.23'],
  ['.5', '.5'],
  ['007', '007'],
  ['12.', '12.'],
])('an amount keeps its digits and one point, and groups thousands, while it is typed: %s', (typed, kept) => {
  expect(remask('', { value: typed, caret: typed.length }, amountMask).value).toBe(kept)
})

test('the same amount without its separator keeps every digit; a deleted separator takes the digit beside it', () => {
  expect(remask('1,234', { value: '1234', caret: 4 }, amountMask)).toEqual({ value: '1,234', caret: 5 })
  expect(remask('1,234', { value: '1234', caret: 1 }, amountMask)).toEqual({ value: '234', caret: 0 })
  expect(remask('1,234', { value: '1234', caret: 1 }, amountMask, true)).toEqual({ value: '134', caret: 1 })
})

test.each([
  ['021 555 0142', '21 555 0142'],
  ['+64 21 555 0142', '21 555 0142'],
  ['+64215550142', '215550142'],
  ['0064 21 555 0142', '21 555 0142'],
  ['21 555 0142', '21 555 0142'],
  ['mia@example.nz', 'mia@example.nz'],
])('the country in front of a phone number goes: %s', (typed, left) => {
  expect(stripCountry(typed)).toBe(left)
})

test('a number is grouped, anything else is unchanged', () => {
  expect(groupPhone('215550142')).toBe('21 555 0142')
  expect(groupPhone('21555014212345')).toBe('21 555 014212345')
  expect(groupPhone('21x')).toBe('21x')
})

/** Types a text key by key into the expiry input. */
function typeExpiry(keys: string): string {
  return keys.split('').reduce((value, key) => {
    const text = key === '<' ? value.slice(0, -1) : value + key
    return rewriteExpiry(value, { value: text, caret: text.length }).value
  }, '')
}

test.each([
  ['0529', '05/29'],
  ['ab12cd34', '12/34'],
  ['12', '12/'],
])('the expiry input keeps digits and puts a slash after the month: %s gives %s [CARD-06]', (keys, value) => {
  expect(typeExpiry(keys)).toBe(value)
})

test.each([
  ['0', '0'],
  ['1', '1'],
  ['5', '05/'],
  ['529', '05/29'],
])('a first digit 0 or 1 is kept alone, one above gets its zero: %s gives %s [CARD-07]', (keys, value) => {
  expect(typeExpiry(keys)).toBe(value)
})

test.each([
  ['12<', '12'],
  ['12<3', '12/3'],
  ['12<<', '1'],
  ['5<', '05'],
  ['0529<<<', '05'],
])('backspace over the slash takes it away until the next digit: %s gives %s [CARD-08]', (keys, value) => {
  expect(typeExpiry(keys)).toBe(value)
})

test('a pasted or autofilled expiry may have a long year, spaces or a one-digit month', () => {
  const paste = (text: string) => rewriteExpiry('', { value: text, caret: text.length }).value
  expect(paste('05/2029')).toBe('05/29')
  expect(paste('05 / 29')).toBe('05/29')
  expect(paste('1/29')).toBe('01/29')
})
