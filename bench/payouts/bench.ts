// `pnpm bench payouts [--quick]`: the payout run of a day in a real worker, over wallets with a hundred payments each, while payments to
// the same wallets go on. It measures how long the run takes, what memory the worker needs, how long its transactions hold locks, and
// whether a payment waits more than 50 ms for one of them. The last line is a JSON object.
import { type ChildProcess, spawn } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { createLedger } from '@nikau/ledger'
import { createDatabase, startPostgres } from '@nikau/local-postgres'
import { allowLogins, urlAs } from '@nikau/local-postgres/logins'
import { createLog, migrate, openDatabase, Secret } from '@nikau/runtime'
import { freePort } from '@nikau/testing/free-port'
import { machine } from '../ledger/report.ts'
import { populate } from './populate.ts'

const { values } = parseArgs({ args: process.argv.slice(3), options: { quick: { type: 'boolean', default: false } } })
const allowedWaitMs = 50
const size = { merchants: values.quick ? 2000 : 100_000, paymentsEach: 100 }
const root = join(import.meta.dirname, '../..')

const folder = await mkdtemp(join(tmpdir(), 'nikau-bench-'))
await chmod(folder, 0o755)
const server = await startPostgres({
  folder: join(folder, 'data'),
  port: await freePort(),
  durable: true,
  settings: ['shared_buffers=2GB', 'max_wal_size=16GB', 'checkpoint_timeout=30min'],
})
const url = await createDatabase(server, 'nikau')
const log = createLog({ name: 'bench', level: 'silent' })
const database = openDatabase({ url: new Secret(url), name: 'bench', log, connections: 8 })
await migrate(database)
await allowLogins(url)
const loadedAt = performance.now()
await populate(url, size)
console.log(`${machine()}; PostgreSQL 18 with fsync on, worker and payers on the same machine`)
console.log(`${size.merchants} merchants with ${size.paymentsEach} payments each, loaded in ${seconds(loadedAt)} s`)

// Ten past midnight on a business day, whenever the bench runs.
const now = '2026-12-04T00:10:00+13:00'
const clockServer = createServer((_request, response) => response.end(JSON.stringify({ now: new Date(now).toISOString(), frozen: true }))).listen(
  0,
  '127.0.0.1',
)
await once(clockServer, 'listening')
const ledger = createLedger({ url: new Secret(url), name: 'bench-payments', log, clock: { now: () => new Date(now) } })

interface Waits {
  payments: number
  p50: number
  p99: number
  max: number
}

let paymentCount = 0

/** Payments by a few payers at once, each to a merchant by chance, through the ledger's batches as the API makes them. */
function startPayments(payers: number): { stop(): Promise<Waits> } {
  const stopping = new AbortController()
  const durations: number[] = []
  const pay = async (payer: number) => {
    while (!stopping.signal.aborted) {
      const started = performance.now()
      const wallet = `w${String(randomInt(size.merchants)).padStart(8, '0')}`
      const operations = [{ op: 'transfer' as const, from: `asset:payer${payer}`, to: `asset:${wallet}`, amount: 100n }]
      const outcome = await ledger.postBatched({ reference: `pay:${++paymentCount}`, kind: 'payment.pay', subject: '', operations })
      if (outcome.outcome !== 'accepted') throw new Error(`payment refused: ${JSON.stringify(outcome)}`)
      durations.push(performance.now() - started)
      await sleep(2)
    }
  }
  const running = Promise.all(Array.from({ length: payers }, (_, payer) => pay(payer)))
  return {
    async stop() {
      stopping.abort()
      await running
      const sorted = durations.toSorted((a, b) => a - b)
      const at = (share: number) => round(sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0)
      return { payments: sorted.length, p50: at(0.5), p99: at(0.99), max: at(1) }
    },
  }
}

async function startWorker(): Promise<ChildProcess> {
  const port = await freePort()
  const { port: clockPort } = clockServer.address() as AddressInfo
  const child = spawn(process.execPath, ['apps/api/src/work.ts'], {
    cwd: root,
    env: {
      ...process.env,
      DATABASE_URL: urlAs(url, 'nikau_worker'),
      WORK_PORT: String(port),
      LOG_LEVEL: 'error',
      CLOCK_URL: `http://127.0.0.1:${clockPort}/`,
      // No message is sent: the merchants have no owners.
      SMTP_URL: 'smtp://127.0.0.1:1',
      SMS_URL: 'http://127.0.0.1:1',
      SMS_SECRET: 'bench',
    },
    stdio: ['ignore', 'inherit', 'inherit'],
  })
  while (!(await fetch(`http://127.0.0.1:${port}/readyz`).catch(() => undefined))?.ok) {
    if (child.exitCode !== null) throw new Error('the worker did not start')
    await sleep(100)
  }
  return child
}

const idle = startPayments(4)
await sleep(values.quick ? 3000 : 20_000)
const waitsBefore = await idle.stop()

const worker = await startWorker()
const payments = startPayments(4)
const startedAt = performance.now()
await database.pool.query(`select graphile_worker.add_job('make-payouts')`)
let peakMemory = 0
let longestTransaction = 0
let longestLockWait = 0
// Sampled every few milliseconds: how old the transactions of the worker are that have written, and how long payments wait for a lock.
for (;;) {
  const { rows } = await database.pool.query<{ age: number | null; waited: number | null; completed: boolean }>(
    `select (select max(extract(epoch from clock_timestamp() - xact_start) * 1000)::float8 from pg_stat_activity
              where application_name like 'nikau-work%' and backend_xid is not null) as age,
            (select max(extract(epoch from clock_timestamp() - l.waitstart) * 1000)::float8 from pg_locks l join pg_stat_activity a on a.pid = l.pid
              where not l.granted and a.application_name like 'bench-payments%') as waited,
            exists (select from payout_run where completed_at is not null) as completed`,
  )
  longestTransaction = Math.max(longestTransaction, rows[0]!.age ?? 0)
  longestLockWait = Math.max(longestLockWait, rows[0]!.waited ?? 0)
  peakMemory = Math.max(peakMemory, memoryOf(worker.pid!))
  if (rows[0]!.completed) break
  await sleep(5)
}
const runSeconds = seconds(startedAt)
const waitsDuring = await payments.stop()
worker.kill('SIGTERM')
await once(worker, 'exit')

const { rows } = await database.pool.query<{ payouts: string; net: string; unpaid: string }>(
  `select count(*) as payouts, sum(net) as net, (select count(*) from asset a where a.settlement and not exists (select from payout p where p.wallet_id = a.id)) as unpaid
     from payout where net > 0`,
)
const made = rows[0]!
const expected = BigInt(size.merchants) * BigInt(size.paymentsEach) * (1000n - 8n - 1n)
const problems = [
  ...(Number(made.payouts) === size.merchants ? [] : [`${made.payouts} payouts of ${size.merchants}`]),
  ...(BigInt(made.net) === expected ? [] : [`${made.net} cents instead of ${expected}`]),
  ...(longestLockWait <= allowedWaitMs ? [] : [`a payment waited ${round(longestLockWait)} ms for a lock`]),
]
console.log(`\nrun of ${made.payouts} payouts: ${(runSeconds / 60).toFixed(1)} minutes, worker's memory ${peakMemory} MB`)
console.log(`longest transaction of the worker: ${round(longestTransaction)} ms; longest wait of a payment for a lock: ${round(longestLockWait)} ms`)
for (const [name, waits] of [
  ['without the run', waitsBefore],
  ['during the run', waitsDuring],
] as const)
  console.log(`payments ${name}: ${waits.payments}, p50 ${waits.p50} ms, p99 ${waits.p99} ms, max ${waits.max} ms`)
for (const problem of problems) console.log(`FAILED ${problem}`)

await ledger.close()
await database.close()
clockServer.close()
await server.stop()
await rm(folder, { recursive: true, force: true })
console.log(
  JSON.stringify({
    ...size,
    payouts: Number(made.payouts),
    minutes: round(runSeconds / 60),
    peakMemoryMb: peakMemory,
    longestTransactionMs: round(longestTransaction),
    allowedWaitMs,
    longestLockWaitMs: round(longestLockWait),
    waitsBefore,
    waitsDuring,
  }),
)
if (problems.length > 0) process.exitCode = 1

function memoryOf(pid: number): number {
  const [, kilobytes = '0'] = /^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? []
  return Math.round(Number(kilobytes) / 1024)
}

function seconds(since: number): number {
  return Math.round((performance.now() - since) / 1000)
}

function round(value: number): number {
  return Math.round(value * 100) / 100
}
