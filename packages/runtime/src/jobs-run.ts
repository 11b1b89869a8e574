import { EventEmitter } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { Logger, parseCronItems, type Runner, run, type TaskList } from 'graphile-worker'
import pg from 'pg'
import { connectGuarded, type Database } from './db.ts'
import { startHeartbeat, type Heartbeat } from './worker-heartbeat.ts'
import type { Log } from './log.ts'

export interface JobRun {
  id: string
  /** Starts at 1. */
  attempt: number
  isLastAttempt: boolean
  /** Aborted when the job must stop: on shutdown, or when other workers may soon reclaim it. */
  signal: AbortSignal
}

/** Must be idempotent: a worker can be killed after the work is done and before the job is marked complete. Throw to retry later. */
export type JobHandler = (payload: unknown, run: JobRun) => Promise<void>

export interface JobsOptions {
  database: Database
  tasks: Record<string, JobHandler>
  /** Five-field cron expressions in UTC. */
  cron?: { task: string; at: string }[]
  log: Log
  concurrency: number
  /** Poll interval, for jobs whose NOTIFY was lost. */
  pollMs?: number
  observe?: (result: { task: string; outcome: 'done' | 'failed'; seconds: number }) => void
  /** How long a heartbeat must be missing before other workers reclaim the jobs. */
  graceMs?: number
  /** How long a failed pool may take to shut down before `ended` rejects. */
  stuckTimeoutMs?: number
}

/** The jobs of one module. */
export type ModuleJobs = Pick<JobsOptions, 'tasks' | 'cron'>

export interface RunningJobs {
  /** True while workers poll for jobs. */
  running(): boolean
  /** Takes no new jobs and waits for running ones, which are aborted after five seconds. */
  stop(): Promise<void>
  /** Resolves after `stop`. Rejects if the workers are stuck, so that the process must be restarted. */
  ended: Promise<void>
}

/**
 * Runs jobs until `stop`, across database outages. graphile-worker shuts down its whole pool if it cannot mark a job complete; a new
 * pool is then started here, and that job runs again.
 */
export function runJobs(options: JobsOptions): RunningJobs {
  const { log, graceMs = 2000, stuckTimeoutMs = 15_000 } = options
  const pool = createJobPool(options)
  const stopping = new AbortController()
  let heartbeatLost = new AbortController()
  let runner: Runner | undefined
  const heartbeat = startHeartbeat({
    connection: pool.options,
    log,
    graceMs,
    onLost: () => {
      log.error('worker heartbeat lost; running jobs aborted')
      heartbeatLost.abort(new Error('worker heartbeat lost'))
      heartbeatLost = new AbortController()
    },
  })

  /** Runs one worker pool until it ends. */
  async function runPool(): Promise<void> {
    const events = new EventEmitter()
    const poolIds: string[] = []
    events.on('pool:create', ({ workerPool }: { workerPool: { id: string } }) => poolIds.push(workerPool.id))
    const ending = new Promise<void>((resolve) => void events.once('pool:gracefulShutdown', () => resolve()))
    runner = await run({
      pgPool: pool,
      events,
      logger: loggerTo(log),
      noHandleSignals: true,
      taskList: tasksFor(options, () => heartbeatLost.signal),
      parsedCronItems: parseCronItems((options.cron ?? []).map(({ task, at }) => ({ task, match: at, identifier: task }))),
      forbiddenFlags: async () => {
        await heartbeat.assertVisible()
        return []
      },
      preset: workerSettings(options, heartbeat),
    })
    const started = runner
    if (stopping.signal.aborted) void endRunner(started)
    onStalled(events, heartbeat, () => {
      log.error('workers get no jobs although the database answers; restarting them')
      void endRunner(started)
    })
    const timeout = ending.then(() => sleep(stuckTimeoutMs, true, { ref: false }))
    const stuck = await Promise.race([started.promise.then(() => false), timeout])
    runner = undefined
    if (stuck) throw new StuckError('workers are stuck')
    for (const id of poolIds) heartbeat.unregister(id)
  }

  async function endRunner(runner: Runner): Promise<void> {
    try {
      await runner.stop()
    } catch (error) {
      log.debug({ err: error }, 'workers were already stopping')
    }
  }

  async function keepRunning(): Promise<void> {
    while (!stopping.signal.aborted) {
      try {
        await runPool()
        if (!stopping.signal.aborted) log.error('workers ended unexpectedly; restarting them')
      } catch (error) {
        if (error instanceof StuckError) throw error
        log.warn({ err: error }, 'workers could not start; retrying')
      }
      if (!stopping.signal.aborted) await sleep(500)
    }
  }

  async function runToEnd(): Promise<void> {
    await keepRunning()
    await heartbeat.stop()
    await pool.end()
  }
  const ended = runToEnd()
  return {
    running: () => runner !== undefined,
    async stop() {
      stopping.abort()
      if (runner) await endRunner(runner)
      await ended
    },
    ended,
  }
}

class StuckError extends Error {}

/**
 * graphile-worker 0.18 looks up its task ids once and caches even a failed lookup: a connection lost at that moment leaves a pool
 * that runs and never gets a job. A pool that only fails for two seconds while the database answers is therefore replaced.
 */
function onStalled(events: EventEmitter, heartbeat: Heartbeat, report: () => void): void {
  let since: number | undefined
  let reported = false
  const reset = () => void (since = undefined)
  events.on('worker:getJob:empty', reset)
  events.on('job:start', reset)
  events.on('worker:getJob:error', () => {
    since = heartbeat.isVisible() ? (since ?? performance.now()) : undefined
    if (reported || since === undefined || performance.now() - since < 2000) return
    reported = true
    report()
  })
}

/**
 * A separate connection pool, so that fetching and completing jobs never waits for queries of the jobs. It parses int8 as
 * graphile-worker expects, destroys failed connections, and retries during short outages, since graphile-worker does not retry
 * marking a job complete.
 */
function createJobPool({ database, concurrency, log }: JobsOptions): pg.Pool {
  const { types: _customTypes, ...poolOptions } = database.pool.options
  const pool = new pg.Pool({ ...poolOptions, application_name: `${poolOptions.application_name ?? 'nikau'} jobs`, max: concurrency + 3 })
  pool.on('error', (error) => log.warn({ err: error }, 'idle database connection lost'))
  pool.on('connect', (client) => client.on('error', (error) => log.warn({ err: error }, 'database connection lost')))
  const connectRaw = pool.connect.bind(pool)
  const rawPool = { connect: () => connectRaw() } as pg.Pool
  const connectWithRetry = async (deadline = performance.now() + 5000): Promise<unknown> => {
    try {
      return await connectGuarded(rawPool)
    } catch (error) {
      // Without the error code, because graphile-worker sleeps for minutes on some codes.
      if (performance.now() > deadline || pool.ending) throw new Error('no database connection', { cause: error })
      await sleep(200)
      return await connectWithRetry(deadline)
    }
  }
  type Callback = Parameters<typeof connectRaw>[0]
  pool.connect = ((callback?: Callback) => (callback ? connectRaw(callback) : connectWithRetry())) as typeof pool.connect
  return pool
}

function tasksFor({ tasks, observe }: JobsOptions, heartbeatLost: () => AbortSignal): TaskList {
  return Object.fromEntries(
    Object.entries(tasks).map(([task, handle]) => [
      task,
      async (payload, { job, abortSignal }) => {
        const start = performance.now()
        const end = (outcome: 'done' | 'failed') => observe?.({ task, outcome, seconds: (performance.now() - start) / 1000 })
        const signal = abortSignal ? AbortSignal.any([abortSignal, heartbeatLost()]) : heartbeatLost()
        try {
          await handle(payload, { id: job.id, attempt: job.attempts, isLastAttempt: job.attempts >= job.max_attempts, signal })
        } catch (error) {
          end('failed')
          throw error
        }
        end('done')
      },
    ]),
  )
}

function workerSettings({ concurrency, pollMs = 1000 }: JobsOptions, heartbeat: Heartbeat): GraphileConfig.Preset {
  return {
    worker: {
      concurrentJobs: concurrency,
      pollInterval: pollMs,
      gracefulShutdownAbortTimeout: 5000,
      // Without batching, graphile-worker 0.18 does not await the completion of a job, and its unhandled rejection ends the
      // process. With a batch delay of 0 the failure is handled and ends only the pool.
      completeJobBatchDelay: 0,
      failJobBatchDelay: 0,
    },
    plugins: [
      {
        name: 'heartbeat',
        version: '1.0.0',
        worker: { hooks: { startWorker: (_context, { worker }) => heartbeat.register(worker.workerPool.id) } },
      },
    ],
  }
}

/** Logs graphile-worker's messages without the job payload. */
function loggerTo(log: Log): Logger {
  return new Logger((scope) => (level, message, meta) => {
    const method = level === 'warning' ? 'warn' : level
    const error = (meta as { error?: unknown } | undefined)?.error
    // Info becomes debug: one line per completed job is too many.
    log[method === 'info' ? 'debug' : method](
      { ...(scope.taskIdentifier && { task: scope.taskIdentifier }), ...(scope.jobId && { job: scope.jobId }), ...(error instanceof Error && { err: error }) },
      message,
    )
  })
}
