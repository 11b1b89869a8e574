import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { Writable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import { silent, testDatabase } from '@nikau/testing'
import { sql } from 'kysely'
import pg from 'pg'
import { afterEach, expect, inject, test, vi } from 'vitest'
import { addJob, addJobs, createLog, type JobHandler, type JobsOptions, type RunningJobs, runJobs } from './index.ts'

const database = await testDatabase()
const { db } = database
const running: RunningJobs[] = []

function start(tasks: Record<string, JobHandler>, over: Partial<JobsOptions> = {}): RunningJobs {
  const jobs = runJobs({ database, tasks, log: silent, concurrency: 4, pollMs: 200, graceMs: 1000, ...over })
  running.push(jobs)
  return jobs
}
afterEach(async () => {
  for (const jobs of running.splice(0)) await jobs.stop()
  await sql`delete from graphile_worker._private_jobs`.execute(db)
})

interface JobRow {
  id: bigint
  task_identifier: string
  attempts: number
  max_attempts: number
  last_error: string | null
  locked_by: string | null
  run_at: Date
  key: string | null
}
const rows = async () => (await sql<JobRow>`select * from graphile_worker.jobs order by id`.execute(db)).rows
const empty = () => vi.waitFor(async () => expect(await rows()).toEqual([]), { timeout: 8000, interval: 50 })

test('a job runs after its transaction commits and never after a rollback', async () => {
  const ran: unknown[] = []
  start({ note: async (payload) => void ran.push(payload) })
  const rolledBack = db.transaction().execute(async (tx) => {
    await addJob(tx, 'note', { n: 1 })
    await addJobs(tx, [{ name: 'note', payload: { n: 2 } }])
    throw new Error('no')
  })
  await expect(rolledBack).rejects.toThrow('no')
  await db.transaction().execute((tx) => addJob(tx, 'note', { n: 3 }))
  await empty()
  await sleep(300)
  expect(ran).toEqual([{ n: 3 }])
})

test('a time counted from a clock that runs ahead is waited for from now on, and one from a clock that does not is kept', async () => {
  const [ahead, behind] = [new Date('2099-01-01T00:00:00Z'), new Date('2020-01-01T00:00:00Z')]
  const minuteAfter = (at: Date) => ({ runAt: new Date(at.getTime() + 60_000), countedFrom: at })
  await addJob(db, 'a', {}, minuteAfter(ahead))
  await addJob(db, 'a', {}, minuteAfter(behind))
  const [first, second] = (await rows()).map(({ run_at: runAt }) => runAt.getTime())
  expect(Math.abs(first! - Date.now() - 60_000)).toBeLessThan(30_000)
  expect(second).toBe(behind.getTime() + 60_000)
})

test('many jobs are added in one statement, with their options', async () => {
  const runAt = new Date('2099-01-01T00:00:00Z')
  await addJobs(db, [
    { name: 'a', payload: { list: [1, 'two', null] }, key: 'k', runAt, maxAttempts: 3 },
    { name: 'b', payload: {} },
  ])
  await addJob(db, 'a', { n: 2 }, { key: 'k', runAt, maxAttempts: 4 })
  expect(await rows()).toMatchObject([
    { task_identifier: 'a', key: 'k', run_at: runAt, max_attempts: 4 },
    { task_identifier: 'b', max_attempts: 25 },
  ])
})

test('a failed job is retried, and the handler knows the last attempt', async () => {
  const seen: [number, boolean][] = []
  const results: string[] = []
  start(
    {
      fail: async (_payload, run) => {
        seen.push([run.attempt, run.isLastAttempt])
        throw new Error('not today')
      },
    },
    { observe: ({ task, outcome }) => void results.push(`${task} ${outcome}`) },
  )
  await addJob(db, 'fail', {}, { maxAttempts: 2 })
  await vi.waitFor(async () => expect(await rows()).toMatchObject([{ attempts: 1, last_error: 'not today', locked_by: null }]), { timeout: 5000 })
  await sql`select graphile_worker.reschedule_jobs(array(select id from graphile_worker.jobs), run_at => now())`.execute(db)
  await vi.waitFor(() => expect(seen).toEqual([[1, false], [2, true]]), { timeout: 5000 }) // prettier-ignore
  expect(results).toEqual(['fail failed', 'fail failed'])
})

test('payloads and errors of jobs are logged without secrets', async () => {
  let text = ''
  const log = createLog({ name: 'test', level: 'trace', destination: new Writable({ write: (chunk, _e, done) => ((text += String(chunk)), done()) }) })
  start({ leak: async () => Promise.reject(new Error('refused 6005091234567890')) }, { log })
  await addJob(db, 'leak', { hint: 'canary-payload' }, { maxAttempts: 1 })
  await vi.waitFor(() => expect(text).toContain('Failed task'), { timeout: 5000 })
  expect(text).not.toMatch(/canary|6005091234567890/)
})

test('jobs of a killed worker are reclaimed; those of a live worker are not', async () => {
  let release = () => {}
  const held = new Promise<void>((resolve) => (release = resolve))
  const ran: string[] = []
  const work: JobHandler = async (payload, run) => {
    const { who } = payload as { who: string }
    ran.push(`${who} ${run.attempt}`)
    if (who === 'living') await held
  }
  const killed = await otherProcess()
  await addJob(db, 'work', { who: 'orphan' })
  await vi.waitFor(async () => expect(await rows()).toMatchObject([{ attempts: 1 }]), { timeout: 15_000 })
  start({ work })
  await addJob(db, 'work', { who: 'living' })
  await vi.waitFor(() => expect(ran).toEqual(['living 1']), { timeout: 15_000 })
  await sleep(2000)
  expect(ran).toEqual(['living 1'])
  killed.kill('SIGKILL')
  await vi.waitFor(() => expect(ran).toEqual(['living 1', 'orphan 2']), { timeout: 15_000 })
  await sleep(1000)
  release()
  await empty()
  expect(ran).toEqual(['living 1', 'orphan 2'])
}, 60_000)

test('a running job survives the loss of every connection, runs once and is marked complete', async () => {
  const ran: number[] = []
  start({ slow: async (_payload, run) => (ran.push(run.attempt), sleep(1500)) })
  start({ slow: async (_payload, run) => (ran.push(run.attempt), sleep(1500)) })
  await addJob(db, 'slow', {})
  await vi.waitFor(() => expect(ran).toHaveLength(1), { timeout: 5000 })
  await cutAll()
  await empty()
  expect(ran).toEqual([1])
})

test('a worker that loses its heartbeat aborts its jobs, and they run again when the database is back', async () => {
  const ends: string[] = []
  start({
    long: async (_payload, run) => {
      if (run.attempt === 1) {
        await sleep(10_000, undefined, { signal: run.signal }).catch((error: Error) => {
          ends.push(`aborted: ${(error.cause as Error).message}`)
          throw error
        })
      }
      ends.push(`attempt ${run.attempt} done`)
    },
  })
  await addJob(db, 'long', {})
  await vi.waitFor(async () => expect(await rows()).toMatchObject([{ attempts: 1 }]), { timeout: 5000 })
  const { pathname } = new URL(database.url)
  const admin = new pg.Client({ connectionString: inject('postgresUrl') })
  await admin.connect()
  const allow = (yes: boolean) => admin.query(`alter database ${pg.escapeIdentifier(pathname.slice(1))} allow_connections ${yes}`)
  await allow(false)
  await admin.query('select pg_terminate_backend(pid) from pg_stat_activity where datname = $1', [pathname.slice(1)])
  await vi.waitFor(() => expect(ends).toEqual(['aborted: worker heartbeat lost']), { timeout: 5000 })
  await sleep(2000)
  await allow(true)
  await admin.end()
  await vi.waitFor(() => expect(ends[1]).toBe('attempt 2 done'), { timeout: 10_000 })
  await empty()
}, 40_000)

test('jobs continue after repeated connection losses', async () => {
  const ran = new Set<number>()
  start({ count: async (payload) => void ran.add((payload as { n: number }).n) })
  for (let n = 0; n < 20; n++) {
    await addJob(db, 'count', { n })
    await cutAll()
  }
  await empty()
  expect(ran.size).toBe(20)
})

test('workers that stall because their first query failed are replaced', async () => {
  await sql`alter table graphile_worker._private_tasks rename to hidden`.execute(database.owner.db)
  let ran = false
  start({ note: async () => void (ran = true) })
  await sleep(1000)
  await sql`alter table graphile_worker.hidden rename to _private_tasks`.execute(database.owner.db)
  await addJob(db, 'note', {})
  await empty()
  expect(ran).toBe(true)
})

test('workers that end unexpectedly are replaced', async () => {
  const ran: string[] = []
  start({ note: async (_payload, run) => void ran.push(run.id) })
  await addJob(db, 'note', {})
  await empty()
  await sql`select pg_notify('worker:migrate', '{"breaking": true, "migrationNumber": 99}')`.execute(db)
  await sleep(300)
  await addJob(db, 'note', {})
  await empty()
  expect(ran).toHaveLength(2)
  process.exitCode = 0 // graphile-worker set it, meaning to end the process
})

test('stuck workers reject, so that the process restarts', async () => {
  let release = () => {}
  const stuck = new Promise<void>((resolve) => (release = resolve))
  const jobs = runJobs({ database, tasks: { hang: () => stuck }, log: silent, concurrency: 1, pollMs: 200, stuckTimeoutMs: 300 })
  const failure = jobs.ended.then(
    () => undefined,
    (error: unknown) => error,
  )
  await addJob(db, 'hang', {})
  await vi.waitFor(async () => expect(await rows()).toMatchObject([{ attempts: 1 }]), { timeout: 5000 })
  // Repeated, because a job may start before the workers listen.
  const notify = setInterval(() => void sql`select pg_notify('worker:migrate', '{"breaking": true, "migrationNumber": 99}')`.execute(db), 200)
  expect(await failure).toMatchObject({ message: 'workers are stuck' })
  clearInterval(notify)
  process.exitCode = 0
  release()
})

test('stopping waits for the running job', async () => {
  let [begun, done] = [false, false]
  const jobs = start({ slow: async () => ((begun = true), await sleep(600), void (done = true)) })
  await addJob(db, 'slow', {})
  await vi.waitFor(() => expect(begun).toBe(true), { timeout: 5000, interval: 5 })
  await jobs.stop()
  expect(done).toBe(true)
  expect(await rows()).toEqual([])
  running.pop()
})

test('a cron job is registered in the database', async () => {
  start({ tidy: async () => {} }, { cron: [{ task: 'tidy', at: '*/5 * * * *' }] })
  await vi.waitFor(
    async () => expect((await sql`select identifier from graphile_worker._private_known_crontabs`.execute(db)).rows).toEqual([{ identifier: 'tidy' }]),
    { timeout: 5000 },
  )
})

/** A worker process whose jobs never end. */
async function otherProcess(): Promise<ChildProcess> {
  const program = `import { createLog, openDatabase, runJobs, Secret } from '@nikau/runtime'
    const log = createLog({ name: 'other', level: 'silent' })
    const database = openDatabase({ url: new Secret(process.env.URL), name: 'other', log })
    runJobs({ database, tasks: { work: () => new Promise(() => {}) }, log, concurrency: 1, pollMs: 200 })
    console.log('up')`
  const child = spawn(process.execPath, ['--input-type=module', '-e', program], {
    cwd: import.meta.dirname,
    env: { URL: database.url },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  await once(child.stdout, 'data')
  return child
}

/** Terminates all other sessions on this database, as a server restart does. */
async function cutAll(): Promise<void> {
  await sql`select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()`.execute(db)
}
