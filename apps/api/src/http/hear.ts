import type { Log } from '@nikau/runtime'
import pg from 'pg'

/**
 * A memory of answers from the database that is told when one of them is no longer true. While this process cannot hear that
 * (its listening connection is down) nothing is kept and everything is read anew: slower, never wrong.
 */
export interface Kept<Value> {
  get(key: string): Value | undefined
  /** Reads through to the database; the answer is kept unless it was overtaken by news or by deafness. */
  read(key: string, fetch: () => Promise<Value | undefined>): Promise<Value | undefined>
  close(): Promise<void>
}

const mostKept = 200_000
const relistenMs = 500
const forgetNewsMs = 10_000

/** Keeps values by key until the database notifies on the channel with that key. */
export async function keepUntilTold<Value>(options: { url: string; name: string; channel: string; log: Log }): Promise<Kept<Value>> {
  const { channel, log } = options
  const kept = new Map<string, Value>()
  /** What was changed lately: a read that began before the news must not be kept after it. */
  const news = new Set<string>()
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
    const lost = (error?: Error) => {
      if (listener !== client) return
      listener = undefined
      kept.clear()
      if (closed) return
      log.warn({ err: error, channel }, 'news cannot be heard; everything is read from the database until it can')
      setTimeout(() => void listen(), relistenMs)
    }
    client.on('error', lost)
    client.on('end', () => lost())
    client.on('notification', ({ payload }) => {
      if (!payload) return
      kept.delete(payload)
      news.add(payload)
      setTimeout(() => news.delete(payload), forgetNewsMs).unref()
    })
    try {
      await client.connect()
      await client.query(`listen ${channel}`)
      // Closed while the line was being made: left open it would keep the process from ending.
      if (closed) return await client.end()
      listener = client
    } catch (error) {
      log.warn({ err: error, channel }, 'news cannot be heard yet')
      await client.end().catch(() => {})
      setTimeout(() => void listen(), relistenMs)
    }
  }
  await listen()

  return {
    get: (key) => kept.get(key),
    async read(key, fetch) {
      const hearing = listener
      const value = await fetch()
      if (value !== undefined && hearing && hearing === listener && !news.has(key)) {
        if (kept.size >= mostKept) kept.delete(kept.keys().next().value!)
        kept.set(key, value)
      }
      return value
    },
    async close() {
      closed = true
      await listener?.end()
    },
  }
}
