import type { Log } from '@nikau/runtime'
import { listenTo } from './listen.ts'

/**
 * Values read from the database, cached until a NOTIFY says that one changed. While the LISTEN connection is down nothing is
 * cached and every read goes to the database: slower, but never stale.
 */
export interface CachedValue<Value> {
  get(key: string): Value | undefined
  /** Reads through to the database. The value is cached unless it changed, or the connection was lost, during the read. */
  read(key: string, fetch: () => Promise<Value | undefined>): Promise<Value | undefined>
  close(): Promise<void>
}

const maxEntries = 200_000
const recentChangeMs = 10_000

/** Caches values by key until the database notifies the channel with that key as payload. */
export async function cacheUntilNotified<Value>(options: { url: string; name: string; channel: string; log: Log }): Promise<CachedValue<Value>> {
  const cache = new Map<string, Value>()
  /** A read that began before the notification must not be cached after it. */
  const recentlyChanged = new Set<string>()
  const listener = await listenTo({
    ...options,
    onLost: () => cache.clear(),
    onPayload(key) {
      cache.delete(key)
      recentlyChanged.add(key)
      setTimeout(() => recentlyChanged.delete(key), recentChangeMs).unref()
    },
  })

  return {
    get: (key) => cache.get(key),
    async read(key, fetch) {
      const before = listener.connection()
      const value = await fetch()
      if (value !== undefined && before && before === listener.connection() && !recentlyChanged.has(key)) {
        if (cache.size >= maxEntries) cache.delete(cache.keys().next().value!)
        cache.set(key, value)
      }
      return value
    },
    close: () => listener.close(),
  }
}
