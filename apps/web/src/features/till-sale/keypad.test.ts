import { cents, zero } from '@nikau/money'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Key, keyOfKeyboard, pressKey, typedAmount } from './keypad.ts'

const limit = cents(200_000)
const type = (keys: Key[], basket = zero) => keys.reduce<string>((typed, key) => pressKey(typed, key, { basket, limit }) ?? typed, '')

test('digits are cents from the right, and a leading zero says nothing [TILL-04]', () => {
  expect(typedAmount(type(['1', '6']))).toBe(16n)
  expect(typedAmount(type(['1', '6', '00']))).toBe(1600n)
  expect(type(['0', '00', '5'])).toBe('5')
  expect(type(['0'])).toBe('')
  expect(typedAmount(type(['1', '6', '0', 'delete']))).toBe(16n)
  expect(typedAmount(type(['delete']))).toBe(0n)
})

test('a digit that would pass the limit of a payment is refused, basket included [TILL-04]', () => {
  expect(pressKey('20000', '0', { basket: zero, limit })).toBe('200000')
  expect(pressKey('20000', '1', { basket: zero, limit })).toBeUndefined()
  expect(pressKey('2000', '00', { basket: cents(1), limit })).toBeUndefined()
  expect(pressKey('200000', 'delete', { basket: cents(1), limit })).toBe('20000')
})

test('whatever is pressed, the amount stays within the limit and has no zero in front [TILL-04]', () => {
  fc.assert(
    fc.property(fc.array(fc.constantFrom<Key>('0', '1', '5', '9', '00', 'delete'), { maxLength: 30 }), (keys) => {
      const typed = type(keys)
      expect(typedAmount(typed) <= limit).toBe(true)
      expect(typed).not.toMatch(/^0/)
    }),
  )
})

test('a keyboard types like the keypad', () => {
  expect([keyOfKeyboard('7'), keyOfKeyboard('Backspace'), keyOfKeyboard('Enter'), keyOfKeyboard('a')]).toEqual(['7', 'delete', undefined, undefined])
})
