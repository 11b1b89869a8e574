import type { Clock, Db } from '@nikau/runtime'
import { sql } from 'kysely'

/**
 * Counts calls per minute in PostgreSQL, so that all processes share the counts and a restart keeps them. Counts far below the limit
 * are buffered here and flushed four times a second; from a quarter of the limit each call is written at once, so that the limit
 * itself is exact.
 */
export interface RateLimiter {
  /** Seconds to wait if the call exceeds the limit, else 0. */
  consume(key: string, perMinute: number): Promise<number>
  /** Counts a call of a source before the caller is known. Seconds to wait if the source exceeds its limit, else 0. */
  countCall(source: string): number
  /** Counts credentials that were not valid. */
  countFailure(source: string): Promise<void>
  /** Seconds until the source may try further credentials, else 0. */
  waitAfterFailures(source: string): number
  close(): Promise<void>
}

export interface RateLimits {
  /** Multiplies every limit, for load tests with few callers. */
  scale?: number
  /** Calls a minute of one source. */
  perSource?: number
  /** Failed authentications a minute of one source. */
  failuresPerSource?: number
}

const flushMs = 250

export function createRateLimiter(db: Db, clock: Clock, { scale = 1, perSource = 6000, failuresPerSource = 60 }: RateLimits = {}): RateLimiter {
  let minute = currentMinute(clock)
  const totals = new Map<string, number>()
  const unwritten = new Map<string, number>()
  /** Counts being written. They count meanwhile, or a call would pass in between. */
  const inFlight = new Map<string, number>()
  /** Calls of sources in this process. */
  const calls = new Map<string, number>()

  const startMinute = () => {
    const now = currentMinute(clock)
    if (now === minute) return
    minute = now
    for (const counts of [totals, unwritten, inFlight, calls]) counts.clear()
  }
  const totalOf = (key: string) => (totals.get(key) ?? 0) + (inFlight.get(key) ?? 0) + (unwritten.get(key) ?? 0)
  const waitSeconds = () => Math.max(1, 60 - Math.floor((clock.now().getTime() / 1000) % 60))

  const addInFlight = (key: string, count: number) => inFlight.set(key, (inFlight.get(key) ?? 0) + count)
  const write = async (keys: string[]) => {
    const counts = keys.map((key) => unwritten.get(key) ?? 0)
    const writtenFor = minute
    for (const [index, key] of keys.entries()) {
      unwritten.delete(key)
      addInFlight(key, counts[index]!)
    }
    try {
      const rows = await addCounts(db, writtenFor, keys, counts)
      // An answer may overtake an earlier one.
      if (writtenFor === minute) for (const row of rows) totals.set(row.key, Math.max(totals.get(row.key) ?? 0, row.count))
      return rows
    } finally {
      if (writtenFor === minute) for (const [index, key] of keys.entries()) addInFlight(key, -counts[index]!)
    }
  }

  /** Buffered counts that are being written. */
  let flush: { keys: ReadonlySet<string>; done: Promise<void> } | undefined
  const timer = setInterval(() => {
    if (flush || unwritten.size === 0) return
    const keys = [...unwritten.keys()]
    const done = write(keys)
      .then(() => {})
      .catch(() => {}) // the database is down, which every request reports itself
      .finally(() => (flush = undefined))
    flush = { keys: new Set(keys), done }
  }, flushMs)
  timer.unref()

  const flushOf = (key: string) => (flush?.keys.has(key) ? flush.done : undefined)

  const consume = async (key: string, unscaled: number) => {
    const perMinute = unscaled * scale
    startMinute()
    unwritten.set(key, (unwritten.get(key) ?? 0) + 1)
    if (totalOf(key) <= perMinute / 4) return 0
    // A call that overtook buffered ones would be answered a count without them.
    for (let done = flushOf(key); done; done = flushOf(key)) await done
    const countedIn = minute
    const [row] = await write([key])
    const count = countedIn === minute ? row!.count : totalOf(key)
    return count > perMinute ? waitSeconds() : 0
  }

  return {
    consume,
    countCall(source) {
      startMinute()
      const key = `calls ${source}`
      const limit = perSource * scale
      const count = (calls.get(key) ?? 0) + 1
      calls.set(key, count)
      // Most sources are far below the limit and not worth a row; from a sixteenth of it the processes share their counts.
      const shared = Math.ceil(limit / 16)
      if (count >= shared) unwritten.set(key, (unwritten.get(key) ?? 0) + (count === shared ? count : 1))
      return Math.max(count, totalOf(key)) > limit ? waitSeconds() : 0
    },
    async countFailure(source) {
      await consume(`failures ${source}`, failuresPerSource)
    },
    waitAfterFailures(source) {
      startMinute()
      return totalOf(`failures ${source}`) >= failuresPerSource * scale ? waitSeconds() : 0
    },
    async close() {
      clearInterval(timer)
      await flush?.done
      if (unwritten.size > 0) await write([...unwritten.keys()]).catch(() => {}) // as above
    },
  }
}

function currentMinute(clock: Clock): number {
  return Math.floor(clock.now().getTime() / 60_000)
}

/** Late counts of the previous minute, from a process whose clock is behind, are added to the current minute and never reset it. */
async function addCounts(db: Db, minute: number, keys: string[], counts: number[]) {
  const result = await sql<{ key: string; count: number }>`
    insert into rate_limit as r (key, minute, count)
    select key, ${minute}, count from unnest(${keys}::text[], ${counts}::int[]) as t (key, count) order by key
    on conflict (key) do update set
      count = case when r.minute between excluded.minute and excluded.minute + 1 then r.count + excluded.count else excluded.count end,
      minute = case when r.minute = excluded.minute + 1 then r.minute else excluded.minute end
    returning key, count`.execute(db)
  return result.rows
}
