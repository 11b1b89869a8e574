import { useEffect, useState } from 'react'
import { serverNow } from '../../lib/server-clock.ts'

/** The server's time, told again every so often. */
export function useNow(everyMs = 250): Date {
  const [now, setNow] = useState(serverNow)
  useEffect(() => {
    const timer = setInterval(() => setNow(serverNow()), everyMs)
    return () => clearInterval(timer)
  }, [everyMs])
  return now
}
