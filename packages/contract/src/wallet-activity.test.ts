import { cents } from '@nikau/money'
import { describe, expect, test } from 'vitest'
import { activityLabels, activityTypeOf, topUpState, walletActivities } from './wallet-activity.ts'
import type { WalletTransaction } from './wallets.ts'

const out = cents(-450n)
const back = cents(450n)

describe('the type of an entry', () => {
  test.each([
    ['done', 'topup'],
    [undefined, 'topup'],
    ['created', 'topup-pending'],
    ['requested', 'topup-pending'],
    ['failed', 'topup-failed'],
  ] as const)('of a top-up that is %s is %s [ACT-02]', (status, type) => {
    expect(activityTypeOf({ value: back, topupId: 't1', status })).toBe(type)
  })

  test('of a top-up that the bank took back is topup-failed', () => {
    expect(activityTypeOf({ value: out, topupId: 't1', status: 'done' })).toBe('topup-failed')
  })

  test('of a withdrawal is withdrawal, also when it bounces back [ACT-03]', () => {
    expect(activityTypeOf({ value: out, withdrawalId: 'd1' })).toBe('withdrawal')
    expect(activityTypeOf({ value: back, withdrawalId: 'd1' })).toBe('withdrawal')
  })

  test('of a payment request is payment going out and refunded coming in [ACT-04]', () => {
    expect(activityTypeOf({ value: out, paymentRequestId: 'p1' })).toBe('payment')
    expect(activityTypeOf({ value: back, paymentRequestId: 'p1' })).toBe('refunded')
  })

  test('of a transfer is sent going out, else received [ACT-05]', () => {
    expect(activityTypeOf({ value: out, assetTransferId: 'x1' })).toBe('sent')
    expect(activityTypeOf({ value: back, assetTransferId: 'x1' })).toBe('received')
  })

  test('of a returned transfer is returned, not received [ACT-06]', () => {
    expect(activityTypeOf({ value: back, assetTransferId: 'x1', activityType: 'returned-asset-transfer' })).toBe('returned')
  })

  test('gives label and colour: four types are in accent', () => {
    expect(Object.values(activityLabels).map(({ label }) => label)).toEqual([
      'Top Up',
      'Top Up Pending',
      'Top Up Failed',
      'Withdrawal',
      'Payment',
      'Refund',
      'Sent',
      'Received',
      'Returned',
    ])
    const accent = Object.entries(activityLabels).filter(([, { accent }]) => accent)
    expect(accent.map(([type]) => type).sort()).toEqual(['payment', 'sent', 'topup-failed', 'topup-pending'])
  })

  test.each([
    ['created', 'pending'],
    ['requested', 'pending'],
    ['failed', 'failed'],
    ['done', 'completed'],
    ['anything else', 'completed'],
  ])('a top-up with status %s is %s [TOP-14]', (status, state) => {
    expect(topUpState(status)).toBe(state)
  })
})

describe('the list', () => {
  const at = (minute: number) => new Date(Date.UTC(2026, 10, 17, 3, minute))
  const entry = (activityNumber: number, minute: number, fields: Partial<WalletTransaction>): WalletTransaction => ({
    activityNumber,
    amount: cents(450n),
    value: back,
    createdAt: at(minute),
    ...fields,
  })

  test('is newest first, with the top-ups that have no transaction yet in their place [ACT-02]', () => {
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

  test('entries of one moment keep the wallet’s numbering', () => {
    const list = walletActivities('w1', [entry(1, 0, {}), entry(3, 0, {}), entry(2, 0, {})], [])
    expect(list.map(({ key }) => key)).toEqual(['n3', 'n2', 'n1'])
  })
})
