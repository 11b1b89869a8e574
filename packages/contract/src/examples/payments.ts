import type * as z from 'zod/mini'
import { type connectionSummary, createConnection, getConnectionSummary } from '../connections.ts'
import { listMerchantActivities, listPaymentRequestActivities } from '../payment-activities.ts'
import {
  acceptCondition,
  cancelPaymentRequest,
  confirmPaymentRequest,
  declineCondition,
  payPaymentRequest,
  refundPaymentRequest,
  releasePaymentRequest,
  voidPaymentRequest,
} from '../payment-request-actions.ts'
import { createPaymentRequest, getPaymentRequest, listPaymentRequests } from '../payment-requests.ts'
import { getRefundOptions } from '../refunds.ts'
import { offerRest } from '../rest-of-payment.ts'
import { exampleOf } from './example.ts'
import {
  accountId,
  activity,
  completedPaymentId,
  configId,
  lineItems,
  merchantId,
  newRequest,
  paid,
  paidRequest,
  partPaidRequest,
  refunded,
  requested,
  requestId,
} from './shop.ts'

const params = { id: requestId }
const condition = { id: requestId, conditionId: 'age-18' }

const connection: z.input<typeof connectionSummary> = {
  id: 'Gp2XwRn6TzKb9VqYc4HdMs',
  createdAt: '2026-11-18T19:12:00.000Z',
  createdByAccountName: 'The Corner Loaf',
  status: 'created',
  url: 'https://pay.nikau.example/deimos/connect/Gp2XwRn6TzKb9VqYc4HdMs',
  merchantId,
  test: true,
  formattedCreatedAt: 'Thu 19 Nov 2026, 8:12 am',
  redirectHref: 'https://pay.nikau.example/deimos/connect/Gp2XwRn6TzKb9VqYc4HdMs',
}

export const paymentExamples = [
  exampleOf(createPaymentRequest, {
    body: {
      configId,
      value: { amount: '1600', currency: 'NZD' },
      lineItems,
      externalRef: 'order-1001',
      redirectPaidUrl: 'https://loaf.example/thanks',
      redirectCancelUrl: 'https://loaf.example/basket',
      idempotencyKey: 'order-1001',
    },
    answer: newRequest,
  }),
  exampleOf(getPaymentRequest, { params, answer: paidRequest }),
  exampleOf(listPaymentRequests, { query: { merchantAccountId: accountId, externalRef: 'order-1001' }, answer: { items: [paidRequest] } }),
  exampleOf(listPaymentRequestActivities, { params, answer: { items: [refunded, paid, requested] } }),
  exampleOf(listMerchantActivities, { query: { merchantId }, answer: { items: [refunded, paid, requested] } }),
  exampleOf(payPaymentRequest, {
    params,
    body: { assetType: 'external.test', transactionId: 'cash-drawer-2-8841', tender: 'cash', idempotencyKey: 'sale-8841' },
    answer: activity(2, { type: 'payment', assetType: 'external.test', external: true, tender: 'cash', idempotencyKey: 'sale-8841' }),
  }),
  exampleOf(cancelPaymentRequest, { params, body: {}, answer: activity(2, { type: 'cancellation', cancellationReason: 'CANCELLED_BY_MERCHANT' }) }),
  exampleOf(voidPaymentRequest, {
    params,
    body: { externalRef: 'void-order-1001' },
    answer: { ...refunded, value: { amount: '1600', currency: 'NZD' }, externalRef: 'void-order-1001', reason: undefined, strategy: undefined },
  }),
  exampleOf(confirmPaymentRequest, {
    params,
    body: { idempotencyKey: 'delivery-1', invoiceRef: 'INV-2207', value: { amount: '1000', currency: 'NZD' } },
    answer: activity(3, { type: 'confirmation', value: { amount: '1000', currency: 'NZD' }, idempotencyKey: 'delivery-1', preAuth: true }),
  }),
  exampleOf(releasePaymentRequest, { params, answer: activity(4, { type: 'release', value: { amount: '600', currency: 'NZD' }, preAuth: true }) }),
  exampleOf(acceptCondition, { params: condition, answer: activity(2, { type: 'accept-condition', conditionId: 'age-18' }) }),
  exampleOf(declineCondition, { params: condition, answer: activity(2, { type: 'decline-condition', conditionId: 'age-18' }) }),
  exampleOf(refundPaymentRequest, {
    params,
    body: { value: { amount: '450', currency: 'NZD' }, externalRef: 'return-77', reason: 'Cup was chipped' },
    answer: refunded,
  }),
  exampleOf(getRefundOptions, {
    params,
    answer: {
      refundable: '1600',
      until: '2026-12-18T20:14:41.882Z',
      legs: [{ completedPaymentId, method: 'wallet', description: 'Nikau NZD', amount: '1600', refundable: '1600', whole: false }],
    },
  }),
  exampleOf(offerRest, { params, body: {}, answer: partPaidRequest }),
  exampleOf(createConnection, { body: { merchantId }, answer: connection }),
  exampleOf(getConnectionSummary, { params: { id: connection.id }, answer: { ...connection, status: 'authorized' } }),
]
