import { shownAssets } from '@nikau/contract/asset-display'
import type { Asset } from '@nikau/contract/assets'
import { isUsable, type PaymentSuggestion, suggestPayment, waysToPay } from './suggestion.ts'
import { useMemo } from 'react'
import type { AsyncData } from '../../lib/async-data.ts'
import { useAllAssets, useMode } from '../../lib/account-assets.ts'
import { serverNow } from '../../lib/server-clock.ts'
import type { RequestView } from './useRequest.ts'

export interface SuggestionState {
  suggestion: PaymentSuggestion<RequestView> | undefined
  /** What the payer can choose instead, with the suggestion first. */
  ways: PaymentSuggestion<RequestView>[]
  assets: Asset[]
  /** Assets that the request accepts. Not empty without a suggestion when their amount is too small. */
  usable: Asset[]
}

/** Suggests what to pay the request with, from the user's assets. */
export function useSuggestion(request: RequestView): AsyncData<SuggestionState> {
  const mode = useMode()
  const all = useAllAssets()
  const data = useMemo(() => {
    if (!all.data) return undefined
    const assets = shownAssets(all.data, mode)
    const now = serverNow()
    return {
      suggestion: suggestPayment(request, assets, mode, now),
      ways: waysToPay(request, assets, mode, now),
      assets,
      usable: assets.filter((asset) => isUsable(asset, request, mode, now)),
    }
  }, [all.data, mode, request])
  return { ...all, data }
}
