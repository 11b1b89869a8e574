import { useSyncExternalStore } from 'react'

function useMedia(query: MediaQueryList): boolean {
  return useSyncExternalStore(
    (listener) => {
      query.addEventListener('change', listener)
      return () => query.removeEventListener('change', listener)
    },
    () => query.matches,
  )
}

const wide = matchMedia('(min-width: 48rem)')
const panes = matchMedia('(min-width: 64rem)')

/** From here on guides stand beside the page; below, they come as a drawer over it. */
export const useWide = (): boolean => useMedia(wide)

/** From here on what is opened from a list stands beside it; below, it is a page of its own. */
export const usePanes = (): boolean => useMedia(panes)

const checkout = matchMedia('(min-width: 56rem)')
const handheld = matchMedia('(pointer: coarse) and (hover: none)')

/** From here on the checkout shows its QR code beside the ways to pay; below, behind a button. */
export const useCheckoutWide = (): boolean => useMedia(checkout)

/** A device that is held in the hand, on which an address can open an app. */
export const useHandheld = (): boolean => useMedia(handheld)
