import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { id, money } from './wire.ts'

export const feeMethod = z.enum(['wallet', 'token', 'pay-by-bank', 'farm-card'])

/** What a payment costs its merchant: the rate of its amount, rounded half up, plus the fixed cents, at most `cap`; GST comes on top. */
export const feePrice = z.object({
  method: feeMethod,
  /** In hundredths of a percent: 75 is 0.75 %. */
  rate: z.int(),
  fixed: money,
  cap: z.optional(money),
  /** Of a price that is still to come. */
  firstDay: z.optional(z.iso.date()),
})

/** A price as it stands in the record of an account that has accepted it. */
export const acceptedPrice = z.omit(feePrice, { method: true, firstDay: true })

export const merchantFees = z.object({
  /** GST on fees, in hundredths of a percent. */
  gst: z.int(),
  inForce: z.array(feePrice),
  toCome: z.array(feePrice),
})
export type MerchantFees = z.output<typeof merchantFees>

export const getMerchantFees = endpoint({
  method: 'GET',
  path: '/api/merchants/:merchantId/fees',
  access: 'person',
  summary: 'Get the fees of a merchant: those in force, and those to come with their first day',
  params: z.object({ merchantId: id }),
  answer: merchantFees,
  refusals: { FORBIDDEN: 403 },
})
