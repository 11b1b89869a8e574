import { useEffect, useState } from 'react'
import { serverNow } from './server-clock.ts'

const celebrated = new Set<string>()

/** Since this page was loaded: not before a reload, nor before the tab was opened. */
function happenedHere(at: Date): boolean {
  return at.getTime() >= serverNow().getTime() - performance.now()
}

/**
 * Whether to celebrate a success, with a short vibration where the device can: once, on the page that saw it happen. A reload, a link
 * opened later and another tab show it without.
 */
export function useCelebration(id: string, at: Date | undefined): boolean {
  const [celebrates] = useState(() => at !== undefined && !celebrated.has(id) && happenedHere(at))
  useEffect(() => {
    if (!celebrates || celebrated.has(id)) return
    celebrated.add(id)
    const device: Partial<Pick<Navigator, 'vibrate'>> = navigator
    device.vibrate?.([20, 60, 20])
  }, [celebrates, id])
  return celebrates
}
