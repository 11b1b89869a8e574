import { calendarDate } from '@nikau/nz/nz-time'
import type { Clock, Db } from '@nikau/runtime'
import { type Charge, chargeFor, type FeeTerms, type Price, type PricedMethod } from './rules.ts'
import { type MerchantPrice, selectMerchantPrices } from './store.ts'

/** Computes the fee of a payment to one merchant. */
export type ChargeOf = (method: PricedMethod, amount: bigint) => Charge

export interface Fees {
  /** By the prices in force for the merchant on a day. */
  chargeOf(merchantId: string, at: Date): Promise<ChargeOf>
}

/** No price takes effect on the day it is announced, so one read a minute ago is still right. */
const ttlMs = 60_000
const maxMerchants = 10_000

export function createFees({ db, clock, terms }: { db: Db; clock: Clock; terms: FeeTerms }): Fees {
  const cache = new Map<string, { prices: Promise<MerchantPrice[]>; until: number }>()
  const pricesOf = (merchantId: string): Promise<MerchantPrice[]> => {
    const now = clock.now().getTime()
    const cached = cache.get(merchantId)
    if (cached && now < cached.until && now >= cached.until - ttlMs) return cached.prices
    if (cache.size >= maxMerchants) cache.clear()
    const prices = selectMerchantPrices(db, merchantId)
    cache.set(merchantId, { prices, until: now + ttlMs })
    prices.catch(() => cache.delete(merchantId))
    return prices
  }
  return {
    async chargeOf(merchantId, at) {
      const own = await pricesOf(merchantId)
      return (method, amount) => chargeFor(amount, priceInForce(terms, own, method, at), terms.gst)
    },
  }
}

/** The merchant's own price with the latest first day, else that for all. `own` is newest first. */
export function priceInForce(terms: FeeTerms, own: readonly MerchantPrice[], method: PricedMethod, at: Date): Price {
  const today = calendarDate(at)
  return own.find((price) => price.method === method && price.firstDay <= today) ?? terms.prices[method]
}
