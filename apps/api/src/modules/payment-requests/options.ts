import { familyOf, isTokenType } from '@nikau/contract/asset-display'
import type { LineItem, PaymentOption } from '@nikau/contract/payment-requests'
import { add, type Cents } from '@nikau/money'
import type { ConfigForRequest, Redemption } from './store.ts'

export interface Asked {
  amount: Cents
  lineItems: readonly LineItem[]
  preAuth: boolean
  /** Only tokens of this collection, when the till has chosen one. */
  collectionId?: string | undefined
}

/** An authorisation can be held on these alone; what is used whole or paid elsewhere cannot be confirmed in parts. */
const holdable: ReadonlySet<string> = new Set(['nikau.nzd', 'farmlands.nzd'])

/** What a request can be paid with: what the configuration takes, as far as it fits what is asked. An option for nothing is left out. */
export function optionsFor(config: Pick<ConfigForRequest, 'options'>, asked: Asked, redemptions: readonly Redemption[]): PaymentOption[] {
  const options = config.options.map((option): PaymentOption => {
    if (!isTokenType(option.type)) return { assetType: option.type, amount: asked.amount }
    const accepted = redemptions
      .filter((redemption) => redemption.family === familyOf(option.type))
      .filter(({ collectionId }) => !option.collectionIds?.length || option.collectionIds.includes(collectionId))
      .filter(({ collectionId }) => asked.collectionId === undefined || asked.collectionId === collectionId)
      .map((redemption) => ({ id: redemption.collectionId, lineItems: asked.lineItems.filter((line) => isCovered(line, redemption)) }))
      .filter(({ lineItems }) => lineItems.length > 0)
    const covered = asked.lineItems.filter((line) => accepted.some(({ lineItems }) => lineItems.includes(line)))
    const worth = add(...covered.map((line) => line.price))
    return { assetType: option.type, amount: worth < asked.amount ? worth : asked.amount, acceptedCollections: accepted }
  })
  return options.filter((option) => option.amount > 0n && (!asked.preAuth || holdable.has(familyOf(option.assetType))))
}

/** A token covers a line whole: one that costs more than the token is good for is not covered. */
function isCovered(line: LineItem, redemption: Redemption): boolean {
  if (line.sku === undefined || line.price <= 0n) return false
  if (line.restricted && redemption.family === 'cca.coke') return false
  if (redemption.type === 'discount') return redemption.maxValue !== null && line.price <= redemption.maxValue
  return (redemption.allowedProducts ?? []).some((product) => product.sku === line.sku && line.price <= BigInt(product.maxValue))
}

/** Luhn's check, for the sixteen digits of a patron's code. */
export function passesLuhn(digits: string): boolean {
  const sum = Array.from(digits, Number)
    .toReversed()
    .reduce((total, digit, place) => {
      const value = digit * (place % 2 === 1 ? 2 : 1)
      return total + (value > 9 ? value - 9 : value)
    }, 0)
  return sum % 10 === 0
}
