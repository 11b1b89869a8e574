import type { OneOffBank } from '@nikau/contract/one-off-payments'
import { useEffect, useRef, useState } from 'react'
import { CallError } from '../../lib/call-error.ts'
import { browser } from './browser.ts'
import { callEndpoint, endpoints } from './checkout-api.ts'

export interface BankPayment {
  /** The bank whose page is being opened. */
  opening: OneOffBank | undefined
  error: { bank: OneOffBank; code: string } | undefined
  open: (bank: OneOffBank) => void
}

/** Creates a payment and opens the bank's authorisation page. Presses in the meantime are ignored. */
export function useBankPayment(paymentRequestId: string): BankPayment {
  const [opening, setOpening] = useState<OneOffBank>()
  const [error, setError] = useState<BankPayment['error']>()
  const busy = useRef(false)
  const reset = () => {
    busy.current = false
    setOpening(undefined)
  }
  useEffect(() => {
    // The back button restores the page from the cache as it was left, so the buttons must be enabled again.
    const onPageShow = (event: PageTransitionEvent) => event.persisted && reset()
    addEventListener('pageshow', onPageShow)
    return () => removeEventListener('pageshow', onPageShow)
  }, [])
  const open = async (bank: OneOffBank) => {
    setOpening(bank)
    setError(undefined)
    try {
      browser.assign(requireHttp(await createPayment(paymentRequestId, bank)))
    } catch (cause) {
      reset()
      setError({ bank, code: cause instanceof CallError ? cause.code : 'UNKNOWN' })
    }
  }
  return {
    opening,
    error,
    open: (bank) => {
      if (busy.current) return
      busy.current = true
      void open(bank)
    },
  }
}

/** Retries have the same idempotency key, so that the bank gets one payment. */
async function createPayment(paymentRequestId: string, bank: OneOffBank): Promise<string> {
  const body = { paymentRequestId, bank, idempotencyKey: crypto.randomUUID() }
  return (await callEndpoint(endpoints.createPayment, { body })).authorizationUrl
}

function requireHttp(url: string): string {
  if (!/^https?:$/.test(new URL(url).protocol)) throw new Error('authorisation URL is not http(s)')
  return url
}
