import { findPaymentByCode } from '@nikau/contract/payment-requests'
import { useEffect, useRef } from 'react'
import { useNavigate } from 'react-router'
import { CallError } from '../../lib/call-error.ts'
import { useEndpointMutation } from '../../lib/endpoint-hooks.ts'
import { paths, urlOf } from '../../lib/paths.ts'
import { paymentRequestIdFromUrl, parseScannedCode } from './scanned-code.ts'
import type { ScanError } from './scan-errors.ts'

/** Navigation of this window, in an object that tests can mock. */
export const page = { assign: (url: string) => location.assign(url) }

/** Keeps the "found" state visible for a moment before navigating. */
const minFeedbackMs = 200

/** Navigates to the scanned payment request, or returns why it cannot. */
export function useOpenScannedCode(): (text: string) => Promise<ScanError | undefined> {
  const navigate = useNavigate()
  const { mutateAsync: lookUp } = useEndpointMutation(findPaymentByCode)
  const mounted = useRef(false)
  useEffect(() => {
    mounted.current = true
    return () => void (mounted.current = false)
  }, [])

  return async (text) => {
    const scanned = parseScannedCode(text)
    if (scanned.kind === 'unsupported') return 'unsupported'
    const feedbackShown = new Promise((resolve) => setTimeout(resolve, minFeedbackMs))
    if (scanned.kind === 'link') {
      await feedbackShown
      // Its page is the checkout's, which no route of the wallet opens.
      if (mounted.current) page.assign(urlOf(`/l/${scanned.id}`))
      return undefined
    }
    let id: string | undefined
    try {
      id = scanned.kind === 'pay' ? scanned.id : paymentRequestIdFromUrl(await lookUp({ body: { url: scanned.url } }))
    } catch (error) {
      return error instanceof CallError && error.status === 404 ? 'unsupported' : 'broken'
    }
    if (id === undefined) return 'broken'
    await feedbackShown
    // Skip if the person has left the screen meanwhile.
    if (mounted.current) await navigate(paths.pay(id))
    return undefined
  }
}
