import type { RefundOptions } from '@nikau/contract/refunds'
import { cents } from '@nikau/money'
import { expect, test } from 'vitest'
import { itemsOf, planAmount, planItems, priceOf } from './refund-plan.ts'

const line = (name: string, price: number, qty = '1') => ({ name, price: cents(price), qty })
const money = (id: string, amount: number, refundable = amount) => ({
  completedPaymentId: id,
  method: 'wallet' as const,
  description: 'Wallet',
  whole: false,
  amount: cents(amount),
  refundable: cents(refundable),
})
const token = (id: string, amount: number, covers: ReturnType<typeof line>, refundable = amount) => ({
  ...money(id, amount, refundable),
  method: 'token' as const,
  whole: true,
  lineItems: [covers],
})
const optionsOf = (legs: RefundOptions['legs']): RefundOptions => ({
  legs,
  refundable: cents(legs.reduce((sum, leg) => sum + leg.refundable, 0n)),
  until: new Date('2026-12-15T03:12:00Z'),
})
const [flatWhite, pie, buns] = [line('Flat white', 550), line('Venison pie', 1050), line('Hot cross bun', 1000, '3')]
const goes = (plan: ReturnType<typeof planItems> | undefined) => plan?.shares.map(({ amount }) => Number(amount))

test('a token goes back with the item that it covered, and with nothing else', () => {
  const options = optionsOf([token('t', 550, flatWhite), money('w', 1050)])
  const items = itemsOf([flatWhite, pie], options.legs)
  expect(goes(planItems(options, items, { 1: 1 }))).toEqual([0, 1050])
  expect(goes(planItems(options, items, { 0: 1 }))).toEqual([550, 0])
  expect(goes(planItems(options, items, { 0: 1, 1: 1 }))).toEqual([550, 1050])
  expect(planItems(options, items, {}).amount).toBe(0n)
})

test('of two lines that are the same, a token goes back with one [TILL-05]', () => {
  const options = optionsOf([token('t', 550, flatWhite), money('w', 550)])
  const items = itemsOf([flatWhite, flatWhite], options.legs)
  expect(goes(planItems(options, items, { 0: 1 }))).toEqual([550, 0])
  expect(goes(planItems(options, items, { 1: 1 }))).toEqual([0, 550])
})

test('an item whose token has gone back is gone, and no more is planned than is left', () => {
  const options = optionsOf([token('t', 550, flatWhite, 0), money('w', 1050, 400)])
  const items = itemsOf([flatWhite, pie], options.legs)
  expect(items.map(({ isGone }) => isGone)).toEqual([true, false])
  expect(goes(planItems(options, items, { 1: 1 }))).toEqual([0, 400])
})

test('some of an item cost their part, and all of them the whole price', () => {
  const [item] = itemsOf([buns], [])
  expect([1, 2, 3].map((count) => Number(priceOf(item!, count)))).toEqual([333, 666, 1000])
})

test('another amount goes to money in order, never to part of a token; everything takes the token along', () => {
  const options = optionsOf([money('w', 300), token('t', 550, flatWhite), money('b', 500)])
  expect(goes(planAmount(options, cents(400)))).toEqual([300, 0, 100])
  expect(goes(planAmount(options, cents(1350)))).toEqual([300, 550, 500])
  expect(planAmount(options, cents(801))).toBeUndefined()
  expect(planAmount(options, cents(1351))).toBeUndefined()
  expect(planAmount(options, cents(0))).toBeUndefined()
})

test('discounts on a basket and weighed goods are no items to count', () => {
  expect(itemsOf([line('Cheese', 1234, '0.456'), line('Discount', -100)], []).map(({ name, count }) => [name, count])).toEqual([['Cheese', 1]])
})
