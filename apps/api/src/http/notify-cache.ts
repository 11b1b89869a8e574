import type { Log } from '@nikau/runtime'
import pg from 'pg'

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
const reconnectMs = 500
const recentChangeMs = 10_000

/** Caches values by key until the database notifies the channel with that key as payload. */
export async function cacheUntilNotified<Value>(options: { url: string; name: string; channel: string; log: Log }): Promise<CachedValue<Value>> {
  const { channel, log } = options
  const cache = new Map<string, Value>()
  /** A read that began before the notification must not be cached after it. */
  const recentlyChanged = new Set<string>()
  let listener: pg.Client | undefined
  let closed = false

  const listen = async (): Promise<void> => {
    if (closed) return
    const client = new pg.Client({
      connectionString: options.url,
      application_name: options.name,
      connectionTimeoutMillis: 2000,
      keepAlive: true,
    })
    const onLost = (error?: Error) => {
      if (listener !== client) return
      listener = undefined
      cache.clear()
      if (closed) return
      log.warn({ err: error, channel }, 'LISTEN connection lost; cache bypassed until it is back')
      setTimeout(() => void listen(), reconnectMs)
    }
    client.on('error', onLost)
    client.on('end', () => onLost())
    client.on('notification', ({ payload }) => {
      if (!payload) return
      cache.delete(payload)
      recentlyChanged.add(payload)
      setTimeout(() => recentlyChanged.delete(payload), recentChangeMs).unref()
    })
    try {
      await client.connect()
      await client.query(`listen ${channel}`)
      // Closed while connecting: an open connection would keep the process from ending.
      if (closed) return await client.end()
      listener = client
    } catch (error) {
      log.warn({ err: error, channel }, 'LISTEN connection failed; retrying')
      await client.end().catch(() => {})
      setTimeout(() => void listen(), reconnectMs)
    }
  }
  await listen()

  return {
    get: (key) => cache.get(key),
    async read(key, fetch) {
      const listenerBefore = listener
      const value = await fetch()
      if (value !== undefined && listenerBefore && listenerBefore === listener && !recentlyChanged.has(key)) {
        if (cache.size >= maxEntries) cache.delete(cache.keys().next().value!)
        cache.set(key, value)
      }
      return value
    },
    async close() {
      closed = true
      await listener?.end()
    },
  }
}
