import type { Liveness } from '@nikau/contract/amounts'
import { useLayoutEffect } from 'react'
import { setModeOfRequest, useMode } from './mode.ts'

/**
 * Switches to the mode of a payment request for as long as this screen is open. False until it has: what a screen loads before that would
 * be of the other mode.
 */
export function useModeOfRequest(liveness: Liveness | undefined): boolean {
  const mode = useMode()
  useLayoutEffect(() => {
    if (liveness === undefined) return undefined
    setModeOfRequest(liveness)
    return () => setModeOfRequest(undefined)
  }, [liveness])
  return liveness === undefined || liveness === mode
}
