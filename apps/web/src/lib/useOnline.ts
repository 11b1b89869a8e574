import { useEffect, useState } from 'react'

/** Whether there is a network, and since when there is none if that happened while we looked. */
export function useOnline(): { online: boolean; lostAt?: Date | undefined } {
  const [state, setState] = useState<{ online: boolean; lostAt?: Date | undefined }>({ online: navigator.onLine })
  useEffect(() => {
    const back = () => setState({ online: true })
    const lost = () => setState({ online: false, lostAt: new Date() })
    addEventListener('online', back)
    addEventListener('offline', lost)
    return () => {
      removeEventListener('online', back)
      removeEventListener('offline', lost)
    }
  }, [])
  return state
}
