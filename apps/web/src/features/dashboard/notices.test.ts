import { cents } from '@nikau/money'
import { describe, expect, test } from 'vitest'
import { activeNotice } from './notices.ts'

const verified = { verified: true }
const unverified = { verified: false }
const lowBalance = cents(1999n)

describe('activeNotice', () => {
  test('asks to link a bank account if there is none [NOTE-01]', () => {
    expect(activeNotice({ bankAccounts: [], topUps: [], balance: cents(5000n) })).toBe('link-bank-account')
  })

  test('asks to verify an unverified account, even beside a verified one [NOTE-02]', () => {
    expect(activeNotice({ bankAccounts: [unverified], topUps: [], balance: cents(5000n) })).toBe('verify-linked-bank')
    expect(activeNotice({ bankAccounts: [verified, unverified], topUps: [], balance: cents(5000n) })).toBe('verify-linked-bank')
  })

  test('warns of a low balance under $20.00, not at $20.00 and not with a pending top-up [NOTE-03]', () => {
    const data = { bankAccounts: [verified], topUps: [{ status: 'done' }, { status: 'failed' }] }
    expect(activeNotice({ ...data, balance: lowBalance })).toBe('low-wallet-balance')
    expect(activeNotice({ ...data, balance: cents(2000n) })).toBeUndefined()
    expect(activeNotice({ ...data, topUps: [{ status: 'created' }], balance: lowBalance })).toBeUndefined()
    expect(activeNotice({ ...data, topUps: [{ status: 'requested' }], balance: lowBalance })).toBeUndefined()
  })

  test('one at a time: link, then verify, then low balance [NOTE-04]', () => {
    expect(activeNotice({ bankAccounts: [], topUps: [], balance: lowBalance })).toBe('link-bank-account')
    expect(activeNotice({ bankAccounts: [unverified], topUps: [], balance: lowBalance })).toBe('verify-linked-bank')
    expect(activeNotice({ bankAccounts: [verified], topUps: [], balance: lowBalance })).toBe('low-wallet-balance')
  })

  test('shows no notice that depends on data that failed to load', () => {
    expect(activeNotice({ bankAccounts: undefined, topUps: [], balance: lowBalance })).toBeUndefined()
    expect(activeNotice({ bankAccounts: [verified], topUps: undefined, balance: lowBalance })).toBeUndefined()
    expect(activeNotice({ bankAccounts: [verified], topUps: [], balance: undefined })).toBeUndefined()
  })
})
