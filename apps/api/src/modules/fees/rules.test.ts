import { expect, test } from 'vitest'
import { priceInForce } from './charge.ts'
import { chargeFor, chargeReturned, feeTerms } from './rules.ts'

const terms = feeTerms.parse({})
const { prices } = terms
const charge = (amount: bigint, price = prices.wallet) => chargeFor(amount, price, terms.gst)

test('the prices for all merchants, unless configuration says otherwise [BIZ-33]', () => {
  expect(prices).toEqual({
    wallet: { rate: 75n, fixed: 0n },
    token: { rate: 75n, fixed: 0n },
    'pay-by-bank': { rate: 50n, fixed: 10n },
    'farm-card': { rate: 120n, fixed: 0n },
  })
  expect(feeTerms.parse({ gst: 0, prices: { wallet: { rate: 10, cap: 5 } } })).toMatchObject({
    gst: 0n,
    prices: { wallet: { rate: 10n, fixed: 0n, cap: 5n } },
  })
})

test('a fee is the rate of the amount, rounded half up, plus the fixed cents; GST is 15 % of it, rounded half up [BIZ-34]', () => {
  expect(charge(4000n)).toEqual({ fee: 30n, refundable: 30n, gst: 5n }) // 4.5 cents of GST
  expect(charge(66n)).toEqual({ fee: 0n, refundable: 0n, gst: 0n }) // 0.495
  expect(charge(67n)).toEqual({ fee: 1n, refundable: 1n, gst: 0n }) // 0.5025
  expect(charge(10_000n, prices['pay-by-bank'])).toEqual({ fee: 60n, refundable: 50n, gst: 9n })
  expect(charge(9_999_999n, { ...prices['farm-card'], cap: 500n })).toEqual({ fee: 500n, refundable: 500n, gst: 75n })
})

test('fee and GST are never more than the amount [BIZ-35]', () => {
  for (let amount = 1n; amount < 40n; amount++) {
    const { fee, gst } = charge(amount, prices['pay-by-bank'])
    expect(fee + gst).toBeLessThanOrEqual(amount)
  }
  expect(charge(5n, prices['pay-by-bank'])).toEqual({ fee: 4n, refundable: 0n, gst: 1n })
})

test('refunds give back the part of the rate and its GST in proportion, together never more than was charged; the fixed cents stay [BIZ-36]', () => {
  const { fee, refundable, gst } = charge(10_000n, prices['pay-by-bank'])
  let returned = { feeReturned: 0n, gstReturned: 0n }
  for (let refunded = 333n; refunded <= 9990n; refunded += 333n) {
    const back = chargeReturned({ fee, refundable, gst, ...returned }, { refundedAfter: refunded, amount: 10_000n })
    returned = { feeReturned: returned.feeReturned + back.fee, gstReturned: returned.gstReturned + back.gst }
  }
  const last = chargeReturned({ fee, refundable, gst, ...returned }, { refundedAfter: 10_000n, amount: 10_000n })
  expect(returned.feeReturned + last.fee).toBe(50n)
  expect(returned.gstReturned + last.gst).toBe(8n) // 7.5 of 9 cents
})

test('what is undone gives back everything that is left [BIZ-36]', () => {
  expect(chargeReturned({ fee: 60n, refundable: 50n, gst: 9n, feeReturned: 20n, gstReturned: 3n }, 'everything')).toEqual({ fee: 40n, gst: 6n })
})

test('a merchant’s own price counts from its first day in Auckland, the latest one wins [BIZ-33]', () => {
  const own = [
    { method: 'wallet' as const, firstDay: '2027-03-01', rate: 40n, fixed: 0n },
    { method: 'wallet' as const, firstDay: '2027-02-01', rate: 50n, fixed: 0n },
  ]
  const rateAt = (at: string) => priceInForce(terms, own, 'wallet', new Date(at)).rate
  expect(rateAt('2027-01-31T10:59:59Z')).toBe(75n) // 23:59:59 in Auckland
  expect(rateAt('2027-01-31T11:00:00Z')).toBe(50n)
  expect(rateAt('2027-03-15T00:00:00Z')).toBe(40n)
  expect(priceInForce(terms, own, 'farm-card', new Date('2027-03-15T00:00:00Z')).rate).toBe(120n)
})
