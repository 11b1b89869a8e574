import * as z from 'zod/mini'
import { amountToMove, idempotencyKey, requiredIdempotencyKey } from './amounts.ts'
import { endpoint } from './endpoint.ts'
import { paymentActivity } from './payment-activities.ts'
import { lineItem, tillTender } from './payment-requests.ts'
import { id } from './wire.ts'

/** Actions on a payment request. Each returns the activity it created. */

const params = z.object({ id })
/** Of a manager or owner. */
const approvalCode = z.string().check(z.regex(/^\d{6}$/, 'must be 6 digits'))
const findRefusals = { REQUEST_NOT_FOUND: 404, FORBIDDEN: 403 } as const
const notNewRefusals = { REQUEST_PAID: 403, REQUEST_CANCELLED: 403, REQUEST_EXPIRED: 403 } as const

/** By the limit of a staff till, and by that of the person who gives back. */
const limitRefusals = { TILL_LIMIT_EXCEEDED: 403, REFUND_LIMIT_EXCEEDED: 403, REFUND_APPROVAL_INVALID: 403 } as const

export const payMode = z.enum(['partial-payment', 'multi-asset-payment'])
export type PayMode = z.output<typeof payMode>

export const payPaymentRequest = endpoint({
  method: 'POST',
  path: '/api/payment-requests/:id/pay',
  access: 'person-or-key',
  bearer: 'payment-token',
  till: 'turn',
  summary: 'Pay a payment request, in full or, with a mode, in part. A person signs in again for a large payment from a wallet',
  stepUp: 'conditional',
  params,
  body: z
    .strictObject({
      assetType: z.string().check(z.maxLength(64)),
      /** An asset held by Nikau. */
      assetId: z.optional(id),
      /** An external payment that already happened, to be looked up with the provider. */
      transactionId: z.optional(z.string().check(z.maxLength(256))),
      /** An authorisation to charge with the provider. */
      authorization: z.optional(z.string().check(z.maxLength(4096))),
      mode: z.optional(payMode),
      /** Of cash that takes the whole rest: the rest. The server rounds it to 10 cents; `rounding` of the answer has the difference. */
      amount: z.optional(amountToMove),
      /** Of a payment that the till took itself. */
      tender: z.optional(tillTender),
      externalPaymentRef: z.optional(z.string().check(z.maxLength(128))),
      /** For a token: the line item to cover. Defaults to the most expensive it can cover. */
      lineItems: z.optional(z.array(lineItem).check(z.maxLength(50))),
      /** What the customer tells the merchant. */
      note: z.optional(z.string().check(z.trim(), z.minLength(1), z.maxLength(140))),
      idempotencyKey,
    })
    .check(
      z.refine((body) => [body.assetId, body.transactionId, body.authorization].filter((source) => source !== undefined).length === 1, {
        path: ['assetId'],
        message: 'exactly one of assetId, transactionId and authorization is required',
      }),
      z.refine((body) => (body.mode === undefined) === (body.amount === undefined), {
        path: ['amount'],
        message: 'is required with a mode and not allowed without one',
      }),
      z.refine((body) => body.tender === undefined || body.assetType.startsWith('external.'), { path: ['tender'], message: 'is only of an external payment' }),
      z.refine((body) => !body.assetType.startsWith('farmlands.nzd.') || body.externalPaymentRef !== undefined, {
        path: ['externalPaymentRef'],
        message: 'is required for this asset type',
      }),
    ),
  answer: paymentActivity,
  refusals: {
    ...findRefusals,
    ...notNewRefusals,
    /** Nothing leaves the payer's account until it is unfrozen. */
    ACCOUNT_FROZEN: 403,
    INVALID_ASSET_TYPE: 403,
    INACTIVE_ASSET: 403,
    INVALID_AMOUNT: 403,
    ASSET_REDEMPTION_DENIED: 403,
    /** A limit that the payer has set; the body says which, and what is left. */
    OWN_LIMIT_EXCEEDED: 403,
    QUOTA_EXCEEDED: 403,
    INSUFFICIENT_ASSET_VALUE: 403,
    /** The farm-supplies card has expired. */
    PATRON_CODE_EXPIRED: 403,
    /** With the reason PATRON_CODE_INACTIVE: the farm-supplies card is inactive. */
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
  till: 'turn',
  summary: 'Cancel a new payment request: the merchant’s own, or one bound to the caller by patron code or connection',
  params,
  /** `approvalCode`: of a part payment at a staff till. What was paid goes back, so the caller needs to be allowed to refund it. */
  body: z.optional(z.nullable(z.strictObject({ approvalCode: z.optional(approvalCode) }))),
  answer: paymentActivity,
  refusals: { ...findRefusals, ...notNewRefusals, ...limitRefusals },
})

export const voidPaymentRequest = endpoint({
  method: 'POST',
  path: '/api/payment-requests/:id/void',
  access: 'merchant-key',
  till: 'turn',
  summary: 'Void a payment request whose outcome the till does not know: cancel it if new, refund it in full if paid',
  params,
  body: z.optional(z.nullable(z.strictObject({ externalRef: z.optional(z.string().check(z.maxLength(128))), approvalCode: z.optional(approvalCode) }))),
  answer: paymentActivity,
  refusals: {
    ...findRefusals,
    VOID_WINDOW_EXCEEDED: 403,
    ALREADY_REFUNDED: 403,
    REFUND_NOT_SUPPORTED: 403,
    INACTIVE_ASSET: 403,
    REQUEST_EXPIRED: 403,
    PRE_AUTH_ALREADY_CONFIRMED: 403,
    REPEAT_REFERENCE: 403,
    ...limitRefusals,
  },
})

const value = z.object({ amount: amountToMove, currency: z.literal('NZD') })
const invoiceRef = z.string().check(z.minLength(1), z.maxLength(128))
const lineItems = z.optional(z.array(lineItem).check(z.maxLength(500)))

export const refundPaymentRequest = endpoint({
  method: 'POST',
  path: '/api/payment-requests/:id/refund',
  access: 'person-or-key',
  till: 'turn',
  summary:
    'Refund a payment in part or in full. externalRef is the idempotency key: repeating it with the same amount returns the same refund. A person signs in again for what is large together with their refunds of the day',
  stepUp: 'conditional',
  params,
  body: z.strictObject({
    value,
    externalRef: z.string().check(z.minLength(1), z.maxLength(128)),
    invoiceRef: z.optional(invoiceRef),
    lineItems,
    /** The capture to refund, for a pre-authorised payment. */
    confirmationIdempotencyKey: idempotencyKey,
    merchantConfigId: z.optional(id),
    /** For the merchant’s own records. */
    reason: z.optional(z.string().check(z.trim(), z.minLength(1), z.maxLength(140))),
    /** Which payments go back, and how much of each. Without it money goes back first and tokens last. */
    legs: z.optional(z.array(z.strictObject({ completedPaymentId: id, amount: amountToMove })).check(z.minLength(1), z.maxLength(50))),
    /** Of a manager or owner, for an amount above the caller’s limit. */
    approvalCode: z.optional(approvalCode),
  }),
  answer: paymentActivity,
  refusals: {
    LINE_ITEMS_SUM_CHECK_FAILED: 400,
    LEGS_SUM_CHECK_FAILED: 400,
    ...findRefusals,
    REPEAT_REFERENCE: 403,
    NOT_PAID: 403,
    ALREADY_REFUNDED: 403,
    INVALID_AMOUNT: 403,
    PARTIAL_REFUNDS_NOT_ALLOWED: 403,
    INACTIVE_ASSET: 403,
    REFUND_NOT_SUPPORTED: 403,
    REFUND_WINDOW_EXCEEDED: 403,
    TILL_LIMIT_EXCEEDED: 403,
    REFUND_LIMIT_EXCEEDED: 403,
    REFUND_APPROVAL_INVALID: 403,
    PRE_AUTH_PENDING: 403,
    CONFIRMATION_NOT_FOUND: 403,
    REFUND_DECLINED: 403,
    SETTLEMENT_BALANCE_TOO_LOW: 403,
  },
})

export const confirmPaymentRequest = endpoint({
  method: 'POST',
  path: '/api/payment-requests/:id/confirm',
  access: 'merchant-key',
  summary: 'Capture part or all of a pre-authorised amount. May be repeated up to the whole amount',
  params,
  body: z.strictObject({
    idempotencyKey: requiredIdempotencyKey,
    invoiceRef,
    lineItems,
    /** Defaults to the remaining amount. */
    value: z.optional(value),
  }),
  answer: paymentActivity,
  refusals: {
    LINE_ITEMS_SUM_CHECK_FAILED: 400,
    ...findRefusals,
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
  summary: 'Release the remaining hold of a pre-authorisation, or cancel a request that was never authorised',
  params,
  answer: paymentActivity,
  refusals: { ...findRefusals, INVALID_PAYMENT_REQUEST_TYPE: 403, PRE_AUTH_RELEASED: 403, REQUEST_CANCELLED: 403, REQUEST_EXPIRED: 403 },
})

const conditionParams = z.object({ id, conditionId: z.string().check(z.regex(/^[\w-]{1,64}$/, 'must be a condition id')) })
const conditionRefusals = { ...findRefusals, ...notNewRefusals, PATRON_NOT_AUTHORIZED: 403, MERCHANT_NOT_AUTHORIZED: 403, CONDITION_ALREADY_SET: 403 } as const

export const acceptCondition = endpoint({
  method: 'POST',
  path: '/api/payment-requests/:id/conditions/:conditionId/accept',
  access: 'person-or-key',
  till: 'turn',
  summary: 'Accept a condition, as the party it is waiting for',
  params: conditionParams,
  answer: paymentActivity,
  refusals: conditionRefusals,
})

export const declineCondition = endpoint({
  method: 'POST',
  path: '/api/payment-requests/:id/conditions/:conditionId/decline',
  access: 'person-or-key',
  till: 'turn',
  summary: 'Decline a condition. The payment request is cancelled',
  params: conditionParams,
  answer: paymentActivity,
  refusals: conditionRefusals,
})
