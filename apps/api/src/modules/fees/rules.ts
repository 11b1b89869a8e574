import { addDays, type CalendarDate } from '@nikau/nz/nz-time'
import { z } from 'zod'

/** Methods that have a price. What a till takes itself, and tokens of the merchant's own, cost nothing. */
export const pricedMethods = ['wallet', 'token', 'pay-by-bank', 'farm-card'] as const
export type PricedMethod = (typeof pricedMethods)[number]

/** A price: a rate in hundredths of a percent, fixed cents on top, and a cap in cents. */
export interface Price {
  rate: bigint
  fixed: bigint
  cap?: bigint | undefined
}

const whole = (byDefault: number) =>
  z
    .int()
    .nonnegative()
    .default(byDefault)
    .transform((value) => BigInt(value))
const priceOf = (rate: number, fixed: number) =>
  z.strictObject({ rate: whole(rate), fixed: whole(fixed), cap: z.int().positive().transform(BigInt).optional() }).prefault({})

/** The shape of FEES: prices for all merchants, and GST on fees in hundredths of a percent. */
export const feeTerms = z.strictObject({
  gst: whole(1500),
  prices: z.strictObject({ wallet: priceOf(75, 0), token: priceOf(75, 0), 'pay-by-bank': priceOf(50, 10), 'farm-card': priceOf(120, 0) }).prefault({}),
})
export type FeeTerms = z.output<typeof feeTerms>

/** The fee of one payment. `refundable` is the part that a refund gives back: that of the rate, without the fixed cents. */
export interface Charge {
  fee: bigint
  refundable: bigint
  gst: bigint
}

/** Never more than the amount, GST included. */
export function chargeFor(amount: bigint, price: Price, gstRate: bigint): Charge {
  const byRate = shareOf(amount, price.rate, 10_000n)
  const affordable = (amount * 10_000n) / (10_000n + gstRate)
  const fee = lowest(byRate + price.fixed, price.cap ?? amount, affordable)
  const gst = lowest(shareOf(fee, gstRate, 10_000n), amount - fee)
  return { fee, refundable: lowest(byRate, fee), gst }
}

/** What a payment was charged, and what of it was given back. */
export interface Charged extends Charge {
  feeReturned: bigint
  gstReturned: bigint
}

/**
 * What a refund gives back, so that all refunds together give back their share of the refundable part and of its GST, rounded half up,
 * and never more than was charged. Of a payment that is undone, everything.
 */
export function chargeReturned(charged: Charged, refund: { refundedAfter: bigint; amount: bigint } | 'everything'): { fee: bigint; gst: bigint } {
  const { fee, refundable, gst, feeReturned, gstReturned } = charged
  if (refund === 'everything') return { fee: fee - feeReturned, gst: gst - gstReturned }
  const feeAfter = shareOf(refundable, refund.refundedAfter, refund.amount)
  const gstAfter = fee === 0n ? 0n : shareOf(gst, feeAfter, fee)
  return { fee: highest(feeAfter - feeReturned, 0n), gst: highest(gstAfter - gstReturned, 0n) }
}

/** `amount * part / whole`, rounded half up. */
function shareOf(amount: bigint, part: bigint, whole: bigint): bigint {
  return (2n * amount * part + whole) / (2n * whole)
}

const lowest = (first: bigint, ...others: bigint[]) => others.reduce((low, value) => (value < low ? value : low), first)
const highest = (a: bigint, b: bigint) => (a > b ? a : b)

/** A price takes effect this long after it was announced, at the earliest. */
const noticeDays = 30

export const earliestFirstDay = (announcedOn: CalendarDate) => addDays(announcedOn, noticeDays)
