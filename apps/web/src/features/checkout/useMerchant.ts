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
    const add = (details: Partial<Merchant>) => {
      if (!unmount.signal.aborted) setMerchant((known) => ({ ...known, ...details }))
    }
    void callEndpoint(endpoints.getMerchant, options).then((summary) => add(detailsOf(summary)), withoutDetails)
    void callEndpoint(endpoints.listWallets, options).then((wallets) => add({ wallets: Array.isArray(wallets) ? wallets : [] }), withoutDetails)
    return () => unmount.abort()
  }, [merchantId])
  return merchant
}

/** The failure is reported by the call. */
function withoutDetails(): void {}

function detailsOf({ logo, location }: JsonOf<typeof getMerchantSummary>) {
  return { logo, location: location && [...new Set([location.suburb, location.city])].filter(Boolean).join(', ') }
}
