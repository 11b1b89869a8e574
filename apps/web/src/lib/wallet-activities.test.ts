import type { WalletTransaction } from '@nikau/contract/wallets'
import { cents } from '@nikau/money'
import { describe, expect, test } from 'vitest'
import { walletActivities } from './wallet-activities.ts'

const out = cents(-450n)
const back = cents(450n)

describe('wallet activities', () => {
  const at = (minute: number) => new Date(Date.UTC(2026, 10, 17, 3, minute))
  const entry = (activityNumber: number, minute: number, fields: Partial<WalletTransaction>): WalletTransaction => ({
    activityNumber,
    amount: cents(450n),
    value: back,
    createdAt: at(minute),
    ...fields,
  })

  test('is newest first and includes top-ups without a transaction [ACT-02]', () => {
    const topUps = [
      { id: 'waiting', walletId: 'w1', amount: cents(2000n), status: 'requested', createdAt: at(5), bankAccountNumber: '··0183' },
      { id: 'bounced', walletId: 'w1', amount: cents(2000n), status: 'failed', createdAt: at(1) },
      { id: 'booked', walletId: 'w1', amount: cents(2000n), status: 'requested', createdAt: at(2) },
      { id: 'done', walletId: 'w1', amount: cents(2000n), status: 'done', createdAt: at(3) },
      { id: 'elsewhere', walletId: 'w2', amount: cents(2000n), status: 'requested', createdAt: at(4) },
    ]
    const list = walletActivities('w1', [entry(2, 6, { paymentRequestId: 'p1', value: out }), entry(1, 2, { topupId: 'booked' })], topUps)
    expect(list.map(({ key, type }) => [key, type])).toEqual([
      ['n2', 'payment'],
      ['twaiting', 'topup-pending'],
      ['n1', 'topup'],
      ['tbounced', 'topup-failed'],
    ])
    expect(list[1]).toMatchObject({ formattedAmount: '+$20.00', partyName: '··0183', topupId: 'waiting' })
  })

  test('names the other party and signs the amount [ACT-08]', () => {
    const parties = { srcParty: 'Me', destParty: 'Kererū Coffee' }
    const [paid] = walletActivities('w1', [entry(1, 0, { value: cents(-123450n), paymentRequestId: 'p1', ...parties })], [])
    expect(paid).toMatchObject({ partyName: 'Kererū Coffee', formattedAmount: '−$1,234.50' })
    const [got] = walletActivities('w1', [entry(1, 0, { value: cents(5n), assetTransferId: 'x1', ...parties })], [])
    expect(got).toMatchObject({ partyName: 'Me', formattedAmount: '+$0.05' })
  })

  test('entries with the same time are in the order of their numbers', () => {
    const list = walletActivities('w1', [entry(1, 0, {}), entry(3, 0, {}), entry(2, 0, {})], [])
    expect(list.map(({ key }) => key)).toEqual(['n3', 'n2', 'n1'])
  })
})
