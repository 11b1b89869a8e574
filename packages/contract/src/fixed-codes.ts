import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { id, timestamp } from './wire.ts'

/** Codes that never change, such as those of vending machines. Their owner registers where to ask for the payment request of one. */

/** Every URL that begins with the prefix. */
export const fixedCode = z.object({
  id,
  accountId: id,
  prefix: z.string(),
  target: z.string(),
  /** `pending`: the target has not answered a challenge yet, and customers who scan such a code are told that it is unknown. */
  status: z.enum(['pending', 'active']),
  jwksUrl: z.string(),
  createdAt: timestamp,
})
export type FixedCode = z.output<typeof fixedCode>

/**
 * Sent to the target when a customer scans a code, signed like a webhook. It has three seconds to answer 2xx with a
 * `scannedCodeAnswer`. It says nothing about the customer.
 */
export const scannedCode = z.object({
  id: z.string(),
  type: z.literal('fixed-code:scanned'),
  data: z.object({ url: z.string() }),
  accountId: id,
  createdAt: timestamp,
})
/** A new payment request of the same account. */
export const scannedCodeAnswer = z.object({ paymentRequestId: id })

const url = z.string().check(z.minLength(1), z.maxLength(200))
const params = z.object({ id })

export const registerFixedCode = endpoint({
  method: 'POST',
  path: '/api/fixed-codes',
  access: 'merchant-key',
  summary: 'Register the URLs that the account’s machines show as codes. They are unknown until the target has answered a challenge',
  body: z.strictObject({
    /** An https URL with a path that ends in `/`, or a query that ends in `=`. */
    prefix: url,
    /** A URL of the same origin. */
    target: url,
  }),
  answer: fixedCode,
  refusals: { FIXED_CODE_INVALID: 403, FIXED_CODE_TAKEN: 403, FIXED_CODE_LIMIT_EXCEEDED: 403 },
  perMinute: 20,
})

export const verifyFixedCode = endpoint({
  method: 'POST',
  path: '/api/fixed-codes/:id/verify',
  access: 'merchant-key',
  summary: 'Send a challenge to the target, signed like a webhook. It proves that the account runs the machines by answering with the value',
  params,
  answer: fixedCode,
  refusals: { FORBIDDEN: 403, FIXED_CODE_TAKEN: 403, CHALLENGE_NOT_ANSWERED: 403 },
  // Each makes us call the target.
  perMinute: 10,
})

export const listFixedCodes = endpoint({
  method: 'GET',
  path: '/api/fixed-codes',
  access: 'merchant-key',
  summary: 'List the registered codes of the account',
  answer: z.array(fixedCode),
  refusals: {},
})

export const removeFixedCode = endpoint({
  method: 'DELETE',
  path: '/api/fixed-codes/:id',
  access: 'merchant-key',
  summary: 'Remove a registration. Repeating it changes nothing',
  params,
  answer: z.object({}),
  refusals: { FORBIDDEN: 403 },
})
