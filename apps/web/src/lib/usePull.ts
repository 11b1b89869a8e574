import { useEffect, useRef } from 'react'

const enough = 96

/** Pulling the page down from its top, as phones do to refresh. Where the browser itself reloads on that, it does so and this stays out of the way. */
export function usePull(onPull: () => void): void {
  const pulled = useRef(onPull)
  useEffect(() => {
    pulled.current = onPull
  })
  useEffect(() => {
    let from: number | undefined
    const start = (event: TouchEvent) => (from = scrollY <= 0 && event.touches.length === 1 ? event.touches[0]?.clientY : undefined)
    const end = (event: TouchEvent) => {
      const to = event.changedTouches[0]?.clientY ?? 0
      if (from !== undefined && scrollY <= 0 && to - from > enough) pulled.current()
      from = undefined
    }
    addEventListener('touchstart', start, { passive: true })
    addEventListener('touchend', end, { passive: true })
    return () => {
      removeEventListener('touchstart', start)
      removeEventListener('touchend', end)
    }
  }, [])
}
