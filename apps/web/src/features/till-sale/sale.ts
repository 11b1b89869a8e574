import type { PaymentRequest } from '@nikau/contract/payment-requests'
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
}

export const storedSale = storedValue<StoredSale>('till.sale')

export const newSale = (id: string): StoredSale => ({ id, basket: emptyBasket, charges: 0 })

/** Where a sale stands. One state is one screen. */
export type Stage = 'entry' | 'starting' | 'waiting' | 'condition' | 'paid' | 'part-paid' | 'declined' | 'given-back' | 'checking'

export function stageOf(charge: StoredCharge | undefined, request: PaymentRequest | undefined): Stage {
  if (!charge) return 'entry'
  if (charge.isInDoubt) return 'checking'
  if (!request) return 'starting'
  if (charge.isGivenBack) return 'given-back'
  if (request.status === 'new') return awaitedCondition(request) ? 'condition' : 'waiting'
  if (request.status === 'paid') return request.remainingAmount > 0n ? 'part-paid' : 'paid'
  return 'declined'
}

export const awaitedCondition = (request: PaymentRequest) => request.merchantConditions?.find(({ status }) => status === 'awaiting-merchant')

export interface Leg {
  type: string
  description: string
  amount: Cents
}

export const legsOf = (request: PaymentRequest): Leg[] =>
  (request.paidBy?.assetTotals ?? []).map(({ type, description, total }) => ({ type, description, amount: total.amount }))

export const receivedOf = (request: PaymentRequest): Cents => add(zero, ...legsOf(request).map(({ amount }) => amount))

export const saleTotal = (sale: StoredSale): Cents => basketTotal(sale.basket)
