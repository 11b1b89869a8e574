import type { BodyOf } from '@nikau/contract'
import { familyOf, isTokenType } from '@nikau/contract/asset-display'
import type { payPaymentRequest } from '@nikau/contract/payment-request-acts'
import { lineItem, type LineItem } from '@nikau/contract/payment-requests'
import { afterPayment, refusalOfStatus, type RequestEvent, statusAfter } from '@nikau/contract/payment-request-states'
import { type Cents, cents, least } from '@nikau/money'
import * as z from 'zod/mini'
import type { Actor } from '../../http/bind.ts'
import { type Refusal, refuse } from '../../http/refusal.ts'
import { livenessOf } from '../assets/index.ts'
import { type RequestRow, statusOf } from './rows.ts'
import type { PayAsset, PayContext } from './store-pay.ts'

export type PayBody = BodyOf<typeof payPaymentRequest>
export type PayRefused = keyof typeof payPaymentRequest.refusals

/** What a payment will be, once the ledger agrees. */
export interface Decision {
  amount: Cents
  remaining: Cents
  event: RequestEvent
  status: 'new' | 'paid'
  asset: PayAsset | undefined
  /** The line that a token covers. */
  line: LineItem | undefined
}

/**
 * Whether and how a request can be paid with what is offered, in the order in which a customer should hear of it: the request
 * itself, the kind of asset, the asset, the amount, what a token is good for. Quota and balance come next, and are the ledger's.
 */
export function decide(context: PayContext & { request: RequestRow }, actor: Actor, body: PayBody, now: Date): Decision | Refusal<PayRefused> {
  const { request, asset } = context
  const status = statusOf(request, now)
  if (status !== 'new') return refuse(refusalOfStatus[status])
  // A bank is paying all of it at this moment; whether it does is not known yet.
  if (request.heldBy !== null) return refuse('PAYMENT_UNCONFIRMED')
  const option = request.terms.paymentOptions.find((one) => one.assetType === body.assetType)
  if (!option) return refuse('INVALID_ASSET_TYPE')
  const unusable = familyOf(body.assetType) === 'external' ? faultOfExternal(request, actor, body) : faultOfAsset(request, asset, body, now)
  if (unusable) return unusable
  if (body.mode === 'partial-payment' && !request.terms.partialAllowed) return refuse('INVALID_AMOUNT')
  if (body.mode !== undefined && request.preAuth) return refuse('INVALID_AMOUNT')

  const line = isTokenType(body.assetType) ? lineFor(request, asset!, option, body) : undefined
  if (isTokenType(body.assetType) && !line) return refuse('ASSET_REDEMPTION_DENIED')
  const remaining = cents(request.remaining)
  const amount = line ? least(line.price, remaining) : (body.amount ?? remaining)
  const after = afterPayment(remaining, { amount, mode: body.mode })
  if (!after || (body.amount !== undefined && body.amount !== amount)) return refuse('INVALID_AMOUNT')
  const waits = request.conditions.some(isPending)
  // Money that is only held cannot wait for a condition as well.
  if (waits && request.preAuth) return refuse('PAYMENT_DECLINED')
  const next = waits ? 'new' : statusAfter('new', after.event)
  return { amount, remaining: after.remaining, event: after.event, status: next === 'paid' ? 'paid' : 'new', asset, line }
}

export function isPending(condition: RequestRow['conditions'][number]): boolean {
  return condition.status === 'awaiting-merchant' || condition.status === 'awaiting-patron'
}

/** What is not the caller's and what does not exist look the same. */
function faultOfAsset(request: RequestRow, asset: PayAsset | undefined, body: PayBody, now: Date): Refusal<PayRefused> | undefined {
  // Nobody is there yet who could look up or make a payment elsewhere.
  if (body.assetId === undefined) return refuse('PAYMENT_DECLINED')
  if (!asset?.owned) return refuse('FORBIDDEN')
  if (asset.type !== body.assetType || asset.settlement) return refuse('INVALID_ASSET_TYPE')
  const over = asset.expiresAt !== null && asset.expiresAt <= now
  const early = asset.activeFrom !== null && asset.activeFrom > now
  if (asset.status !== 'active' || over || early || livenessOf(asset.type) !== (request.test ? 'test' : 'main')) return refuse('INACTIVE_ASSET')
  // A farm-supplies card is charged with its code, on a screen of its own.
  return asset.creditLine ? refuse('PAYMENT_DECLINED') : undefined
}

/** Cash or a card terminal: the till writes down what it has taken itself, for its own merchant. */
function faultOfExternal(request: RequestRow, actor: Actor, body: PayBody): Refusal<PayRefused> | undefined {
  if ('personId' in actor || (actor.accountId !== request.merchantAccountId && actor.accountId !== request.createdByAccountId)) return refuse('FORBIDDEN')
  return body.transactionId === undefined ? refuse('INVALID_ASSET_TYPE') : undefined
}

/** The line that a token is to cover: the one that is named, else the priciest, of those that nothing covers yet. */
function lineFor(request: RequestRow, asset: PayAsset, option: RequestRow['terms']['paymentOptions'][number], body: PayBody): LineItem | undefined {
  const accepted = option.acceptedCollections?.find((one) => one.id === asset.collectionId)
  const decoded = (lines: z.input<typeof lineItem>[] | undefined) => z.decode(z.array(lineItem), lines ?? [])
  const same = (a: LineItem) => (b: LineItem) => a.sku === b.sku && a.name === b.name && a.price === b.price
  const open = decoded(request.terms.lineItems)
  for (const covered of decoded(request.legs.flatMap((leg) => leg.lineItems ?? []))) {
    const place = open.findIndex(same(covered))
    if (place >= 0) open.splice(place, 1)
  }
  const fitting = decoded(accepted?.lineItems).filter((line) => open.some(same(line)))
  const wanted = body.lineItems?.[0]
  if (body.lineItems && body.lineItems.length !== 1) return undefined
  if (wanted) return fitting.find(same(wanted))
  return fitting.reduce<LineItem | undefined>((best, line) => (best && best.price >= line.price ? best : line), undefined)
}
