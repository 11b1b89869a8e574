import type { getMerchantSummary, listSupportedWallets } from '@nikau/contract'
import { useEffect, useState } from 'react'
import { callEndpoint, endpoints, type JsonOf } from './checkout-api.ts'

export interface Merchant {
  logo?: string | undefined
  location?: string | undefined
  wallets: JsonOf<typeof listSupportedWallets>
}

/** Optional details of the merchant. The page works without them. */
export function useMerchant(merchantId: string): Merchant {
  const [merchant, setMerchant] = useState<Merchant>({ wallets: [] })
  useEffect(() => {
    if (merchantId === '') return undefined
    const unmount = new AbortController()
    const options = { id: merchantId, signal: unmount.signal }
    void Promise.allSettled([callEndpoint(endpoints.getMerchant, options), callEndpoint(endpoints.listWallets, options)]).then(([summary, wallets]) => {
      if (unmount.signal.aborted) return
      setMerchant({
        ...(summary.status === 'fulfilled' && detailsOf(summary.value)),
        wallets: wallets.status === 'fulfilled' && Array.isArray(wallets.value) ? wallets.value : [],
      })
    })
    return () => unmount.abort()
  }, [merchantId])
  return merchant
}

function detailsOf({ logo, location }: JsonOf<typeof getMerchantSummary>) {
  return { logo, location: location && [...new Set([location.suburb, location.city])].filter(Boolean).join(', ') }
}
