import { useSyncExternalStore } from 'react'
import { serverNow } from '../../lib/server-clock.ts'

/** Since when our servers have not answered; undefined while they do. The browser's own word counts at once, but only for "offline". */
let offlineSince: Date | undefined = navigator.onLine ? undefined : serverNow()
const listeners = new Set<() => void>()

function change(since: Date | undefined): void {
  if ((since === undefined) === (offlineSince === undefined)) return
  offlineSince = since
  for (const listener of listeners) listener()
}

export const noteAnswer = (): void => change(undefined)
export const noteNoAnswer = (): void => change(serverNow())

addEventListener('offline', noteNoAnswer)

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export const isOffline = (): boolean => offlineSince !== undefined

export const useOfflineSince = (): Date | undefined => useSyncExternalStore(subscribe, () => offlineSince)
