import type { Endpoint } from '@nikau/contract'
import { type PortalEvent, watchPortalEvents } from '@nikau/contract/portal-events'
import { useEffect, useEffectEvent, useState } from 'react'
import { queryClient } from './endpoint-hooks.ts'
import { pauseAfter, watchEvents } from './event-stream.ts'
import { delay } from './retry.ts'
import { useOnline } from './useOnline.ts'

/** A page that lost its connection is back within five seconds of the server. */
const maxPauseMs = 4000
/** A connection is renewed every few minutes, which takes less than that. */
const graceMs = 3000

/** What tabs of one browser say to each other. One of them has the connection and tells the others; a new one asks for the state. */
type Message = { event: PortalEvent } | { isConnected: boolean; lastEventId: string | undefined } | 'hello'

interface Listener {
  onEvent: (event: PortalEvent) => void
  onConnected: (isConnected: boolean) => void
}

/**
 * Follows the events of an account until it is stopped. One connection a browser: the tab that holds the lock keeps it. When that tab
 * closes another one takes over, after the last event that it was told of.
 */
export function followBusinessEvents(accountId: string, { onEvent, onConnected }: Listener): () => void {
  const end = new AbortController()
  const name = `nikau.business-events.${accountId}`
  const channel = new BroadcastChannel(name)
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has no target: it is of this origin
  const say = (message: Message) => end.signal.aborted || channel.postMessage(message)
  let [lastEventId, isConnected, isLeader]: [string | undefined, boolean, boolean] = [undefined, false, false]

  const take = (event: PortalEvent) => {
    lastEventId = event.id
    onEvent(event)
  }
  const setConnected = (connected: boolean) => {
    isConnected = connected
    onConnected(connected)
  }
  channel.addEventListener('message', ({ data }: MessageEvent<Message>) => {
    if (data === 'hello') return isLeader && say({ isConnected, lastEventId })
    if ('event' in data) return take(data.event)
    lastEventId ??= data.lastEventId
    return setConnected(data.isConnected)
  })
  say('hello')

  const lead = async () => {
    isLeader = true
    const pause = (failures: number) => pauseAfter(failures, Math.random(), maxPauseMs)
    const handle = (event: PortalEvent) => {
      take(event)
      say({ event })
    }
    const handleConnected = (connected: boolean) => {
      setConnected(connected)
      say({ isConnected: connected, lastEventId })
    }
    await watchEvents(watchPortalEvents, { params: { accountId } }, handle, { signal: end.signal, pause, lastEventId, onConnected: handleConnected })
  }
  // Rejects when this tab stops before it was its turn.
  navigator.locks.request(name, { signal: end.signal }, lead).catch(() => undefined)
  return () => {
    end.abort()
    channel.close()
  }
}

/**
 * Calls `onEvent` for each payment event of the account in the shops that the person may see; `reset` means that events may have been
 * missed. True while what was loaded is up to date: a connection is open, or was a moment ago.
 */
export function useBusinessEvents(accountId: string, onEvent: (event: PortalEvent) => void): boolean {
  const online = useOnline()
  const [isConnected, setConnected] = useState(true)
  const handleEvent = useEffectEvent(onEvent)
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const loseLater = () => (timer = setTimeout(() => setConnected(false), graceMs))
    loseLater()
    const stop = followBusinessEvents(accountId, {
      onEvent: (event) => handleEvent(event),
      onConnected: (connected) => {
        clearTimeout(timer)
        if (connected) setConnected(true)
        else loseLater()
      },
    })
    return () => {
      clearTimeout(timer)
      stop()
    }
  }, [accountId])
  return isConnected && online
}

/** Loads again what the screen shows of these endpoints, once a second at most, and later if the page is hidden. */
export function createRefresh(endpoints: readonly Endpoint[]): () => Promise<void> {
  let [isBusy, isDue] = [false, false]
  return async () => {
    isDue = true
    if (isBusy) return
    isBusy = true
    while (isDue) {
      isDue = false
      const refetchType = document.visibilityState === 'visible' ? 'active' : 'none'
      const reloads = endpoints.map(({ method, path }) => queryClient.invalidateQueries({ queryKey: [method, path], refetchType }))
      await Promise.all([...reloads, delay(1000)])
    }
    isBusy = false
  }
}
