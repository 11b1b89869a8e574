import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { add, cents, format, gstWithin, parseDollars, roundCash, split } from './index.ts'

test('amounts are formatted with two decimals, thousands separators and a minus sign [CONST-03]', () => {
  expect(format(cents(0))).toBe('$0.00')
  expect(format(cents(5))).toBe('$0.05')
  expect(format(cents(123_450))).toBe('$1,234.50')
  expect(format(cents(9_999_999))).toBe('$99,999.99')
  expect(format(cents(-1200))).toBe('−$12.00')
  expect(format(cents(1200), { plus: true })).toBe('+$12.00')
})

test('only whole cents are amounts [CONST-03]', () => {
  expect(cents('1000')).toBe(1000n)
  for (const text of ['10.5', '1e3', '', ' 1', '0x10']) expect(() => cents(text)).toThrow(RangeError)
})

test('cash is rounded to 10 cents: 1 to 5 down, 6 to 9 up [TILL-13]', () => {
  expect([1360, 1361, 1362, 1365, 1366, 1369, 5, 6].map((amount) => roundCash(cents(amount)))).toEqual([1360n, 1360n, 1360n, 1360n, 1370n, 1370n, 0n, 10n])
})

test('typed dollars are parsed to cents without floating point', () => {
  expect(parseDollars('0.1')).toBe(10n)
  expect(parseDollars('50.10')).toBe(5010n)
  expect(parseDollars('$1,234.5')).toBe(123_450n)
  expect(parseDollars('.5')).toBe(50n)
  for (const text of ['', '.', 'abc', '1.234', '-5', '1,23', '1 000']) expect(parseDollars(text)).toBeUndefined()
})

test('a formatted amount parses back to the same amount', () => {
  fc.assert(fc.property(fc.bigInt({ min: 0n, max: 10n ** 15n }), (amount) => parseDollars(format(cents(amount))) === amount))
})

test('shares differ by at most a cent and add up to the total', () => {
  expect(split(cents(1000), 3)).toEqual([334n, 333n, 333n])
  fc.assert(
    fc.property(fc.bigInt({ min: 0n, max: 10n ** 12n }), fc.integer({ min: 1, max: 50 }), (total, shares) => {
      const parts = split(cents(total), shares)
      return add(...parts) === total && parts[0]! - parts.at(-1)! <= 1n
    }),
  )
})

test('GST is 3/23, rounded half up', () => {
  expect(gstWithin(cents(11_500))).toBe(1500n)
  expect(gstWithin(cents(999))).toBe(130n)
})
