import { expect, test } from 'vitest'
import { cardFaults, cardFields } from './card-form.ts'

const now = new Date('2026-11-15T00:00:00Z')
const good = { number: '6005091234567890', expiry: '05/29', cvv: '412' }
const of = (more: Partial<typeof good>, at = now) => cardFaults({ ...good, ...more }, at)

test('a good card has no fault', () => expect(of({})).toEqual({}))

test('each field that is empty is required, and they rank in this order [CARD-09, CARD-10]', () => {
  const faults = of({ number: '', expiry: '', cvv: '' })
  expect(faults).toEqual({ number: 'required', expiry: 'required', cvv: 'required' })
  expect(Object.keys(faults)).toEqual([...cardFields])
  expect(cardFields).toEqual(['number', 'expiry', 'cvv'])
})

test.each(['600509123456789', '60050912345678901', '600509123456789a', '6005 0912 3456 7890'])('%s is not 16 digits [CARD-11]', (number) =>
  expect(of({ number })).toEqual({ number: 'length' }),
)

test.each(['4242424242424242', '6005081234567890'])('%s is of another issuer [CARD-12]', (number) => expect(of({ number })).toEqual({ number: 'issuer' }))

test('only the issuer is looked at: no check digit is asked for [CARD-12]', () => {
  for (let last = 0; last < 10; last++) expect(of({ number: `600509123456789${last}` })).toEqual({})
})

test.each(['13/29', '00/29', '5/29', '05-29', '05/2029', '05/2', 'abcd', '05/'])('%s is not MM/YY [CARD-13]', (expiry) =>
  expect(of({ expiry })).toEqual({ expiry: 'format' }),
)

test.each(['05/30', '0530', '12/99'])('%s is, with or without a slash [CARD-13]', (expiry) => expect(of({ expiry })).toEqual({}))

test('the current month is good, the one before it is not [CARD-14]', () => {
  expect(of({ expiry: '11/26' })).toEqual({})
  expect(of({ expiry: '10/26' })).toEqual({ expiry: 'past' })
  expect(of({ expiry: '12/25' })).toEqual({ expiry: 'past' })
  expect(of({ expiry: '01/27' })).toEqual({})
})

test('the month is New Zealand’s [CARD-14]', () => {
  // It is December in Auckland while Greenwich still has November.
  expect(of({ expiry: '11/26' }, new Date('2026-11-30T10:59:59Z'))).toEqual({})
  expect(of({ expiry: '11/26' }, new Date('2026-11-30T11:00:00Z'))).toEqual({ expiry: 'past' })
})

test.each(['41', '4123', '41a', ' 412'])('%s is not a CVC [CARD-15]', (cvv) => expect(of({ cvv })).toEqual({ cvv: 'length' }))
