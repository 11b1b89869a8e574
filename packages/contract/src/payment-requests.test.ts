import { cents } from '@nikau/money'
import { describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import {
  createPaymentRequest,
  findPaymentByCode,
  getPaymentRequest,
  getPaymentRequestSummary,
  lineItem,
  expectedLineItemsTotal,
  paymentOption,
  paymentRequest,
} from './payment-requests.ts'

const flatWhite = { name: 'Flat white', qty: '1', price: '650', sku: 'FW1' }
const wire = {
  id: 'p1',
  url: 'https://nikau.example/deimos/pay/p1',
  merchantId: 'm1',
  merchantName: 'Kererū Coffee',
  configId: 'mc_1',
  shortCode: 'CP-C7F-ZS5',
  value: { amount: '1300', currency: 'NZD' },
  createdAt: '2026-11-17T03:00:00.000Z',
  updatedAt: '2026-11-17T03:00:10.000Z',
  expiresAt: '2026-11-17T03:02:00.000Z',
  expirySeconds: 120,
  paymentOptions: [
    { assetType: 'nikau.nzd.main', amount: '1300' },
    { assetType: 'nikau.token.main', amount: '650', productCodes: ['FW1'], acceptedCollections: [{ id: 'c_1', lineItems: [flatWhite] }] },
  ],
  partialAllowed: false,
  lineItems: [flatWhite, { ...flatWhite, qty: '0.250', price: '650' }],
  status: 'paid',
  redirectUrl: 'https://shop.example/',
  redirectPaidUrl: 'https://shop.example/done',
  redirectCancelUrl: 'https://shop.example/basket',
  remainingAmount: '0',
  paidBy: {
    assetTotals: [
      { type: 'nikau.token.main', description: 'Free coffee', total: { amount: '650', currency: 'NZD' }, lineItems: [flatWhite], payerAccountId: 'payer-7' },
      { type: 'nikau.nzd.main', description: 'NZD', total: { amount: '650', currency: 'NZD' }, payerAccountId: 'payer-7' },
    ],
  },
  liveness: 'main',
}

describe('a payment request on the wire', () => {
  test('has every field of the entity and round-trips [ENT-04]', () => {
    const decoded = z.decode(paymentRequest, wire as never)
    expect(decoded).toMatchObject({ value: { amount: 1300n, currency: 'NZD' }, remainingAmount: 0n, expiresAt: new Date('2026-11-17T03:02:00.000Z') })
    expect(z.encode(paymentRequest, decoded)).toEqual(wire)
  })

  test('has one of four statuses [ENT-05]', () => {
    for (const status of ['new', 'paid', 'expired', 'cancelled']) expect(z.safeDecode(paymentRequest, { ...wire, status } as never).success).toBe(true)
    expect(z.safeDecode(paymentRequest, { ...wire, status: 'refunded' } as never).success).toBe(false)
  })

  test('line items, options and accepted collections have their fields; a discount is negative [ENT-06]', () => {
    const decoded = z.decode(paymentOption, wire.paymentOptions[1] as never)
    expect(decoded).toEqual({
      assetType: 'nikau.token.main',
      amount: 650n,
      productCodes: ['FW1'],
      acceptedCollections: [{ id: 'c_1', lineItems: [{ ...flatWhite, price: 650n }] }],
    })
    expect(z.decode(lineItem, { name: 'Loyalty', qty: 1, price: -100 })).toEqual({ name: 'Loyalty', qty: '1', price: -100n })
    expect(z.safeDecode(lineItem, { name: 'x', qty: '-1', price: '1' }).success).toBe(false)
  })

  test('a paid-by total keeps its fields', () => {
    expect(z.decode(paymentRequest, wire as never).paidBy?.assetTotals).toMatchObject([
      { type: 'nikau.token.main', description: 'Free coffee', total: { amount: 650n }, lineItems: [{ ...flatWhite, price: 650n }] },
      { type: 'nikau.nzd.main', description: 'NZD', total: { amount: 650n } },
    ])
  })

  test('the public summary never contains the payer or card, even if a use case returns them', () => {
    const summary = z.encode(getPaymentRequestSummary.answer, z.decode(paymentRequest, wire as never))
    expect(summary.paidBy).toEqual({
      assetTotals: [
        { type: 'nikau.token.main', total: { amount: '650', currency: 'NZD' } },
        { type: 'nikau.nzd.main', total: { amount: '650', currency: 'NZD' } },
      ],
    })
    expect(JSON.stringify(summary)).not.toMatch(/payer|Free coffee|mc_1/)
    expect(summary).toMatchObject({ id: 'p1', status: 'paid', remainingAmount: '0', redirectPaidUrl: 'https://shop.example/done' })
  })
})

describe('creating a payment request', () => {
  const decode = (body: unknown) => z.safeDecode(createPaymentRequest.body, body as never)
  const least = { configId: 'mc_1', value: { amount: '100', currency: 'NZD' } }

  test('requires an API key, a configuration and a value; expiry may be text or number', () => {
    expect(createPaymentRequest).toMatchObject({ method: 'POST', path: '/api/payment-requests', access: 'merchant-key' })
    expect(decode(least).success).toBe(true)
    expect(decode({ ...least, expirySeconds: '120', partialAllowed: false, basketAmount: '100' }).data).toMatchObject({
      expirySeconds: 120,
      basketAmount: 100n,
    })
    expect(decode({ ...least, expirySeconds: 86_400 }).data?.expirySeconds).toBe(86_400)
  })

  test.each([
    ['no value', { configId: 'mc_1' }],
    ['nothing to pay', { ...least, value: { amount: '0', currency: 'NZD' } }],
    ['a million dollars', { ...least, value: { amount: '100000000', currency: 'NZD' } }],
    ['another currency', { ...least, value: { amount: '100', currency: 'AUD' } }],
    ['no time at all', { ...least, expirySeconds: 0 }],
    ['more than a day', { ...least, expirySeconds: 86_401 }],
    ['partial without the whole', { ...least, partialAllowed: true }],
    ['a part above the whole', { ...least, partialAllowed: true, basketAmount: '99' }],
    ['a script as address', { ...least, redirectUrl: 'javascript:alert(1)' }],
    ['an unknown field', { ...least, discount: 1 }],
  ])('is malformed with %s', (_, body) => {
    expect(decode(body).success).toBe(false)
  })

  test('line items add up to the basket for a partial payment, otherwise to the value', () => {
    const value = { amount: cents(500n) }
    expect(expectedLineItemsTotal({ value, partialAllowed: true, basketAmount: cents(900n) })).toBe(500n + 400n)
    expect(expectedLineItemsTotal({ value, partialAllowed: false, basketAmount: cents(900n) })).toBe(500n)
    expect(expectedLineItemsTotal({ value })).toBe(500n)
  })

  test('refuses with 400 for malformed input, 422 for a reused key, 429 for guessed codes and 403 for every other rule', () => {
    const { LINE_ITEMS_SUM_CHECK_FAILED, CHECKSUM_FAILED, IDEMPOTENT_OPERATION_FAILED, RATE_LIMIT_EXCEEDED, ...rest } = createPaymentRequest.refusals
    expect([LINE_ITEMS_SUM_CHECK_FAILED, CHECKSUM_FAILED, IDEMPOTENT_OPERATION_FAILED, RATE_LIMIT_EXCEEDED]).toEqual([400, 400, 422, 429])
    expect(new Set(Object.values(rest))).toEqual(new Set([403]))
  })
})

describe('reading', () => {
  test('an unknown id or scanned code is 404', () => {
    expect(getPaymentRequest).toMatchObject({ path: '/api/payment-requests/:id', access: 'person-or-key', refusals: { REQUEST_NOT_FOUND: 404 } })
    expect(getPaymentRequestSummary).toMatchObject({ path: '/api/payment-requests/:id/summary', access: 'public', refusals: { REQUEST_NOT_FOUND: 404 } })
    expect(findPaymentByCode).toMatchObject({ method: 'POST', path: '/payments/cca', access: 'public', refusals: { UNKNOWN_CODE: 404 } })
  })
})
