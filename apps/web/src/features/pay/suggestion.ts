import { add, type Cents, min, subtract, zero } from '@nikau/money'
import type { Liveness } from '@nikau/contract/amounts'
import { defaultWalletType, displayOf, familyOf, isTokenType } from '@nikau/contract/asset-display'
import type { Asset } from '@nikau/contract/assets'
import type { PayMode } from '@nikau/contract/payment-request-actions'
import { type RequestStatus, statusAt } from '@nikau/contract/payment-request-states'
import type { LineItem, PaymentOption } from '@nikau/contract/payment-requests'
import { bySoonestExpiry } from '../../lib/token-issuers.ts'

/**
 * Suggests what to pay a request with, from all assets of the user.
 *
 * Tokens come first, by soonest expiry, each covering the most expensive line item that it can and that no other token covers;
 * money pays the rest, the default wallet first. Only the provider's own types are combined. A credit line pays alone or after
 * tokens. An asset of another type pays alone and in full, or not at all.
 *
 * Of the choices that pay in full, the one with the least money wins, then the one with the earliest asset in this order. So
 * it never takes more money than a choice of fewer assets: removing assets can only leave lines to money that tokens covered.
 */
export interface PaymentSuggestion<R extends PayableRequest = PayableRequest> {
  paymentRequest: R
  /** The merchant has to collect the rest in another way. */
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

/** The fields that the suggestion needs; both the request and its public summary have them. */
export interface PayableRequest {
  id: string
  status: RequestStatus
  expiresAt: Date
  liveness: Liveness
  remainingAmount: Cents
  partialAllowed: boolean
  preAuth?: boolean | undefined
  paymentOptions: readonly PaymentOption[]
  lineItems?: readonly LineItem[] | undefined
  paidBy?: { assetTotals: readonly { lineItems?: readonly LineItem[] | undefined }[] } | undefined
}

interface Choice {
  methods: PaymentMethod[]
  uncovered: LineItem[]
  remaining: Cents
  money: Cents
  /** Index of the first asset in the order of preference. */
  rank: number
}

export function suggestPayment<R extends PayableRequest>(request: R, assets: readonly Asset[], mode: Liveness, now: Date): PaymentSuggestion<R> | undefined {
  if (statusAt(request, now) !== 'new' || request.remainingAmount <= 0n) return undefined
  const usable = inPreferredOrder(
    assets.filter((asset) => isUsable(asset, request, mode, now)),
    mode,
  )
  const alone = (asset: Asset) => combine(request, usable, (candidate) => candidate === asset)
  // An authorisation holds one amount on one asset.
  if (request.preAuth) return best(request, usable.map(alone))
  const combined = combine(request, usable, isProviderType)
  const onCredit = usable.filter(isCreditLine).map((line) => combine(request, usable, (candidate) => candidate === line || isProviderToken(candidate)))
  const others = usable.filter((asset) => !isProviderType(asset) && !isCreditLine(asset) && mayPayAlone(asset, request)).map(alone)
  const inPart = [combined, ...onCredit].sort((a, b) => compare(a.remaining, b.remaining))
  return best(request, [combined, ...onCredit, ...others], request.partialAllowed ? inPart[0] : undefined)
}

/** Of the choices that pay in full, the one with the least money. */
function best<R extends PayableRequest>(request: R, choices: readonly Choice[], otherwise?: Choice): PaymentSuggestion<R> | undefined {
  const choice = choices.filter(({ remaining }) => remaining === 0n).toSorted(byLeastMoney)[0] ?? otherwise
  return choice && toSuggestion(request, choice)
}

function toSuggestion<R extends PayableRequest>(request: R, choice: Choice): PaymentSuggestion<R> | undefined {
  if (choice.methods.length === 0) return undefined
  return {
    paymentRequest: request,
    partial: choice.remaining > 0n,
    paymentMethods: withModes(choice, request),
    remainingLineItems: choice.uncovered,
  }
}

/**
 * The ways to pay that the payer can choose from: the suggestion, then each kind of money after the tokens and by itself, then each token
 * by itself. A way that leaves an amount pays an instalment, unless the merchant collects the rest in another way.
 */
export function waysToPay<R extends PayableRequest>(request: R, assets: readonly Asset[], mode: Liveness, now: Date): PaymentSuggestion<R>[] {
  const suggestion = suggestPayment(request, assets, mode, now)
  if (statusAt(request, now) !== 'new' || request.remainingAmount <= 0n) return []
  const usable = inPreferredOrder(
    assets.filter((asset) => isUsable(asset, request, mode, now)),
    mode,
  )
  const money = usable.filter(({ category }) => category === 'money')
  const canFollowTokens = (asset: Asset) => isProviderType(asset) || isCreditLine(asset)
  const choices = [
    ...money.filter(canFollowTokens).map((asset) => combine(request, usable, (candidate) => candidate === asset || isProviderToken(candidate))),
    ...[...money, ...usable.filter(({ category }) => category === 'token')].map((asset) => combine(request, usable, (candidate) => candidate === asset)),
  ]
  const ways = [suggestion, ...choices.map((choice) => toSuggestion(request, choice))].filter((way) => way !== undefined)
  const possible = request.preAuth ? ways.filter((way) => way.paymentMethods.length === 1 && !way.partial) : ways
  return [...new Map(possible.map((way) => [keyOfWay(way), way])).values()]
}

/** What the wallet lacks to pay the whole request after the payer's tokens. An authorisation is held on the wallet alone. */
export function lackingInWallet(request: PayableRequest, assets: readonly Asset[], mode: Liveness, now: Date): Cents {
  const usable = inPreferredOrder(
    assets.filter((asset) => isUsable(asset, request, mode, now)),
    mode,
  )
  const wallet = usable.find(({ type }) => type === defaultWalletType(mode))
  return combine(request, usable, request.preAuth ? (asset) => asset === wallet : isProviderType).remaining
}

/** Ways that use the same assets are the same. */
export function keyOfWay({ paymentMethods }: PaymentSuggestion): string {
  return paymentMethods.map(({ assetId }) => assetId).join(' ')
}

/** Types that can be combined in one payment. */
function isProviderType(asset: Pick<Asset, 'type'>): boolean {
  const family = familyOf(asset.type)
  return family === 'nikau.nzd' || family === 'nikau.token'
}

function isProviderToken(asset: Asset): boolean {
  return asset.category === 'token' && isProviderType(asset)
}

/** Of a farm-supplies company. It may be drawn on up to its limit, which the available balance includes. */
export function isCreditLine(asset: Pick<Asset, 'type'>): boolean {
  return familyOf(asset.type) === 'farmlands.nzd'
}

/** Money of another type may pay only when part payments are not allowed; a token that covers everything always may. */
function mayPayAlone(asset: Asset, request: PayableRequest): boolean {
  return asset.category === 'token' || !request.partialAllowed
}

/** Whether the request accepts the asset now. */
export function isUsable(asset: Asset, request: PayableRequest, mode: Liveness, now: Date): boolean {
  const option = optionFor(asset, request)
  if (!option) return false
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

/** Tokens by soonest expiry, then money: the default wallet, then the larger balance. Removes duplicates. */
function inPreferredOrder(assets: readonly Asset[], mode: Liveness): Asset[] {
  const unique = [...new Map(assets.map((asset) => [asset.id, asset])).values()]
  const tokens = unique.filter((asset) => asset.category === 'token').sort(bySoonestExpiry)
  const isDefault = (asset: Asset) => asset.type === defaultWalletType(mode)
  const money = unique.filter((asset) => asset.category === 'money')
  money.sort((a, b) => Number(isDefault(b)) - Number(isDefault(a)) || compare(spendable(b), spendable(a)) || compare(a.id, b.id))
  return [...tokens, ...money]
}

function spendable(asset: Asset): Cents {
  const balance = asset.availableBalance ?? asset.balance ?? zero
  return balance > 0n ? balance : zero
}

/** Takes from each asset in order as much as it can cover of the remaining amount. */
function combine(request: PayableRequest, ordered: readonly Asset[], isIncluded: (asset: Asset) => boolean): Choice {
  const choice: Choice = { methods: [], uncovered: uncoveredLines(request), remaining: request.remainingAmount, money: zero, rank: Infinity }
  for (const [index, asset] of ordered.entries()) {
    if (!isIncluded(asset)) continue
    const line = asset.category === 'token' ? mostExpensiveLine(asset, optionFor(asset, request)!, choice.uncovered) : undefined
    const payable = min(choice.remaining, asset.category === 'token' ? (line?.price ?? zero) : spendable(asset))
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
    choice.remaining = subtract(choice.remaining, payable)
    choice.rank = Math.min(choice.rank, index)
    if (line) choice.uncovered = choice.uncovered.toSpliced(choice.uncovered.indexOf(line), 1)
    else choice.money = add(choice.money, payable)
  }
  return choice
}

/** The lines that no token of an earlier payment covers. */
function uncoveredLines(request: PayableRequest): LineItem[] {
  const lines = [...(request.lineItems ?? [])]
  for (const covered of request.paidBy?.assetTotals.flatMap((total) => total.lineItems ?? []) ?? []) {
    const index = lines.findIndex((line) => line.sku === covered.sku && line.name === covered.name && line.price === covered.price)
    if (index >= 0) lines.splice(index, 1)
  }
  return lines
}

function mostExpensiveLine(token: Asset, option: PaymentOption, lines: readonly LineItem[]): LineItem | undefined {
  const candidates = lines.filter((line) => line.price > 0n && covers(token, option, line))
  return candidates.reduce<LineItem | undefined>((best, line) => (best && best.price >= line.price ? best : line), undefined)
}

/**
 * Whether a token may cover a line: its collection is accepted for the line's SKU, or the SKU is the token's own product, or,
 * for a token with neither, one of the option's products.
 */
function covers(token: Asset, option: PaymentOption, line: LineItem): boolean {
  if (line.sku === undefined) return false
  if (line.restricted && token.type.startsWith('cca.coke')) return false
  if (acceptedCollection(token, option)?.lineItems.some((item) => item.sku === line.sku)) return true
  if (token.productCode !== undefined) return token.productCode === line.sku
  return token.collectionId === undefined && (option.productCodes?.includes(line.sku) ?? false)
}

function byLeastMoney(a: Choice, b: Choice): number {
  return compare(a.money, b.money) || a.rank - b.rank
}

function withModes({ methods, remaining }: Choice, { partialAllowed }: PayableRequest): PaymentMethod[] {
  if (methods.length === 1 && remaining === 0n) return methods
  const endsRequest = (index: number) => partialAllowed && remaining > 0n && index === methods.length - 1
  return methods.map((method, index) => ({ ...method, mode: endsRequest(index) ? 'partial-payment' : 'multi-asset-payment' }))
}

function compare<T extends bigint | string>(a: T, b: T): number {
  return a < b ? -1 : a > b ? 1 : 0
}

/**
 * The body of the pay call for a method. A token names its line, so that the server covers the line that was shown. The company of a credit
 * line gets a reference of the attempt: its idempotency key.
 */
export function payBody(method: PaymentMethod, idempotencyKey: string) {
  return {
    assetType: method.assetType,
    assetId: method.assetId,
    ...(method.mode && { mode: method.mode, amount: method.payableAmount }),
    ...(method.lineItem && isTokenType(method.assetType) && { lineItems: [method.lineItem] }),
    ...(isCreditLine({ type: method.assetType }) && { externalPaymentRef: idempotencyKey }),
    idempotencyKey,
  }
}
