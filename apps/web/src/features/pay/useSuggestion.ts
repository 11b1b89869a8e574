import { defaultWalletType, shownAssets } from '@nikau/contract/asset-display'
import type { Asset } from '@nikau/contract/assets'
import type { Cents } from '@nikau/money'
import { isUsable, lackingInWallet, type PaymentSuggestion, suggestPayment, waysToPay } from './suggestion.ts'
import { useMemo } from 'react'
import { type AsyncData, isLoading } from '../../lib/async-data.ts'
import { useAllAssets, useWallet } from '../../lib/account-assets.ts'
import { useMode } from '../../lib/mode.ts'
import { serverNow } from '../../lib/server-clock.ts'
import type { RequestView } from './useRequest.ts'

export interface SuggestionState {
  suggestion: PaymentSuggestion<RequestView> | undefined
  /** What the payer can choose instead, with the suggestion first. */
  ways: PaymentSuggestion<RequestView>[]
  assets: Asset[]
  /** Assets that the request accepts. Not empty without a suggestion when their amount is too small. */
  usable: Asset[]
  /** What a top-up would have to add. */
  lacking: Cents
}

/** Suggests what to pay the request with, from the user's assets. */
export function useSuggestion(request: RequestView): AsyncData<SuggestionState> {
  const mode = useMode()
  const all = useAllAssets()
  const takesWallet = request.status === 'new' && request.paymentOptions.some(({ assetType }) => assetType === defaultWalletType(mode))
  // Somebody who signed up to pay has no wallet yet, and nobody has a test wallet before the first test payment. If none can be opened,
  // the other assets still pay.
  const wallet = useWallet({ enabled: takesWallet })
  const isOpening = takesWallet && isLoading(wallet)
  const data = useMemo(() => {
    if (!all.data || isOpening) return undefined
    const isListed = all.data.some(({ id }) => id === wallet.data?.id)
    const assets = shownAssets(wallet.data && !isListed ? [...all.data, wallet.data] : all.data, mode)
    const now = serverNow()
    return {
      suggestion: suggestPayment(request, assets, mode, now),
      ways: waysToPay(request, assets, mode, now),
      assets,
      usable: assets.filter((asset) => isUsable(asset, request, mode, now)),
      lacking: lackingInWallet(request, assets, mode, now),
    }
  }, [all.data, wallet.data, isOpening, mode, request])
  return { ...all, data }
}
