import { expect, test } from 'vitest'
import { parseMobile, formatMobile, formatMobileInternational, maskMobile } from './phone.ts'

test.each([
  ['021 123 4567', '+64211234567'],
  ['(021) 123-4567', '+64211234567'],
  ['+64 21 123 4567', '+64211234567'],
  ['+64 021 123 4567', '+64211234567'],
  ['0064 21 123 4567', '+64211234567'],
  ['64 21 123 4567', '+64211234567'],
  ['21 123 4567', '+64211234567'],
  ['021 123 456', '+6421123456'],
  ['021 1234 5678', '+642112345678'],
  ['020 000 00123', '+642000000123'],
  ['022 123 4567', '+64221234567'],
  ['026 123 456', '+6426123456'],
  ['027 123 4567', '+64271234567'],
  ['028 123 4567', '+64281234567'],
  ['029 123 4567', '+64291234567'],
])('%s parses as %s', (typed, e164) => {
  expect(parseMobile(typed)).toBe(e164)
})

test.each([
  ['021 12 345', 'too short'],
  ['023 123 4567', 'no operator has 023'],
  ['025 123 4567', '025 was closed'],
  ['09 123 4567', 'a landline'],
  ['0240 123 456', 'Scott Base is a landline'],
  ['+61 412 345 678', 'Australia'],
  ['0061 412 345 678', 'Australia by its dialling prefix'],
  ['0800 123 456', 'free phone'],
  ['111', 'emergency'],
  ['', 'nothing'],
  ['021 123 4567 89 01', 'too long'],
  ['021 123 4567 ext 9', 'an extension'],
  ['kia ora 021 123 4567', 'words'],
  ['<b>0211234567</b>', 'markup'],
  ['2'.repeat(10_000), 'a flood'],
])('%s is refused: %s', (typed) => {
  expect(parseMobile(typed)).toBeUndefined()
})

test('numbers are formatted nationally and internationally', () => {
  expect(formatMobile('+64211234567')).toBe('021 123 4567')
  expect(formatMobileInternational('+64215550142')).toBe('+64 21 555 0142')
})

test('a formatted number parses back to the same number', () => {
  for (const e164 of ['+6421123456', '+64211234567', '+642112345678', '+6426123456', '+64271234567', '+642000000123']) {
    expect(parseMobile(formatMobile(e164))).toBe(e164)
    expect(parseMobile(formatMobileInternational(e164))).toBe(e164)
  }
})

test('a masked number shows the network and the last two digits', () => {
  expect(maskMobile('+64211234567')).toBe('+64 21 ••• ••67')
  expect(maskMobile('+6421123456')).toBe('+64 21 ••• •56')
})
