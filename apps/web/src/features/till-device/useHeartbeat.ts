import { getTill } from '@nikau/contract/tills'
import { useEffect } from 'react'
import { useStoredValue } from '../../lib/stored-value.ts'
import { useOfflineSince } from './connection.ts'
import { pairing, updateTill } from './device.ts'
import { tillCall } from './till-call.ts'

const [everyMs, offlineEveryMs] = [15_000, 3000]

/** Reads the till's name and limits, finds out that it was switched off, and notices that the connection is back. */
export function useHeartbeat(): void {
  const id = useStoredValue(pairing)?.till.id
  const isOffline = useOfflineSince() !== undefined
  useEffect(() => {
    if (id === undefined) return undefined
    const end = new AbortController()
    const beat = () => tillCall(getTill, { params: { id } }, end.signal).then(updateTill, () => {})
    void beat()
    const timer = setInterval(() => void beat(), isOffline ? offlineEveryMs : everyMs)
    addEventListener('online', () => void beat(), { signal: end.signal })
    return () => {
      clearInterval(timer)
      end.abort()
    }
  }, [id, isOffline])
}
