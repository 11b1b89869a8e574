import * as z from 'zod/mini'
import { idempotencyKey, liveness } from './amounts.ts'
import { endpoint } from './endpoint.ts'
import { id, moment } from './wire.ts'

/** A payment straight from a bank, without an account here: one try of one payment request at one bank. */

export const oneOffBank = z.enum(['bnz', 'asb', 'westpac'])
export type OneOffBank = z.output<typeof oneOffBank>

/** The payment option by which a request says that it takes each bank. */
export const oneOffFamily: Readonly<Record<OneOffBank, string>> = {
  bnz: 'quartz-one-off.nzd',
  asb: 'asb-payap-one-off.nzd',
  westpac: 'westpac-payap-one-off.nzd',
}

/**
 * `created`: the customer is at the bank. `authorized`: the bank has been asked for the money and has not said the last word.
 * `paid` and `failed` are final, but for a bank that takes back its word: `paid` may become `failed`, and is then refunded from the request.
 */
export const oneOffStatus = z.enum(['created', 'authorized', 'paid', 'failed'])

/** Why a payment failed, as far as the customer can act on it. */
export const oneOffFailure = z.enum([
  'declined',
  'cancelled',
  'expired',
  'bank-unavailable',
  /** The bank took the money, and the request could not take it any more: it goes back to the customer. */
  'returned',
])

export const oneOffPayment = z.object({
  id,
  paymentRequestId: id,
  bank: oneOffBank,
  status: oneOffStatus,
  failure: z.optional(oneOffFailure),
  liveness,
  authorizationUrl: z.optional(z.string()),
  createdAt: moment,
  expiresAt: moment,
})
export type OneOffPayment = z.output<typeof oneOffPayment>

const stillNew = { REQUEST_PAID: 403, REQUEST_CANCELLED: 403, REQUEST_EXPIRED: 403 } as const

export const createOneOffPayment = endpoint({
  method: 'POST',
  path: '/api/one-off-payments',
  access: 'public',
  summary: 'Begins a payment from a bank; the browser opens the answered address',
  body: z.strictObject({ paymentRequestId: id, bank: oneOffBank, idempotencyKey }),
  answer: z.object({ id, authorizationUrl: z.string() }),
  refusals: { REQUEST_NOT_FOUND: 404, ...stillNew, INVALID_ASSET_TYPE: 403, BANK_UNAVAILABLE: 503, IDEMPOTENT_OPERATION_FAILED: 422 },
  perMinute: 30,
})

export const getOneOffPayment = endpoint({
  method: 'GET',
  path: '/api/one-off-payments/:id',
  access: 'public',
  summary: 'How a payment from a bank stands; the id is the state that the bank sends back',
  params: z.object({ id }),
  answer: oneOffPayment,
  refusals: { ONE_OFF_PAYMENT_NOT_FOUND: 404 },
})

export const payOneOffPayment = endpoint({
  method: 'POST',
  path: '/api/one-off-payments/:id/pay',
  access: 'public',
  summary: 'Pays with the code that the bank gave. The same id again answers the first result and charges nothing more',
  params: z.object({ id }),
  body: z.strictObject({ code: z.string().check(z.minLength(1), z.maxLength(2048)), idToken: z.optional(z.string().check(z.maxLength(8192))), idempotencyKey }),
  answer: oneOffPayment,
  refusals: {
    ONE_OFF_PAYMENT_NOT_FOUND: 404,
    ...stillNew,
    /** The bank said no, or the code is not one that it gave for this payment. */
    PAYMENT_DECLINED: 403,
    /** Another bank is being asked to pay this request at this moment. Nothing was charged; the same call may be made again. */
    PAYMENT_UNCONFIRMED: 403,
    IDEMPOTENT_OPERATION_FAILED: 422,
  },
})

/** The customer came back without a code: the try is over at once, and the request can be paid in another way. */
export const cancelOneOffPayment = endpoint({
  method: 'POST',
  path: '/api/one-off-payments/:id/cancel',
  access: 'public',
  summary: 'Ends a payment from a bank that the customer did not approve',
  params: z.object({ id }),
  answer: oneOffPayment,
  refusals: { ONE_OFF_PAYMENT_NOT_FOUND: 404 },
})
