import { useEffect, useState } from 'react'

/** Whether the browser is online, and since when it is offline if the page saw it happen. */
export function useOnline(): { online: boolean; offlineSince?: Date | undefined } {
  const [state, setState] = useState<{ online: boolean; offlineSince?: Date | undefined }>({ online: navigator.onLine })
  useEffect(() => {
    const goOnline = () => setState({ online: true })
    const goOffline = () => setState({ online: false, offlineSince: new Date() })
    addEventListener('online', goOnline)
    addEventListener('offline', goOffline)
    return () => {
      removeEventListener('online', goOnline)
      removeEventListener('offline', goOffline)
    }
  }, [])
  return state
}
