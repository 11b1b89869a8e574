import { msg } from '@lingui/core/macro'
import { type RefCallback, useCallback } from 'react'
import { i18n } from './i18n.ts'
import { rememberLocally } from './local-config.ts'
import { toast } from './toasts.ts'

/** Taps on the logo (L) and on the greeting (G), in this order and this quickly, unlock developer mode. */
export const sequence = 'LLGLGG'
const withinMs = 10_000

export type Tap = 'L' | 'G'
export interface Taps {
  count: number
  /** When the first of them came. */
  since: number
}
export const noTaps: Taps = { count: 0, since: 0 }

/** A wrong letter, or one that comes too late, starts over. */
export function afterTap(taps: Taps, letter: Tap, now: number): Taps {
  const late = taps.count > 0 && now - taps.since > withinMs
  const { count, since } = late || taps.count === sequence.length ? noTaps : taps
  if (sequence[count] !== letter) return noTaps
  return { count: count + 1, since: count === 0 ? now : since }
}

/** One count for the whole page: the logo and the greeting stand in different parts of it. */
let taps = noTaps

/**
 * Listens to taps on an element: give the answer to its `ref`. A hidden gesture is no control, so the element gets no role
 * and no key opens it.
 */
export function useDeveloperTaps(letter: Tap): RefCallback<HTMLElement> {
  return useCallback(
    (element) => {
      const tapped = () => {
        taps = afterTap(taps, letter, performance.now())
        if (taps.count < sequence.length) return
        rememberLocally({ devModeEnabled: true })
        toast({ text: i18n._(msg`Developer mode is on`) })
      }
      element?.addEventListener('click', tapped)
      return () => element?.removeEventListener('click', tapped)
    },
    [letter],
  )
}
