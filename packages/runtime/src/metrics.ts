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

/** Upper bounds in seconds. */
export const httpBuckets: readonly number[] = [0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.25, 0.5, 1, 3, 5]

const httpSeconds = 'nikau_http_seconds'

/** Metrics of HTTP responses by route, not by URL: each id in a path would become a time series. */
export function measureHttp({ registry }: Metrics): (response: { method: string; route: string; status: number; seconds: number }) => void {
  const histogram = new Histogram({
    name: httpSeconds,
    help: 'Duration of HTTP responses by route and status',
    labelNames: ['method', 'route', 'status'],
    buckets: [...httpBuckets],
    registers: [registry],
  })
  return ({ method, route, status, seconds }) => histogram.observe({ method, route, status }, seconds)
}

/** What `measureHttp` has counted of some routes since the start of the process. */
export interface HttpTotals {
  answered: number
  /** With a status of 400 or more. */
  refused: number
  /** By duration: one for each of `httpBuckets`, and one for longer ones. */
  buckets: number[]
}

export async function readHttpTotals({ registry }: Metrics, counts: (response: { method: string; route: string }) => boolean): Promise<HttpTotals> {
  const totals: HttpTotals = { answered: 0, refused: 0, buckets: [...httpBuckets, Infinity].map(() => 0) }
  const metric = registry.getSingleMetric(httpSeconds) as Histogram<'method' | 'route' | 'status'> | undefined
  for (const { metricName, labels, value } of (await metric?.get())?.values ?? []) {
    const { method, route, status, le } = labels as Readonly<Record<string, string | number | undefined>>
    if (!counts({ method: String(method), route: String(route) })) continue
    if (metricName === `${httpSeconds}_count`) {
      totals.answered += value
      if (Number(status) >= 400) totals.refused += value
    } else if (metricName === `${httpSeconds}_bucket`) {
      const index = le === '+Inf' ? httpBuckets.length : httpBuckets.indexOf(Number(le))
      totals.buckets[index] = totals.buckets[index]! + value
    }
  }
  // Prometheus counts every bucket with the ones below it.
  totals.buckets = totals.buckets.map((count, index, all) => count - (all[index - 1] ?? 0))
  return totals
}
