import { useSyncExternalStore } from 'react'

function useMediaQuery(query: MediaQueryList): boolean {
  return useSyncExternalStore(
    (listener) => {
      query.addEventListener('change', listener)
      return () => query.removeEventListener('change', listener)
    },
    () => query.matches,
  )
}

const wide = matchMedia('(min-width: 48rem)')
const twoPanes = matchMedia('(min-width: 64rem)')

/** Guides open beside the page instead of in a drawer over it. */
export const useWide = (): boolean => useMediaQuery(wide)

/** Details open beside their list instead of on a page of their own. */
export const useTwoPanes = (): boolean => useMediaQuery(twoPanes)
export const hasTwoPanes = (): boolean => twoPanes.matches

const checkoutWide = matchMedia('(min-width: 56rem)')
const handheld = matchMedia('(pointer: coarse) and (hover: none)')

/** The checkout shows its QR code beside the payment methods instead of behind a button. */
export const useCheckoutWide = (): boolean => useMediaQuery(checkoutWide)

/** A phone or tablet, on which a URL can open an app. */
export const useHandheld = (): boolean => useMediaQuery(handheld)
