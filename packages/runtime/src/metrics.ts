import { sql } from 'kysely'
import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import type { Db } from './db.ts'
import type { JobsOptions } from './jobs-run.ts'

export interface Metrics {
  registry: Registry
}

/** A metrics registry for one process, including Node's default metrics. */
export function createMetrics(name: string): Metrics {
  const registry = new Registry()
  registry.setDefaultLabels({ process: name })
  collectDefaultMetrics({ register: registry })
  return { registry }
}

/** Metrics of job durations and, on collection, of the queue. Returns the `observe` option of `runJobs`. */
export function measureJobs({ registry }: Metrics, db: Db): NonNullable<JobsOptions['observe']> {
  const seconds = new Histogram({
    name: 'nikau_job_seconds',
    help: 'Duration of jobs by task and outcome',
    labelNames: ['task', 'outcome'],
    buckets: [0.01, 0.05, 0.1, 0.5, 1, 5, 15, 60],
    registers: [registry],
  })
  const queue = new Gauge({
    name: 'nikau_jobs',
    help: 'Jobs in the queue: due, running and permanently failed',
    labelNames: ['state'],
    registers: [registry],
    async collect() {
      // The table, because the joins of the view cost more than the count.
      const { rows } = await sql<{ due: number; running: number; failed: number }>`
        select count(*) filter (where is_available and run_at <= now())::int as due, count(*) filter (where locked_at is not null)::int as running,
          count(*) filter (where locked_at is null and attempts >= max_attempts)::int as failed
        from graphile_worker._private_jobs`.execute(db)
      for (const [state, count] of Object.entries(rows[0]!)) queue.set({ state }, count)
    },
  })
  return ({ task, outcome, seconds: taken }) => seconds.observe({ task, outcome }, taken)
}

/** Metrics of HTTP responses by route, not by URL: each id in a path would become a time series. */
export function measureHttp({ registry }: Metrics): (response: { method: string; route: string; status: number; seconds: number }) => void {
  const histogram = new Histogram({
    name: 'nikau_http_seconds',
    help: 'Duration of HTTP responses by route and status',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.25, 0.5, 1, 3, 5],
    registers: [registry],
  })
  return ({ method, route, status, seconds }) => histogram.observe({ method, route, status }, seconds)
}
