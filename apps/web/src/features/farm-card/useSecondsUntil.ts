import { useEffect, useState } from 'react'

/** Whole seconds until a time of this device's clock, down to zero. */
export function useSecondsUntil(end: number): number {
  const [now, setNow] = useState(Date.now)
  const left = Math.max(0, Math.ceil((end - now) / 1000))
  const over = left === 0
  useEffect(() => {
    if (over && end <= Date.now()) return undefined
    const timer = setInterval(() => setNow(Date.now()), 250)
    return () => clearInterval(timer)
  }, [over, end])
  return left
}
