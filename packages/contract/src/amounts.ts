import type { Cents } from '@nikau/money'
import * as z from 'zod/mini'
import { money } from './wire.ts'

/** An amount that moves: above zero and below a million dollars. */
export const amountToMove = money.check(z.refine((value) => isCents(value) && value > 0n && value < 100_000_000n, 'must be above 0 and below 100000000 cents'))

/** An amount with its currency, as value of a payment request. */
export const monetary = z.object({ amount: money, currency: z.literal('NZD') })
export type Monetary = z.output<typeof monetary>

/**
 * The caller's name for one act that moves money, the same over its retries: the first answer is kept under it and given
 * again. Optional on the wire.
 */
export const idempotencyKey = z.optional(z.string().check(z.regex(/^[\w.:-]{1,128}$/, 'is not an idempotency key')))

/** `main` is real money, `test` is play money: the two never meet. */
export const liveness = z.enum(['main', 'test'])
export type Liveness = z.output<typeof liveness>

function isCents(value: unknown): value is Cents {
  return typeof value === 'bigint'
}
