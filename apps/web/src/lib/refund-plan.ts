import type { RefundOptions } from '@nikau/contract/refunds'
import { add, type Cents, cents, min, subtract, zero } from '@nikau/money'

type Leg = RefundOptions['legs'][number]
/** What of a payment has gone back. */
export const refundedOf = ({ legs }: RefundOptions): Cents => add(zero, ...legs.map(({ amount, refundable }) => subtract(amount, refundable)))

type Line = NonNullable<Leg['lineItems']>[number]

/** An item that can be ticked. */
export interface RefundItem {
  key: string
  name: string
  price: Cents
  /** How many there are; 1 for what is weighed, which goes back as a whole. */
  count: number
  /** The token that covered it goes back with it, or has gone back already. */
  coveredBy?: string
  isGone: boolean
}

/** The items of a basket, without discounts on it: those go back as another amount. */
export function itemsOf(lines: readonly Line[], legs: readonly Leg[]): RefundItem[] {
  // A token covered one of several lines that are the same.
  const covered = legs.flatMap((leg) => (leg.lineItems ?? []).map((line) => ({ leg, line })))
  const takeLeg = (line: Line) => {
    const place = covered.findIndex((candidate) => isSame(candidate.line, line))
    return place < 0 ? undefined : covered.splice(place, 1)[0]!.leg
  }
  return lines
    .map((line, index) => ({ line, key: String(index), leg: takeLeg(line) }))
    .filter(({ line }) => line.price > 0n)
    .map(({ line, key, leg }) => ({
      key,
      name: line.name,
      price: line.price,
      count: leg ? 1 : countOf(line.qty),
      ...(leg && { coveredBy: leg.completedPaymentId }),
      isGone: leg?.refundable === 0n,
    }))
}

const isSame = (a: Line, b: Line) => (a.sku ?? a.name) === (b.sku ?? b.name)

function countOf(quantity: string): number {
  const count = Number(quantity)
  return Number.isInteger(count) && count > 1 ? count : 1
}

/** The price of some of an item; the parts never add up to more than the whole. */
export function priceOf(item: RefundItem, count: number): Cents {
  return cents((item.price * BigInt(count)) / BigInt(item.count))
}

export interface RefundPlan {
  amount: Cents
  /** What goes back to each leg, in the order of the legs. */
  shares: { leg: Leg; amount: Cents }[]
}

/** What the ticked items come to, and where it goes back: a token with the item that it covered, the rest to money in order. */
export function planItems(options: RefundOptions, items: readonly RefundItem[], counts: Readonly<Record<string, number>>): RefundPlan {
  const ticked = items.filter(({ key }) => (counts[key] ?? 0) > 0)
  const tokens = options.legs.filter((leg) => leg.whole && leg.refundable > 0n && isCovered(leg, items, ticked))
  const wanted = add(...ticked.map((item) => priceOf(item, counts[item.key]!)))
  const ofTokens = add(...tokens.map(({ refundable }) => refundable))
  const rest = wanted > ofTokens ? subtract(wanted, ofTokens) : zero
  return plan(options, tokens, min(rest, moneyLeft(options)))
}

function isCovered({ completedPaymentId }: Leg, items: readonly RefundItem[], ticked: readonly RefundItem[]): boolean {
  const covered = items.filter(({ coveredBy }) => coveredBy === completedPaymentId)
  return covered.length > 0 && covered.every((item) => ticked.includes(item))
}

/** Another amount goes back to money; everything takes the tokens along. Undefined for an amount that would split a token. */
export function planAmount(options: RefundOptions, amount: Cents): RefundPlan | undefined {
  if (amount === options.refundable) {
    const tokens = options.legs.filter(({ whole, refundable }) => whole && refundable > 0n)
    return plan(options, tokens, moneyLeft(options))
  }
  return amount > 0n && amount <= moneyLeft(options) ? plan(options, [], amount) : undefined
}

/** What can go back in parts. */
export function moneyLeft({ legs }: RefundOptions): Cents {
  return add(...legs.filter(({ whole }) => !whole).map(({ refundable }) => refundable))
}

function plan({ legs }: RefundOptions, tokens: readonly Leg[], money: Cents): RefundPlan {
  let rest = money
  const shares = legs.map((leg) => {
    const amount = leg.whole ? (tokens.includes(leg) ? leg.refundable : zero) : min(rest, leg.refundable)
    if (!leg.whole) rest = subtract(rest, amount)
    return { leg, amount }
  })
  return { amount: add(...shares.map((share) => share.amount)), shares }
}
