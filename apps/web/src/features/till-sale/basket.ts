import type { LineItem } from '@nikau/contract/payment-requests'
import { add, type Cents, cents, zero } from '@nikau/money'
import { typedAmount } from './keypad.ts'

/** A button that adds a line. */
export interface TillItem {
  sku: string
  name: string
  price: Cents
}

export interface BasketLine extends TillItem {
  count: number
}

/** Items and a typed amount are one sale. */
export interface Basket {
  lines: readonly BasketLine[]
  typed: string
}

export const emptyBasket: Basket = { lines: [], typed: '' }

const lineTotal = ({ price, count }: BasketLine): Cents => cents(price * BigInt(count))

export const itemsTotal = ({ lines }: Basket): Cents => add(zero, ...lines.map(lineTotal))

export const basketTotal = (basket: Basket): Cents => add(itemsTotal(basket), typedAmount(basket.typed))

/** Another one of the same item raises the count of its line. Undefined when the sale would pass the limit. */
export function addItem(basket: Basket, item: TillItem, limit: Cents): Basket | undefined {
  if (basketTotal(basket) + item.price > limit) return undefined
  const isSame = (line: BasketLine) => line.sku === item.sku && line.price === item.price
  const lines = basket.lines.some(isSame)
    ? basket.lines.map((line) => (isSame(line) ? { ...line, count: line.count + 1 } : line))
    : [...basket.lines, { ...item, count: 1 }]
  return { ...basket, lines }
}

/** Takes one off; the last one takes the line away. */
export function removeItem(basket: Basket, sku: string): Basket {
  const lines = basket.lines.flatMap((line) => (line.sku !== sku ? [line] : line.count > 1 ? [{ ...line, count: line.count - 1 }] : []))
  return { ...basket, lines }
}

/** A request has room for so many; what is beyond them goes in one line with its count. */
const maxPieces = 30

/**
 * The lines that the server gets. A token covers a whole line and is worth one piece, so each piece is a line. A typed amount is a line
 * of its own, without a sku, so that no token covers it.
 */
export function lineItemsOf(basket: Basket, typedName: string): LineItem[] {
  const typed = typedAmount(basket.typed)
  let room = maxPieces
  const lines = basket.lines.flatMap((line) => {
    const single = Math.min(line.count, room)
    room -= single
    const counts = [...Array.from({ length: single }, () => 1), ...(line.count > single ? [line.count - single] : [])]
    return counts.map((count) => ({ name: line.name, sku: line.sku, qty: String(count), price: lineTotal({ ...line, count }) }))
  })
  return [...lines, ...(typed > 0n ? [{ name: typedName, qty: '1', price: typed }] : [])]
}
