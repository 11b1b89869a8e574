import { EventEmitter, once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import type { Log } from './log.ts'

/**
 * Reclaims jobs of dead workers. graphile-worker records which pool locked a job and reclaims it only after four hours. Here each
 * process has a session with an advisory lock per worker pool. The lock ends with the process, so other workers can tell which
 * jobs are orphaned and unlock them.
 *
 * A PostgreSQL restart ends these sessions while the workers live on. Two timeouts then prevent a job from running twice: a pool
 * is dead only once its lock has been missing for `graceMs` without a break, and a process that cannot restore its locks within
 * half of that aborts its running jobs. A frozen process keeps its session and its jobs. A process behind a dead network loses
 * them when the server's keepalive times out, long after it aborted them itself.
 */
export interface Heartbeat {
  /** Resolves once the pool's lock is held; the pool takes no jobs before. */
  register(poolId: string): Promise<void>
  /** The pool has ended; jobs it still holds are orphaned. */
  unregister(poolId: string): void
  /** True while the locks are held, so the database is known to answer. */
  isVisible(): boolean
  /** Throws while the locks are not held: no new job may be taken then. */
  assertVisible(): Promise<void>
  stop(): Promise<void>
}

/** Namespace of our advisory locks: each pool of workers that lives holds one. */
export const workerLockClass = 0x6e6b6a62
const heldLocks = `select from pg_locks where locktype = 'advisory' and classid = ${workerLockClass} and objsubid = 2 and granted
  and database = (select oid from pg_database where datname = current_database())`
const orphanedJobs = `select locked_by as pool, count(*)::int as jobs from graphile_worker.jobs
  where locked_by like 'pool-%' and not exists (${heldLocks} and objid::bigint = hashtext(locked_by)::bigint & 4294967295) group by 1`
const intervalMs = 500
const fullSweepMs = 30_000

export function startHeartbeat(options: { connection: pg.ClientConfig; log: Log; graceMs: number; onLost: () => void }): Heartbeat {
  const { log, graceMs } = options
  const pools = new Set<string>()
  const changes = new EventEmitter().setMaxListeners(0)
  const stopping = new AbortController()
  let visiblePools: Set<string> | undefined
  let lostTimer: NodeJS.Timeout | undefined

  function startLostTimer(): void {
    visiblePools = undefined
    if (!lostTimer && !stopping.signal.aborted) lostTimer = setTimeout(options.onLost, graceMs / 2)
  }

  async function lockPools(client: pg.Client, now: Set<string>): Promise<void> {
    for (const pool of pools.difference(now)) {
      await client.query('select pg_advisory_lock_shared($1::int, hashtext($2))', [workerLockClass, pool])
      now.add(pool)
    }
    for (const pool of now.difference(pools)) {
      await client.query('select pg_advisory_unlock_shared($1::int, hashtext($2))', [workerLockClass, pool])
      now.delete(pool)
    }
    visiblePools = now
    clearTimeout(lostTimer)
    lostTimer = undefined
    changes.emit('visible')
  }

  async function runSession(): Promise<void> {
    const client = new pg.Client({ ...options.connection, query_timeout: 1500 })
    const ended = new AbortController()
    client.on('error', (error) => ended.abort(error))
    client.on('end', () => ended.abort(new Error('session ended')))
    const sweep = sweeper(client, log, graceMs)
    try {
      await client.connect()
      await client.query('set tcp_keepalives_idle = 5; set tcp_keepalives_interval = 2; set tcp_keepalives_count = 3')
      const now = new Set<string>()
      while (!stopping.signal.aborted && !ended.signal.aborted) {
        await lockPools(client, now)
        await sweep()
        await untilNextRound(AbortSignal.any([ended.signal, stopping.signal]))
      }
      ended.signal.throwIfAborted()
    } finally {
      startLostTimer()
      await client.end().catch((error: unknown) => log.debug({ err: error }, 'heartbeat session did not close'))
    }
  }

  /** Waits for the next interval, a change of pools or the end of the session. */
  async function untilNextRound(ended: AbortSignal): Promise<void> {
    const round = new AbortController()
    const signal = AbortSignal.any([ended, round.signal])
    await Promise.race([sleep(intervalMs, undefined, { signal }), once(changes, 'pools', { signal })]).catch((error: unknown) => {
      if (!signal.aborted) throw error
    })
    round.abort()
  }

  async function run(): Promise<void> {
    while (!stopping.signal.aborted) {
      try {
        await runSession()
      } catch (error) {
        log.warn({ err: error }, 'heartbeat session lost')
        await sleep(200)
      }
    }
  }
  const running = run()

  return {
    async register(pool) {
      pools.add(pool)
      changes.emit('pools')
      const isRegistered = () => visiblePools?.has(pool) ?? false
      while (!isRegistered()) await once(changes, 'visible', { signal: stopping.signal })
    },
    unregister(pool) {
      pools.delete(pool)
      changes.emit('pools')
    },
    isVisible: () => visiblePools !== undefined,
    async assertVisible() {
      if (!visiblePools) await once(changes, 'visible', { signal: AbortSignal.any([stopping.signal, AbortSignal.timeout(1000)]) })
    },
    async stop() {
      stopping.abort()
      clearTimeout(lostTimer)
      await running
    },
  }
}

/**
 * Unlocks jobs of dead pools. It reads the locks every time, which is cheap. It reads the queue, which may be long, only at the start,
 * when a lock has disappeared, while a pool is suspected dead, and every 30 seconds.
 */
function sweeper(client: pg.Client, log: Log, graceMs: number): () => Promise<void> {
  const missingSince = new Map<string, number>()
  let lastLocks: string[] | undefined
  let lastFull = Number.NEGATIVE_INFINITY
  return async () => {
    const now = performance.now()
    const present = (await client.query<{ objid: string }>(heldLocks.replace('select', 'select objid::text'))).rows.map((row) => row.objid)
    const vanished = lastLocks?.some((lock) => !present.includes(lock)) ?? true
    lastLocks = present
    if (!vanished && missingSince.size === 0 && now - lastFull < fullSweepMs) return
    lastFull = now
    const { rows } = await client.query<{ pool: string; jobs: number }>(orphanedJobs)
    for (const pool of missingSince.keys()) if (!rows.some((row) => row.pool === pool)) missingSince.delete(pool)
    for (const { pool } of rows) if (!missingSince.has(pool)) missingSince.set(pool, now)
    const dead = rows.filter(({ pool }) => now - missingSince.get(pool)! >= graceMs)
    if (dead.length === 0) return
    await client.query('select graphile_worker.force_unlock_workers($1::text[])', [dead.map(({ pool }) => pool)])
    log.warn({ dead }, 'jobs of dead workers unlocked')
  }
}
