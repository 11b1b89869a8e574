import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { paymentRequest } from './payment-requests.ts'
import { id } from './wire.ts'

/** What remains of a part payment at a staff till. */

export const offerRest = endpoint({
  method: 'POST',
  path: '/api/payment-requests/:id/rest',
  access: 'merchant-key',
  till: 'turn',
  summary: 'Offer the rest of a part payment at a staff till to another customer by their patron code, or to anyone with the request’s link',
  params: z.object({ id }),
  body: z.strictObject({ barcode: z.optional(z.string().check(z.regex(/^\d{6,20}$/, 'must be a barcode'))) }),
  answer: paymentRequest,
  refusals: {
    CHECKSUM_FAILED: 400,
    REQUEST_NOT_FOUND: 404,
    FORBIDDEN: 403,
    REQUEST_PAID: 403,
    REQUEST_CANCELLED: 403,
    REQUEST_EXPIRED: 403,
    /** No part is paid, or the request is none of a staff till. */
    NOT_PART_PAID: 403,
    /** A bank is finishing a payment of the rest. */
    PAYMENT_UNCONFIRMED: 403,
    PATRON_CODE_INVALID: 403,
    /** An offline code does not pay this amount. */
    INSUFFICIENT_ASSET_VALUE: 403,
    RATE_LIMIT_EXCEEDED: 429,
  },
})
