import { cents } from '@nikau/money'
import { describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import type { Asset } from '@nikau/contract/assets'
import { payPaymentRequest } from '@nikau/contract/payment-request-actions'
import type { LineItem } from '@nikau/contract/payment-requests'
import { isUsable, keyOfWay, type PayableRequest, payBody, suggestPayment, waysToPay } from './suggestion.ts'

const now = new Date('2026-11-17T03:00:00Z')
const later = (days: number) => new Date(now.getTime() + days * 86_400_000)
const line = (sku: string, price: bigint, fields: Partial<LineItem> = {}): LineItem => ({ name: sku, qty: '1', price: cents(price), sku, ...fields })
const coffee = line('COFFEE', 650n)
const cake = line('CAKE', 900n)

const wallet = (id: string, balance: bigint, fields: Partial<Asset> = {}): Asset => ({
  id,
  accountId: 'ac1',
  category: 'money',
  type: 'nikau.nzd.main',
  liveness: 'main',
  status: 'active',
  createdAt: now,
  description: 'NZD',
  balance: cents(balance),
  ...fields,
})
const token = (id: string, fields: Partial<Asset> = {}): Asset => ({
  id,
  accountId: 'ac1',
  category: 'token',
  type: 'nikau.token.main',
  liveness: 'main',
  status: 'active',
  createdAt: now,
  collectionId: 'c_1',
  ...fields,
})
const tokens = { assetType: 'nikau.token.main', amount: cents(1550n), acceptedCollections: [{ id: 'c_1', lineItems: [coffee, cake] }] }
const nzd = { assetType: 'nikau.nzd.main', amount: cents(1550n) }
const uplink = { assetType: 'uplinkapi.main', amount: cents(1550n) }
const farm = { assetType: 'farmlands.nzd.main', amount: cents(1550n) }
/** Of $100.00, of which this is left. */
const creditLine = (id: string, left: bigint): Asset =>
  wallet(id, left - 10_000n, { type: 'farmlands.nzd.main', availableBalance: cents(left), limit: cents(10_000n), description: 'Farmlands Card' })
const request = (fields: Partial<PayableRequest> = {}): PayableRequest => ({
  id: 'p1',
  status: 'new',
  expiresAt: later(1),
  liveness: 'main',
  remainingAmount: cents(1550n),
  partialAllowed: false,
  paymentOptions: [nzd, tokens],
  lineItems: [coffee, cake],
  ...fields,
})
const suggest = (assets: Asset[], fields: Partial<PayableRequest> = {}) => suggestPayment(request(fields), assets, 'main', now)
const brief = (assets: Asset[], fields: Partial<PayableRequest> = {}) =>
  suggest(assets, fields)?.paymentMethods.map((method) => [method.assetId, method.payableAmount, method.mode])

describe('what is usable', () => {
  const usable = (asset: Asset, fields: Partial<PayableRequest> = {}) => isUsable(asset, request(fields), 'main', now)

  test('only a type among the options, with an accepted collection if it has one [SUG-01]', () => {
    expect(usable(wallet('w', 1n))).toBe(true)
    expect(usable(wallet('w', 1n, { type: 'kete.nzd.main' }))).toBe(false)
    expect(usable(token('t'))).toBe(true)
    expect(usable(token('t', { collectionId: 'c_2' }))).toBe(false)
    expect(usable(token('t'), { paymentOptions: [{ assetType: 'nikau.token.main', amount: cents(1n) }] })).toBe(false)
  })

  test('nothing that is expired or not yet active [SUG-02]', () => {
    expect(usable(token('t', { expiresAt: now }))).toBe(false)
    expect(usable(token('t', { expiresAt: new Date(now.getTime() + 1) }))).toBe(true)
    expect(usable(token('t', { activeFrom: new Date(now.getTime() + 1) }))).toBe(false)
    expect(usable(token('t', { activeFrom: now }))).toBe(true)
    for (const status of ['disabled', 'expired', 'spent', 'archived'] as const) expect(usable(token('t', { status }))).toBe(false)
  })

  test('nothing of another liveness than the current mode [SUG-04]', () => {
    const play = wallet('w', 5000n, { type: 'nikau.nzd.test', liveness: 'test' })
    const options = { paymentOptions: [{ assetType: 'nikau.nzd.test', amount: cents(1550n) }] }
    expect(suggestPayment(request({ ...options, liveness: 'test' }), [play], 'main', now)).toBeUndefined()
    expect(suggestPayment(request({ ...options, liveness: 'test' }), [play], 'test', now)).toBeDefined()
    expect(suggestPayment(request(options), [play], 'test', now)).toBeUndefined()
  })

  test('no settlement wallet; a credit line where the request takes it', () => {
    expect(usable(wallet('w', 1n, { settlement: true }))).toBe(false)
    expect(usable(creditLine('f', 9999n))).toBe(false)
    expect(usable(creditLine('f', 9999n), { paymentOptions: [farm] })).toBe(true)
  })

  test('a product code must be listed if the option lists any [SUG-08]', () => {
    const withCodes = { paymentOptions: [{ ...tokens, productCodes: ['COFFEE'] }] }
    expect(usable(token('t', { productCode: 'COFFEE' }), withCodes)).toBe(true)
    expect(usable(token('t', { productCode: 'TEA' }), withCodes)).toBe(false)
    expect(usable(token('t', { productCode: 'TEA' }))).toBe(true)
    expect(usable(token('t'), withCodes)).toBe(true)
  })
})

describe('the order', () => {
  test('tokens come first by soonest expiry, then tokens without expiry, then money [SUG-03]', () => {
    const lines = [line('A', 100n), line('A', 100n), line('A', 100n)]
    const options = [nzd, { ...tokens, acceptedCollections: [{ id: 'c_1', lineItems: [lines[0]!] }] }]
    const assets = [wallet('w', 5000n), token('never'), token('late', { expiresAt: later(9) }), token('soon', { expiresAt: later(2) })]
    const order = brief(assets, { lineItems: lines, paymentOptions: options, remainingAmount: cents(500n) })
    expect(order?.map(([id]) => id)).toEqual(['soon', 'late', 'never', 'w'])
  })

  test('for money, the default wallet comes first, then the larger balance [SUG-03]', () => {
    const assets = [wallet('small', 100n, { type: 'nikau.nzd.main' }), wallet('large', 300n)]
    expect(brief(assets, { remainingAmount: cents(400n), lineItems: [] })?.map(([id]) => id)).toEqual(['large', 'small'])
    const foreign = [wallet('rich', 99_999n, { type: 'uplinkapi.main' }), wallet('own', 1550n)]
    expect(brief(foreign, { paymentOptions: [uplink, nzd] })).toEqual([['own', 1550n, undefined]])
  })
})

describe('a credit line', () => {
  const options = { paymentOptions: [nzd, tokens, farm] }

  test('pays alone or after tokens, up to its limit, and only what the wallet cannot', () => {
    expect(brief([creditLine('f', 1550n)], options)).toEqual([['f', 1550n, undefined]])
    expect(brief([creditLine('f', 1549n)], options)).toBeUndefined()
    expect(brief([creditLine('f', 9000n), wallet('w', 1550n)], options)).toEqual([['w', 1550n, undefined]])
    expect(brief([creditLine('f', 9000n), wallet('w', 1549n)], options)).toEqual([['f', 1550n, undefined]])
    expect(brief([creditLine('f', 900n), token('t'), wallet('w', 100n)], options)).toEqual([
      ['t', 900n, 'multi-asset-payment'],
      ['f', 650n, 'multi-asset-payment'],
    ])
    // Never together with the wallet.
    expect(brief([creditLine('f', 1000n), wallet('w', 1000n)], options)).toBeUndefined()
  })

  test('pays in full before the wallet pays in part; in part, whichever pays more', () => {
    const inPart = { ...options, partialAllowed: true }
    expect(brief([creditLine('f', 9000n), wallet('w', 1000n)], inPart)).toEqual([['f', 1550n, undefined]])
    expect(brief([creditLine('f', 1100n), wallet('w', 1000n)], inPart)).toEqual([['f', 1100n, 'partial-payment']])
    expect(brief([creditLine('f', 900n), wallet('w', 1000n)], inPart)).toEqual([['w', 1000n, 'partial-payment']])
  })

  test('is paid with a reference of the attempt, as the contract demands', () => {
    const [method] = suggest([creditLine('f', 1550n)], options)!.paymentMethods
    const body = payBody(method!, 'key-1')
    expect(body).toMatchObject({ assetType: 'farmlands.nzd.main', externalPaymentRef: 'key-1', idempotencyKey: 'key-1' })
    expect(() => z.encode(payPaymentRequest.body, body)).not.toThrow()
  })
})

describe('the ways to pay', () => {
  const ways = (assets: Asset[], fields: Partial<PayableRequest> = {}) =>
    waysToPay(request({ paymentOptions: [nzd, tokens, farm], ...fields }), assets, 'main', now).map((way) => [
      keyOfWay(way),
      way.partial,
      way.paymentMethods.map(({ payableAmount, mode }) => [payableAmount, mode]),
    ])
  const all = [wallet('w', 1000n), creditLine('f', 9000n), token('t')]

  test('start with the suggestion, then each money after tokens and alone, then each token', () => {
    expect(ways(all).map(([key]) => key)).toEqual(['t w', 't f', 'w', 'f', 't'])
    expect(ways([wallet('w', 0n)])).toEqual([])
    expect(ways(all, { status: 'paid' })).toEqual([])
  })

  test('one that leaves an amount pays an instalment, or ends the request where the merchant collects the rest', () => {
    expect(ways(all).slice(2)).toEqual([
      ['w', true, [[1000n, 'multi-asset-payment']]],
      ['f', false, [[1550n, undefined]]],
      ['t', true, [[900n, 'multi-asset-payment']]],
    ])
    expect(ways(all, { partialAllowed: true }).at(-1)).toEqual(['t', true, [[900n, 'partial-payment']]])
  })

  test('of a pre-authorised amount are those that hold it on one asset', () => {
    expect(ways(all, { preAuth: true }).map(([key]) => key)).toEqual(['f'])
  })

  test('the suggestion for a pre-authorised amount is one of them, without a mode, which the server would refuse', () => {
    const rich = [wallet('w', 2000n), creditLine('f', 9000n), token('t')]
    expect(brief(rich)).toEqual([
      ['t', 900n, 'multi-asset-payment'],
      ['w', 650n, 'multi-asset-payment'],
    ])
    expect(brief(rich, { preAuth: true })).toEqual([['w', 1550n, undefined]])
    expect(brief([wallet('w', 1000n), token('t')], { preAuth: true, partialAllowed: true })).toBeUndefined()
  })
})

describe('money', () => {
  test('of another type pays alone and in full, when no part payment is allowed [SUG-05]', () => {
    const other = wallet('u', 1550n, { type: 'uplinkapi.main' })
    const options = { paymentOptions: [uplink, nzd] }
    expect(brief([other], options)).toEqual([['u', 1550n, undefined]])
    expect(brief([other, wallet('w', 1000n)], options)).toEqual([['u', 1550n, undefined]])
    expect(brief([other], { ...options, partialAllowed: true })).toBeUndefined()
    expect(brief([wallet('u', 1549n, { type: 'uplinkapi.main' }), wallet('w', 1000n)], options)).toBeUndefined()
  })

  test('of the provider is combined, each wallet paying as much of the rest as it can [SUG-06]', () => {
    expect(brief([wallet('a', 1000n), wallet('b', 900n), wallet('c', 800n)])).toEqual([
      ['a', 1000n, 'multi-asset-payment'],
      ['b', 550n, 'multi-asset-payment'],
    ])
  })

  test('counts what is available, not what is held', () => {
    expect(brief([wallet('w', 5000n, { availableBalance: cents(1000n) })])).toBeUndefined()
    expect(brief([wallet('w', 5000n, { availableBalance: cents(1550n) })])).toEqual([['w', 1550n, undefined]])
  })
})

describe('tokens', () => {
  test('cover the most expensive line with a matching SKU, once [SUG-07]', () => {
    const suggestion = suggest([token('t1', { expiresAt: later(1) }), token('t2', { expiresAt: later(2) }), token('t3'), wallet('w', 5000n)])
    expect(suggestion?.paymentMethods.map((method) => [method.assetId, method.lineItem?.sku, method.payableAmount])).toEqual([
      ['t1', 'CAKE', 900n],
      ['t2', 'COFFEE', 650n],
    ])
    expect(suggestion?.remainingLineItems).toEqual([])
  })

  test('pay the line’s full price whatever its quantity, but never more than the remaining amount [SUG-07]', () => {
    const three = line('COFFEE', 1950n, { qty: '3' })
    const fields = { lineItems: [three], remainingAmount: cents(1950n) }
    expect(brief([token('t')], fields)).toEqual([['t', 1950n, undefined]])
    expect(brief([token('t')], { ...fields, remainingAmount: cents(1000n) })).toEqual([['t', 1000n, undefined]])
  })

  test('skip lines that a token of an earlier payment covers [SUG-07]', () => {
    const paidBy = { assetTotals: [{ lineItems: [{ ...cake }] }] }
    const suggestion = suggest([token('t1'), token('t2'), wallet('w', 5000n)], { remainingAmount: cents(650n), paidBy })
    expect(suggestion?.paymentMethods.map((method) => [method.assetId, method.lineItem?.sku])).toEqual([['t1', 'COFFEE']])
  })

  test('match only by their product or by an accepted collection [SUG-08]', () => {
    const tea = line('TEA', 1550n)
    const fields = { lineItems: [tea] }
    expect(brief([token('t')], fields)).toBeUndefined()
    const byProduct = { ...fields, paymentOptions: [{ assetType: 'nikau.token.main', amount: cents(1550n), productCodes: ['TEA'] }] }
    expect(brief([token('t', { collectionId: undefined, productCode: 'TEA' })], byProduct)).toEqual([['t', 1550n, undefined]])
    expect(brief([token('t', { collectionId: undefined })], byProduct)).toEqual([['t', 1550n, undefined]])
    expect(
      brief([token('t', { collectionId: undefined, productCode: 'TEA' })], {
        ...fields,
        paymentOptions: [{ assetType: 'nikau.token.main', amount: cents(1n) }],
      }),
    ).toEqual([['t', 1550n, undefined]])
    expect(brief([token('t', { collectionId: undefined })], { ...fields, lineItems: [{ ...tea, sku: undefined }] })).toBeUndefined()
  })

  test('of a collection that is not accepted for a line do not cover it through the option’s products [SUG-08]', () => {
    const fields = { lineItems: [line('TEA', 1550n)], paymentOptions: [{ ...tokens, productCodes: ['TEA'] }] }
    expect(brief([token('t')], fields)).toBeUndefined()
  })

  test('that pay everything are preferred over an earlier token that needs money', () => {
    const fields = {
      lineItems: [line('COKE', 400n), line('COFFEE', 100n)],
      remainingAmount: cents(400n),
      paymentOptions: [nzd, tokens, { assetType: 'cca.coke.main', amount: cents(400n), productCodes: ['COKE'] }],
    }
    const coke = token('coke', { type: 'cca.coke.main', collectionId: undefined, expiresAt: later(9) })
    const soon = token('soon', { expiresAt: later(1) })
    expect(brief([wallet('w', 5000n), soon, coke], fields)).toEqual([['coke', 400n, undefined]])
    expect(brief([wallet('w', 5000n), soon], fields)).toEqual([
      ['soon', 100n, 'multi-asset-payment'],
      ['w', 300n, 'multi-asset-payment'],
    ])
  })

  test('of another type pay alone when they cover everything, never together with money', () => {
    const can = line('COKE', 400n)
    const fields = {
      lineItems: [can],
      remainingAmount: cents(400n),
      paymentOptions: [nzd, { assetType: 'cca.coke.main', amount: cents(400n), productCodes: ['COKE'] }],
    }
    const coke = token('coke', { type: 'cca.coke.main', collectionId: undefined })
    expect(brief([wallet('w', 5000n), coke], fields)).toEqual([['coke', 400n, undefined]])
    expect(brief([wallet('w', 5000n), coke], { ...fields, remainingAmount: cents(500n) })).toEqual([['w', 500n, undefined]])
    expect(brief([coke], { ...fields, lineItems: [{ ...can, restricted: true }] })).toBeUndefined()
  })
})

describe('whole or part', () => {
  test('when money is missing and part payments are allowed, the last method is the part payment [SUG-09]', () => {
    const suggestion = suggest([token('t'), wallet('w', 100n)], { partialAllowed: true })
    expect(suggestion?.partial).toBe(true)
    expect(suggestion?.paymentMethods.map(({ assetId, payableAmount, mode }) => [assetId, payableAmount, mode])).toEqual([
      ['t', 900n, 'multi-asset-payment'],
      ['w', 100n, 'partial-payment'],
    ])
    expect(suggestion?.remainingLineItems).toEqual([coffee])
    expect(brief([wallet('w', 100n)], { partialAllowed: true })).toEqual([['w', 100n, 'partial-payment']])
  })

  test('when money is missing and part payments are not allowed, or there is no money, there is no suggestion [SUG-10]', () => {
    expect(suggest([token('t'), wallet('w', 100n)])).toBeUndefined()
    expect(suggest([], { partialAllowed: true })).toBeUndefined()
    expect(suggest([wallet('empty', 0n), wallet('owing', -500n)], { partialAllowed: true })).toBeUndefined()
    expect(brief([wallet('w', 1550n), wallet('empty', 0n)])).toEqual([['w', 1550n, undefined]])
  })

  test('several methods each have a mode, a single full payment has none [SUG-11]', () => {
    expect(brief([token('t'), wallet('w', 5000n)])).toEqual([
      ['t', 900n, 'multi-asset-payment'],
      ['w', 650n, 'multi-asset-payment'],
    ])
    expect(suggest([wallet('w', 5000n)])).toMatchObject({ partial: false, paymentMethods: [{ assetId: 'w' }] })
    expect(suggest([wallet('w', 5000n)])?.paymentMethods[0]).not.toHaveProperty('mode')
  })

  test('a closed or expired request gets no suggestion', () => {
    for (const status of ['paid', 'expired', 'cancelled'] as const) expect(suggest([wallet('w', 5000n)], { status })).toBeUndefined()
    expect(suggest([wallet('w', 5000n)], { expiresAt: now })).toBeUndefined()
    expect(suggest([wallet('w', 5000n)], { remainingAmount: cents(0n) })).toBeUndefined()
  })
})

describe('the suggestion', () => {
  test('contains the request and, for each method, what the screen and the call need [ENT-25]', () => {
    const suggestion = suggest([token('t', { description: 'Free cake', img: 'cake.png' }), wallet('w', 5000n)])!
    expect(suggestion.paymentRequest.id).toBe('p1')
    expect(suggestion.paymentMethods[0]).toEqual({
      assetType: 'nikau.token.main',
      assetId: 't',
      description: 'Free cake',
      img: 'cake.png',
      payableAmount: 900n,
      mode: 'multi-asset-payment',
      lineItem: cake,
      collectionId: 'c_1',
    })
    expect(suggestion.remainingLineItems).toEqual([coffee])
  })

  test('each method makes a valid body for the pay call; a token names its line', () => {
    const methods = suggest([token('t'), wallet('w', 5000n)])!.paymentMethods
    const bodies = methods.map((method) => z.encode(payPaymentRequest.body, payBody(method, 'k-1')))
    expect(bodies).toEqual([
      {
        assetType: 'nikau.token.main',
        assetId: 't',
        mode: 'multi-asset-payment',
        amount: '900',
        lineItems: [{ ...cake, price: '900' }],
        idempotencyKey: 'k-1',
      },
      { assetType: 'nikau.nzd.main', assetId: 'w', mode: 'multi-asset-payment', amount: '650', idempotencyKey: 'k-1' },
    ])
    expect(payBody(suggest([wallet('w', 5000n)])!.paymentMethods[0]!, 'k-2')).toEqual({ assetType: 'nikau.nzd.main', assetId: 'w', idempotencyKey: 'k-2' })
  })
})
