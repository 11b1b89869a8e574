import { expect, test } from 'vitest'
import { formatAlias, maskAlias, parseRecipient } from './recipient.ts'

const numbers = { emails: false }
const both = { emails: true }

test.each([
  '0215550142',
  '021 555 0142',
  '21 555 0142',
  '+64 21 555 0142',
  '+64215550142',
  '0064 21 555 0142',
  '64 21 555 0142',
  '(021) 555-0142',
  '+64 (0)21 555 0142',
])('%s is one and the same number [SEND-09]', (typed) => {
  expect(parseRecipient(typed, numbers)).toEqual({ alias: '+64215550142' })
  expect(parseRecipient(typed, both)).toEqual({ alias: '+64215550142' })
})

test.each([
  ['21555o142', 'not-numeric'],
  ['mia@demo.example', 'not-numeric'],
  ['2'.repeat(11), 'too-long'],
  ['', 'not-a-mobile'],
  ['2155501', 'not-a-mobile'],
  ['9 555 0142', 'not-a-mobile'],
  ['1234567890', 'not-a-mobile'],
])('%s is %s [SEND-10, SEND-11, SEND-12]', (typed, error) => {
  expect(parseRecipient(typed, numbers)).toEqual({ error })
})

test.each([
  [' Mia@Demo.Example ', { alias: 'mia@demo.example' }],
  ['mia@', { error: 'not-an-email' }],
  ['mia', { error: 'not-an-email' }],
  ['+64 21 555 0142', { alias: '+64215550142' }],
  ['2155501', { error: 'not-a-mobile' }],
])('with email on, %s is read as %o [SEND-13, SEND-14]', (typed, recipient) => {
  expect(parseRecipient(typed, both)).toEqual(recipient)
})

test('numbers are grouped, and masked but for their last digits', () => {
  expect(['+64215550142', '+6421555014', '+64285550142345', 'mia@demo.example'].map(formatAlias)).toEqual([
    '021 555 0142',
    '021 555 014',
    '+64285550142345',
    'mia@demo.example',
  ])
  expect(['+64215550142', 'mia@demo.example'].map(maskAlias)).toEqual(['021 ••• ••42', 'm•••@demo.example'])
})
