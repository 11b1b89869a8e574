import { shownAssets } from '@nikau/contract/asset-display'
import type { Asset } from '@nikau/contract/assets'
import { isUsable, type PaymentSuggestion, suggestPayment } from '@nikau/contract/suggestion'
import { useMemo } from 'react'
import type { Part } from '../../lib/account.ts'
import { useEveryAsset, useMode } from '../../lib/account-assets.ts'
import { serverNow } from '../../lib/server-clock.ts'
import type { ShownRequest } from './useRequest.ts'

export interface Suggested {
  suggestion: PaymentSuggestion<ShownRequest> | undefined
  assets: Asset[]
  /** Without a suggestion: whether there is something to pay with at all, only too little of it. */
  usable: Asset[]
}

/** What to pay the request with, out of what the person holds. Made anew when either changes. */
export function useSuggestion(request: ShownRequest): Part<Suggested> {
  const mode = useMode()
  const every = useEveryAsset()
  const data = useMemo(() => {
    if (!every.data) return undefined
    const assets = shownAssets(every.data, mode)
    const now = serverNow()
    return { suggestion: suggestPayment(request, assets, mode, now), assets, usable: assets.filter((asset) => isUsable(asset, request, mode, now)) }
  }, [every.data, mode, request])
  return { ...every, data }
}
