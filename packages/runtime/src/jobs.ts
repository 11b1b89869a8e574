import { sql } from 'kysely'
import type { Db } from './db.ts'

export type Json = string | number | boolean | null | readonly Json[] | { readonly [key: string]: Json }

/** Ids for the handler to look up. Never secrets, since operators can read the queue. */
export type JobPayload = { readonly [key: string]: Json }

export interface JobOptions {
  /** A pending job with the same key is replaced. */
  key?: string
  runAt?: Date
  /** The time that `runAt` was counted from. Where that is ahead of the database's, as a moved clock of development is, the job waits as long from now. */
  countedFrom?: Date
  /** Defaults to 25. The backoff grows from 3 seconds to 6 hours. */
  maxAttempts?: number
}

/** Adds a job in the caller's transaction: it runs after the commit, and not at all after a rollback. */
export async function addJob(tx: Db, name: string, payload: JobPayload, options: JobOptions = {}): Promise<void> {
  await sql`select 1 from graphile_worker.add_job(
    identifier => ${name}::text, payload => ${JSON.stringify(payload)}::json, run_at => ${runAtOf(options)},
    max_attempts => ${options.maxAttempts ?? null}::int, job_key => ${options.key ?? null}::text)`.execute(tx)
}

/** The queue compares with the database's time. */
function runAtOf({ runAt, countedFrom }: JobOptions) {
  if (runAt === undefined) return sql`null::timestamptz`
  if (countedFrom === undefined) return sql`${runAt}::timestamptz`
  return sql`least(${runAt}::timestamptz, now() + (${runAt}::timestamptz - ${countedFrom}::timestamptz))`
}

/** Adds many jobs in one statement. */
export async function addJobs(tx: Db, jobs: readonly ({ name: string; payload: JobPayload } & Omit<JobOptions, 'countedFrom'>)[]): Promise<void> {
  if (jobs.length === 0) return
  const specs = jobs.map((job) => ({
    identifier: job.name,
    payload: job.payload,
    run_at: job.runAt ?? null,
    max_attempts: job.maxAttempts ?? null,
    job_key: job.key ?? null,
  }))
  await sql`select count(*) from graphile_worker.add_jobs(
    array(select json_populate_recordset(null::graphile_worker.job_spec, ${JSON.stringify(specs)}::json)))`.execute(tx)
}
