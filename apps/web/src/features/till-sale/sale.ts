import type { PaymentRequest, TillTender } from '@nikau/contract/payment-requests'
import { add, type Cents, subtract, zero } from '@nikau/money'
import { storedValue } from '../../lib/stored-value.ts'
import { type Basket, basketTotal, emptyBasket } from './basket.ts'

/** What the device keeps of the sale at the counter, so that a restart goes on with it. Everything about money is read from the server. */
export interface StoredSale {
  id: string
  basket: Basket
  /** How many charges were made of it; each has a key of its own, made from the sale's id. */
  charges: number
  charge?: StoredCharge | undefined
  /** Where it was charged: no other till can find out how that ended. */
  till?: TillOfSale | undefined
}

export interface TillOfSale {
  id: string
  name: string
}

export interface StoredCharge {
  key: string
  amount: Cents
  by: 'code' | 'qr'
  /** When Charge was pressed, in ISO 8601. */
  at: string
  requestId?: string | undefined
  /** There was no answer: the outcome is asked for by the key, and nothing else is charged. */
  isInDoubt?: true | undefined
  /** The request has expired, and so long ago that no payment of it is still under way. */
  isOver?: true | undefined
  /** Everything is being given back from here, or was. */
  returning?: Returning | undefined
  /** How the rest of a part payment is awaited. */
  awaits?: 'code' | 'link' | undefined
  /** How often cash or EFTPOS was pressed for the rest: each has a key of its own. */
  takings?: number | undefined
  /** What the till took itself and has not been told is recorded. */
  taking?: Taking | undefined
}

export interface Taking {
  tender: TillTender
  /** What was due then; cash is rounded by the server. */
  amount: Cents
  key: string
}

/** Kept before the server is asked, so that the person is told what goes back even if its answer is lost. */
export interface Returning {
  /** A payment is voided; a part payment whose rest is open is cancelled. */
  by: 'void' | 'cancel'
  /** What was paid then: a cancelled part payment has no legs any more. */
  legs: Leg[]
  /** There was no answer. The request is read until it says how it ended. */
  isUnknown?: true | undefined
  /** The request was read since, and still has the money. */
  isStillPaid?: true | undefined
  isDone?: true | undefined
}

export const storedSale = storedValue<StoredSale>('till.sale')

export const newSale = (id: string): StoredSale => ({ id, basket: emptyBasket, charges: 0 })

/** Where a sale stands. One state is one screen. */
export type Stage =
  | 'entry'
  | 'starting'
  | 'waiting'
  | 'condition'
  | 'paid'
  | 'part-paid'
  | 'recording'
  | 'rest-by-code'
  | 'rest-by-link'
  | 'declined'
  | 'giving-back'
  | 'given-back'
  | 'checking'

/** The request of this charge and no other: another tab may have started a new sale since `request` was read. */
export const ownRequest = (charge: StoredCharge | undefined, request: PaymentRequest | undefined): PaymentRequest | undefined =>
  request !== undefined && request.id === charge?.requestId ? request : undefined

export function stageOf(charge: StoredCharge | undefined, lastRead: PaymentRequest | undefined): Stage {
  if (!charge) return 'entry'
  if (charge.isInDoubt) return 'checking'
  if (charge.taking) return 'recording'
  if (charge.returning?.isDone) return 'given-back'
  if (charge.returning?.isUnknown) return 'giving-back'
  const request = ownRequest(charge, lastRead)
  if (!request) return 'starting'
  if (isGivenBack(request) || (charge.returning && request.status === 'cancelled')) return 'given-back'
  if (request.status === 'new' && awaitedCondition(request)) return 'condition'
  if (hasRest(request)) return charge.awaits === undefined ? 'part-paid' : `rest-by-${charge.awaits}`
  if (request.status === 'paid') return request.remainingAmount > 0n ? 'part-paid' : 'paid'
  // The time for the rest is over. What was paid stays paid.
  if (request.status === 'expired' && receivedOf(request) > 0n) return 'part-paid'
  if (request.status === 'new' || (request.status === 'expired' && !charge.isOver)) return 'waiting'
  return 'declined'
}

/** All that was paid has gone back, from here or from anywhere else. A request that ended without money has no legs. */
export function isGivenBack(request: PaymentRequest): boolean {
  const received = receivedOf(request)
  return received > 0n && (request.status === 'cancelled' || leftOf(request) <= 0n)
}

/** A part is paid, and this till can take the rest. */
export const hasRest = ({ status, restUntil, remainingAmount }: PaymentRequest): boolean => status === 'new' && restUntil !== undefined && remainingAmount > 0n

export const awaitedCondition = (request: PaymentRequest) => request.merchantConditions?.find(({ status }) => status === 'awaiting-merchant')

export interface Leg {
  type: string
  description: string
  tender?: TillTender | undefined
  amount: Cents
}

export const legsOf = (request: PaymentRequest): Leg[] =>
  (request.paidBy?.assetTotals ?? []).map(({ type, description, tender, total }) => ({ type, description, tender, amount: total.amount }))

export const sumOf = (legs: readonly Leg[]): Cents => add(zero, ...legs.map(({ amount }) => amount))

export const receivedOf = (request: PaymentRequest): Cents => sumOf(legsOf(request))

/** What can still go back: a part may have been refunded from the list or the portal. */
export const leftOf = (request: PaymentRequest): Cents => subtract(receivedOf(request), request.refundedAmount ?? zero)

/** What a scanned code is asked for: the rest of a part payment, or the whole sale. */
export const amountToAsk = (sale: StoredSale, request: PaymentRequest | undefined): Cents =>
  request && hasRest(request) ? request.remainingAmount : saleTotal(sale)

export const saleTotal = (sale: StoredSale): Cents => basketTotal(sale.basket)
