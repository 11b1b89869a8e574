import { useEffect, useState } from 'react'
import { callEndpoint } from '../checkout/index.ts'
import { CallError } from '../../lib/call-error.ts'
import { delay } from '../../lib/retry.ts'
import { linkEndpoints, type PublicLink } from './link-api.ts'

/** `asking`: nothing is known yet. `lost`: nothing is known, and the last call failed. */
export type LinkState = { kind: 'asking' | 'lost' | 'closed' | 'used' } | { kind: 'open'; link: PublicLink }

/** Twelve calls a minute, of the twenty that one address may make. */
const pollMs = 5000

/** The link; that of a till is read again until the till asks for a payment. */
export function useLink(id: string): LinkState {
  const [state, setState] = useState<LinkState>({ kind: 'asking' })
  useEffect(() => {
    const unmount = new AbortController()
    void watch(id, unmount.signal, setState).catch((error: unknown) => {
      if (!unmount.signal.aborted) throw error
    })
    return () => unmount.abort()
  }, [id])
  return state
}

async function watch(id: string, unmounted: AbortSignal, setState: (update: (state: LinkState) => LinkState) => void): Promise<void> {
  for (;;) {
    try {
      const link = await callEndpoint(linkEndpoints.getSummary, { id, signal: unmounted })
      setState(() => ({ kind: 'open', link }))
      if (link.kind !== 'till' || link.paymentRequest) return
    } catch (error) {
      if (unmounted.aborted) return
      if (error instanceof CallError && error.isRefusal) return setState(() => ({ kind: error.code === 'PAYMENT_LINK_USED' ? 'used' : 'closed' }))
      setState((state) => (state.kind === 'asking' ? { kind: 'lost' } : state))
    }
    await delay(pollMs, unmounted)
    await untilVisible(unmounted)
  }
}

async function untilVisible(signal: AbortSignal): Promise<void> {
  if (document.visibilityState === 'visible') return
  const { promise, resolve } = Promise.withResolvers<void>()
  document.addEventListener('visibilitychange', () => resolve(), { once: true, signal })
  signal.addEventListener('abort', () => resolve(), { once: true })
  await promise
}
