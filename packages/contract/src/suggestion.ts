import { add, type Cents, least, subtract, zero } from '@nikau/money'
import type { Liveness } from './amounts.ts'
import { defaultWalletType, displayOf, familyOf, isTokenType } from './asset-display.ts'
import type { Asset } from './assets.ts'
import type { PayMode } from './payment-request-acts.ts'
import { type RequestStatus, statusAt } from './payment-request-states.ts'
import type { LineItem, PaymentOption } from './payment-requests.ts'
import { bySoonestExpiry } from './token-issuers.ts'

/**
 * What to pay a request with, out of everything a person holds.
 *
 * The rule: tokens first, the one that expires soonest before the others, each covering the priciest line item it can that
 * no token covers yet; money for the rest, the default wallet first. Only the provider's own types are combined. An asset of
 * another type pays alone and in full, or not at all.
 *
 * Of the ways that pay in full, the one that takes the least money is suggested, and among equals the one that begins with
 * the asset that comes first. So it never takes more money than any choice of fewer assets would have: taking assets away
 * can only leave lines for money that tokens would have covered.
 */
export interface PaymentSuggestion<R extends PayableRequest = PayableRequest> {
  paymentRequest: R
  /** Money remains for the merchant to collect in another way. */
  partial: boolean
  paymentMethods: PaymentMethod[]
  /** Line items that no token covers. */
  remainingLineItems: LineItem[]
}

export interface PaymentMethod {
  assetType: string
  assetId: string
  description: string
  img: string
  payableAmount: Cents
  mode?: PayMode
  lineItem?: LineItem
  collectionId?: string
}

/** What the suggestion needs to know of a request; both the request and its public summary have it. */
export interface PayableRequest {
  id: string
  status: RequestStatus
  expiresAt: Date
  liveness: Liveness
  remainingAmount: Cents
  partialAllowed: boolean
  paymentOptions: readonly PaymentOption[]
  lineItems?: readonly LineItem[] | undefined
  paidBy?: { assetTotals: readonly { lineItems?: readonly LineItem[] | undefined }[] } | undefined
}

interface Choice {
  methods: PaymentMethod[]
  uncovered: LineItem[]
  left: Cents
  money: Cents
  /** The first asset's place in the order of preference. */
  rank: number
}

export function suggestPayment<R extends PayableRequest>(request: R, assets: readonly Asset[], mode: Liveness, now: Date): PaymentSuggestion<R> | undefined {
  if (statusAt(request, now) !== 'new' || request.remainingAmount <= 0n) return undefined
  const usable = inOrder(
    assets.filter((asset) => isUsable(asset, request, mode, now)),
    mode,
  )
  const combined = combine(request, usable, isProviderType)
  const alone = usable.filter((asset) => !isProviderType(asset) && mayPayAlone(asset, request)).map((asset) => combine(request, usable, (one) => one === asset))
  const full = [combined, ...alone].filter((choice) => choice.left === 0n).sort(byLeastMoney)
  const choice = full[0] ?? (request.partialAllowed ? combined : undefined)
  if (!choice || choice.methods.length === 0) return undefined
  return {
    paymentRequest: request,
    partial: choice.left > 0n,
    paymentMethods: withModes(choice),
    remainingLineItems: choice.uncovered,
  }
}

/** Types that can be combined in one payment. */
function isProviderType(asset: Pick<Asset, 'type'>): boolean {
  const family = familyOf(asset.type)
  return family === 'nikau.nzd' || family === 'nikau.token'
}

/** Money of another type takes part only where a part payment is out of the question; a token that covers everything always may. */
function mayPayAlone(asset: Asset, request: PayableRequest): boolean {
  return asset.category === 'token' || !request.partialAllowed
}

/** Accepted, in force, of the right kind. A farm-supplies card is paid with its code on its own screen, never from here. */
export function isUsable(asset: Asset, request: PayableRequest, mode: Liveness, now: Date): boolean {
  const option = optionFor(asset, request)
  if (!option || familyOf(asset.type) === 'farmlands.nzd') return false
  if (asset.status !== 'active' || asset.settlement || asset.liveness !== mode || asset.liveness !== request.liveness) return false
  if (asset.expiresAt && asset.expiresAt <= now) return false
  if (asset.activeFrom && asset.activeFrom > now) return false
  if (asset.collectionId !== undefined && !acceptedCollection(asset, option)) return false
  return asset.productCode === undefined || !option.productCodes?.length || option.productCodes.includes(asset.productCode)
}

function optionFor(asset: Asset, request: PayableRequest): PaymentOption | undefined {
  return request.paymentOptions.find((option) => option.assetType === asset.type)
}

function acceptedCollection(asset: Asset, option: PaymentOption) {
  return option.acceptedCollections?.find((collection) => collection.id === asset.collectionId)
}

/** Tokens by soonest expiry, then money: the default wallet, then the larger balance. Each asset once, however often it is listed. */
function inOrder(assets: readonly Asset[], mode: Liveness): Asset[] {
  const once = [...new Map(assets.map((asset) => [asset.id, asset])).values()]
  const tokens = once.filter((asset) => asset.category === 'token').sort(bySoonestExpiry)
  const isDefault = (asset: Asset) => asset.type === defaultWalletType(mode)
  const money = once.filter((asset) => asset.category === 'money')
  money.sort((a, b) => Number(isDefault(b)) - Number(isDefault(a)) || compare(spendable(b), spendable(a)) || compare(a.id, b.id))
  return [...tokens, ...money]
}

function spendable(asset: Asset): Cents {
  const balance = asset.availableBalance ?? asset.balance ?? zero
  return balance > 0n ? balance : zero
}

/** Goes through the assets in order, each taking what it can of what is left. */
function combine(request: PayableRequest, ordered: readonly Asset[], takesPart: (asset: Asset) => boolean): Choice {
  const choice: Choice = { methods: [], uncovered: uncoveredLines(request), left: request.remainingAmount, money: zero, rank: Infinity }
  for (const [place, asset] of ordered.entries()) {
    if (!takesPart(asset)) continue
    const line = asset.category === 'token' ? priciestLine(asset, optionFor(asset, request)!, choice.uncovered) : undefined
    const payable = least(choice.left, asset.category === 'token' ? (line?.price ?? zero) : spendable(asset))
    if (payable === 0n) continue
    const { paymentMethodTitle, displayImage } = displayOf(asset)
    choice.methods.push({
      assetType: asset.type,
      assetId: asset.id,
      description: paymentMethodTitle,
      img: displayImage,
      payableAmount: payable,
      ...(line && { lineItem: line }),
      ...(asset.collectionId !== undefined && { collectionId: asset.collectionId }),
    })
    choice.left = subtract(choice.left, payable)
    choice.rank = Math.min(choice.rank, place)
    if (line) choice.uncovered = choice.uncovered.toSpliced(choice.uncovered.indexOf(line), 1)
    else choice.money = add(choice.money, payable)
  }
  return choice
}

/** The lines of the request without those that tokens of earlier payments cover. */
function uncoveredLines(request: PayableRequest): LineItem[] {
  const lines = [...(request.lineItems ?? [])]
  for (const covered of request.paidBy?.assetTotals.flatMap((total) => total.lineItems ?? []) ?? []) {
    const place = lines.findIndex((line) => line.sku === covered.sku && line.name === covered.name && line.price === covered.price)
    if (place >= 0) lines.splice(place, 1)
  }
  return lines
}

function priciestLine(token: Asset, option: PaymentOption, lines: readonly LineItem[]): LineItem | undefined {
  const fitting = lines.filter((line) => line.price > 0n && covers(token, option, line))
  return fitting.reduce<LineItem | undefined>((best, line) => (best && best.price >= line.price ? best : line), undefined)
}

/**
 * Whether a token may cover a line: its collection is accepted for the line's sku, or the sku is the token's own product, or,
 * for a token of neither, one of the products that the option lists.
 */
function covers(token: Asset, option: PaymentOption, line: LineItem): boolean {
  if (line.sku === undefined) return false
  if (line.restricted && token.type.startsWith('cca.coke')) return false
  if (acceptedCollection(token, option)?.lineItems.some((one) => one.sku === line.sku)) return true
  if (token.productCode !== undefined) return token.productCode === line.sku
  return token.collectionId === undefined && (option.productCodes?.includes(line.sku) ?? false)
}

function byLeastMoney(a: Choice, b: Choice): number {
  return compare(a.money, b.money) || a.rank - b.rank
}

function withModes({ methods, left }: Choice): PaymentMethod[] {
  if (methods.length === 1 && left === 0n) return methods
  return methods.map((method, place) => ({ ...method, mode: left > 0n && place === methods.length - 1 ? 'partial-payment' : 'multi-asset-payment' }))
}

function compare<T extends bigint | string>(a: T, b: T): number {
  return a < b ? -1 : a > b ? 1 : 0
}

/** The body of the pay call for one method. A token names its line, so that the server covers the one that was shown. */
export function payBody(method: PaymentMethod, idempotencyKey: string) {
  return {
    assetType: method.assetType,
    assetId: method.assetId,
    ...(method.mode && { mode: method.mode, amount: method.payableAmount }),
    ...(method.lineItem && isTokenType(method.assetType) && { lineItems: [method.lineItem] }),
    idempotencyKey,
  }
}
