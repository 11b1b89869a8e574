import * as z from 'zod/mini'
import { liveness } from './amounts.ts'
import { endpoint } from './endpoint.ts'
import { paymentStatuses } from './payment-status.ts'
import { lineItem, tillTender } from './payment-requests.ts'
import { payoutStatus } from './payouts.ts'
import { file, id, money, page, pageKey, repeated, timestamp } from './wire.ts'

/** What a merchant sees of its payments: amounts, items and legs, never who paid. */

export const merchantPaymentStatus = z.enum(paymentStatuses)

/** How a leg was paid. `own-token`: a token of the merchant itself, which brings no money. `external`: taken by the till itself. */
export const paymentLegMethods = ['wallet', 'token', 'own-token', 'pay-by-bank', 'farm-card', 'external'] as const
export const paymentLegMethod = z.enum(paymentLegMethods)
export type PaymentLegMethod = z.output<typeof paymentLegMethod>

/** Where a payment was asked for. The names are those of a staff till and of the person at it; other tills have ids of their own. */
export const paymentPlace = z.object({
  kind: z.enum(['till', 'link', 'online']),
  terminalId: z.optional(z.string()),
  operatorId: z.optional(z.string()),
  tillName: z.optional(z.string()),
  personName: z.optional(z.string()),
})

export const merchantPayment = z.object({
  id,
  shortCode: z.string(),
  status: merchantPaymentStatus,
  createdAt: timestamp,
  /** When the last leg was paid; of a pre-authorised payment, when it was last captured. */
  paidAt: z.optional(timestamp),
  amount: money,
  /** The amount less what is still to take. */
  received: money,
  /** What of it cash was rounded by, below zero if more was taken: the legs and this make `received`. */
  rounding: z.optional(money),
  refunded: money,
  /** The names of the first items, and how many lines there are. */
  items: z.array(z.string()),
  itemCount: z.int(),
  place: paymentPlace,
  /** When a staff till without a connection noted the sale. It counts on the day it was sent, which is `createdAt`. */
  notedAt: z.optional(timestamp),
  methods: z.array(paymentLegMethod),
  externalRef: z.optional(z.string()),
  /** What the customer wrote. */
  note: z.optional(z.string()),
})
export type MerchantPayment = z.output<typeof merchantPayment>

const day = z.iso.date()

const filters = {
  /** Days in Auckland, both included. Without `from` and without a search: 7 days. */
  from: z.optional(day),
  to: z.optional(day),
  status: z.optional(repeated(merchantPaymentStatus)),
  method: z.optional(repeated(paymentLegMethod)),
  /** `till`, `link` or `online`, or `till:` with a terminal id. */
  where: z.optional(z.string().check(z.regex(/^(till(:.{1,64})?|link|online)$/, 'must be till, till:<terminal>, link or online'))),
  /** Short code, reference, item, note or exact amount. */
  search: z.optional(z.string().check(z.maxLength(100))),
} as const

const ofMerchant = z.object({ merchantId: id })

export const listMerchantPayments = endpoint({
  method: 'GET',
  path: '/api/merchants/:merchantId/payments',
  access: 'person-or-key',
  summary: 'List payments of a merchant, newest first, by day, status, method, place or search; with `order=paid` those that were paid last',
  params: ofMerchant,
  /** `order=paid`: the 20 that were paid or captured last, of what was paid in these days, in one page. */
  query: z.strictObject({ ...filters, order: z.optional(z.enum(['created', 'paid'])), pageKey }),
  answer: page(merchantPayment),
  refusals: { FORBIDDEN: 403 },
  paged: true,
  perMinute: 240,
})

/** taken − givenBack − ownTokens − takenAtTill − fees − gstOnFees = toBank. */
export const paymentSums = z.object({
  taken: money,
  givenBack: money,
  /** Tokens of the merchant itself, less those given back: they bring no money. */
  ownTokens: money,
  /** What the till took itself, less what it gave back: it is with the merchant already. */
  takenAtTill: money,
  /** Less what refunds gave back. */
  fees: money,
  gstOnFees: money,
  toBank: money,
})
export type PaymentSums = z.output<typeof paymentSums>

export const merchantPaymentTotals = z.extend(paymentSums, {
  count: z.int(),
  /** How many of them have been paid, in full or in part. */
  paidCount: z.int(),
  /** 3/23 of each leg and refund, rounded half up; 0 for a business that is not registered for GST. */
  gstInSales: money,
})
export type MerchantPaymentTotals = z.output<typeof merchantPaymentTotals>

export const getMerchantPaymentTotals = endpoint({
  method: 'GET',
  path: '/api/merchants/:merchantId/payments/totals',
  access: 'person-or-key',
  summary: 'Get the sums of all payments that a list has: the sums of its export',
  params: ofMerchant,
  query: z.strictObject(filters),
  answer: merchantPaymentTotals,
  refusals: { FORBIDDEN: 403 },
  perMinute: 120,
})

export const exportMerchantPayments = endpoint({
  method: 'GET',
  path: '/api/merchants/:merchantId/payments/export',
  access: 'person-or-key',
  summary: 'Export payments as CSV, one row for each leg and each refund of a leg',
  params: ofMerchant,
  query: z.strictObject(filters),
  answer: file,
  files: ['text/csv; charset=utf-8'],
  /** EXPORT_TOO_LONG: more than 50,000 rows; choose fewer days. */
  refusals: { FORBIDDEN: 403, EXPORT_TOO_LONG: 403 },
  perMinute: 10,
})

/** The payout that a payment is in, or the day of the one that it will be in. */
export const paymentPayout = z.object({ day, id: z.optional(id), status: z.optional(payoutStatus) })
export type PaymentPayout = z.output<typeof paymentPayout>

/** What was paid at once. Each capture of a pre-authorised payment is one. */
export const paymentLeg = z.object({
  /** The API calls it completedPaymentId in refunds. Of a capture, its activity. */
  id,
  method: paymentLegMethod,
  /** The token, the bank or the card. A wallet has none. */
  description: z.optional(z.string()),
  amount: money,
  refunded: money,
  paidAt: timestamp,
  /** Of a token: the names of the items that it covers. */
  covers: z.optional(z.array(z.string())),
  /** Of what the till took itself, if it said so. */
  tender: z.optional(tillTender),
  /** Of a capture, which may be paid out on another day than the next. */
  payout: z.optional(paymentPayout),
})
export type PaymentLeg = z.output<typeof paymentLeg>

export const merchantPaymentDetail = z.extend(merchantPayment, {
  merchantAccountId: id,
  liveness,
  expiresAt: timestamp,
  remaining: money,
  /** Of a part payment at a staff till: until when its rest can be taken. */
  restUntil: z.optional(timestamp),
  lineItems: z.array(z.extend(lineItem, { gst: money })),
  gstNumber: z.optional(z.string()),
  invoiceRef: z.optional(z.string()),
  purchaseOrderRef: z.optional(z.string()),
  legs: z.array(paymentLeg),
  /** Present once something was paid. */
  whatYouGet: z.optional(paymentSums),
  /** Of a pre-authorised payment, that of its last capture. */
  payout: z.optional(paymentPayout),
})
export type MerchantPaymentDetail = z.output<typeof merchantPaymentDetail>

export const getMerchantPayment = endpoint({
  method: 'GET',
  path: '/api/merchants/:merchantId/payments/:paymentRequestId',
  access: 'person-or-key',
  summary: 'Get a payment as its merchant sees it: legs, items with their GST, what goes to the bank, and its payout',
  params: z.object({ merchantId: id, paymentRequestId: id }),
  answer: merchantPaymentDetail,
  refusals: { FORBIDDEN: 403 },
})

export const hourOfTakings = z.object({ at: timestamp, amount: money, count: z.int() })

/** A day in Auckland, which has 23, 24 or 25 hours. Not reduced by refunds, which are in `givenBack`. */
export const dayOfTakings = z.object({
  day,
  amount: money,
  count: z.int(),
  givenBack: money,
  /** Up to the time of day that it is now, if the day asked for is today; otherwise of the whole day. */
  soFar: z.object({ amount: money, count: z.int() }),
  hours: z.array(hourOfTakings),
})
export type DayOfTakings = z.output<typeof dayOfTakings>

export const getTakings = endpoint({
  method: 'GET',
  path: '/api/merchants/:merchantId/takings',
  access: 'person-or-key',
  summary: 'Get the takings of a day by the hour, and of another day to compare with',
  params: ofMerchant,
  /** `day` is today and `compareWith` a week before, unless given. */
  query: z.strictObject({ day: z.optional(day), compareWith: z.optional(day) }),
  answer: z.object({ day: dayOfTakings, compareWith: dayOfTakings }),
  refusals: { FORBIDDEN: 403 },
  perMinute: 120,
})
