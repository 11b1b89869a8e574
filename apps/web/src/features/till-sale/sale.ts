import type { PaymentRequest, TillTender } from '@nikau/contract/payment-requests'
import { add, type Cents, zero } from '@nikau/money'
import { storedValue } from '../../lib/stored-value.ts'
import { type Basket, basketTotal, emptyBasket } from './basket.ts'

/** What the device keeps of the sale at the counter, so that a restart goes on with it. Everything about money is read from the server. */
export interface StoredSale {
  id: string
  basket: Basket
  /** How many charges were made of it; each has a key of its own, made from the sale's id. */
  charges: number
  charge?: StoredCharge | undefined
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
  /** It was paid and given back from here. */
  isGivenBack?: true | undefined
  /** The legs of a part payment that is being given back: the request has none of them any more. */
  returned?: Leg[] | undefined
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
  | 'given-back'
  | 'checking'

export function stageOf(charge: StoredCharge | undefined, request: PaymentRequest | undefined): Stage {
  if (!charge) return 'entry'
  if (charge.isInDoubt) return 'checking'
  if (charge.taking) return 'recording'
  if (!request) return 'starting'
  if (charge.isGivenBack || (charge.returned && request.status === 'cancelled')) return 'given-back'
  if (request.status === 'new' && awaitedCondition(request)) return 'condition'
  if (hasRest(request)) return charge.awaits === undefined ? 'part-paid' : `rest-by-${charge.awaits}`
  if (request.status === 'new') return 'waiting'
  if (request.status === 'paid') return request.remainingAmount > 0n ? 'part-paid' : 'paid'
  return 'declined'
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

/** What a scanned code is asked for: the rest of a part payment, or the whole sale. */
export const amountToAsk = (sale: StoredSale, request: PaymentRequest | undefined): Cents =>
  request && hasRest(request) ? request.remainingAmount : saleTotal(sale)

export const saleTotal = (sale: StoredSale): Cents => basketTotal(sale.basket)
