import type { Liveness } from '@nikau/contract/amounts'
import { useSyncExternalStore } from 'react'
import { useFlags } from './flags.ts'

/** The liveness of the payment request on the screen. */
let ofRequest: Liveness | undefined
const listeners = new Set<() => void>()

export function setModeOfRequest(liveness: Liveness | undefined): void {
  ofRequest = liveness
  for (const listener of listeners) listener()
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/**
 * Whether screens show real or test money; they never show both. A payment request decides by itself while it is open: a test request
 * is paid with test money, under the test banner, whatever the wallet shows elsewhere.
 */
export function useMode(): Liveness {
  const own = useFlags().testAssetsEnabled ? 'test' : 'main'
  return useSyncExternalStore(subscribe, () => ofRequest) ?? own
}
