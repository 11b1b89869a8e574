import { findPaymentByCode } from '@nikau/contract/payment-requests'
import { useEffect, useRef } from 'react'
import { useNavigate } from 'react-router'
import { CallError } from '../../lib/call.ts'
import { useCall } from '../../lib/hooks.ts'
import { paths } from '../../lib/paths.ts'
import { idOfPayUrl, readScanned } from './scanned.ts'
import type { Trouble } from './trouble.ts'

/** Long enough to see that a code was found, short enough not to wait for. */
const seenMs = 200

/** Goes where a scanned text leads, or says why it leads nowhere. */
export function useFollow(): (text: string) => Promise<Trouble | undefined> {
  const navigate = useNavigate()
  const { mutateAsync: lookUp } = useCall(findPaymentByCode)
  const here = useRef(false)
  useEffect(() => {
    here.current = true
    return () => void (here.current = false)
  }, [])

  return async (text) => {
    const scanned = readScanned(text)
    if (scanned.kind === 'unsupported') return 'unsupported'
    const seen = new Promise((resolve) => setTimeout(resolve, seenMs))
    let id: string | undefined
    try {
      id = scanned.kind === 'pay' ? scanned.id : idOfPayUrl(await lookUp({ body: { url: scanned.url } }))
    } catch (error) {
      return error instanceof CallError && error.status === 404 ? 'unsupported' : 'broken'
    }
    if (id === undefined) return 'broken'
    await seen
    // Whoever has gone elsewhere meanwhile is not fetched back.
    if (here.current) await navigate(paths.pay(id))
    return undefined
  }
}
