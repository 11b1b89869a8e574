import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { merchantPayment, merchantPaymentDetail } from './merchant-payments.ts'
import { id, money, page, pageKey, timestamp } from './wire.ts'

/** What a staff till shows of its own payments of 7 days. An older one is FORBIDDEN to it, as is one of another till. */

export const listTillPayments = endpoint({
  method: 'GET',
  path: '/api/tills/:id/payments',
  access: 'merchant-key',
  till: 'turn',
  summary: 'List the payments that a till asked for in the last 7 days, newest first',
  params: z.object({ id }),
  query: z.strictObject({ pageKey }),
  answer: page(merchantPayment),
  refusals: { FORBIDDEN: 403 },
  paged: true,
})

/** Without what is between the merchant and us: fees and payout. */
export const tillPayment = z.extend(z.omit(merchantPaymentDetail, { whatYouGet: true, payout: true }), {
  /** That it was charged with, while its rest can be taken: the till goes on with the charge. */
  idempotencyKey: z.optional(z.string()),
})
export type TillPayment = z.output<typeof tillPayment>

export const getTillPayment = endpoint({
  method: 'GET',
  path: '/api/tills/:id/payments/:paymentRequestId',
  access: 'merchant-key',
  till: 'turn',
  summary: 'Get the receipt of a payment of a till: legs, items and GST',
  params: z.object({ id, paymentRequestId: id }),
  answer: tillPayment,
  refusals: { FORBIDDEN: 403 },
})

/** How money came in, as a till counts it. `external`: taken by the till, which did not say how. */
export const tillMethods = ['wallet', 'token', 'own-token', 'pay-by-bank', 'farm-card', 'eftpos', 'cash', 'external'] as const
export type TillMethod = (typeof tillMethods)[number]

/** The payments of one till that were asked for on one day in Auckland, as the list of the portal adds them up for it. */
export const tillDay = z.object({
  day: z.iso.date(),
  /** When it was added up. */
  at: timestamp,
  /** How many payments have been paid, in full or in part. */
  paidCount: z.int(),
  /** How many wait to be paid in full: also those that are paid in part and whose rest can be taken. */
  openCount: z.int(),
  taken: money,
  /** Of these payments, whenever it went back. */
  givenBack: money,
  /** What cash was rounded by, below zero if more was taken: with `taken` it makes what was due. */
  rounding: money,
  /** Only the methods that brought something. `count` is how many parts of payments; taken − givenBack is what is left of it. */
  methods: z.array(z.object({ method: z.enum(tillMethods), count: z.int(), taken: money, givenBack: money })),
})
export type TillDay = z.output<typeof tillDay>

export const getTillDay = endpoint({
  method: 'GET',
  path: '/api/tills/:id/day',
  access: 'merchant-key',
  till: 'turn',
  summary: 'Add up a day of a till by method, to close it. A day whose payments the till no longer sees is FORBIDDEN',
  params: z.object({ id }),
  /** Today unless given. */
  query: z.strictObject({ day: z.optional(z.iso.date()) }),
  answer: tillDay,
  refusals: { FORBIDDEN: 403 },
})
