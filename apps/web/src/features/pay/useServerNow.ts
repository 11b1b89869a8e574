import { useEffect, useState } from 'react'
import { serverNow } from '../../lib/server-clock.ts'

/** The server's time, updated every second. */
export function useServerNow(): Date {
  const [now, setNow] = useState(serverNow)
  useEffect(() => {
    const timer = setInterval(() => setNow(serverNow()), 1000)
    return () => clearInterval(timer)
  }, [])
  return now
}
