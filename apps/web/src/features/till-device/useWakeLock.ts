import { useEffect } from 'react'
import { useVisible } from '../../lib/useVisible.ts'

/** Keeps the screen on while the till waits for a customer. The browser drops the lock with the page's visibility, so it is asked for again. */
export function useWakeLock(isWaiting: boolean): void {
  const isVisible = useVisible()
  useEffect(() => {
    if (!isWaiting || !isVisible || !('wakeLock' in navigator)) return undefined
    let isOver = false
    let lock: WakeLockSentinel | undefined
    navigator.wakeLock.request('screen').then(
      (granted) => {
        lock = granted
        if (isOver) void granted.release()
      },
      // A device with a low battery says no. The till works without.
      () => {},
    )
    return () => {
      isOver = true
      void lock?.release()
    }
  }, [isWaiting, isVisible])
}
