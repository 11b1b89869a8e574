import { cents } from '@nikau/money'
import { describe, expect, test } from 'vitest'
import { activityLabels, activityTypeOf, adjustmentWords, topUpState } from './wallet-activity.ts'

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

  test('of a top-up that the bank reversed is topup-failed', () => {
    expect(activityTypeOf({ value: out, topupId: 't1', status: 'done' })).toBe('topup-failed')
  })

  test('of a withdrawal is withdrawal, also when it is returned [ACT-03]', () => {
    expect(activityTypeOf({ value: out, withdrawalId: 'd1' })).toBe('withdrawal')
    expect(activityTypeOf({ value: back, withdrawalId: 'd1' })).toBe('withdrawal')
  })

  test('of a payment request is payment going out and refunded coming in [ACT-04]', () => {
    expect(activityTypeOf({ value: out, paymentRequestId: 'p1' })).toBe('payment')
    expect(activityTypeOf({ value: back, paymentRequestId: 'p1' })).toBe('refunded')
  })

  test('of a transfer is sent going out, otherwise received [ACT-05]', () => {
    expect(activityTypeOf({ value: out, assetTransferId: 'x1' })).toBe('sent')
    expect(activityTypeOf({ value: back, assetTransferId: 'x1' })).toBe('received')
  })

  test('of a returned transfer is returned, not received [ACT-06]', () => {
    expect(activityTypeOf({ value: back, assetTransferId: 'x1', activityType: 'returned-asset-transfer' })).toBe('returned')
  })

  test('of an amount that we added or took away is our word for it [DESK-65]', () => {
    for (const words of adjustmentWords) expect(activityTypeOf({ value: back, activityType: `adjustment-${words}` })).toBe(words)
  })

  test('has a label and a colour; four types are in the accent colour', () => {
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
      'Correction',
      'Goodwill',
      'Fee Refund',
      'Recovery',
      'Written Off',
      'Account Closed',
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
