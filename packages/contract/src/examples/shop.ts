import type * as z from 'zod/mini'
import type { paymentActivity } from '../payment-activities.ts'
import type { paymentRequest } from '../payment-requests.ts'

/** The shop of all examples, and one payment of it: two flat whites and a sourdough for $16.00, of which $4.50 is refunded. */

export const accountId = 'BZ4vTqkXc1NfHs7mWu2Ayg'
export const merchantId = '6wPzDkM3eVn8RtYb5QhLxF'
export const configId = 'mc_Jd8sKq2WvT7xZn4LmRb9Hc'
export const walletId = 'Vx5RkTn2ZqWb8JmYc7HdLs'
export const requestId = 'Qm7yKt3XbWz9RvNd4HsLcE'
export const completedPaymentId = 'Tk4NvBx8QwHz2ScRm6YdJg'
export const shortCode = 'NK-7F3C-91B2'
export const keyName = 'webshop'
const createdBy = `crn:${accountId}:api-key:${keyName}`

export const lineItems = [
  { name: 'Flat white', qty: '2', price: '1000', sku: 'flat-white' },
  { name: 'Kūmara sourdough', qty: '1', price: '600', sku: 'sourdough', tax: '15' },
]

export const newRequest: z.input<typeof paymentRequest> = {
  id: requestId,
  url: `https://pay.nikau.example/deimos/pay/${requestId}`,
  merchantId,
  merchantName: 'The Corner Loaf',
  value: { amount: '1600', currency: 'NZD' },
  createdAt: '2026-11-18T20:14:03.120Z',
  expiresAt: '2026-11-18T20:24:03.120Z',
  paymentOptions: [{ assetType: 'nikau.nzd.test', amount: '1600' }],
  partialAllowed: false,
  remainingAmount: '1600',
  status: 'new',
  liveness: 'test',
  shortCode,
  lineItems,
  redirectUrl: `https://loaf.example/thanks`,
  redirectPaidUrl: 'https://loaf.example/thanks',
  redirectCancelUrl: 'https://loaf.example/basket',
  configId,
  updatedAt: '2026-11-18T20:14:03.120Z',
  expirySeconds: 600,
  createdByAccountId: accountId,
  createdByAccountName: 'The Corner Loaf',
  externalRef: 'order-1001',
  taxNumber: { type: 'nz-gst', value: '136410132' },
}

const paidBy = { assetTotals: [{ type: 'nikau.nzd.test', description: 'Nikau NZD', total: { amount: '1600', currency: 'NZD' as const } }] }

export const paidRequest: z.input<typeof paymentRequest> = {
  ...newRequest,
  remainingAmount: '0',
  status: 'paid',
  paidAt: '2026-11-18T20:14:41.882Z',
  updatedAt: '2026-11-18T20:14:41.882Z',
  paidBy,
}

/** At a staff till, with a rest to take. */
export const partPaidRequest: z.input<typeof paymentRequest> = {
  ...newRequest,
  partialAllowed: true,
  basketAmount: '1600',
  remainingAmount: '600',
  expiresAt: '2026-11-19T20:14:03.120Z',
  restUntil: '2026-11-19T20:14:03.120Z',
  paidBy: { assetTotals: [{ type: 'nikau.nzd.test', description: 'Nikau NZD', total: { amount: '1000', currency: 'NZD' } }] },
}

type Activity = z.input<typeof paymentActivity>

/** What happened to the request, by number. */
export function activity(number: number, more: Pick<Activity, 'type'> & Partial<Activity>): Activity {
  return {
    id: `Wd${number}XkTz7QvRn3YbMc8HsLpJ`,
    value: { amount: '1600', currency: 'NZD' },
    paymentRequestId: requestId,
    activityNumber: number,
    shortCode: `${shortCode}-${number}`,
    merchantId,
    merchantConfigId: configId,
    merchantAccountId: accountId,
    merchantName: 'The Corner Loaf',
    createdAt: '2026-11-18T20:14:41.882Z',
    createdBy,
    paymentRequestCreatedBy: createdBy,
    ...more,
  }
}

export const requested = activity(1, { type: 'request', createdAt: newRequest.createdAt, idempotencyKey: 'order-1001' })
export const paid = activity(3, { type: 'paid', paidBy })
export const refunded = activity(4, {
  type: 'refund',
  value: { amount: '450', currency: 'NZD' },
  createdAt: '2026-11-19T01:02:11.004Z',
  externalRef: 'return-77',
  reason: 'Cup was chipped',
  strategy: { refunds: [{ assetId: walletId, assetType: 'nikau.nzd.test', completedPaymentId, amount: '450' }] },
})
