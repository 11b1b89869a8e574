import { type BankAccountNumber, parseAccountNumber } from '@nikau/nz/bank-account-number'
import { cents } from '@nikau/money'
import { expect, test } from 'vitest'
import { asciiText, fileAccount } from './text.ts'
import { hashTotal, isWritable, parseUpload, UnwritableFile, type Upload, writeUpload } from './upload.ts'

const number = (text: string): BankAccountNumber => parseAccountNumber(text)!
const ownAccount = number('02-0192-0214002-00')
const aroha = { account: number('01-0902-0068389-00'), amount: cents(5000), name: 'Aroha Ngata', reference: 'T1001', particulars: 'CODE 4821', code: 'TOPUP' }
const hemi = { account: number('12-3050-0214000-00'), amount: cents(2500), name: 'Hēmi Māhuta', reference: 'T1002', particulars: 'CODE 1907', code: 'TOPUP' }
const batch: Upload = { ownAccount: ownAccount, dueDay: '2026-12-02', createdDay: '2026-12-02', reference: 'DD-20261202', details: [aroha, hemi] }

test('a file of direct debits, byte for byte', () => {
  expect(writeUpload('debit', batch)).toEqual(
    Buffer.from(
      '1,,,,020192021400200,7,261202,261202,DD-20261202\r\n' +
        '2,010902006838900,00,5000,Aroha Ngata,T1001,TOPUP,,CODE 4821,Nikau,TOPUP,T1001,WALLET\r\n' +
        '2,123050021400000,00,2500,Hemi Mahuta,T1002,TOPUP,,CODE 1907,Nikau,TOPUP,T1002,WALLET\r\n' +
        '3,7500,2,39520282389\r\n',
    ),
  )
})

test('a file of payouts, byte for byte', () => {
  const details = [{ ...hemi, account: number('26-2600-0320871-032'), amount: cents(1), code: 'WITHDRAWAL' }]
  expect(writeUpload('credit', { ...batch, dueDay: '2027-01-05', reference: 'DC261202-01', details })).toEqual(
    Buffer.from(
      '1,,,,020192021400200,7,270105,261202,DC261202-01\r\n' +
        '2,262600032087132,50,1,Hemi Mahuta,T1002,WITHDRAWAL,,CODE 1907,Nikau,WITHDRAWAL,T1002,WALLET\r\n' +
        '3,1,1,26000320871\r\n',
    ),
  )
})

test('names are folded to the allowed characters and are never empty', () => {
  expect(asciiText('Hēmi Māhuta', 20)).toBe('Hemi Mahuta')
  expect(asciiText('Søren O’Brien, Ltd', 20)).toBe("Soren O'Brien Ltd")
  expect(asciiText('Te Whare Wānanga o Aotearoa', 20)).toBe('Te Whare Wananga o A')
  expect(asciiText('a\r\n2,b', 20)).toBe('a 2 b')
  const lines = (name: string) =>
    writeUpload('debit', { ...batch, details: [{ ...aroha, name }] })
      .toString()
      .split('\r\n')
  expect(lines('王小明')[1]).toContain(',Account holder,')
  expect(lines('x,00,1\r\n3,1,1')).toHaveLength(4)
})

test('the hash total keeps its last eleven digits', () => {
  expect(hashTotal(['019999999999900', '019999999999900'])).toBe('99999999998')
  expect(hashTotal(['010000000000100'])).toBe('00000000001')
})

test('an order that the format cannot express is detected before it is in a file', () => {
  expect(fileAccount(number('12-3140-0171323-50'))).toBe('123140017132350')
  expect(fileAccount(number('12-3140-0171323-150'))).toBe('1231400171323150')
  for (const change of [
    { account: number('01-0902-10068389-00') },
    { account: number('01-0902-0068389-1000') },
    { amount: cents(0) },
    { amount: cents(10_000_000_000) },
    { reference: 'T,1' },
  ]) {
    const detail = { ...aroha, ...change }
    expect(isWritable(detail)).toBe(false)
    expect(() => writeUpload('debit', { ...batch, details: [detail] })).toThrow(UnwritableFile)
  }
  expect(() => writeUpload('debit', { ...batch, details: [] })).toThrow(UnwritableFile)
  expect(() => writeUpload('debit', { ...batch, reference: 'TOO LONG FOR A FILE' })).toThrow(UnwritableFile)
})

test('the orders of a file can be parsed again, to be resent in another', () => {
  const [first, second] = parseUpload(writeUpload('debit', batch))
  expect([first, second]).toEqual([aroha, { ...hemi, name: 'Hemi Mahuta' }])
})
