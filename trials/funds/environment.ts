import { join } from 'node:path'
import { freePort } from '@nikau/testing/free-port'
import { createClient } from '../harness/client.ts'
import { startInbox } from '../harness/inbox.ts'
import { migrateWithLogins, openPatientDatabase, startServer } from '../harness/postgres.ts'
import { createProcesses } from '../harness/processes.ts'
import { pause, until } from '../harness/wait.ts'

export const ownAccount = '02-0192-0214002-00'
const filesSecret = 'trial-files-secret'
const bankTasks = ['build-bank-files', 'send-bank-file', 'ingest-bank-results', 'reconcile-statements']

export type FundsEnvironment = Awaited<ReturnType<typeof startFundsEnvironment>>

/** PostgreSQL, the sandbox banks, an inbox, the API and the worker as separate processes. All follow the banks' clock, which stands still. */
export async function startFundsEnvironment(start: string) {
  const server = await startServer({ durable: true })
  const url = await server.createDatabase('nikau')
  const database = openPatientDatabase(url)
  await migrateWithLogins(database, url)
  const inbox = await startInbox()
  const ports = { api: await freePort(), work: await freePort(), banks: await freePort() }
  const bankOrigin = `http://localhost:${ports.banks}`
  const common = { DATABASE_URL: url, CLOCK_URL: `${bankOrigin}/control/clock` }
  const processes = createProcesses({
    banks: {
      file: 'sandboxes/banks/src/serve.ts',
      port: ports.banks,
      readyPath: '/control/clock',
      env: { BANKS_PORT: String(ports.banks), BANKS_FILES_SECRET: filesSecret, CLIENT_JWKS: '{"keys":[]}', BANKS_DATA: join(server.folder, 'banks') },
    },
    api: {
      file: 'apps/api/src/serve.ts',
      port: ports.api,
      readyPath: '/readyz',
      env: { ...common, API_PORT: String(ports.api), RATE_LIMIT_SCALE: '1000000', STEP_UP_SECONDS: '86400' },
    },
    work: {
      file: 'apps/api/src/work.ts',
      port: ports.work,
      readyPath: '/readyz',
      env: {
        ...common,
        ...inbox.env,
        WORK_PORT: String(ports.work),
        JOB_CONCURRENCY: '4',
        BANK_CONNECTIONS: JSON.stringify([{ bank: 'bnz', url: `${bankOrigin}/bnz`, account: ownAccount }]),
        BANK_FILES_SECRET: filesSecret,
      },
    },
  })
  const control = async <T = Record<string, unknown>>(path: string, body?: object): Promise<T> => {
    const init = body && { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }
    const response = await fetch(`${bankOrigin}/control/${path}`, init)
    if (!response.ok) throw new Error(`control ${path}: ${response.status}`)
    return (await response.json()) as T
  }
  await processes.start('banks')
  await control('clock', { now: start, freeze: true })
  await processes.start('api', 'work')
  const query = async <T extends object>(text: string, values: unknown[] = []) => (await database.pool.query<T>(text, values)).rows

  /** A failed job would wait for seconds or minutes before its next attempt; here it runs again at once. */
  const bankJobsDone = async () => {
    const waiting = await query<{ id: string }>(
      'select id from graphile_worker.jobs where task_identifier = any ($1) and (attempts < max_attempts or locked_at is not null)',
      [bankTasks],
    )
    if (waiting.length === 0) return true
    await query('select graphile_worker.reschedule_jobs($1::bigint[], run_at => now(), priority => -10)', [waiting.map(({ id }) => id)])
    return false
  }

  return {
    ...createClient(`http://127.0.0.1:${ports.api}`),
    database,
    control,
    query,
    /** The bank's own answer to a caller with the secret. */
    bank: async <T>(path: string) => (await (await fetch(`${bankOrigin}/bnz${path}`, { headers: { authorization: `Bearer ${filesSecret}` } })).json()) as T,
    /** Moves the clock of every process, and waits until all have read it. */
    async setClock(now: string) {
      await control('clock', { now })
      await pause(350)
    },
    /** Runs bank jobs one after the other until none is waiting. `meanwhile` runs once the first was added. */
    async runJobs(tasks: string[], meanwhile?: () => Promise<void>) {
      for (const [place, task] of tasks.entries()) {
        await query('select graphile_worker.add_job($1, job_key => $1, priority => -10)', [task])
        if (place === 0) await meanwhile?.()
        if (await until(bankJobsDone, 300_000)) continue
        const left = await query(
          'select task_identifier, attempts, left(last_error, 600) as last_error from graphile_worker.jobs where priority < 0 or attempts > 3',
        )
        throw new Error(`${task} does not end: ${JSON.stringify(left)}`)
      }
    },
    async kill(name: 'api' | 'work' | 'banks') {
      await processes.kill(name)
      await processes.ready(name)
    },
    async stop() {
      await processes.stop()
      inbox.stop()
      await database.close()
      await server.remove()
    },
  }
}
