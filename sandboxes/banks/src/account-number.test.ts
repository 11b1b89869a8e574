import { expect, test } from 'vitest'
import { accountNumberFault, hashPart, readAccountNumber, showAccountNumber } from './account-number.ts'

const fault = (text: string) => accountNumberFault(readAccountNumber(text)!)

test.each([
  '01-0902-0068389-00',
  '08-6523-1954512-001',
  '26-2600-0320871-032',
  '02-1242-0200018-00',
  '03-0123-0034147-00',
  '06-0501-0100018-00',
  '12-3140-0171323-00',
  '15-3900-0100000-00',
  '30-2900-0200007-00',
  '38-9000-1000000-00',
  '03-1300-0990008-00',
  '00-1234-1234567-00',
])('%s may be an account', (number) => {
  expect(fault(number)).toBeUndefined()
})

test.each(['12-3200-0123456-00', '38-9000-7654321-00', '02-0001-0000001-00'])('%s has a wrong check digit', (number) => {
  expect(fault(number)).toBe('wrong check digit')
})

test('a branch outside its bank is refused', () => {
  expect(fault('12-0501-0100018-00')).toBe('unknown bank or branch')
  expect(fault('99-0501-0100018-00')).toBe('unknown bank or branch')
})

test('suffix 00 and 000 are the same account, shown in 2-4-7-2', () => {
  expect(readAccountNumber('02-1242-0200018-000')).toBe(readAccountNumber('021242020001800'))
  expect(showAccountNumber(readAccountNumber('0212420200018000')!)).toBe('02-1242-0200018-00')
  expect(showAccountNumber(readAccountNumber('08-6523-1954512-123')!)).toBe('08-6523-1954512-123')
  expect(readAccountNumber('02-1242-200018-00')).toBeUndefined()
})

test('the hash part is branch and base', () => {
  expect(hashPart(readAccountNumber('01-0902-0068389-00')!)).toBe(9_020_068_389)
})
