import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { urlAs } from '@nikau/local-postgres/logins'
import { queueMessage } from '@nikau/rails'
import { createLog, openDatabase, Secret } from '@nikau/runtime'
import { freePort } from '@nikau/testing/free-port'
import { startInbox } from '../harness/inbox.ts'
import { migrateWithLogins, startServer } from '../harness/postgres.ts'
import { root } from '../harness/processes.ts'
import type { TrialContext } from '../harness/trial.ts'
import { answersOk, medianOf, pause, until } from '../harness/wait.ts'

// Messages are queued in a transaction and delivered by real worker processes to a real receiver, while transactions are rolled
// back, workers are killed before, during and after the delivery, and PostgreSQL is restarted. Each committed message must be in the
// inbox exactly once, and no other.

export async function run({ quick, check }: TrialContext): Promise<void> {
  const server = await startServer({ durable: true })
  const url = await server.createDatabase('nikau')
  const inbox = await startInbox()
  const log = createLog({ name: 'trial', level: 'silent' })
  const database = openDatabase({ url: new Secret(url), name: 'trial', log })
  await migrateWithLogins(database, url)

  let logged = ''
  function startWorker(port = 0): ChildProcess {
    const env = { DATABASE_URL: urlAs(url, 'nikau_worker'), ...inbox.env, WORK_PORT: String(port), LOG_LEVEL: 'trace' }
    const worker = spawn(process.execPath, ['apps/api/src/work.ts'], { cwd: root, env, stdio: ['ignore', 'pipe', 'pipe'] })
    for (const stream of [worker.stdout, worker.stderr]) stream.on('data', (chunk) => (logged += String(chunk)))
    return worker
  }
  async function endWorker(worker: ChildProcess, signal: 'SIGTERM' | 'SIGKILL'): Promise<number | null> {
    const exit = once(worker, 'exit') as Promise<[number | null]>
    worker.kill(signal)
    return (await exit)[0]
  }

  let queued = 0
  /** SMS and email in turn, each to its own recipient. */
  function nextMessage() {
    const n = ++queued
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
  async function selectOne<Row extends object>(text: string, values: unknown[] = []): Promise<Row | undefined> {
    return (await database.pool.query<Row>(text, values)).rows[0]
  }
  const attemptsOf = async (key: string) => (await selectOne<{ attempts: number }>('select attempts from message where key = $1', [key]))?.attempts ?? 0
  /** The message is stored as sent and its job is gone. */
  const isDelivered = async (key: string) =>
    (await selectOne(
      `select from message m where key = $1 and state = 'sent' and body is null
       and not exists (select from graphile_worker.jobs where jobs.key = 'message:' || m.id)`,
      [key],
    )) !== undefined

  await rolledBack(50)
  await killed(quick ? 10 : 50)
  await postgresRestarted(quick ? 2 : 10)
  check(!logged.includes('Your code is'), 'a message text reached a log')
  await database.close()
  inbox.stop()
  await server.remove()

  /** (a) A message queued in a transaction that is rolled back is never sent. */
  async function rolledBack(count: number): Promise<void> {
    const worker = startWorker()
    for (let i = 0; i < count; i++) {
      const attempt = database.db.transaction().execute(async (tx) => {
        await queueMessage(tx, nextMessage())
        throw new Error('rolled back')
      })
      await attempt.catch((error: Error) => check(error.message === 'rolled back', `unexpected failure: ${error.message}`))
    }
    const last = await queue()
    await until(() => isDelivered(last.key), 120_000)
    const { messages } = await inbox.read()
    check(messages.length === 1 && messages[0]!.to === last.to, `${messages.length} messages in the inbox, and only 1 was committed`)
    check((await endWorker(worker, 'SIGTERM')) === 0, 'the worker did not end cleanly')
    console.log(`(a) ${count} messages rolled back, 1 committed: ${messages.length} in the inbox`)
  }

  /** (b) A worker is killed around the delivery of a message and another is started. */
  async function killed(count: number): Promise<void> {
    const moments = { 'before acceptance': 0, 'between acceptance and completion': 0, 'after completion': 0 }
    const times: number[] = []
    const before = (await inbox.read()).counts
    let worker = startWorker()
    for (let round = 0; round < count; round++) {
      await until(
        async () => (await selectOne(`select from pg_stat_activity where application_name = 'nikau-work jobs' and query ilike 'listen%'`)) !== undefined,
        60_000,
      )
      const kind = round % 4
      await inbox.setFaults(kind === 0 ? { slowBefore: 1500 } : kind === 1 ? { slowAfter: 3000 } : kind === 2 ? { dropNext: 1 } : {})
      const { key, to } = await queue()
      const accepted = async () => (await inbox.read(to)).messages.length > 0
      if (kind === 0) await until(async () => (await attemptsOf(key)) > 0, 10_000)
      else if (kind === 3) await pause(Math.random() * 40)
      else await until(accepted, 10_000)
      await endWorker(worker, 'SIGKILL')
      moments[(await isDelivered(key)) ? 'after completion' : (await accepted()) ? 'between acceptance and completion' : 'before acceptance']++
      await inbox.setFaults({})
      const start = Date.now()
      worker = startWorker()
      check(await until(() => isDelivered(key), 120_000), `message ${key} was not delivered after the kill`)
      times.push(Date.now() - start)
      const { messages } = await inbox.read(to)
      check(messages.length === 1, `message ${key} is ${messages.length} times in the inbox`)
    }
    // A slow receiver may still accept a message of a killed worker; that must count as a duplicate too.
    await pause(2000)
    const { counts, messages } = await inbox.read()
    check(counts.accepted - before.accepted === count, `${counts.accepted - before.accepted} accepted for ${count} messages`)
    check(messages.length === count + 1, `${messages.length} messages in the inbox for ${count + 1}`)
    check((await selectOne<{ n: string }>('select count(*)::text as n from graphile_worker.jobs'))?.n === '0', 'jobs are left')
    check((await endWorker(worker, 'SIGTERM')) === 0, 'the worker did not end cleanly')
    console.log(`(b) ${count} workers killed: ${Object.entries(moments).map(([when, n]) => `${n} ${when}`).join(', ')}`) // prettier-ignore
    console.log(
      `    ${messages.length - 1} messages in the inbox once each, ${counts.duplicates - before.duplicates} duplicates recognised and dropped by the receiver`,
    )
    console.log(`    from the start of the next worker to the end of the job: median ${medianOf(times)} ms, longest ${Math.max(...times)} ms`)
  }

  /** (c) PostgreSQL is restarted under two running workers, during a delivery by one of them. */
  async function postgresRestarted(count: number): Promise<void> {
    const ports = [await freePort(), await freePort()]
    const workers = ports.map(startWorker)
    for (const port of ports) await until(() => answersOk(port, '/readyz'), 120_000)
    const before = (await inbox.read()).counts
    const times: number[] = []
    for (let round = 0; round < count; round++) {
      await inbox.setFaults({ slowAfter: 1200 })
      const during = await queue()
      await until(async () => (await inbox.read(during.to)).messages.length > 0, 10_000)
      await server.stop()
      await inbox.setFaults({})
      await pause(round % 2 ? 3000 : 300)
      await server.restart()
      const backAt = Date.now()
      const next = await until(async () => (await queue().catch(() => undefined)) ?? false, 5000)
      check(next && (await until(() => isDelivered(next.key), 10_000)), 'no job ran after PostgreSQL came back')
      times.push(Date.now() - backAt)
      check(await until(() => isDelivered(during.key), 120_000), `message ${during.key}, in delivery at the restart, was not completed`)
      for (const message of [during, ...(next ? [next] : [])]) {
        const { messages } = await inbox.read(message.to)
        check(messages.length === 1, `message ${message.key} is ${messages.length} times in the inbox`)
      }
    }
    check(
      workers.every((worker) => worker.exitCode === null && worker.signalCode === null),
      'a worker died with PostgreSQL',
    )
    check(Math.max(...times) <= 5000, `jobs ran again only after ${Math.max(...times)} ms`)
    for (const worker of workers) check((await endWorker(worker, 'SIGTERM')) === 0, 'a worker did not end cleanly')
    const duplicates = (await inbox.read()).counts.duplicates - before.duplicates
    console.log(`(c) ${count} restarts of PostgreSQL under two workers during a delivery: ${duplicates} duplicates recognised and dropped by the receiver`)
    console.log(`    jobs run again after ${medianOf(times)} ms (median), ${Math.max(...times)} ms at most (limit 5000)`)
  }
}
