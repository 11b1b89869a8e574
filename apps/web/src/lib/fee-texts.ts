import { useLingui } from '@lingui/react/macro'
import type { MerchantFees } from '@nikau/contract/fees'
import { format } from '@nikau/money'

export type Price = MerchantFees['inForce'][number]

/** What a payment costs its merchant: "0.50% and $0.10". */
export function usePriceText(): (price: Price) => string {
  const { t } = useLingui()
  return ({ rate, fixed, cap }) => {
    const [share, extra, most] = [`${(rate / 100).toFixed(2)}%`, format(fixed), cap && format(cap)]
    const price = fixed === 0n ? share : t`${share} and ${extra}`
    return most === undefined ? price : t`${price}, at most ${most}`
  }
}
