import { useEffect } from 'react'

/** Keeps the screen on while the code is shown. A phone may refuse, for example when its battery is low. */
export function useWakeLock(isVisible: boolean): void {
  useEffect(() => {
    const { wakeLock }: Partial<Pick<Navigator, 'wakeLock'>> = navigator
    if (!isVisible || !wakeLock) return undefined
    let isOver = false
    let release = () => {}
    wakeLock.request('screen').then(
      (lock) => {
        release = () => void lock.release()
        if (isOver) release()
      },
      () => undefined,
    )
    return () => {
      isOver = true
      release()
    }
  }, [isVisible])
}
