import { useEffect } from 'react'

/** A screen in place of another starts at its top, and the keyboard with it. */
export function useScreenStart(): void {
  useEffect(() => {
    scrollTo(0, 0)
    const heading = document.querySelector('h1')
    heading?.setAttribute('tabindex', '-1')
    heading?.focus({ preventScroll: true })
  }, [])
}
