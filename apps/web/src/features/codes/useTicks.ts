import { useEffect, useEffectEvent } from 'react'
import { tickMs } from './code-life.ts'

/** Calls `onTick` at once and then every 500 ms, with the number of the tick, while the page is visible. */
export function useTicks(isVisible: boolean, onTick: (tick: number) => void): void {
  const handleTick = useEffectEvent(onTick)
  useEffect(() => {
    if (!isVisible) return undefined
    let tick = 0
    handleTick(tick)
    const timer = setInterval(() => handleTick(++tick), tickMs)
    return () => clearInterval(timer)
  }, [isVisible])
}
