import { isTokenType } from '@nikau/contract/asset-display'
import type { Leg } from './rows.ts'

export interface Share {
  leg: Leg
  amount: bigint
}

export const leftOf = (leg: Leg) => BigInt(leg.amount) - BigInt(leg.refunded)

/**
 * Which payments a refund goes back to: money first, because any part of it can be given back; tokens only as far as money does
 * not suffice, and each whole. Undefined when the amount would split a token.
 */
export function sharesOf(legs: readonly Leg[], amount: bigint): Share[] | undefined {
  const open = legs.filter((leg) => leftOf(leg) > 0n)
  const money = open.filter((leg) => !isTokenType(leg.assetType))
  const tokens = open.filter((leg) => isTokenType(leg.assetType))
  const moneyLeft = money.reduce((sum, leg) => sum + leftOf(leg), 0n)
  const chosen = tokensFor(tokens, amount - moneyLeft, amount)
  if (!chosen) return undefined
  let rest = amount - chosen.reduce((sum, leg) => sum + leftOf(leg), 0n)
  const shares: Share[] = []
  for (const leg of money) {
    const share = rest < leftOf(leg) ? rest : leftOf(leg)
    if (share > 0n) shares.push({ leg, amount: share })
    rest -= share
  }
  return [...shares, ...chosen.map((leg) => ({ leg, amount: leftOf(leg) }))]
}

const mostTokens = 15

/** The tokens of the least worth that make at least `least` and at most `most`. */
function tokensFor(tokens: readonly Leg[], least: bigint, most: bigint): Leg[] | undefined {
  let sums = new Map<bigint, Leg[]>([[0n, []]])
  for (const token of tokens.slice(0, mostTokens)) {
    const more = [...sums].map(([sum, list]): [bigint, Leg[]] => [sum + leftOf(token), [...list, token]])
    sums = new Map([...more.filter(([sum]) => sum <= most), ...sums])
  }
  const fitting = [...sums].filter(([sum]) => sum >= least).sort(([a], [b]) => (a < b ? -1 : 1))
  return fitting[0]?.[1]
}

/** The payments as they stand after a refund. */
export function afterShares(legs: readonly Leg[], shares: readonly Share[]): Leg[] {
  return legs.map((leg) => {
    const share = shares.find((one) => one.leg === leg)
    return share ? { ...leg, refunded: (BigInt(leg.refunded) + share.amount).toString() } : leg
  })
}

export function strategyOf(shares: readonly Share[]) {
  return {
    refunds: shares.map(({ leg, amount }) => ({
      assetType: leg.assetType,
      completedPaymentId: leg.payment,
      amount: amount.toString(),
      ...(leg.assetId !== undefined && { assetId: leg.assetId }),
      ...(leg.collectionId !== undefined && { collectionId: leg.collectionId }),
    })),
  }
}
