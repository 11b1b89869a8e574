import { useEffect, useRef, useState } from 'react'

const delay = 150
const least = 300

/**
 * Whether to show skeletons. They appear after 150 ms, so that a fast response shows none, and stay for at least 300 ms, so that
 * nothing flickers.
 */
export function useSkeleton(loading: boolean): boolean {
  const [shown, setShown] = useState(false)
  const since = useRef(0)
  useEffect(() => {
    if (loading === shown) return undefined
    const wait = loading ? delay : Math.max(0, least - (performance.now() - since.current))
    const timer = setTimeout(() => {
      since.current = performance.now()
      setShown(loading)
    }, wait)
    return () => clearTimeout(timer)
  }, [loading, shown])
  return shown
}
