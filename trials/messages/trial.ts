import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createDatabase, startPostgres } from '@nikau/local-postgres'
import { queueMessage } from '@nikau/rails'
import { createLog, migrate, openDatabase, Secret } from '@nikau/runtime'
import { atPort, freePort, medianOf, startSandbox, until } from './outside.ts'

// A message is asked for in a transaction and delivered by real worker processes to a real receiver, while things go wrong:
// transactions are rolled back, workers are killed before, during and after the delivery, PostgreSQL is restarted.
// Each committed message must be in the inbox exactly once, and no other.

const root = join(import.meta.dirname, '../..')
const quick = process.argv.includes('--quick')
const kills = quick ? 10 : 50
const restarts = quick ? 2 : 10
const breaches: string[] = []
const must = (condition: unknown, what: string) => void (condition || breaches.push(what))

const folder = await mkdtemp(join(tmpdir(), 'nikau-messages-'))
await chmod(folder, 0o755)
const postgresPort = await freePort()
const startServer = () => startPostgres({ folder: join(folder, 'data'), port: postgresPort, durable: true })
let postgres = await startServer()
const url = await createDatabase(postgres, 'nikau')
const sandbox = await startSandbox(root)
const quiet = createLog({ name: 'trial', level: 'silent' })
const database = openDatabase({ url: new Secret(url), name: 'trial', log: quiet })
await migrate(database)

let logged = ''
function startWorker(port = 0): ChildProcess {
  const env = { DATABASE_URL: url, SMTP_URL: sandbox.smtpUrl, SMS_URL: sandbox.smsUrl, SMS_SECRET: sandbox.secret, WORK_PORT: String(port), LOG_LEVEL: 'trace' }
  const worker = spawn(process.execPath, ['apps/api/src/work.ts'], { cwd: root, env, stdio: ['ignore', 'pipe', 'pipe'] })
  for (const stream of [worker.stdout, worker.stderr]) stream.on('data', (chunk) => (logged += String(chunk)))
  return worker
}
async function end(worker: ChildProcess, signal: 'SIGTERM' | 'SIGKILL'): Promise<number | null> {
  const exit = once(worker, 'exit') as Promise<[number | null]>
  worker.kill(signal)
  return (await exit)[0]
}

let asked = 0
/** The next message, by SMS and e-mail in turn, to a person of its own. */
function nextMessage() {
  const n = ++asked
  const common = { key: `trial:${n}`, text: `Your code is ${100_000 + n}`, purpose: 'trial' }
  return n % 2
    ? { channel: 'sms' as const, to: `+6421${1_000_000 + n}`, ...common }
    : { channel: 'email' as const, to: `p${n}@example.nz`, subject: 'Your code', ...common }
}
async function queue(): Promise<{ key: string; to: string }> {
  const message = nextMessage()
  await database.db.transaction().execute((tx) => queueMessage(tx, message))
  return message
}
async function one<Row extends object>(text: string, values: unknown[] = []): Promise<Row | undefined> {
  return (await database.pool.query<Row>(text, values)).rows[0]
}
const attemptsOf = async (key: string) => (await one<{ attempts: number }>('select attempts from message where key = $1', [key]))?.attempts ?? 0
/** The message is noted as sent and its job is gone. */
const settled = async (key: string) =>
  (await one(
    `select from message m where key = $1 and state = 'sent' and body is null
     and not exists (select from graphile_worker.jobs where jobs.key = 'message:' || m.id)`,
    [key],
  )) !== undefined

await rolledBack(50)
await killed(kills)
await postgresRestarted(restarts)
must(!logged.includes('Your code is'), 'a message text reached a log')
for (const breach of breaches) console.log(`BREACH ${breach}`)
console.log(breaches.length === 0 ? 'PASS' : 'FAIL')
await database.close()
sandbox.stop()
await postgres.stop()
await rm(folder, { recursive: true, force: true })
process.exit(breaches.length === 0 ? 0 : 1)

/** (a) A message that was asked for in a transaction that was rolled back is never sent. */
async function rolledBack(count: number): Promise<void> {
  const worker = startWorker()
  for (let i = 0; i < count; i++) {
    const attempt = database.db.transaction().execute(async (tx) => {
      await queueMessage(tx, nextMessage())
      throw new Error('rolled back')
    })
    await attempt.catch((error: Error) => must(error.message === 'rolled back', `an odd failure: ${error.message}`))
  }
  const last = await queue()
  await until(() => settled(last.key), 120_000)
  const { messages } = await sandbox.inbox()
  must(messages.length === 1 && messages[0]!.to === last.to, `${messages.length} messages in the inbox, and only 1 was committed`)
  must((await end(worker, 'SIGTERM')) === 0, 'the worker did not end cleanly')
  console.log(`(a) ${count} messages rolled back, 1 committed: ${messages.length} in the inbox`)
}

/** (b) A worker is killed around the delivery of a message and another is started. */
async function killed(count: number): Promise<void> {
  const landed = { 'before acceptance': 0, 'between acceptance and completion': 0, 'after completion': 0 }
  const times: number[] = []
  const before = (await sandbox.inbox()).counts
  let worker = startWorker()
  for (let round = 0; round < count; round++) {
    await until(
      async () => (await one(`select from pg_stat_activity where application_name = 'nikau-work jobs' and query ilike 'listen%'`)) !== undefined,
      60_000,
    )
    const kind = round % 4
    await sandbox.steer(kind === 0 ? { slowBefore: 1500 } : kind === 1 ? { slowAfter: 3000 } : kind === 2 ? { dropNext: 1 } : {})
    const { key, to } = await queue()
    const accepted = async () => (await sandbox.inbox(to)).messages.length > 0
    if (kind === 0) await until(async () => (await attemptsOf(key)) > 0, 10_000)
    else if (kind === 3) await new Promise((resolve) => setTimeout(resolve, Math.random() * 40))
    else await until(accepted, 10_000)
    await end(worker, 'SIGKILL')
    landed[(await settled(key)) ? 'after completion' : (await accepted()) ? 'between acceptance and completion' : 'before acceptance']++
    await sandbox.steer({})
    const start = Date.now()
    worker = startWorker()
    must(await until(() => settled(key), 120_000), `message ${key} was not delivered after the kill`)
    times.push(Date.now() - start)
    const { messages } = await sandbox.inbox(to)
    must(messages.length === 1, `message ${key} is ${messages.length} times in the inbox`)
  }
  // A sender that was killed while the receiver dawdled may still be accepted late; that must count as a repetition too.
  await new Promise((resolve) => setTimeout(resolve, 2000))
  const { counts, messages } = await sandbox.inbox()
  must(counts.accepted - before.accepted === count, `${counts.accepted - before.accepted} accepted for ${count} messages`)
  must(messages.length === count + 1, `${messages.length} messages in the inbox for ${count + 1}`)
  must((await one<{ n: string }>('select count(*)::text as n from graphile_worker.jobs'))?.n === '0', 'jobs are left')
  must((await end(worker, 'SIGTERM')) === 0, 'the worker did not end cleanly')
  console.log(`(b) ${count} workers killed: ${Object.entries(landed).map(([when, n]) => `${n} ${when}`).join(', ')}`) // prettier-ignore
  console.log(
    `    ${messages.length - 1} messages in the inbox once each, ${counts.duplicates - before.duplicates} repetitions recognised and dropped by the receiver`,
  )
  console.log(`    from the start of the next worker to the end of the job: median ${medianOf(times)} ms, longest ${Math.max(...times)} ms`)
}

/** (c) PostgreSQL is restarted under two running workers, in the middle of a delivery by one of them. */
async function postgresRestarted(count: number): Promise<void> {
  const ports = [await freePort(), await freePort()]
  const workers = ports.map(startWorker)
  for (const port of ports) await until(() => atPort(port, '/readyz'), 120_000)
  const before = (await sandbox.inbox()).counts
  const times: number[] = []
  for (let round = 0; round < count; round++) {
    await sandbox.steer({ slowAfter: 1200 })
    const during = await queue()
    await until(async () => (await sandbox.inbox(during.to)).messages.length > 0, 10_000)
    await postgres.stop()
    await sandbox.steer({})
    await new Promise((resolve) => setTimeout(resolve, round % 2 ? 3000 : 300))
    postgres = await startServer()
    const back = Date.now()
    const next = await until(async () => (await queue().catch(() => undefined)) ?? false, 5000)
    must(next && (await until(() => settled(next.key), 10_000)), 'no job ran after PostgreSQL came back')
    times.push(Date.now() - back)
    must(await until(() => settled(during.key), 120_000), `message ${during.key}, in the middle of it, was not completed`)
    for (const message of [during, ...(next ? [next] : [])]) {
      const { messages } = await sandbox.inbox(message.to)
      must(messages.length === 1, `message ${message.key} is ${messages.length} times in the inbox`)
    }
  }
  must(
    workers.every((worker) => worker.exitCode === null && worker.signalCode === null),
    'a worker died with PostgreSQL',
  )
  must(Math.max(...times) <= 5000, `jobs ran again only after ${Math.max(...times)} ms`)
  for (const worker of workers) must((await end(worker, 'SIGTERM')) === 0, 'a worker did not end cleanly')
  const repeated = (await sandbox.inbox()).counts.duplicates - before.duplicates
  console.log(
    `(c) ${count} restarts of PostgreSQL under two workers in the middle of a delivery: ${repeated} repetitions recognised and dropped by the receiver`,
  )
  console.log(`    jobs run again after ${medianOf(times)} ms (median), ${Math.max(...times)} ms at most (bar 5000)`)
}
