import { expect, test } from 'vitest'
import { cardFields, validateCard } from './card-form.ts'

const now = new Date('2026-11-15T00:00:00Z')
const good = { number: '6005091234567890', expiry: '05/29', cvv: '412' }
const validate = (fields: Partial<typeof good>, at = now) => validateCard({ ...good, ...fields }, at)

test('a valid card has no errors', () => expect(validate({})).toEqual({}))

test('empty fields are required, in the order of the form [CARD-09, CARD-10]', () => {
  const errors = validate({ number: '', expiry: '', cvv: '' })
  expect(errors).toEqual({ number: 'required', expiry: 'required', cvv: 'required' })
  expect(Object.keys(errors)).toEqual([...cardFields])
  expect(cardFields).toEqual(['number', 'expiry', 'cvv'])
})

test.each(['600509123456789', '60050912345678901', '600509123456789a', '6005 0912 3456 7890'])('%s is not 16 digits [CARD-11]', (number) =>
  expect(validate({ number })).toEqual({ number: 'length' }),
)

test.each(['4242424242424242', '6005081234567890'])('%s belongs to another issuer [CARD-12]', (number) =>
  expect(validate({ number })).toEqual({ number: 'issuer' }),
)

test('only the issuer prefix is checked, no check digit [CARD-12]', () => {
  for (let last = 0; last < 10; last++) expect(validate({ number: `600509123456789${last}` })).toEqual({})
})

test.each(['13/29', '00/29', '5/29', '05-29', '05/2029', '05/2', 'abcd', '05/'])('%s is not MM/YY [CARD-13]', (expiry) =>
  expect(validate({ expiry })).toEqual({ expiry: 'format' }),
)

test.each(['05/30', '0530', '12/99'])('%s is MM/YY, with or without a slash [CARD-13]', (expiry) => expect(validate({ expiry })).toEqual({}))

test('the current month is valid, the previous one is not [CARD-14]', () => {
  expect(validate({ expiry: '11/26' })).toEqual({})
  expect(validate({ expiry: '10/26' })).toEqual({ expiry: 'past' })
  expect(validate({ expiry: '12/25' })).toEqual({ expiry: 'past' })
  expect(validate({ expiry: '01/27' })).toEqual({})
})

test('the month is the one in New Zealand [CARD-14]', () => {
  // December in Auckland, while it is still November in UTC.
  expect(validate({ expiry: '11/26' }, new Date('2026-11-30T10:59:59Z'))).toEqual({})
  expect(validate({ expiry: '11/26' }, new Date('2026-11-30T11:00:00Z'))).toEqual({ expiry: 'past' })
})

test.each(['41', '4123', '41a', ' 412'])('%s is not a CVC [CARD-15]', (cvv) => expect(validate({ cvv })).toEqual({ cvv: 'length' }))
