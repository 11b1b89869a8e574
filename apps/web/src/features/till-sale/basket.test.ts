import { add, cents, zero } from '@nikau/money'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { addItem, type Basket, basketTotal, emptyBasket, lineItemsOf, removeItem } from './basket.ts'

const limit = cents(200_000)
const white = { sku: 'flat-white', name: 'Flat white', price: cents(550) }
const pie = { sku: 'venison-pie', name: 'Venison pie', price: cents(1050) }
const basketOf = (...items: (typeof white)[]) => items.reduce<Basket>((basket, item) => addItem(basket, item, limit)!, emptyBasket)

test('items and a typed amount make one basket, with a line per piece that a token can cover [TILL-05]', () => {
  const basket = { ...basketOf(white, pie, white), typed: '250' }
  expect(basketTotal(basket)).toBe(2400n)
  expect(lineItemsOf(basket, 'Amount')).toEqual([
    { name: 'Flat white', sku: 'flat-white', qty: '1', price: 550n },
    { name: 'Flat white', sku: 'flat-white', qty: '1', price: 550n },
    { name: 'Venison pie', sku: 'venison-pie', qty: '1', price: 1050n },
    { name: 'Amount', qty: '1', price: 250n },
  ])
})

test('beyond 30 pieces the rest of an item is one line, so that a large sale still fits into a request [TILL-05]', () => {
  const many: Basket = { lines: [{ ...white, count: 28 }, { ...pie, count: 4 }, { ...white, sku: 'mocha', count: 2 }], typed: '' } // prettier-ignore
  const lines = lineItemsOf(many, 'Amount')
  expect(lines).toHaveLength(32)
  expect(lines.slice(28).map(({ sku, qty, price }) => [sku, qty, price])).toEqual([
    ['venison-pie', '1', 1050n],
    ['venison-pie', '1', 1050n],
    ['venison-pie', '2', 2100n],
    ['mocha', '2', 1100n],
  ])
})

test('an item that would pass the limit is not added; one is taken off at a time [TILL-04]', () => {
  expect(addItem({ ...emptyBasket, typed: '199500' }, white, limit)).toBeUndefined()
  const basket = basketOf(white, white, pie)
  expect(basketTotal(removeItem(basket, 'flat-white'))).toBe(1600n)
  expect(removeItem(removeItem(basket, 'flat-white'), 'flat-white').lines.map(({ sku }) => sku)).toEqual(['venison-pie'])
})

test('the lines add up to the basket [TILL-15]', () => {
  fc.assert(
    fc.property(fc.array(fc.constantFrom(white, pie), { maxLength: 20 }), fc.integer({ min: 0, max: 9999 }), (items, typed) => {
      const basket = { ...basketOf(...items), typed: typed === 0 ? '' : String(typed) }
      expect(add(zero, ...lineItemsOf(basket, 'Amount').map(({ price }) => price))).toBe(basketTotal(basket))
    }),
  )
})
