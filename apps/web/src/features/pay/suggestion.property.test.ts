import { add, type Cents, cents, min } from '@nikau/money'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Asset } from '@nikau/contract/assets'
import { afterPayment, statusAfter } from '@nikau/contract/payment-request-states'
import type { LineItem, PaymentOption } from '@nikau/contract/payment-requests'
import { isUsable, type PayableRequest, type PaymentSuggestion, suggestPayment, waysToPay } from './suggestion.ts'

/** Small cases in which everything collides: few SKUs, few collections, prices and balances of similar size. */
const now = new Date('2026-11-17T03:00:00Z')
const price = fc.bigInt({ min: -100n, max: 1000n }).map((value) => cents(value))
const sku = fc.constantFrom('A', 'A', 'B', 'B', 'C', undefined)
const line: fc.Arbitrary<LineItem> = fc.record({ name: fc.constantFrom('x', 'y'), qty: fc.constant('1'), price, sku, restricted: fc.boolean() })
const days = (min: number, max: number) => fc.integer({ min, max }).map((count) => new Date(now.getTime() + count * 86_400_000))
const expiry = fc.oneof({ weight: 2, arbitrary: fc.constant(undefined) }, { weight: 5, arbitrary: days(1, 3) }, { weight: 1, arbitrary: days(-2, 0) })
const start = fc.oneof({ weight: 5, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary: days(-1, 1) })
const mode = fc.constantFrom('main' as const, 'test' as const)

/** Of a credit line the available balance is what its limit leaves; its balance is below zero. */
const creditOf = (family: string, left: Cents) =>
  family === 'farmlands.nzd' ? { limit: cents(1500n), balance: cents(left - 1500n), availableBalance: left } : {}

const asset = (id: string): fc.Arbitrary<Asset> =>
  fc
    .record({
      family: fc.constantFrom('nikau.nzd', 'nikau.nzd', 'nikau.token', 'nikau.token', 'nikau.token', 'cca.coke', 'uplinkapi', 'farmlands.nzd'),
      liveness: fc.oneof({ weight: 8, arbitrary: fc.constant('main' as const) }, { weight: 1, arbitrary: fc.constant('test' as const) }),
      status: fc.oneof(
        { weight: 9, arbitrary: fc.constant('active' as const) },
        { weight: 1, arbitrary: fc.constantFrom('spent' as const, 'disabled' as const) },
      ),
      balance: fc.bigInt({ min: -100n, max: 1500n }).map((value) => cents(value)),
      collectionId: fc.constantFrom('c_1', 'c_1', 'c_2', undefined),
      productCode: fc.constantFrom('A', 'B', undefined, undefined, undefined),
      expiresAt: expiry,
      activeFrom: start,
    })
    .map(({ family, balance, ...fields }) => {
      const base = { ...fields, id, accountId: 'ac1', createdAt: now, type: `${family}.${fields.liveness}` }
      return family === 'nikau.token' || family === 'cca.coke'
        ? { ...base, category: 'token' as const }
        : { ...base, category: 'money' as const, balance, collectionId: undefined, productCode: undefined, expiresAt: undefined, ...creditOf(family, balance) }
    })
const assets = fc.constantFrom(0, 1, 2, 3, 4, 5, 6, 6).chain((count) => fc.tuple(...Array.from({ length: count }, (_, n) => asset(`a${n}`))))

const request = fc
  .record({
    lineItems: fc.constantFrom(0, 1, 2, 3, 4).chain((count) => fc.array(line, { minLength: count, maxLength: count })),
    remaining: fc.oneof(fc.bigInt({ min: 1n, max: 2500n }), fc.bigInt({ min: 1n, max: 900n })).map((value) => cents(value)),
    partialAllowed: fc.boolean(),
    families: fc.subarray(['nikau.nzd', 'nikau.token', 'cca.coke', 'uplinkapi', 'farmlands.nzd'], { minLength: 4 }),
    collections: fc.subarray(['c_1', 'c_2'], { minLength: 1 }),
    accepted: fc.subarray(['A', 'B', 'C'], { minLength: 1 }),
    productCodes: fc.option(fc.subarray(['A', 'B']), { nil: undefined }),
  })
  .map(({ lineItems, remaining, partialAllowed, families, collections, accepted, productCodes }): PayableRequest => {
    const paymentOptions = families.map((family): PaymentOption => ({
      assetType: `${family}.main`,
      amount: remaining,
      productCodes: family === 'nikau.token' || family === 'cca.coke' ? productCodes : undefined,
      acceptedCollections: collections.map((id) => ({ id, lineItems: accepted.map((one) => ({ name: one, qty: '1', price: cents(1n), sku: one })) })),
    }))
    const expiresAt = new Date(now.getTime() + 60_000)
    return { id: 'p1', status: 'new', expiresAt, liveness: 'main', remainingAmount: remaining, partialAllowed, paymentOptions, lineItems }
  })

const testCase = fc.record({ request, assets })
const paid = (suggestion: PaymentSuggestion) => add(...suggestion.paymentMethods.map((method) => method.payableAmount))
const moneyOf = (suggestion: PaymentSuggestion) => add(...suggestion.paymentMethods.filter((method) => !method.lineItem).map((method) => method.payableAmount))
const runs = { numRuns: 1000 }

describe('for any assets and any request', () => {
  test('pays at most the remaining amount, and exactly that when not partial [SUG-06] [SUG-07]', () => {
    fc.assert(
      fc.property(testCase, ({ request, assets }) => {
        const suggestion = suggestPayment(request, assets, 'main', now)
        if (!suggestion) return
        expect(paid(suggestion) <= request.remainingAmount).toBe(true)
        expect(suggestion.partial).toBe(paid(suggestion) < request.remainingAmount)
        expect(suggestion.paymentMethods.every((method) => method.payableAmount > 0n)).toBe(true)
      }),
      runs,
    )
  })

  test('uses only usable assets, no asset twice and no line twice [SUG-01] [SUG-02] [SUG-04] [SUG-07]', () => {
    fc.assert(
      fc.property(testCase, mode, ({ request, assets }, mode) => {
        const methods = suggestPayment(request, assets, mode, now)?.paymentMethods ?? []
        const used = methods.map((method) => assets.find((one) => one.id === method.assetId)!)
        for (const one of used) {
          expect(isUsable(one, request, mode, now)).toBe(true)
          expect([one.status, one.liveness]).toEqual(['active', mode])
          expect(one.expiresAt === undefined || one.expiresAt > now).toBe(true)
          expect(one.activeFrom === undefined || one.activeFrom <= now).toBe(true)
          expect(request.paymentOptions.map((option) => option.assetType)).toContain(one.type)
        }
        expect(new Set(used).size).toBe(used.length)
        const lines = methods.flatMap((method) => method.lineItem ?? [])
        expect(new Set(lines).size).toBe(lines.length)
        for (const [place, method] of methods.entries()) {
          const balance = used[place]!.availableBalance ?? used[place]!.balance
          if (used[place]!.category === 'token') expect(method.payableAmount <= method.lineItem!.price).toBe(true)
          else expect(method.payableAmount <= balance!).toBe(true)
        }
      }),
      runs,
    )
  })

  test('tokens come before money, by soonest expiry [SUG-03]', () => {
    fc.assert(
      fc.property(testCase, ({ request, assets }) => {
        const methods = suggestPayment(request, assets, 'main', now)?.paymentMethods ?? []
        const used = methods.map((method) => assets.find((one) => one.id === method.assetId)!)
        const rank = (one: Asset) => (one.category === 'money' ? Infinity : (one.expiresAt?.getTime() ?? Number.MAX_SAFE_INTEGER))
        for (let place = 1; place < used.length; place++) expect(rank(used[place - 1]!) <= rank(used[place]!)).toBe(true)
      }),
      runs,
    )
  })

  test('the order in which assets are listed does not matter', () => {
    fc.assert(
      fc.property(
        testCase.chain(({ request, assets }) =>
          fc.record({ request: fc.constant(request), assets: fc.constant(assets), mixed: fc.shuffledSubarray(assets, { minLength: assets.length }) }),
        ),
        ({ request, assets, mixed }) => {
          expect(suggestPayment(request, mixed, 'main', now)).toEqual(suggestPayment(request, assets, 'main', now))
          expect(suggestPayment(request, [...assets, ...assets], 'main', now)).toEqual(suggestPayment(request, assets, 'main', now))
        },
      ),
      runs,
    )
  })

  test('partial only when allowed, and then the last method alone is a partial payment [SUG-09] [SUG-10] [SUG-11]', () => {
    fc.assert(
      fc.property(testCase, ({ request, assets }) => {
        const suggestion = suggestPayment(request, assets, 'main', now)
        if (!suggestion) return
        if (suggestion.partial) expect(request.partialAllowed).toBe(true)
        const modes = suggestion.paymentMethods.map((method) => method.mode)
        expect(modes.slice(0, -1).every((one) => one === 'multi-asset-payment')).toBe(true)
        expect(modes.at(-1)).toBe(suggestion.partial ? 'partial-payment' : modes.length > 1 ? 'multi-asset-payment' : undefined)
      }),
      runs,
    )
  })

  /**
   * Compares with what the same rules suggest for each subset of the assets. If a subset pays in full, so does the suggestion,
   * with no more money; and a part payment is never smaller than that of a subset.
   */
  test('no choice of fewer assets is better', () => {
    fc.assert(
      fc.property(testCase, ({ request, assets }) => {
        const best = suggestPayment(request, assets, 'main', now)
        for (let chosen = 0; chosen < 2 ** assets.length; chosen++) {
          const fewer = assets.filter((_, place) => (chosen >> place) & 1)
          const simpler = suggestPayment(request, fewer, 'main', now)
          if (!simpler) continue
          expect(best).toBeDefined()
          if (simpler.partial) expect(paid(best!) >= paid(simpler)).toBe(true)
          else expect([best!.partial, moneyOf(best!) <= moneyOf(simpler)]).toEqual([false, true])
        }
      }),
      { numRuns: 300 },
    )
  })

  test('pays in full whenever the provider’s money alone, or one other asset alone, is enough', () => {
    fc.assert(
      fc.property(testCase, ({ request, assets }) => {
        const usable = assets.filter((one) => isUsable(one, request, 'main', now) && one.category === 'money')
        const spendable = (one: Asset) => one.availableBalance ?? one.balance!
        const positive = (one: Asset) => (spendable(one) > 0n ? spendable(one) : cents(0n))
        const own: Cents = add(...usable.filter((one) => one.type === 'nikau.nzd.main').map(positive))
        const onCredit = usable.filter((one) => one.type === 'farmlands.nzd.main').map(positive)
        const other = request.partialAllowed ? onCredit : [...onCredit, ...usable.filter((one) => one.type === 'uplinkapi.main').map(positive)]
        const suggestion = suggestPayment(request, assets, 'main', now)
        const isEnough = [own, ...other].some((amount) => amount >= request.remainingAmount)
        expect(isEnough && suggestion?.partial !== false).toBe(false)
        const atLeast = request.partialAllowed ? min(own, request.remainingAmount) : cents(0n)
        expect((suggestion ? paid(suggestion) : 0n) >= atLeast).toBe(true)
      }),
      runs,
    )
  })

  test('paying its methods one after the other closes the request with the predicted remaining amount', () => {
    fc.assert(
      fc.property(testCase, ({ request, assets }) => {
        const suggestion = suggestPayment(request, assets, 'main', now)
        if (!suggestion) return
        let remaining = request.remainingAmount
        let status = request.status
        for (const { payableAmount: amount, mode } of suggestion.paymentMethods) {
          expect(status).toBe('new')
          const effect = afterPayment(remaining, { amount, mode })!
          remaining = effect.remaining
          status = statusAfter(status, effect.event)!
        }
        expect(status).toBe('paid')
        expect(remaining > 0n).toBe(suggestion.partial)
        expect(remaining).toBe(request.remainingAmount - paid(suggestion))
      }),
      runs,
    )
  })

  test('a credit line pays alone or after tokens, never with other money', () => {
    fc.assert(
      fc.property(testCase, ({ request, assets }) => {
        for (const { paymentMethods } of waysToPay(request, assets, 'main', now)) {
          const money = paymentMethods.map(({ assetId }) => assets.find(({ id }) => id === assetId)!).filter(({ category }) => category === 'money')
          if (money.some(({ type }) => type === 'farmlands.nzd.main')) expect(money).toHaveLength(1)
        }
      }),
      runs,
    )
  })

  test('every way to pay is at most the remaining amount, says whether it leaves any, and the first is the suggestion', () => {
    fc.assert(
      fc.property(testCase, ({ request, assets }) => {
        const ways = waysToPay(request, assets, 'main', now)
        const suggestion = suggestPayment(request, assets, 'main', now)
        if (suggestion) expect(ways[0]).toEqual(suggestion)
        for (const way of ways) expect(way.partial).toBe(paid(way) < request.remainingAmount)
        expect(ways.every((way) => paid(way) > 0n && paid(way) <= request.remainingAmount)).toBe(true)
        expect(request.partialAllowed || !ways.some((way) => way.paymentMethods.some(({ mode }) => mode === 'partial-payment'))).toBe(true)
      }),
      runs,
    )
  })

  test('a pre-authorised amount is held whole on one asset, or not at all', () => {
    fc.assert(
      fc.property(testCase, ({ request, assets }) => {
        const preAuth = { ...request, preAuth: true }
        const suggestion = suggestPayment(preAuth, assets, 'main', now)
        const ways = waysToPay(preAuth, assets, 'main', now)
        expect(ways[0]).toEqual(suggestion)
        for (const way of ways) expect([way.paymentMethods.length, way.paymentMethods[0]!.mode, paid(way)]).toEqual([1, undefined, request.remainingAmount])
      }),
      runs,
    )
  })

  test('the generated cases cover every kind of outcome', () => {
    const seen = { none: 0, partial: 0, tokenOnly: 0, combined: 0, onCredit: 0 }
    for (const { request, assets } of fc.sample(testCase, { numRuns: 1500, seed: 7 })) {
      const suggestion = suggestPayment(request, assets, 'main', now)
      if (suggestion?.paymentMethods.some(({ assetType }) => assetType === 'farmlands.nzd.main')) seen.onCredit++
      if (!suggestion) seen.none++
      else if (suggestion.partial) seen.partial++
      else if (moneyOf(suggestion) === 0n) seen.tokenOnly++
      else if (suggestion.paymentMethods.length > 1) seen.combined++
    }
    for (const count of Object.values(seen)) expect(count).toBeGreaterThan(20)
  })
})
