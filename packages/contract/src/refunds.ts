import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { lineItem } from './payment-requests.ts'
import { id, money, timestamp } from './wire.ts'

/** What can go back of a payment, and how far the caller may refund it. */
export const refundOptions = z.object({
  refundable: money,
  /** Until when; later it is refused with REFUND_WINDOW_EXCEEDED. */
  until: timestamp,
  /** What the caller may still refund of this payment without approval; absent: everything. */
  limit: z.optional(money),
  legs: z.array(
    z.object({
      completedPaymentId: id,
      method: z.enum(['wallet', 'token', 'pay-by-bank', 'farm-card', 'external']),
      description: z.string(),
      amount: money,
      refundable: money,
      /** Goes back whole or not at all. */
      whole: z.boolean(),
      /** Of a token: what it covered. */
      lineItems: z.optional(z.array(lineItem)),
    }),
  ),
  /** Of a pre-authorised payment: what was captured, oldest first. A refund names one of them and goes no further than it. */
  captures: z.optional(
    z.array(z.object({ confirmationIdempotencyKey: z.string(), amount: money, refundable: money, capturedAt: timestamp, until: timestamp })),
  ),
})
export type RefundOptions = z.output<typeof refundOptions>
export type RefundableCapture = NonNullable<RefundOptions['captures']>[number]

export const getRefundOptions = endpoint({
  method: 'GET',
  path: '/api/payment-requests/:id/refund-options',
  access: 'person-or-key',
  till: 'turn',
  summary: 'Get what can go back of a payment, to which of its payments, and until when; of a pre-authorised one, by capture',
  params: z.object({ id }),
  answer: refundOptions,
  refusals: { REQUEST_NOT_FOUND: 404, FORBIDDEN: 403, NOT_PAID: 403 },
})
