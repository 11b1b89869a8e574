import { useEffect, useRef } from 'react'

const thresholdPx = 96

/** Pull down from the top of the page to refresh. A browser that reloads the page on this gesture does that instead. */
export function usePullToRefresh(onRefresh: () => void): void {
  const latest = useRef(onRefresh)
  useEffect(() => {
    latest.current = onRefresh
  })
  useEffect(() => {
    let from: number | undefined
    const start = (event: TouchEvent) => (from = scrollY <= 0 && event.touches.length === 1 ? event.touches[0]?.clientY : undefined)
    const end = (event: TouchEvent) => {
      const to = event.changedTouches[0]?.clientY ?? 0
      if (from !== undefined && scrollY <= 0 && to - from > thresholdPx) latest.current()
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
