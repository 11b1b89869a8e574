import * as z from 'zod/mini'
import { monetary } from './amounts.ts'
import { endpoint } from './endpoint.ts'
import { cancellationReasons } from './payment-request-states.ts'
import { assetTotal, tillTender } from './payment-requests.ts'
import { id, timestamp, money, page, pageKey } from './wire.ts'

export const paymentActivityTypes = [
  'request',
  'preAuthRequest',
  'paid',
  'payment',
  'refund',
  'cancellation',
  'expiry',
  'accept-condition',
  'decline-condition',
  'authorization',
  'confirmation',
  'release',
] as const

/** An event of a payment request, numbered from 1 within the request. Immutable. */
export const paymentActivity = z.object({
  id,
  type: z.enum(paymentActivityTypes),
  value: monetary,
  paymentRequestId: id,
  activityNumber: z.int(),
  /** The request's short code with the activity number, as printed on receipts. */
  shortCode: z.string(),
  merchantId: id,
  merchantConfigId: id,
  merchantAccountId: id,
  merchantName: z.string(),
  createdAt: timestamp,
  createdBy: z.string(),
  paymentRequestCreatedBy: z.string(),
  assetType: z.optional(z.string()),
  external: z.optional(z.boolean()),
  /** Of an external payment: `value` is what was taken, and `rounding` what it lacks of the amount due, below zero if it is more. */
  tender: z.optional(tillTender),
  rounding: z.optional(money),
  externalRef: z.optional(z.string()),
  cancellationReason: z.optional(z.enum(cancellationReasons)),
  conditionId: z.optional(z.string()),
  idempotencyKey: z.optional(z.string()),
  preAuth: z.optional(z.boolean()),
  paidBy: z.optional(z.object({ assetTotals: z.array(assetTotal) })),
  /** Of a refund: why, in the merchant’s words. Of a refund or a part payment that goes back: who approved it above the limit of whoever made it. */
  reason: z.optional(z.string()),
  approvedBy: z.optional(z.string()),
  /** The payments that a refund returns: money first, tokens last. */
  strategy: z.optional(
    z.object({
      refunds: z.array(z.object({ assetId: z.optional(id), assetType: z.string(), completedPaymentId: id, amount: money, collectionId: z.optional(id) })),
    }),
  ),
})
export type PaymentActivity = z.output<typeof paymentActivity>

export const listPaymentRequestActivities = endpoint({
  method: 'GET',
  path: '/api/payment-requests/:id/activities',
  access: 'person-or-key',
  till: 'turn',
  summary: 'List activities of a payment request, newest first',
  params: z.object({ id }),
  query: z.strictObject({ pageKey }),
  answer: page(paymentActivity),
  refusals: { REQUEST_NOT_FOUND: 404, FORBIDDEN: 403 },
  paged: true,
})

export const listMerchantActivities = endpoint({
  method: 'GET',
  path: '/api/payment-activities',
  access: 'person-or-key',
  summary: 'List activities of all payment requests of a merchant, newest first',
  query: z.strictObject({ merchantId: id, pageKey }),
  answer: page(paymentActivity),
  refusals: { FORBIDDEN: 403 },
  paged: true,
})
