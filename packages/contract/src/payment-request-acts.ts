import * as z from 'zod/mini'
import { amountToMove, idempotencyKey } from './amounts.ts'
import { endpoint } from './endpoint.ts'
import { paymentActivity } from './payment-activities.ts'
import { lineItem } from './payment-requests.ts'
import { id } from './wire.ts'

/** What can be done to a payment request. Each act answers the activity that it became. */

const params = z.object({ id })
const found = { REQUEST_NOT_FOUND: 404, FORBIDDEN: 403 } as const
const stillNew = { REQUEST_PAID: 403, REQUEST_CANCELLED: 403, REQUEST_EXPIRED: 403 } as const

export const payMode = z.enum(['partial-payment', 'multi-asset-payment'])
export type PayMode = z.output<typeof payMode>

export const payPaymentRequest = endpoint({
  method: 'POST',
  path: '/api/payment-requests/:id/pay',
  access: 'person-or-key',
  cardToken: true,
  summary: 'Pays a request, or a part of it when a mode says so',
  params,
  body: z
    .strictObject({
      assetType: z.string().check(z.maxLength(64)),
      /** Held here. */
      assetId: z.optional(id),
      /** Paid elsewhere, to be looked up there. */
      transactionId: z.optional(z.string().check(z.maxLength(256))),
      /** To be paid elsewhere, with what that place needs. */
      authorization: z.optional(z.string().check(z.maxLength(4096))),
      mode: z.optional(payMode),
      amount: z.optional(amountToMove),
      externalPaymentRef: z.optional(z.string().check(z.maxLength(128))),
      /** For a token: the line it is to cover. Without, it covers the priciest it can. */
      lineItems: z.optional(z.array(lineItem).check(z.maxLength(50))),
      idempotencyKey,
    })
    .check(
      z.refine((body) => [body.assetId, body.transactionId, body.authorization].filter((one) => one !== undefined).length === 1, {
        path: ['assetId'],
        message: 'exactly one of assetId, transactionId and authorization is needed',
      }),
      z.refine((body) => (body.mode === undefined) === (body.amount === undefined), { path: ['amount'], message: 'is needed with a mode, and only then' }),
      z.refine((body) => !body.assetType.startsWith('farmlands.nzd.') || body.externalPaymentRef !== undefined, {
        path: ['externalPaymentRef'],
        message: 'is needed for this asset type',
      }),
    ),
  answer: paymentActivity,
  refusals: {
    ...found,
    ...stillNew,
    INVALID_ASSET_TYPE: 403,
    INACTIVE_ASSET: 403,
    INVALID_AMOUNT: 403,
    ASSET_REDEMPTION_DENIED: 403,
    QUOTA_EXCEEDED: 403,
    INSUFFICIENT_ASSET_VALUE: 403,
    /** The farm-supplies card is too old. */
    PATRON_CODE_EXPIRED: 403,
    /** With the reason PATRON_CODE_INACTIVE: the farm-supplies card is not in use. */
    PATRON_CODE_INVALID: 403,
    INVALID_MERCHANT_CONFIG: 403,
    PAYMENT_DECLINED: 403,
    PAYMENT_UNCONFIRMED: 403,
    IDEMPOTENT_OPERATION_FAILED: 422,
  },
})

export const cancelPaymentRequest = endpoint({
  method: 'POST',
  path: '/api/payment-requests/:id/cancel',
  access: 'person-or-key',
  summary: 'Cancels a new request: the merchant’s own, or one bound to the caller by patron code or connection',
  params,
  answer: paymentActivity,
  refusals: { ...found, ...stillNew },
})

export const voidPaymentRequest = endpoint({
  method: 'POST',
  path: '/api/payment-requests/:id/void',
  access: 'merchant-key',
  summary: 'Undoes a request whose outcome the till does not know: cancels a new one, gives everything back for a paid one',
  params,
  body: z.nullish(z.strictObject({ externalRef: z.optional(z.string().check(z.maxLength(128))) })),
  answer: paymentActivity,
  refusals: {
    ...found,
    VOID_WINDOW_EXCEEDED: 403,
    ALREADY_REFUNDED: 403,
    REFUND_NOT_SUPPORTED: 403,
    INACTIVE_ASSET: 403,
    REQUEST_EXPIRED: 403,
    PRE_AUTH_ALREADY_CONFIRMED: 403,
    REPEAT_REFERENCE: 403,
  },
})

const value = z.object({ amount: amountToMove, currency: z.literal('NZD') })
const invoiceRef = z.string().check(z.minLength(1), z.maxLength(128))
const lineItems = z.optional(z.array(lineItem).check(z.maxLength(500)))

export const refundPaymentRequest = endpoint({
  method: 'POST',
  path: '/api/payment-requests/:id/refund',
  access: 'merchant-key',
  summary: 'Gives back a part or all of what was paid. The reference is its key: the same again with the same amount is the same refund',
  params,
  body: z.strictObject({
    value,
    externalRef: z.string().check(z.minLength(1), z.maxLength(128)),
    invoiceRef: z.optional(invoiceRef),
    lineItems,
    /** Which confirmation of a pre-authorised payment is given back. */
    confirmationIdempotencyKey: idempotencyKey,
    merchantConfigId: z.optional(id),
  }),
  answer: paymentActivity,
  refusals: {
    LINE_ITEMS_SUM_CHECK_FAILED: 400,
    ...found,
    REPEAT_REFERENCE: 403,
    NOT_PAID: 403,
    ALREADY_REFUNDED: 403,
    INVALID_AMOUNT: 403,
    PARTIAL_REFUNDS_NOT_ALLOWED: 403,
    INACTIVE_ASSET: 403,
    REFUND_NOT_SUPPORTED: 403,
    REFUND_WINDOW_EXCEEDED: 403,
    PRE_AUTH_PENDING: 403,
    CONFIRMATION_NOT_FOUND: 403,
    REFUND_DECLINED: 403,
  },
})

export const confirmPaymentRequest = endpoint({
  method: 'POST',
  path: '/api/payment-requests/:id/confirm',
  access: 'merchant-key',
  summary: 'Takes a part or all of a pre-authorised amount; may be repeated up to the whole',
  params,
  body: z.strictObject({
    idempotencyKey: z.string().check(z.regex(/^[\w.:-]{1,128}$/, 'is not an idempotency key')),
    invoiceRef,
    lineItems,
    /** All that is left when it is not given. */
    value: z.optional(value),
  }),
  answer: paymentActivity,
  refusals: {
    LINE_ITEMS_SUM_CHECK_FAILED: 400,
    ...found,
    INVALID_PAYMENT_REQUEST_TYPE: 403,
    PRE_AUTH_RELEASED: 403,
    PRE_AUTH_PENDING: 403,
    REQUEST_CANCELLED: 403,
    REQUEST_EXPIRED: 403,
    INVALID_AMOUNT: 403,
    IDEMPOTENT_OPERATION_FAILED: 422,
  },
})

export const releasePaymentRequest = endpoint({
  method: 'POST',
  path: '/api/payment-requests/:id/release',
  access: 'merchant-key',
  summary: 'Gives back what a pre-authorisation still holds; cancels a request that was never authorised',
  params,
  answer: paymentActivity,
  refusals: { ...found, INVALID_PAYMENT_REQUEST_TYPE: 403, PRE_AUTH_RELEASED: 403, REQUEST_CANCELLED: 403, REQUEST_EXPIRED: 403 },
})

const conditionParams = z.object({ id, conditionId: z.string().check(z.regex(/^[\w-]{1,64}$/, 'is not a condition')) })
const conditionRefusals = { ...found, ...stillNew, PATRON_NOT_AUTHORIZED: 403, MERCHANT_NOT_AUTHORIZED: 403, CONDITION_ALREADY_SET: 403 } as const

export const acceptCondition = endpoint({
  method: 'POST',
  path: '/api/payment-requests/:id/conditions/:conditionId/accept',
  access: 'person-or-key',
  summary: 'Says that a condition is met, by the side that it waits for',
  params: conditionParams,
  answer: paymentActivity,
  refusals: conditionRefusals,
})

export const declineCondition = endpoint({
  method: 'POST',
  path: '/api/payment-requests/:id/conditions/:conditionId/decline',
  access: 'person-or-key',
  summary: 'Says that a condition is not met; the request is cancelled',
  params: conditionParams,
  answer: paymentActivity,
  refusals: conditionRefusals,
})
