import type { DeskSession } from '@nikau/contract/desk/session'
import { createContext, use, useEffect, useState, useSyncExternalStore } from 'react'
import type { Desk, DeskState } from './desk.ts'

export const DeskContext = createContext<Desk | undefined>(undefined)

export function useDesk(): Desk {
  const desk = use(DeskContext)
  if (!desk) throw new Error('no desk around this component')
  return desk
}

export function useDeskState(): DeskState {
  const { subscribe, state } = useDesk()
  return useSyncExternalStore(subscribe, state)
}

/** The session of the operator, on screens, which show only with one. */
export function useSession(): DeskSession {
  const { session } = useDeskState()
  if (!session) throw new Error('no session around this component')
  return session
}

/** The moment by the server, again after each interval. */
export function useNow(everyMs = 10_000): Date {
  const desk = useDesk()
  const [now, setNow] = useState(desk.now)
  useEffect(() => {
    const timer = setInterval(() => setNow(desk.now()), everyMs)
    return () => clearInterval(timer)
  }, [desk, everyMs])
  return now
}
