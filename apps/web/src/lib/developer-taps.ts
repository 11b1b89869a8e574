import { msg } from '@lingui/core/macro'
import { type RefCallback, useCallback } from 'react'
import { i18n } from './i18n.ts'
import { updateLocalConfig } from './local-config.ts'
import { toast } from './toasts.ts'

/** Taps on the logo (L) and on the greeting (G), in this order and within ten seconds, turn on developer mode. */
export const sequence = 'LLGLGG'
const withinMs = 10_000

export type Tap = 'L' | 'G'
export interface Taps {
  count: number
  /** Time of the first tap. */
  since: number
}
export const noTaps: Taps = { count: 0, since: 0 }

/** A wrong tap or a late one starts over. */
export function afterTap(taps: Taps, letter: Tap, now: number): Taps {
  const late = taps.count > 0 && now - taps.since > withinMs
  const { count, since } = late || taps.count === sequence.length ? noTaps : taps
  if (sequence[count] !== letter) return noTaps
  return { count: count + 1, since: count === 0 ? now : since }
}

/** Shared by the page, because the logo and the greeting are in different components. */
let taps = noTaps

/**
 * Returns a `ref` that counts taps on its element. A hidden gesture is not a control, so the element gets no role and no
 * keyboard handler.
 */
export function useDeveloperTaps(letter: Tap): RefCallback<HTMLElement> {
  return useCallback(
    (element) => {
      const onClick = () => {
        taps = afterTap(taps, letter, performance.now())
        if (taps.count < sequence.length) return
        updateLocalConfig({ devModeEnabled: true })
        toast({ text: i18n._(msg`Developer mode is on`) })
      }
      element?.addEventListener('click', onClick)
      return () => element?.removeEventListener('click', onClick)
    },
    [letter],
  )
}
