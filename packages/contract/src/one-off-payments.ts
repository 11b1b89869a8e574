import * as z from 'zod/mini'
import { idempotencyKey, liveness } from './amounts.ts'
import { endpoint } from './endpoint.ts'
import { type OneOffBank, oneOffBanks } from './one-off-banks.ts'
import { id, timestamp } from './wire.ts'

/** Pay by bank: one attempt to pay one payment request from an account at one bank, without a wallet. */

export type { OneOffBank } from './one-off-banks.ts'
export const oneOffBank = z.enum(oneOffBanks)

/** The payment option for each bank, without its liveness. */
export const oneOffFamily: Readonly<Record<OneOffBank, string>> = {
  bnz: 'quartz-one-off.nzd',
  asb: 'asb-payap-one-off.nzd',
  westpac: 'westpac-payap-one-off.nzd',
}

/**
 * `created`: the payer is at the bank. `authorized`: the payment is submitted and the bank has not confirmed it yet. `paid` and
 * `failed` are final, except that a bank may reverse a payment: `paid` then becomes `failed` and the request is reversed too.
 */
export const oneOffStatus = z.enum(['created', 'authorized', 'paid', 'failed'])

/** Why a payment failed, in the terms a payer can act on. */
export const oneOffFailure = z.enum([
  'declined',
  'cancelled',
  'expired',
  'bank-unavailable',
  /** The bank took the money, but the request was already closed: the money goes back to the payer. */
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
  createdAt: timestamp,
  expiresAt: timestamp,
})
export type OneOffPayment = z.output<typeof oneOffPayment>

const notNewRefusals = { REQUEST_PAID: 403, REQUEST_CANCELLED: 403, REQUEST_EXPIRED: 403 } as const

export const createOneOffPayment = endpoint({
  method: 'POST',
  path: '/api/one-off-payments',
  access: 'public',
  summary: 'Start a bank payment. The browser opens the returned authorizationUrl',
  body: z.strictObject({ paymentRequestId: id, bank: oneOffBank, idempotencyKey }),
  answer: z.object({ id, authorizationUrl: z.string() }),
  refusals: { REQUEST_NOT_FOUND: 404, ...notNewRefusals, INVALID_ASSET_TYPE: 403, PAUSED: 403, BANK_UNAVAILABLE: 503, IDEMPOTENT_OPERATION_FAILED: 422 },
  perMinute: 30,
})

export const getOneOffPayment = endpoint({
  method: 'GET',
  path: '/api/one-off-payments/:id',
  access: 'public',
  summary: 'Get a bank payment. Its id is the OAuth state returned by the bank',
  params: z.object({ id }),
  answer: oneOffPayment,
  refusals: { ONE_OFF_PAYMENT_NOT_FOUND: 404 },
})

/** What the bank returned to the browser, in the URL's fragment. */
export const bankAnswer = z.strictObject({
  code: z.string().check(z.minLength(1), z.maxLength(2048)),
  /** From the same fragment as the code; required of banks that send one. */
  idToken: z.optional(z.string().check(z.maxLength(8192))),
  idempotencyKey,
})
export type BankAnswer = z.output<typeof bankAnswer>

export const payOneOffPayment = endpoint({
  method: 'POST',
  path: '/api/one-off-payments/:id/pay',
  access: 'public',
  summary: 'Complete a bank payment with the authorisation code. Repeating the call returns the first result and never charges twice',
  params: z.object({ id }),
  body: bankAnswer,
  answer: oneOffPayment,
  refusals: {
    ONE_OFF_PAYMENT_NOT_FOUND: 404,
    ...notNewRefusals,
    /** The bank declined, the code does not belong to this payment, or this is not the browser that started it (`reason: other-browser`). */
    PAYMENT_DECLINED: 403,
    /** Another bank is processing a payment of this request. Nothing was charged; the call may be repeated. */
    PAYMENT_UNCONFIRMED: 403,
    IDEMPOTENT_OPERATION_FAILED: 422,
  },
})

/** For a payer who returns without a code: it frees the request for another payment method immediately. */
export const cancelOneOffPayment = endpoint({
  method: 'POST',
  path: '/api/one-off-payments/:id/cancel',
  access: 'public',
  summary: 'Cancel a bank payment that the payer did not approve',
  params: z.object({ id }),
  answer: oneOffPayment,
  refusals: { ONE_OFF_PAYMENT_NOT_FOUND: 404 },
})
