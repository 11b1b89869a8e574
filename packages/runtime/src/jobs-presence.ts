import { EventEmitter, once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import type { Log } from './log.ts'

/**
 * graphile-worker writes the name of the pool that took a job beside the job, and would believe a killed worker for four
 * hours. Here each process keeps one session open that holds an advisory lock for each of its pools. The lock goes when
 * the process goes, so everybody can see whose jobs are orphans, and gives them back.
 *
 * A restart of PostgreSQL ends all these sessions while the workers live on. Two waits keep a job from running twice then:
 * a pool is believed dead only when its lock has been missing for `graceMs` without a break, and a process that could not
 * show itself again within half of that tells its running jobs to stop. A process that is merely frozen keeps its session
 * and so its jobs; one behind a dead network loses them when the server's keepalive gives up, long after it stopped them itself.
 */
export interface Presence {
  /** Resolves when the pool's lock is held: a pool takes no job before. */
  announce(poolId: string): Promise<void>
  /** The pool has ended; what it still holds is an orphan. */
  withdraw(poolId: string): void
  /** True while this process is seen by the others, so that the database is known to answer. */
  seen(): boolean
  /** Throws when this process is not seen by the others at the moment: then no new job may be taken. */
  assertSeen(): Promise<void>
  stop(): Promise<void>
}

/** Marks our locks among all advisory locks of the database. */
const lockClass = 0x6e6b6a62
const held = `select from pg_locks where locktype = 'advisory' and classid = ${lockClass} and objsubid = 2 and granted
  and database = (select oid from pg_database where datname = current_database())`
const orphans = `select locked_by as pool, count(*)::int as jobs from graphile_worker.jobs
  where locked_by like 'pool-%' and not exists (${held} and objid::bigint = hashtext(locked_by)::bigint & 4294967295) group by 1`
const everyMs = 500
const fullSweepMs = 30_000

export function keepPresence(options: { connection: pg.ClientConfig; log: Log; graceMs: number; onUnseen: () => void }): Presence {
  const { log, graceMs } = options
  const wanted = new Set<string>()
  const changes = new EventEmitter().setMaxListeners(0)
  const stopping = new AbortController()
  let shown: Set<string> | undefined
  let unseen: NodeJS.Timeout | undefined

  function lost(): void {
    shown = undefined
    if (!unseen && !stopping.signal.aborted) unseen = setTimeout(options.onUnseen, graceMs / 2)
  }

  async function showPools(client: pg.Client, now: Set<string>): Promise<void> {
    for (const pool of wanted.difference(now)) {
      await client.query('select pg_advisory_lock_shared($1::int, hashtext($2))', [lockClass, pool])
      now.add(pool)
    }
    for (const pool of now.difference(wanted)) {
      await client.query('select pg_advisory_unlock_shared($1::int, hashtext($2))', [lockClass, pool])
      now.delete(pool)
    }
    shown = now
    clearTimeout(unseen)
    unseen = undefined
    changes.emit('shown')
  }

  async function holdSession(): Promise<void> {
    const client = new pg.Client({ ...options.connection, query_timeout: 1500 })
    const ended = new AbortController()
    client.on('error', (error) => ended.abort(error))
    client.on('end', () => ended.abort(new Error('the session ended')))
    const sweep = sweeper(client, log, graceMs)
    try {
      await client.connect()
      await client.query('set tcp_keepalives_idle = 5; set tcp_keepalives_interval = 2; set tcp_keepalives_count = 3')
      const now = new Set<string>()
      while (!stopping.signal.aborted && !ended.signal.aborted) {
        await showPools(client, now)
        await sweep()
        await untilNextRound(AbortSignal.any([ended.signal, stopping.signal]))
      }
      ended.signal.throwIfAborted()
    } finally {
      lost()
      await client.end().catch((error: unknown) => log.debug({ err: error }, 'the presence session did not close'))
    }
  }

  /** A moment, cut short when a pool comes or goes or the session is over. */
  async function untilNextRound(over: AbortSignal): Promise<void> {
    const round = new AbortController()
    const signal = AbortSignal.any([over, round.signal])
    await Promise.race([sleep(everyMs, undefined, { signal }), once(changes, 'wanted', { signal })]).catch((error: unknown) => {
      if (!signal.aborted) throw error
    })
    round.abort()
  }

  async function live(): Promise<void> {
    while (!stopping.signal.aborted) {
      try {
        await holdSession()
      } catch (error) {
        log.warn({ err: error }, 'the session that shows this worker was lost')
        await sleep(200)
      }
    }
  }
  const living = live()

  return {
    async announce(pool) {
      wanted.add(pool)
      changes.emit('wanted')
      const isShown = () => shown?.has(pool) ?? false
      while (!isShown()) await once(changes, 'shown', { signal: stopping.signal })
    },
    withdraw(pool) {
      wanted.delete(pool)
      changes.emit('wanted')
    },
    seen: () => shown !== undefined,
    async assertSeen() {
      if (!shown) await once(changes, 'shown', { signal: AbortSignal.any([stopping.signal, AbortSignal.timeout(1000)]) })
    },
    async stop() {
      stopping.abort()
      clearTimeout(unseen)
      await living
    },
  }
}

/**
 * Looks for jobs whose pool is gone. Reading the locks is cheap and done each time; the queue, which may be long, is read
 * only when somebody vanished, while somebody is under suspicion, at the start, and now and then for safety.
 */
function sweeper(client: pg.Client, log: Log, graceMs: number): () => Promise<void> {
  const missingSince = new Map<string, number>()
  let known: string[] | undefined
  let lastFull = Number.NEGATIVE_INFINITY
  return async () => {
    const now = performance.now()
    const present = (await client.query<{ objid: string }>(held.replace('select', 'select objid::text'))).rows.map((row) => row.objid)
    const vanished = known?.some((lock) => !present.includes(lock)) ?? true
    known = present
    if (!vanished && missingSince.size === 0 && now - lastFull < fullSweepMs) return
    lastFull = now
    const { rows } = await client.query<{ pool: string; jobs: number }>(orphans)
    for (const pool of missingSince.keys()) if (!rows.some((row) => row.pool === pool)) missingSince.delete(pool)
    for (const { pool } of rows) if (!missingSince.has(pool)) missingSince.set(pool, now)
    const dead = rows.filter(({ pool }) => now - missingSince.get(pool)! >= graceMs)
    if (dead.length === 0) return
    await client.query('select graphile_worker.force_unlock_workers($1::text[])', [dead.map(({ pool }) => pool)])
    log.warn({ dead }, 'jobs of a worker that is gone were given back')
  }
}
