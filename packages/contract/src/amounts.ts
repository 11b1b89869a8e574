import type { Cents } from '@nikau/money'
import * as z from 'zod/mini'
import { money } from './wire.ts'

/** The amount of a transfer or payment: above zero and below a million dollars. */
export const amountToMove = money.check(z.refine((value) => isCents(value) && value > 0n && value < 100_000_000n, 'must be above 0 and below 100000000 cents'))

/** An amount with its currency. */
export const monetary = z.object({ amount: money, currency: z.literal('NZD') })
export type Monetary = z.output<typeof monetary>

/** Chosen by the caller for one operation and kept across retries: a repeated key returns the first answer. */
export const requiredIdempotencyKey = z.string().check(z.regex(/^[\w.:-]{1,128}$/, 'is not an idempotency key'))

/** For calls that create nothing of value, or that recognise a repetition without a key (docs/decisions/0052). */
export const idempotencyKey = z.optional(requiredIdempotencyKey)

/** `main` is real money, `test` is test money; they never mix. */
export const liveness = z.enum(['main', 'test'])
export type Liveness = z.output<typeof liveness>

function isCents(value: unknown): value is Cents {
  return typeof value === 'bigint'
}
