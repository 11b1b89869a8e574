import { EventEmitter } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { Logger, parseCronItems, type Runner, run, type TaskList } from 'graphile-worker'
import pg from 'pg'
import { connectGuarded, type Database } from './db.ts'
import { keepPresence, type Presence } from './jobs-presence.ts'
import type { Log } from './log.ts'

export interface JobRun {
  id: string
  /** 1 at the first try. */
  attempt: number
  /** Nobody comes after this attempt: what it leaves undone stays undone. */
  last: boolean
  /** Raised when the job must stop: the process ends, or others may soon take this job for abandoned. */
  signal: AbortSignal
}

/** Does one job, and is safe to run twice: a worker can be killed after the work and before the note of it. Throwing means: try again later. */
export type JobHandler = (payload: unknown, run: JobRun) => Promise<void>

export interface JobsOptions {
  database: Database
  tasks: Record<string, JobHandler>
  /** Times in UTC, five fields. */
  cron?: { task: string; at: string }[]
  log: Log
  concurrency: number
  /** How long a new job may wait when the notice of it was lost. */
  pollMs?: number
  observe?: (result: { task: string; outcome: 'done' | 'failed'; seconds: number }) => void
  /** How long a worker must be out of sight before its jobs are given to others. */
  graceMs?: number
  /** How long a set of workers may take to end after a fault before the process is given up. */
  endMs?: number
}

/** The background work of one module. */
export type ModuleJobs = Pick<JobsOptions, 'tasks' | 'cron'>

export interface RunningJobs {
  /** True while jobs are looked for. */
  running(): boolean
  /** Takes no new jobs, lets the running ones end, and tells them to after five seconds. */
  stop(): Promise<void>
  /** Resolves after `stop`. Rejects when the workers neither work nor end: only a new process helps then. */
  ended: Promise<void>
}

/**
 * Runs jobs until told to stop, through any loss and return of the database. graphile-worker ends its whole pool of workers
 * when it cannot note the end of a job; then another pool is started here, and the job in question runs again.
 */
export function runJobs(options: JobsOptions): RunningJobs {
  const { log, graceMs = 2000, endMs = 15_000 } = options
  const pool = jobPool(options)
  const stopping = new AbortController()
  let unseen = new AbortController()
  let runner: Runner | undefined
  const presence = keepPresence({
    connection: pool.options,
    log,
    graceMs,
    onUnseen: () => {
      log.error('this worker was out of sight for too long: its running jobs are told to stop')
      unseen.abort(new Error('the worker is out of sight'))
      unseen = new AbortController()
    },
  })

  /** One pool of workers, from its start to its end. */
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
      taskList: tasksFor(options, () => unseen.signal),
      parsedCronItems: parseCronItems((options.cron ?? []).map(({ task, at }) => ({ task, match: at, identifier: task }))),
      forbiddenFlags: async () => {
        await presence.assertSeen()
        return []
      },
      preset: workerSettings(options, presence),
    })
    const started = runner
    if (stopping.signal.aborted) void endRunner(started)
    onceDeaf(events, presence, () => {
      log.error('the workers find no jobs although the database answers')
      void endRunner(started)
    })
    const tooLong = ending.then(() => sleep(endMs, true, { ref: false }))
    const stuck = await Promise.race([started.promise.then(() => false), tooLong])
    runner = undefined
    if (stuck) throw new StuckError('the workers neither work nor end')
    for (const id of poolIds) presence.withdraw(id)
  }

  async function endRunner(one: Runner): Promise<void> {
    try {
      await one.stop()
    } catch (error) {
      log.debug({ err: error }, 'the workers were ending already')
    }
  }

  async function keepRunning(): Promise<void> {
    while (!stopping.signal.aborted) {
      try {
        await runPool()
        if (!stopping.signal.aborted) log.error('the workers ended by themselves; others are started')
      } catch (error) {
        if (error instanceof StuckError) throw error
        log.warn({ err: error }, 'the workers could not start; trying again')
      }
      if (!stopping.signal.aborted) await sleep(500)
    }
  }

  async function live(): Promise<void> {
    await keepRunning()
    await presence.stop()
    await pool.end()
  }
  const ended = live()
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
 * graphile-worker 0.18 looks up the numbers of its tasks once and keeps the answer, also when it is a failure: a connection
 * that is lost at that moment leaves a pool that lives and never takes a job. So a pool whose every try fails for two
 * seconds while the database answers is ended, and another is started.
 */
function onceDeaf(events: EventEmitter, presence: Presence, act: () => void): void {
  let since: number | undefined
  let acted = false
  const wellAgain = () => void (since = undefined)
  events.on('worker:getJob:empty', wellAgain)
  events.on('job:start', wellAgain)
  events.on('worker:getJob:error', () => {
    since = presence.seen() ? (since ?? performance.now()) : undefined
    if (acted || since === undefined || performance.now() - since < 2000) return
    acted = true
    act()
  })
}

/**
 * A pool of the workers' own: taking and ending jobs never waits for what the jobs themselves do with the database. It
 * reads whole numbers as graphile-worker expects them, destroys a connection that failed, and sits out a short absence of
 * the server, for graphile-worker itself does not retry the note that a job is done.
 */
function jobPool({ database, concurrency, log }: JobsOptions): pg.Pool {
  const { types: _ours, ...same } = database.pool.options
  const pool = new pg.Pool({ ...same, application_name: `${same.application_name ?? 'nikau'} jobs`, max: concurrency + 3 })
  pool.on('error', (error) => log.warn({ err: error }, 'an idle database connection was lost'))
  pool.on('connect', (client) => client.on('error', (error) => log.warn({ err: error }, 'a database connection was lost')))
  const connectPlainly = pool.connect.bind(pool)
  const plain = { connect: () => connectPlainly() } as pg.Pool
  const patiently = async (deadline = performance.now() + 5000): Promise<unknown> => {
    try {
      return await connectGuarded(plain)
    } catch (error) {
      // The code is left out: graphile-worker would answer some of them by sleeping for minutes.
      if (performance.now() > deadline || pool.ending) throw new Error('no database connection', { cause: error })
      await sleep(200)
      return await patiently(deadline)
    }
  }
  type Callback = Parameters<typeof connectPlainly>[0]
  pool.connect = ((callback?: Callback) => (callback ? connectPlainly(callback) : patiently())) as typeof pool.connect
  return pool
}

function tasksFor({ tasks, observe }: JobsOptions, unseen: () => AbortSignal): TaskList {
  return Object.fromEntries(
    Object.entries(tasks).map(([task, handle]) => [
      task,
      async (payload, { job, abortSignal }) => {
        const start = performance.now()
        const end = (outcome: 'done' | 'failed') => observe?.({ task, outcome, seconds: (performance.now() - start) / 1000 })
        const signal = abortSignal ? AbortSignal.any([abortSignal, unseen()]) : unseen()
        try {
          await handle(payload, { id: job.id, attempt: job.attempts, last: job.attempts >= job.max_attempts, signal })
        } catch (error) {
          end('failed')
          throw error
        }
        end('done')
      },
    ]),
  )
}

function workerSettings({ concurrency, pollMs = 1000 }: JobsOptions, presence: Presence): GraphileConfig.Preset {
  return {
    worker: {
      concurrentJobs: concurrency,
      pollInterval: pollMs,
      gracefulShutdownAbortTimeout: 5000,
      // Not for speed: without a batch graphile-worker 0.18 does not wait for the note of a job's end, and when that fails
      // the unheard rejection ends the process. In a batch of no delay the failure is heard and ends the pool.
      completeJobBatchDelay: 0,
      failJobBatchDelay: 0,
    },
    plugins: [
      {
        name: 'presence',
        version: '1.0.0',
        worker: { hooks: { startWorker: (_context, { worker }) => presence.announce(worker.workerPool.id) } },
      },
    ],
  }
}

/** graphile-worker's own lines, without the job's payload that it would attach. */
function loggerTo(log: Log): Logger {
  return new Logger((scope) => (level, message, meta) => {
    const method = level === 'warning' ? 'warn' : level
    const error = (meta as { error?: unknown } | undefined)?.error
    // That a job ended well is said by the job; a line for each of millions helps nobody.
    log[method === 'info' ? 'debug' : method](
      { ...(scope.taskIdentifier && { task: scope.taskIdentifier }), ...(scope.jobId && { job: scope.jobId }), ...(error instanceof Error && { err: error }) },
      message,
    )
  })
}
