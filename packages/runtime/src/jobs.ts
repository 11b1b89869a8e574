import { sql } from 'kysely'
import type { Db } from './db.ts'

export type Json = string | number | boolean | null | readonly Json[] | { readonly [key: string]: Json }

/** What a job is told: ids to look things up by. Never a secret, for the queue's rows are kept and may be shown to operators. */
export type JobPayload = { readonly [key: string]: Json }

export interface JobOptions {
  /** A waiting job of the same key is replaced and not doubled. */
  key?: string
  runAt?: Date
  /** How often it is tried before it rests as failed; the waits grow from 3 seconds to 6 hours. 25 if not said. */
  maxAttempts?: number
}

/** Adds a job in the caller's transaction: it runs after the commit, or never if the transaction is rolled back. */
export async function addJob(tx: Db, name: string, payload: JobPayload, options: JobOptions = {}): Promise<void> {
  await sql`select 1 from graphile_worker.add_job(
    identifier => ${name}::text, payload => ${JSON.stringify(payload)}::json, run_at => ${options.runAt ?? null}::timestamptz,
    max_attempts => ${options.maxAttempts ?? null}::int, job_key => ${options.key ?? null}::text)`.execute(tx)
}

/** Adds many jobs by one statement, in the caller's transaction. */
export async function addJobs(tx: Db, jobs: readonly ({ name: string; payload: JobPayload } & JobOptions)[]): Promise<void> {
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
