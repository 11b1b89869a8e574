import { createServer, type ServerResponse } from 'node:http'
import { sql } from 'kysely'
import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import type { Db } from './db.ts'
import type { JobsOptions } from './jobs-run.ts'
import type { Log } from './log.ts'

export interface Metrics {
  registry: Registry
}

/** The measures of one process, with those of Node itself. Each process has its own, so that tests can have many. */
export function createMetrics(name: string): Metrics {
  const registry = new Registry()
  registry.setDefaultLabels({ process: name })
  collectDefaultMetrics({ register: registry })
  return { registry }
}

/** Measures how long jobs take and how they end, and, when asked, how long the queue is. The answer goes to `runJobs`. */
export function measureJobs({ registry }: Metrics, db: Db): NonNullable<JobsOptions['observe']> {
  const seconds = new Histogram({
    name: 'nikau_job_seconds',
    help: 'How long jobs ran, by task and outcome',
    labelNames: ['task', 'outcome'],
    buckets: [0.01, 0.05, 0.1, 0.5, 1, 5, 15, 60],
    registers: [registry],
  })
  const queue = new Gauge({
    name: 'nikau_jobs',
    help: 'Jobs in the queue: due and waiting, running, and failed for good',
    labelNames: ['state'],
    registers: [registry],
    async collect() {
      // The base table and not the view: the view's joins cost more than the count.
      const { rows } = await sql<{ due: number; running: number; failed: number }>`
        select count(*) filter (where is_available and run_at <= now())::int as due, count(*) filter (where locked_at is not null)::int as running,
          count(*) filter (where locked_at is null and attempts >= max_attempts)::int as failed
        from graphile_worker._private_jobs`.execute(db)
      for (const [state, count] of Object.entries(rows[0]!)) queue.set({ state }, count)
    },
  })
  return ({ task, outcome, seconds: taken }) => seconds.observe({ task, outcome }, taken)
}

/** Named questions that must all be answered without an error before work is sent to the process. */
export type Checks = Record<string, () => Promise<unknown>>

export async function answersSql(db: Db): Promise<void> {
  await sql`select 1`.execute(db)
}

/** The names of the checks that failed, or did not answer within a second. */
export async function failing(checks: Checks): Promise<string[]> {
  const results = await Promise.all(
    Object.entries(checks).map(async ([name, check]) => {
      const late = new Promise<never>((_resolve, reject) => setTimeout(() => reject(new Error('no answer')), 1000).unref())
      try {
        await Promise.race([check(), late])
        return []
      } catch {
        return [name] // which check failed is the answer; why, is in the log of whoever owns the thing
      }
    }),
  )
  return results.flat()
}

/** /healthz (the process lives), /readyz (it can work) and /metrics, for a process that has no HTTP server of its own. */
export async function serveHealth(options: { port: number; host?: string; metrics: Metrics; checks: Checks; log: Log }) {
  const { metrics, checks, log } = options
  const json = (response: ServerResponse, status: number, body: object) =>
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))

  async function answer(path: string | undefined, response: ServerResponse): Promise<void> {
    if (path === '/healthz') return void json(response, 200, { status: 'ok' })
    if (path === '/readyz') {
      const names = await failing(checks)
      return void json(response, names.length ? 503 : 200, names.length ? { status: 'not ready', failing: names } : { status: 'ok' })
    }
    if (path === '/metrics') {
      const text = await metrics.registry.metrics()
      return void response.writeHead(200, { 'content-type': metrics.registry.contentType }).end(text)
    }
    json(response, 404, { status: 'not found' })
  }

  const server = createServer((request, response) => {
    answer(request.url?.split('?')[0], response).catch((error: unknown) => {
      log.warn({ err: error, path: request.url }, 'a health answer failed')
      if (!response.headersSent) json(response, 503, { status: 'failed' })
    })
  })
  await new Promise<void>((resolve, reject) => void server.once('error', reject).listen(options.port, options.host ?? '127.0.0.1', resolve))
  return {
    port: (server.address() as { port: number }).port,
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
