import type { Db, Log } from '@nikau/runtime'
import type { KeyUses } from '../../http/merchant-key.ts'
import { type KeyUse, saveUses } from './store-use.ts'

const minuteMs = 60_000
const flushMs = 5000

/**
 * Notes when keys are used, in memory, and writes each at most once a minute and process, some seconds later: right to the minute, and
 * no write in the way of a call. What a killed process had not written, the next use of the key says again.
 */
export function recordKeyUses(deps: { db: Db; log: Log }): KeyUses & { flush(): Promise<void>; close(): Promise<void> } {
  const written = new Map<string, number>()
  let unwritten = new Map<string, KeyUse>()

  const flush = async () => {
    if (unwritten.size === 0) return
    const uses = unwritten
    unwritten = new Map()
    try {
      await saveUses(deps.db, [...uses.values()])
    } catch (error) {
      // The database is down, which every request reports itself.
      for (const [id, use] of uses) if (!unwritten.has(id)) unwritten.set(id, use)
      deps.log.debug({ err: error }, 'last use of API keys not written')
    }
  }
  const timer = setInterval(() => void flush(), flushMs)
  timer.unref()

  return {
    used({ accountId, keyName }, at) {
      const id = `${accountId} ${keyName}`
      const minute = Math.floor(at.getTime() / minuteMs)
      if (written.get(id) === minute) return
      written.set(id, minute)
      unwritten.set(id, { accountId, keyName, at: new Date(minute * minuteMs) })
    },
    flush,
    async close() {
      clearInterval(timer)
      await flush()
    },
  }
}
