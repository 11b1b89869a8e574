import { describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { commonRefusals, type Endpoint } from './endpoint.ts'
import { listMerchantActivities, listPaymentRequestActivities, paymentActivity } from './payment-activities.ts'
import * as actions from './payment-request-actions.ts'
import { cancellationReasons } from './payment-request-states.ts'

const { payPaymentRequest, confirmPaymentRequest, refundPaymentRequest, voidPaymentRequest } = actions

describe('paying', () => {
  const decode = (body: unknown) => z.safeDecode(payPaymentRequest.body, body as never)
  const whole = { assetType: 'nikau.nzd.main', assetId: 'w1' }

  test('takes an asset for the full amount, or an amount with a mode for a part', () => {
    expect(decode({ ...whole, idempotencyKey: 'k-1' }).success).toBe(true)
    expect(decode({ ...whole, mode: 'multi-asset-payment', amount: '650' }).data).toMatchObject({ amount: 650n, mode: 'multi-asset-payment' })
    expect(decode({ assetType: 'external.cash', transactionId: 'till-7' }).success).toBe(true)
  })

  test.each([
    ['no asset', { assetType: 'nikau.nzd.main' }],
    ['two ways at once', { ...whole, transactionId: 't' }],
    ['an amount without a mode', { ...whole, amount: '650' }],
    ['a mode without an amount', { ...whole, mode: 'partial-payment' }],
    ['an unknown mode', { ...whole, mode: 'split', amount: '650' }],
    ['nothing as amount', { ...whole, mode: 'partial-payment', amount: '0' }],
    ['a tender of what the till did not take itself', { ...whole, tender: 'cash' }],
    ['an unknown tender', { assetType: 'external.main', transactionId: 't', tender: 'cheque' }],
    ['a farm card without its reference', { assetType: 'farmlands.nzd.main', assetId: 'f1' }],
  ])('is malformed with %s', (_, body) => {
    expect(decode(body).success).toBe(false)
  })

  test('a farm card pays with its reference', () => {
    expect(decode({ assetType: 'farmlands.nzd.main', assetId: 'f1', externalPaymentRef: 'r1' }).success).toBe(true)
  })

  test('every refusal is 403, except an unknown id and a reused key', () => {
    const { REQUEST_NOT_FOUND, IDEMPOTENT_OPERATION_FAILED, ...rest } = payPaymentRequest.refusals
    expect([REQUEST_NOT_FOUND, IDEMPOTENT_OPERATION_FAILED]).toEqual([404, 422])
    expect(new Set(Object.values(rest))).toEqual(new Set([403]))
  })
})

describe('merchant actions', () => {
  test('a refund requires a reference, a confirmation an idempotency key and an invoice', () => {
    const value = { amount: '100', currency: 'NZD' }
    expect(z.safeDecode(refundPaymentRequest.body, { value, externalRef: 'r1' } as never).success).toBe(true)
    expect(z.safeDecode(refundPaymentRequest.body, { value } as never).success).toBe(false)
    expect(z.safeDecode(confirmPaymentRequest.body, { idempotencyKey: 'k', invoiceRef: 'INV-1' }).success).toBe(true)
    expect(z.safeDecode(confirmPaymentRequest.body, { invoiceRef: 'INV-1' } as never).success).toBe(false)
    expect(z.safeDecode(confirmPaymentRequest.body, { idempotencyKey: 'k', invoiceRef: 'x'.repeat(129) }).success).toBe(false)
  })

  test('a void needs no body', () => {
    for (const body of [undefined, null, {}, { externalRef: 'r1' }]) expect(z.safeDecode(voidPaymentRequest.body, body).success).toBe(true)
  })

  test('only a merchant’s key may void, confirm and release; a member refunds as well [BIZ-25]', () => {
    const merchants = Object.values(actions).filter(
      (action) => typeof action === 'object' && 'access' in action && action.access === 'merchant-key',
    ) as Endpoint[]
    expect(new Set(merchants.map((action) => action.path.split('/').at(-1)))).toEqual(new Set(['confirm', 'release', 'void']))
    expect(refundPaymentRequest.access).toBe('person-or-key')
  })
})

describe('every action', () => {
  const all = Object.entries(actions).filter(([, action]) => typeof action === 'object' && 'refusals' in action) as [string, Endpoint][]

  test.each(all)('%s returns an activity, refuses an unknown request and redefines no common refusal', (_, action) => {
    expect(action).toMatchObject({ method: 'POST', answer: paymentActivity, refusals: { REQUEST_NOT_FOUND: 404, FORBIDDEN: 403 } })
    expect(Object.keys(action.refusals).filter((code) => code in commonRefusals)).toEqual([])
    expect(Object.values(action.refusals).every((status) => [400, 403, 404, 422].includes(status))).toBe(true)
  })

  test('there are eight of them', () => {
    expect(all.map(([name]) => name).sort()).toEqual([
      'acceptCondition',
      'cancelPaymentRequest',
      'confirmPaymentRequest',
      'declineCondition',
      'payPaymentRequest',
      'refundPaymentRequest',
      'releasePaymentRequest',
      'voidPaymentRequest',
    ])
  })
})

describe('activities', () => {
  test('round-trip, with one of the known types and reasons', () => {
    const wire = {
      id: 'ac1',
      type: 'refund',
      value: { amount: '650', currency: 'NZD' },
      paymentRequestId: 'p1',
      activityNumber: 3,
      shortCode: 'CP-C7F-ZS5-003',
      merchantId: 'm1',
      merchantConfigId: 'mc_1',
      merchantAccountId: 'o1',
      merchantName: 'Kererū Coffee',
      createdAt: '2026-11-17T03:00:00.000Z',
      createdBy: 'crn:o1:api-key:till',
      paymentRequestCreatedBy: 'crn:o1:api-key:till',
      cancellationReason: cancellationReasons[0],
      strategy: { refunds: [{ assetId: 'w1', assetType: 'nikau.nzd.main', completedPaymentId: 'cp1', amount: '650' }] },
    }
    expect(z.encode(paymentActivity, z.decode(paymentActivity, wire as never))).toEqual(wire)
    expect(z.safeDecode(paymentActivity, { ...wire, type: 'payout' } as never).success).toBe(false)
    expect(z.safeDecode(paymentActivity, { ...wire, cancellationReason: 'BORED' } as never).success).toBe(false)
  })

  test('are paged, by request or by merchant', () => {
    expect(listPaymentRequestActivities).toMatchObject({ path: '/api/payment-requests/:id/activities', paged: true, refusals: { REQUEST_NOT_FOUND: 404 } })
    expect(z.safeDecode(listMerchantActivities.query, {} as never).success).toBe(false)
    expect(z.safeDecode(listMerchantActivities.query, { merchantId: 'm1' }).success).toBe(true)
  })
})
