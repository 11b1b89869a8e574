import { cents } from '@nikau/money'
import { describe, expect, test } from 'vitest'
import { noticeInForce } from './notices.ts'

const verified = { verified: true }
const unverified = { verified: false }
const poor = cents(1999n)

describe('the notice in force', () => {
  test('without a bank it is to link one [NOTE-01]', () => {
    expect(noticeInForce({ bankAccounts: [], topUps: [], balance: cents(5000n) })).toMatchObject({ title: 'Link Bank Account', path: '/link-bank-account' })
  })

  test('with an unverified bank it is to verify it, also beside a verified one [NOTE-02]', () => {
    const notice = { title: 'Verify Linked Bank', path: '/bank-accounts' }
    expect(noticeInForce({ bankAccounts: [unverified], topUps: [], balance: cents(5000n) })).toMatchObject(notice)
    expect(noticeInForce({ bankAccounts: [verified, unverified], topUps: [], balance: cents(5000n) })).toMatchObject(notice)
  })

  test('under 20 dollars it is the low balance; at 20.00 there is none; a pending top-up suppresses it [NOTE-03]', () => {
    const facts = { bankAccounts: [verified], topUps: [{ status: 'done' }, { status: 'failed' }] }
    expect(noticeInForce({ ...facts, balance: poor })).toMatchObject({ title: 'Low Wallet Balance', path: '/topup' })
    expect(noticeInForce({ ...facts, balance: cents(2000n) })).toBeUndefined()
    expect(noticeInForce({ ...facts, topUps: [{ status: 'created' }], balance: poor })).toBeUndefined()
    expect(noticeInForce({ ...facts, topUps: [{ status: 'requested' }], balance: poor })).toBeUndefined()
  })

  test('one at a time: link, then verify, then low balance [NOTE-04]', () => {
    expect(noticeInForce({ bankAccounts: [], topUps: [], balance: poor })?.key).toBe('link-bank-account')
    expect(noticeInForce({ bankAccounts: [unverified], topUps: [], balance: poor })?.key).toBe('verify-linked-bank')
    expect(noticeInForce({ bankAccounts: [verified], topUps: [], balance: poor })?.key).toBe('low-wallet-balance')
  })

  test('nothing is said that rests on what could not be loaded', () => {
    expect(noticeInForce({ bankAccounts: undefined, topUps: [], balance: poor })).toBeUndefined()
    expect(noticeInForce({ bankAccounts: [verified], topUps: undefined, balance: poor })).toBeUndefined()
    expect(noticeInForce({ bankAccounts: [verified], topUps: [], balance: undefined })).toBeUndefined()
  })
})
