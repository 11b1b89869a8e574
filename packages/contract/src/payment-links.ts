import * as z from 'zod/mini'
import { amountToMove, idempotencyKey, liveness } from './amounts.ts'
import { endpoint } from './endpoint.ts'
import { file, id, money, timestamp } from './wire.ts'

/** Links that customers pay by: sent in a message, or printed on a sticker or a poster. */

/** `fixed`: the merchant sets the amount. `typed`: the customer does. `till`: leads to what a till is waiting for. */
export const paymentLinkKinds = ['fixed', 'typed', 'till'] as const
export const paymentLinkKind = z.enum(paymentLinkKinds)
export type PaymentLinkKind = z.output<typeof paymentLinkKind>

/** `ended`: its last day is over. `used`: it could be paid once, and was. `closed`: by the merchant, for good. */
export const paymentLinkStatus = z.enum(['open', 'used', 'ended', 'closed'])
export type PaymentLinkStatus = z.output<typeof paymentLinkStatus>

const amounts = {
  kind: paymentLinkKind,
  /** Of a `fixed` one. */
  amount: z.optional(money),
  /** Of a `typed` one. */
  least: z.optional(money),
  most: z.optional(money),
  /** The customer may pay part; the merchant takes the rest in another way. */
  partialAllowed: z.boolean(),
  /** The customer is asked for a note. */
  asksNote: z.boolean(),
}

export const paymentLink = z.object({
  id,
  merchantId: id,
  liveness,
  name: z.string(),
  ...amounts,
  /** The staff till whose sticker it is. */
  tillId: z.optional(id),
  uses: z.enum(['once', 'many']),
  /** The last day in Auckland on which it can be paid. */
  lastDay: z.optional(z.iso.date()),
  status: paymentLinkStatus,
  /** What a code shows. It never changes. */
  url: z.string(),
  /** Payments by it, and what was received for them. Refunds do not reduce it. */
  count: z.int(),
  paid: money,
  createdAt: timestamp,
  closedAt: z.optional(timestamp),
})
export type PaymentLink = z.output<typeof paymentLink>

const optionalAmount = z.optional(amountToMove)

export const createPaymentLink = endpoint({
  method: 'POST',
  path: '/api/payment-links',
  access: 'person-or-key',
  summary: 'Make a payment link. A repeated idempotency key returns the first one',
  body: z
    .strictObject({
      merchantId: id,
      /** How its requests are made; defaults to the first configuration of the merchant. */
      configId: z.optional(id),
      /** What it is for, as the customer reads it. */
      name: z.string().check(z.trim(), z.minLength(1), z.maxLength(60)),
      kind: paymentLinkKind,
      /** Of kind `till`, for a staff till of the shop: it leads to what that till asks for. While one is open for the till, it is the answer. */
      tillId: z.optional(id),
      amount: optionalAmount,
      least: optionalAmount,
      most: optionalAmount,
      /** Defaults to many times. */
      uses: z.optional(z.enum(['once', 'many'])),
      lastDay: z.optional(z.iso.date()),
      partialAllowed: z.optional(z.boolean()),
      asksNote: z.optional(z.boolean()),
      idempotencyKey,
    })
    .check(
      z.refine((body) => (body.kind === 'fixed') === (body.amount !== undefined), { path: ['amount'], message: 'is for kind fixed, which needs it' }),
      z.refine((body) => body.kind === 'typed' || (body.least === undefined && body.most === undefined), { path: ['least'], message: 'is for kind typed' }),
      z.refine(({ least, most }) => least === undefined || most === undefined || least <= most, { path: ['most'], message: 'must be at least `least`' }),
      z.refine((body) => body.kind !== 'till' || (body.uses !== 'once' && body.lastDay === undefined && !body.partialAllowed && !body.asksNote), {
        path: ['kind'],
        message: 'till takes its terms from the till',
      }),
      z.refine((body) => body.kind === 'till' || body.tillId === undefined, { path: ['tillId'], message: 'is for kind till' }),
    ),
  answer: paymentLink,
  refusals: {
    FORBIDDEN: 403,
    /** More than 500 links of the shop are open. */
    PAYMENT_LINK_LIMIT_EXCEEDED: 403,
    /** The last day is over already, or more than two years away. */
    PAYMENT_LINK_LAST_DAY_INVALID: 403,
    /** The shop accepts no payment method yet. */
    NO_AVAILABLE_PAYMENT_OPTIONS: 403,
    IDEMPOTENT_OPERATION_FAILED: 422,
  },
  perMinute: 60,
})

export const listPaymentLinks = endpoint({
  method: 'GET',
  path: '/api/payment-links',
  access: 'person-or-key',
  summary: 'List the payment links of a merchant, open ones first, newest first, with the count and sum of what was paid',
  query: z.strictObject({ merchantId: id }),
  answer: z.object({ items: z.array(paymentLink) }),
  refusals: { FORBIDDEN: 403 },
})

const params = z.object({ id })

export const archivePaymentLink = endpoint({
  method: 'POST',
  path: '/api/payment-links/:id/archive',
  access: 'person-or-key',
  summary: 'Close a payment link for good. Requests that were made by it can still be paid. Repeating it changes nothing',
  params,
  answer: paymentLink,
  refusals: { FORBIDDEN: 403 },
})

export const paymentLinkPapers = ['a6', 'a4'] as const
export type PaymentLinkPaper = (typeof paymentLinkPapers)[number]

export const printPaymentLink = endpoint({
  method: 'GET',
  path: '/api/payment-links/:id/print',
  access: 'person-or-key',
  summary: 'Get an open payment link as a page to print: a sticker of A6 or a poster of A4',
  params,
  query: z.strictObject({ paper: z.enum(paymentLinkPapers) }),
  answer: file,
  files: ['application/pdf'],
  refusals: { FORBIDDEN: 403, PAYMENT_LINK_CLOSED: 403 },
  perMinute: 30,
})

/** Visible to everybody who has the link. One that cannot be paid shows nothing of its merchant. */
export const paymentLinkSummary = z.object({
  id,
  merchantName: z.string(),
  /** Suburb or city of the shop. */
  place: z.optional(z.string()),
  name: z.string(),
  ...amounts,
  lastDay: z.optional(z.iso.date()),
  liveness,
  /** Of a till: what it waits for now. Absent: nothing, so the customer asks at the till. */
  paymentRequest: z.optional(z.object({ id, url: z.string() })),
})
export type PaymentLinkSummary = z.output<typeof paymentLinkSummary>

const publicRefusals = {
  /** Closed, ended or unknown: nobody learns which. */
  PAYMENT_LINK_CLOSED: 403,
  PAYMENT_LINK_USED: 403,
  /** Too many calls for this link from this address in the minute. */
  RATE_LIMIT_EXCEEDED: 429,
} as const

export const getPaymentLinkSummary = endpoint({
  method: 'GET',
  path: '/api/payment-links/:id/summary',
  access: 'public',
  summary: 'Get what a customer sees of a payment link, and of a link of a till the request that the till waits for',
  params,
  answer: paymentLinkSummary,
  refusals: publicRefusals,
  perMinute: 240,
})

export const createPaymentLinkRequest = endpoint({
  method: 'POST',
  path: '/api/payment-links/:id/payment-request',
  access: 'public',
  summary: 'Make the payment request of a payment link. One that can be paid once has at most one that can be paid',
  params,
  body: z.strictObject({
    /** Of a `typed` link. */
    amount: optionalAmount,
    /** Where the link asks for one. */
    note: z.optional(z.string().check(z.trim(), z.minLength(1), z.maxLength(140))),
    idempotencyKey,
  }),
  answer: z.object({ paymentRequestId: id, url: z.string() }),
  refusals: {
    ...publicRefusals,
    /** Outside least and most, missing, or not the amount of the link. */
    INVALID_AMOUNT: 403,
    /** The till waits for nothing. */
    ASK_AT_TILL: 403,
    /** The shop takes no more today, or not so much at once. */
    MERCHANT_LIMIT_EXCEEDED: 403,
    /** The shop cannot take payments at the moment. */
    NO_AVAILABLE_PAYMENT_OPTIONS: 403,
    IDEMPOTENT_OPERATION_FAILED: 422,
  },
  perMinute: 240,
})
