import { useSyncExternalStore } from 'react'

/** From here on guides stand beside the page; below, they come as a drawer over it. */
const wide = matchMedia('(min-width: 48rem)')

export function useWide(): boolean {
  return useSyncExternalStore(
    (listener) => {
      wide.addEventListener('change', listener)
      return () => wide.removeEventListener('change', listener)
    },
    () => wide.matches,
  )
}
