import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'

/** Runs a job that the worker runs once a minute, now, and waits until it and the jobs that it adds have run. */
export async function runJob(databaseUrl: string, task: string): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    await client.query('select graphile_worker.add_job($1, job_key => $1, priority => -10)', [task])
    for (const deadline = Date.now() + 60_000; Date.now() < deadline; await wait(100)) {
      const { rows } = await client.query('select from graphile_worker.jobs where (key = $1 or run_at <= now()) and attempts < max_attempts limit 1', [task])
      if (rows.length === 0) return
    }
    throw new Error(`${task} has not ended`)
  } finally {
    await client.end()
  }
}
