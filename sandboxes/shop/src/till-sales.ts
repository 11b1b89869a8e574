import { randomUUID } from 'node:crypto'
import type { Line, PaymentRequest } from './nikau-api.ts'
import { gst, products } from './orders.ts'

/** Money that was taken for a sale. */
export interface Leg {
  by: string
  amount: number
  shortCode: string
  requestId: string
  at: Date
}

/** How the cashier takes what is left. `slip`: a printed code that anyone may scan and pay. */
export type ChargeKind = 'code' | 'slip' | 'cash' | 'eftpos'

/** A charge whose outcome is not known yet. */
export interface Charge {
  /** The idempotency key: a repeated call is the same charge. */
  key: string
  kind: ChargeKind
  amount: number
  /** Until Nikau has the request. */
  barcode?: string
  request?: PaymentRequest
  /** The cashier has pressed Cancel. */
  isCancelled: boolean
  /** The last call had no answer; it is repeated. */
  isSilent: boolean
}

export interface Sale {
  id: string
  at: Date
  lines: Line[]
  /** The basket is complete, and the cashier takes the money. */
  isClosed: boolean
  legs: Leg[]
  charge?: Charge
  charges: number
  /** What was paid is being refunded, and nothing more is charged meanwhile. */
  isRefunding: boolean
  /** What became of the last charge that did not pay. */
  notice?: string
  gstNumber?: string
  isTest: boolean
}

const sum = (amounts: readonly number[]) => amounts.reduce((total, amount) => total + amount, 0)
export const totalOf = (sale: Sale) => sum(sale.lines.map(({ price }) => Number(price)))
export const leftOf = (sale: Sale) => totalOf(sale) - sum(sale.legs.map(({ amount }) => amount))

/** Prices include GST at 15 %, which is three twenty-thirds of them. */
export const gstIn = (cents: number) => Math.round((cents * 3) / 23)

/** Where the page stands. */
export function stageOf(sale: Sale): 'basket' | 'take' | 'waiting' | 'paid' {
  if (sale.charge) return 'waiting'
  if (sale.lines.length > 0 && leftOf(sale) === 0) return 'paid'
  return sale.isClosed ? 'take' : 'basket'
}

const maxCents = 10_000_000
const isWhole = (value: unknown, max: number): value is number => Number.isSafeInteger(value) && (value as number) > 0 && (value as number) <= max

/** The lines of a basket from its entries: a product and a quantity, or an amount from the keypad. Prices are the shop's own. */
export function linesOf(entries: readonly unknown[]): Line[] | undefined {
  const lines = entries.map((entry): Line | undefined => {
    const { sku, qty, amount } = (entry ?? {}) as Partial<Record<'sku' | 'qty' | 'amount', unknown>>
    if (isWhole(amount, maxCents)) return { name: 'Other item', sku: 'other', qty: '1', price: String(amount), tax: gst }
    const product = products.find((candidate) => candidate.sku === sku)
    return product && isWhole(qty, 99) ? { name: product.name, sku: product.sku, qty: String(qty), price: String(product.price * qty), tax: gst } : undefined
  })
  return lines.length <= 50 && lines.every((line) => line !== undefined) ? lines : undefined
}

const maxSales = 1000

export function createSales() {
  const sales = new Map<string, Sale>()
  return {
    open(): Sale {
      const sale: Sale = { id: randomUUID(), at: new Date(), lines: [], isClosed: false, legs: [], charges: 0, isRefunding: false, isTest: true }
      sales.set(sale.id, sale)
      // The oldest that nothing was paid for makes room.
      const [idle] = sales.size > maxSales ? [...sales.values()].filter((old) => old.legs.length === 0 && !old.charge) : []
      if (idle) sales.delete(idle.id)
      return sale
    },
    get: (id: string) => sales.get(id),
  }
}
