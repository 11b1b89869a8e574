import type { getMerchantSummary, listSupportedWallets } from '@nikau/contract'
import { useEffect, useState } from 'react'
import { ask, calls, type Wire } from './wire.ts'

export interface Merchant {
  logo?: string | undefined
  place?: string | undefined
  wallets: Wire<typeof listSupportedWallets>
}

/** What embellishes the page and nothing depends on: without it the merchant has a name and no face. */
export function useMerchant(merchantId: string): Merchant {
  const [merchant, setMerchant] = useState<Merchant>({ wallets: [] })
  useEffect(() => {
    if (merchantId === '') return undefined
    const left = new AbortController()
    const asked = { id: merchantId, signal: left.signal }
    void Promise.allSettled([ask(calls.merchant, asked), ask(calls.wallets, asked)]).then(([summary, wallets]) => {
      if (left.signal.aborted) return
      setMerchant({
        ...(summary.status === 'fulfilled' && faceOf(summary.value)),
        wallets: wallets.status === 'fulfilled' && Array.isArray(wallets.value) ? wallets.value : [],
      })
    })
    return () => left.abort()
  }, [merchantId])
  return merchant
}

function faceOf({ logo, location }: Wire<typeof getMerchantSummary>) {
  return { logo, place: location && [...new Set([location.suburb, location.city])].filter(Boolean).join(', ') }
}
