import { familyOf, isTokenType } from '@nikau/contract/asset-display'
import type { LineItem, PaymentOption } from '@nikau/contract/payment-requests'
import { add, type Cents } from '@nikau/money'
import type { ConfigForRequest, Redemption } from './store.ts'

export interface Basket {
  amount: Cents
  lineItems: readonly LineItem[]
  /** Only tokens of this collection, if the till has chosen one. */
  collectionId?: string | undefined
  /** For a pre-authorised request: the families that can hold an amount. */
  preAuthFamilies?: readonly string[] | undefined
}

/** The options to pay a basket: those that the configuration accepts and that cover at least part of it. */
export function buildPaymentOptions(config: Pick<ConfigForRequest, 'options'>, basket: Basket, redemptions: readonly Redemption[]): PaymentOption[] {
  const { preAuthFamilies } = basket
  const options = config.options.map((option): PaymentOption => {
    if (!isTokenType(option.type)) return { assetType: option.type, amount: basket.amount }
    const accepted = redemptions
      .filter((redemption) => redemption.family === familyOf(option.type))
      .filter(({ collectionId }) => !option.collectionIds?.length || option.collectionIds.includes(collectionId))
      .filter(({ collectionId }) => basket.collectionId === undefined || basket.collectionId === collectionId)
      .map((redemption) => ({ id: redemption.collectionId, lineItems: basket.lineItems.filter((line) => isCovered(line, redemption)) }))
      .filter(({ lineItems }) => lineItems.length > 0)
    const covered = basket.lineItems.filter((line) => accepted.some(({ lineItems }) => lineItems.includes(line)))
    const worth = add(...covered.map((line) => line.price))
    return { assetType: option.type, amount: worth < basket.amount ? worth : basket.amount, acceptedCollections: accepted }
  })
  return options.filter((option) => option.amount > 0n && (!preAuthFamilies || preAuthFamilies.includes(familyOf(option.assetType))))
}

/** A token covers whole lines only: it does not cover a line that costs more than the token is worth. */
function isCovered(line: LineItem, redemption: Redemption): boolean {
  if (line.sku === undefined || line.price <= 0n) return false
  if (line.restricted && redemption.family === 'cca.coke') return false
  if (redemption.type === 'discount') return redemption.maxValue !== null && line.price <= redemption.maxValue
  return (redemption.allowedProducts ?? []).some((product) => product.sku === line.sku && line.price <= BigInt(product.maxValue))
}
