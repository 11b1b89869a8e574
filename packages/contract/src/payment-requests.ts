import type { Cents } from '@nikau/money'
import * as z from 'zod/mini'
import { amountToMove, idempotencyKey, liveness, monetary } from './amounts.ts'
import { brandColour } from './branding.ts'
import { endpoint } from './endpoint.ts'
import { cancellationReasons, maxExpirySeconds, requestStatuses } from './payment-request-states.ts'
import { id, timestamp, money, page, pageKey, webAddress } from './wire.ts'

/** A count or weight: text on the wire; a number is accepted too. */
const quantity = z.codec(
  z.union([z.string().check(z.regex(/^\d{1,6}(\.\d{1,3})?$/, 'must be a quantity')), z.number().check(z.nonnegative(), z.lt(1_000_000))]),
  z.string(),
  { decode: String, encode: (text) => text },
)

const reference = z.string().check(z.minLength(1), z.maxLength(128))

const maxProps = 20
const props = z
  .record(z.string().check(z.maxLength(64)), z.string().check(z.maxLength(200)))
  .check(z.refine((record) => Object.keys(record).length <= maxProps, `must have at most ${maxProps} entries`))

/** The largest terms of a request: the body that creates it, and what is stored of it with the payment options. */
export const maxTermsBytes = 16 * 1024

export const lineItem = z.object({
  name: z.string().check(z.maxLength(200)),
  qty: quantity,
  /** For the whole line, including tax and discount. Negative for a discount on the basket. */
  price: money,
  /** Tokens can only cover lines with a sku. */
  sku: z.optional(z.string().check(z.maxLength(64))),
  /** Percent. */
  tax: z.optional(z.string().check(z.regex(/^\d{1,3}(\.\d{1,4})?$/, 'must be a percentage'))),
  /** Before tax. */
  discount: z.optional(money),
  productId: z.optional(z.string().check(z.maxLength(64))),
  /** May not be paid with restricted assets. */
  restricted: z.optional(z.boolean()),
  classification: z.optional(
    z.object({
      type: z.literal('GS1'),
      code: z.string().check(z.maxLength(32)),
      name: z.optional(z.string().check(z.maxLength(200))),
      props: z.optional(props),
    }),
  ),
})
export type LineItem = z.output<typeof lineItem>

/** An accepted asset type and the amount payable with it. A collection covers only the line items it names. */
export const paymentOption = z.object({
  assetType: z.string(),
  amount: money,
  productCodes: z.optional(z.array(z.string())),
  acceptedCollections: z.optional(z.array(z.object({ id, lineItems: z.array(lineItem) }))),
})
export type PaymentOption = z.output<typeof paymentOption>

/** What a till took itself. */
export const tillTender = z.enum(['cash', 'eftpos'])
export type TillTender = z.output<typeof tillTender>

export const assetTotal = z.object({
  type: z.string(),
  description: z.string(),
  total: monetary,
  lineItems: z.optional(z.array(lineItem)),
  settlementDate: z.optional(z.string()),
  payerAccountId: z.optional(id),
  /** Of an external payment, if the till said so. `total` is what was really taken. */
  tender: z.optional(tillTender),
  /** Of a token: until when it can be used, which a refund does not change. */
  expiresAt: z.optional(timestamp),
})

export const merchantCondition = z.object({
  id: z.string(),
  name: z.string(),
  message: z.string(),
  status: z.enum(['awaiting-merchant', 'awaiting-patron', 'accepted', 'declined', 'void']),
})
export type MerchantCondition = z.output<typeof merchantCondition>

export const requestStatus = z.enum(requestStatuses)

/** Visible to anyone with the link, so it says nothing about the payer: of a payment, only type and total. */
export const paymentRequestSummary = z.object({
  id,
  url: z.string(),
  merchantId: id,
  merchantName: z.string(),
  /** As the merchant looks now: its picture below the API base, and its colour. */
  merchantBranding: z.optional(z.object({ logo: z.optional(z.string()), colour: z.optional(brandColour) })),
  value: monetary,
  createdAt: timestamp,
  expiresAt: timestamp,
  paymentOptions: z.array(paymentOption),
  partialAllowed: z.boolean(),
  basketAmount: z.optional(money),
  remainingAmount: money,
  /** What cash was rounded by, below zero if more was taken: the totals of `paidBy`, `remainingAmount` and this make `value`. */
  rounding: z.optional(money),
  /** A part is paid at a staff till, and the rest can be paid until then; what was paid is then the merchant’s. */
  restUntil: z.optional(timestamp),
  status: requestStatus,
  /** Of a paid request: when its last payment was made. */
  paidAt: z.optional(timestamp),
  /** What people quote to the merchant or to support. */
  shortCode: z.optional(z.string()),
  lineItems: z.optional(z.array(lineItem)),
  liveness,
  redirectUrl: z.optional(z.string()),
  redirectPaidUrl: z.optional(z.string()),
  redirectCancelUrl: z.optional(z.string()),
  paidBy: z.optional(z.object({ assetTotals: z.array(z.pick(assetTotal, { type: true, total: true, tender: true })) })),
})
export type PaymentRequestSummary = z.output<typeof paymentRequestSummary>

export const paymentRequest = z.extend(paymentRequestSummary, {
  shortCode: z.string(),
  configId: id,
  updatedAt: timestamp,
  expirySeconds: z.int(),
  paidBy: z.optional(z.object({ assetTotals: z.array(assetTotal) })),
  /** Absent until the first refund. */
  refundedAmount: z.optional(money),
  cancellationReason: z.optional(z.enum(cancellationReasons)),
  conditionsEnabled: z.optional(z.boolean()),
  merchantConditions: z.optional(z.array(merchantCondition)),
  patronNotPresent: z.optional(z.boolean()),
  patronCodeId: z.optional(id),
  /** To its payer only: paid by an offline code of a set made at `createdAt` with this limit, scanned at `usedAt`, and first read here at `shownAt`. */
  offlineCode: z.optional(z.object({ createdAt: timestamp, usedAt: timestamp, shownAt: timestamp, limit: money })),
  barcode: z.optional(z.string()),
  barcodeType: z.optional(z.string()),
  collectionId: z.optional(id),
  purchaseOrderRef: z.optional(z.string()),
  invoiceRef: z.optional(z.string()),
  externalRef: z.optional(z.string()),
  terminalId: z.optional(z.string()),
  deviceId: z.optional(z.string()),
  operatorId: z.optional(z.string()),
  /** Of a sale that a staff till noted without a connection: when. */
  notedAt: z.optional(timestamp),
  createdByAccountId: z.optional(id),
  createdByAccountName: z.optional(z.string()),
  preAuth: z.optional(z.boolean()),
  preAuthStatus: z.optional(z.enum(['pending', 'authorized', 'released'])),
  preAuthExpiresAt: z.optional(timestamp),
  taxNumber: z.optional(z.object({ type: z.literal('nz-gst'), value: z.string() })),
  connectionId: z.optional(id),
  connectionStatus: z.optional(z.string()),
  paymentLinkId: z.optional(id),
})
export type PaymentRequest = z.output<typeof paymentRequest>

export const getPaymentRequest = endpoint({
  method: 'GET',
  path: '/api/payment-requests/:id',
  access: 'person-or-key',
  bearer: 'payment-token',
  till: 'device',
  summary: 'Get a payment request. A till polls it every second while it is new',
  params: z.object({ id }),
  answer: paymentRequest,
  refusals: { REQUEST_NOT_FOUND: 404, FORBIDDEN: 403 },
})

export const getPaymentRequestSummary = endpoint({
  method: 'GET',
  path: '/api/payment-requests/:id/summary',
  access: 'public',
  summary: 'Get the public summary of a payment request',
  params: z.object({ id }),
  answer: paymentRequestSummary,
  refusals: { REQUEST_NOT_FOUND: 404 },
  perMinute: 600,
})

export const createPaymentRequest = endpoint({
  method: 'POST',
  path: '/api/payment-requests',
  access: 'merchant-key',
  till: 'turn',
  summary: 'Create a payment request. A repeated idempotency key returns the first request',
  body: z
    .strictObject({
      configId: id,
      value: z.object({ amount: amountToMove, currency: z.literal('NZD') }),
      expirySeconds: z.optional(
        z.codec(z.union([z.string().check(z.regex(/^\d{1,5}$/, 'must be seconds')), z.int()]), z.int().check(z.gte(1), z.lte(maxExpirySeconds)), {
          decode: Number,
          encode: (seconds) => seconds,
        }),
      ),
      /** The payer may pay part here and the rest in another way; `basketAmount` is then the total. */
      partialAllowed: z.optional(z.boolean()),
      basketAmount: z.optional(amountToMove),
      lineItems: z.optional(z.array(lineItem).check(z.maxLength(500))),
      /** As scanned by the till: a patron code or a card. */
      barcode: z.optional(z.string().check(z.regex(/^\d{6,20}$/, 'must be a barcode'))),
      barcodeType: z.optional(z.string().check(z.maxLength(32))),
      patronNotPresent: z.optional(z.boolean()),
      /** The till can display and answer conditions. Otherwise a request that needs one is cancelled. */
      conditionsEnabled: z.optional(z.boolean()),
      preAuth: z.optional(z.boolean()),
      collectionId: z.optional(id),
      connectionId: z.optional(id),
      /** A link of kind `till`, which then leads to this request. Of a staff till the server names its own. */
      paymentLinkId: z.optional(id),
      redirectUrl: z.optional(webAddress),
      redirectPaidUrl: z.optional(webAddress),
      redirectCancelUrl: z.optional(webAddress),
      externalRef: z.optional(reference),
      invoiceRef: z.optional(reference),
      purchaseOrderRef: z.optional(reference),
      terminalId: z.optional(reference),
      deviceId: z.optional(reference),
      operatorId: z.optional(reference),
      /** When a staff till without a connection noted a sale by cash or EFTPOS. Only the till itself can record such a request as paid. */
      notedAt: z.optional(timestamp),
      idempotencyKey,
    })
    .check(
      z.refine((body) => encodedBytes(body) <= maxTermsBytes, `must be at most ${maxTermsBytes / 1024} kB`),
      z.refine((body) => !body.partialAllowed || (body.basketAmount !== undefined && body.basketAmount >= body.value.amount), {
        path: ['basketAmount'],
        message: 'must be at least value.amount when partialAllowed',
      }),
    ),
  answer: paymentRequest,
  refusals: {
    LINE_ITEMS_SUM_CHECK_FAILED: 400,
    CHECKSUM_FAILED: 400,
    /** With the payment options, which repeat the lines that tokens cover, the terms exceed 16 kB. */
    TERMS_TOO_LARGE: 403,
    FORBIDDEN: 403,
    BUSINESS_NOT_VERIFIED: 403,
    MERCHANT_IN_REVIEW: 403,
    /** A new business takes no more in a payment or a day. `limit` says which, `left` how much it can still take today. */
    MERCHANT_LIMIT_EXCEEDED: 403,
    /** Of a staff till. `limit` says which, `left` how much it can still ask for today. */
    TILL_LIMIT_EXCEEDED: 403,
    /** The till gave the key up before the charge arrived. */
    SALE_ABANDONED: 403,
    INVALID_MERCHANT_CONFIG: 403,
    REDIRECT_URL_INVALID: 403,
    PATRON_CODE_INVALID: 403,
    /** An offline code does not pay this amount. */
    INSUFFICIENT_ASSET_VALUE: 403,
    NO_AVAILABLE_PAYMENT_OPTIONS: 403,
    /** The scanned card. */
    PAUSED: 403,
    TOKEN_COLLECTION_NOT_FOUND: 403,
    CONNECTION_NOT_FOUND: 403,
    CONNECTION_MERCHANT_MISMATCH: 403,
    CONNECTION_CREATED_BY_MISMATCH: 403,
    IDEMPOTENT_OPERATION_FAILED: 422,
    /** Too many unknown patron codes in the hour. */
    RATE_LIMIT_EXCEEDED: 429,
  },
})

/** The size of a value as JSON in UTF-8. */
export function encodedBytes(value: unknown): number {
  return new TextEncoder().encode(JSON.stringify(value, (_, part: unknown) => (typeof part === 'bigint' ? part.toString() : part))).length
}

/** The required sum of the line items: the whole basket if only part of it is paid here. */
export function expectedLineItemsTotal(body: { value: { amount: Cents }; partialAllowed?: boolean | undefined; basketAmount?: Cents | undefined }): Cents {
  return body.partialAllowed && body.basketAmount !== undefined ? body.basketAmount : body.value.amount
}

export const findPaymentByCode = endpoint({
  method: 'POST',
  path: '/payments/cca',
  access: 'public',
  summary: 'Find the payment URL for the code on a till’s slip or the fixed code of a machine. Its last segment is the payment request id',
  body: z.strictObject({ url: z.url().check(z.maxLength(2048)) }),
  answer: z.string(),
  refusals: {
    UNKNOWN_CODE: 404,
    /** Too many codes of slips in the minute. */
    RATE_LIMIT_EXCEEDED: 429,
  },
  perMinute: 120,
})

export const listPaymentRequests = endpoint({
  method: 'GET',
  path: '/api/payment-requests',
  access: 'person-or-key',
  summary: 'List payment requests of a merchant account by external reference or short code',
  query: z
    .strictObject({
      merchantAccountId: id,
      externalRef: z.optional(reference),
      shortCode: z.optional(z.string().check(z.maxLength(20))),
      pageKey,
    })
    .check(z.refine((query) => (query.externalRef === undefined) !== (query.shortCode === undefined), { message: 'externalRef or shortCode is required' })),
  answer: page(paymentRequest),
  refusals: { FORBIDDEN: 403, CHECKSUM_FAILED: 400 },
  paged: true,
})
