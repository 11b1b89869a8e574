import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { urlAs } from '@nikau/local-postgres/logins'
import { startBanks } from '@nikau/testing/banks'
import { startFarmlands } from '@nikau/testing/farmlands'
import { freePort } from '@nikau/testing/free-port'
import { createClient } from '../harness/client.ts'
import { startInbox } from '../harness/inbox.ts'
import { migrateWithLogins, openPatientDatabase, startServer } from '../harness/postgres.ts'
import { createProcesses } from '../harness/processes.ts'
import { pause, until } from '../harness/wait.ts'

/** Our accounts at the sandbox banks; files go to the first. */
export const ourAccounts: Readonly<Record<string, string>> = { bnz: '02-0192-0214002-00', asb: '12-3192-0214006-00', westpac: '03-0192-0214002-00' }
const webOrigin = 'http://wallet.test'
const dayMs = 86_400_000
const ownMoney = 5_000_000

/** What the worker's timetable runs, as far as money is concerned. The trial runs it, because its days are short. */
const timetable = [
  'make-payouts',
  'build-bank-files',
  'ingest-bank-results',
  'reconcile-statements',
  'resume-bank-payments',
  'send-bank-returns',
  'resume-card-payments',
  'return-held-top-ups',
  'settle-card-receipts',
  'expire-payment-requests',
]
/** Once a day. */
const daily = ['collect-negative-balances', 'prepare-safeguarding']
/** What those start, at once or when it is due. */
const retried = [...timetable, ...daily, 'check-books', 'send-bank-file', 'send-bank-return']
const started = ['advance-bank-payment', 'charge-card', 'refund-card-payment', 'answer-operator']

export type OperationsEnvironment = Awaited<ReturnType<typeof startOperationsEnvironment>>

/** PostgreSQL, three banks, the card company, an inbox, the API and the worker. All follow the banks' clock; the worker's may be wrong. */
export async function startOperationsEnvironment(start: string) {
  const server = await startServer({ durable: false })
  const url = await server.createDatabase('nikau')
  const database = openPatientDatabase(url)
  await migrateWithLogins(database, url)
  const inbox = await startInbox()
  const banks = await startBanks({ webOrigin })
  const cardCompany = await startFarmlands({ folder: join(server.folder, 'farmlands') })
  // Our own money, which bridges the days between what we pay out and what the card company pays us.
  await banks.control('clock', { now: new Date(Date.parse(start) - dayMs).toISOString(), freeze: true })
  await banks.control('other-party', { account: ourAccounts.bnz, cents: ownMoney, name: 'Nikau Ltd', reference: 'CAPITAL' })
  await banks.control('clock', { now: start })
  await banks.settings({ settleMs: 0, slowMs: 50 })
  const workerClock = await startSkewedClock(`${banks.origin}/control/clock`)
  const ports = { api: await freePort(), work: await freePort() }
  const common = {
    DATABASE_URL: url,
    PAY_BY_BANK: banks.config({ liveness: 'main', timeoutMs: 5000 }),
    FARMLANDS: JSON.stringify([cardCompany.entry({ liveness: 'main', timeoutMs: 5000 })]),
    WEB_ORIGIN: webOrigin,
  }
  const connections = Object.entries(ourAccounts).map(([bank, account]) => ({ bank, url: `${banks.origin}/${bank}`, account }))
  const processes = createProcesses({
    api: {
      file: 'apps/api/src/serve.ts',
      port: ports.api,
      readyPath: '/readyz',
      env: {
        ...common,
        CLOCK_URL: `${banks.origin}/control/clock`,
        API_PORT: String(ports.api),
        RATE_LIMIT_SCALE: '1000000',
        STEP_UP_SECONDS: '86400',
        TRUST_PROXY: '1',
        // A worker whose clock is wrong has no answer for those who wait.
        PAY_BY_BANK_WAIT_MS: '500',
        FARMLANDS_WAIT_MS: '500',
      },
    },
    work: {
      file: 'apps/api/src/work.ts',
      port: ports.work,
      readyPath: '/readyz',
      env: {
        ...common,
        ...inbox.env,
        CLOCK_URL: workerClock.url,
        WORK_PORT: String(ports.work),
        JOB_CONCURRENCY: '6',
        HELD_TOP_UP_DAYS: '10',
        BANK_CONNECTIONS: JSON.stringify(connections),
        BANK_FILES_SECRET: 'sandbox-files-secret',
      },
    },
  })
  await processes.start('api', 'work')
  const query = async <T extends object>(text: string, values: unknown[] = []) => (await database.pool.query<T>(text, values)).rows

  /** A failed job would wait for its next attempt; here it runs again at once, up to a few times. */
  const jobsDone = async () => {
    const waiting = await query<{ id: string; isRetried: boolean }>(
      `select id, task_identifier = any ($1) as "isRetried" from graphile_worker.jobs
        where (task_identifier = any ($1) or (task_identifier = any ($2) and run_at <= now())) and (attempts < least(max_attempts, 4) or locked_at is not null)`,
      [retried, started],
    )
    const again = waiting.filter(({ isRetried }) => isRetried).map(({ id }) => id)
    if (again.length > 0) await query('select graphile_worker.reschedule_jobs($1::bigint[], run_at => now(), priority => -10)', [again])
    return waiting.length === 0
  }

  return {
    ...createClient(`http://127.0.0.1:${ports.api}`),
    url,
    database,
    banks,
    cardCompany,
    query,
    urlAs: (role: string) => urlAs(url, role),
    /** Moves the clock of every process and waits until all have read it. */
    async setClock(now: string) {
      await banks.control('clock', { now })
      await pause(350)
    },
    /** How much the worker's clock is ahead of everybody else's. */
    skewWorker: (ms: number) => workerClock.skew(ms),
    /** Runs the worker's timetable once, in this order, and what it starts. */
    async runTimetable(tasks: readonly string[] = timetable) {
      for (const task of tasks) {
        await query('select graphile_worker.add_job($1, job_key => $1, priority => -10)', [task])
        if (await until(jobsDone, 120_000)) continue
        const left = await query(
          'select task_identifier, attempts, run_at, locked_at, left(last_error, 300) as error from graphile_worker.jobs where run_at <= now()',
        )
        throw new Error(`${task} does not end: ${JSON.stringify(left)}`)
      }
    },
    /** What the worker does once a day, after the statements are read; in a year, the books are checked once a week. */
    async runDaily(withBooks: boolean) {
      await this.runTimetable([...timetable, ...daily, ...(withBooks ? ['check-books'] : [])])
    },
    /** The worker is dead until `start`. */
    stopWorker: () => processes.end('work'),
    startWorker: async () => {
      if (!processes.isRunning('work')) await processes.start('work')
    },
    async stop() {
      await processes.stop()
      workerClock.stop()
      inbox.stop()
      await banks.stop()
      await cardCompany.stop()
      await database.close()
      await server.remove()
    },
  }
}

/** The banks' clock, read by somebody whose own is wrong. */
async function startSkewedClock(origin: string) {
  let skewMs = 0
  const server = createServer((_request, response) => {
    const read = async () => {
      const reading = (await (await fetch(origin)).json()) as { now: string; frozen: boolean }
      response.setHeader('content-type', 'application/json').end(JSON.stringify({ ...reading, now: new Date(Date.parse(reading.now) + skewMs).toISOString() }))
    }
    read().catch(() => response.destroy())
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    skew: (ms: number) => {
      skewMs = ms
    },
    stop: () => void server.close(),
  }
}
