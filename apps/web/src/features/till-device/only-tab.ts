import { useEffect, useSyncExternalStore } from 'react'
import { useVisible } from '../../lib/useVisible.ts'

/** Whether this tab runs the till: it is asking, it does, or another tab does. */
export type TabState = 'asking' | 'ours' | 'elsewhere'

/** A tab that reloads gives its lock back a moment after the page that follows asks for it. */
const patienceMs = 1500

/**
 * One tab of a device runs the till, for as long as it is open: two would share one sale, and each would believe what it has read of it.
 * A tab that is crashed or closed gives the lock back by itself.
 */
export function createTabLock(name: string, locks: LockManager | undefined) {
  const listeners = new Set<() => void>()
  let state: TabState = locks ? 'asking' : 'ours'
  let asked: AbortController | undefined
  let release: (() => void) | undefined
  const change = (next: TabState) => {
    state = next
    for (const listener of listeners) listener()
  }
  /** Whether this tab runs the till now. */
  const ask = async (): Promise<boolean> => {
    if (!locks || state === 'ours') return true
    const mine = new AbortController()
    asked?.abort()
    asked = mine
    const timer = setTimeout(() => mine.abort(), patienceMs)
    const isGranted = new Promise<boolean>((resolve) => {
      const hold = () =>
        new Promise<void>((free) => {
          clearTimeout(timer)
          // Granted when this tab had stopped asking already.
          if (mine.signal.aborted) return free()
          release = free
          change('ours')
          resolve(true)
        })
      // Rejects when it was asked for in vain.
      locks.request(name, { signal: mine.signal }, hold).catch(() => resolve(false))
    })
    if (await isGranted) return true
    if (asked === mine) change('elsewhere')
    return false
  }
  return {
    ask,
    leave: () => {
      asked?.abort()
      asked = undefined
      release?.()
      release = undefined
      if (locks) state = 'asking'
    },
    state: () => state,
    subscribe: (listener: () => void) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

const { locks }: Partial<Pick<Navigator, 'locks'>> = navigator
const tabLock = createTabLock('till.sale', locks)

/** Goes on here when the other tab is closed. */
export const askForTill = (): Promise<boolean> => tabLock.ask()

export function useTabState(): TabState {
  const state = useSyncExternalStore(tabLock.subscribe, tabLock.state)
  const isVisible = useVisible()
  useEffect(() => {
    void tabLock.ask()
    return tabLock.leave
  }, [])
  // A person who comes back to this tab may have closed the other one.
  useEffect(() => {
    if (isVisible && tabLock.state() === 'elsewhere') void tabLock.ask()
  }, [isVisible])
  return state
}
