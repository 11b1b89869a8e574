import { describe, expect, test } from 'vitest'
import { accountNameMessage, toBankAccountName } from './bank-account-name.ts'

describe('the name on an account', () => {
  test.each(['Aroha Ngata', "M. O'Brien-Smith, 2nd", 'Māia Tūī', 'M O’Brien', 'J & K'.replace('&', 'and')])('"%s" is valid', (name) => {
    expect(accountNameMessage(name)).toBeUndefined()
  })

  test.each(['J & K Smith', 'Kai/Co', 'Aroha_N', 'A\nB', '<b>', 'Aroha 🥝'])('"%s" has an invalid character', (name) => {
    expect(accountNameMessage(name)).toBe("Account name can only have A-z 0-9 and , . - '")
  })

  test.each(['', '   '])('"%s" is missing', (name) => {
    expect(accountNameMessage(name)).toBe('Name on account is required')
  })

  test('is cut to 20 characters when sent', () => {
    expect(toBankAccountName('Te Whare Wānanga o Awanuiārangi')).toBe('Te Whare Wānanga o A')
    expect(toBankAccountName('Te Whare Wānanga o Aotearoa'.normalize('NFD'))).toBe('Te Whare Wānanga o A')
    expect(toBankAccountName('Aroha Ngata')).toBe('Aroha Ngata')
    expect(toBankAccountName('  M O’Brien ')).toBe("M O'Brien")
    expect(toBankAccountName('1234567890123456789 abc')).toBe('1234567890123456789')
  })
})
