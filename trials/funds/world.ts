import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createDatabase, startPostgres } from '@nikau/local-postgres'
import { migrate } from '@nikau/runtime'
import { patient } from '../ledger/scratch.ts'
import { atPort, freePort, startSandbox, until } from '../messages/outside.ts'

const root = join(import.meta.dirname, '../..')
export const ownAccount = '02-0192-0214002-00'
const filesSecret = 'trial-files-secret'

interface Answer {
  status: number
  // oxlint-disable-next-line typescript/no-explicit-any -- a trial looks into answers freely
  body: any
}

export type World = Awaited<ReturnType<typeof startWorld>>
type Part = 'api' | 'work' | 'banks'

/** PostgreSQL, the banks, an inbox, an API and a worker as processes of their own, all going by the banks' clock. Each can be killed. */
export async function startWorld(start: string) {
  const folder = await mkdtemp(join(tmpdir(), 'nikau-funds-'))
  await chmod(folder, 0o755)
  const postgres = await startPostgres({ folder: join(folder, 'data'), port: await freePort(), durable: true })
  const url = await createDatabase(postgres, 'nikau')
  const database = patient(url)
  await migrate(database)
  const inbox = await startSandbox(root)
  const ports = { api: await freePort(), work: await freePort(), banks: await freePort() }
  const bankOrigin = `http://localhost:${ports.banks}`
  const common = {
    DATABASE_URL: url,
    LOG_LEVEL: process.env.TRIAL_LOG ?? 'silent',
    NODE_COMPILE_CACHE: join(root, '.data/compile-cache'),
    CLOCK_URL: `${bankOrigin}/control/clock`,
  }
  const programs: Record<Part, { file: string; ready: string; env: Record<string, string> }> = {
    banks: {
      file: 'sandboxes/banks/src/serve.ts',
      ready: '/control/clock',
      env: { BANKS_PORT: String(ports.banks), BANKS_FILES_SECRET: filesSecret, CLIENT_JWKS: '{"keys":[]}', BANKS_DATA: join(folder, 'banks') },
    },
    api: { file: 'apps/api/src/serve.ts', ready: '/readyz', env: { ...common, API_PORT: String(ports.api), RATE_LIMIT_SCALE: '1000000' } },
    work: {
      file: 'apps/api/src/work.ts',
      ready: '/readyz',
      env: {
        ...common,
        WORK_PORT: String(ports.work),
        JOB_CONCURRENCY: '4',
        SMTP_URL: inbox.smtpUrl,
        SMS_URL: inbox.smsUrl,
        SMS_SECRET: inbox.secret,
        BANK_DESKS: JSON.stringify([{ bank: 'bnz', url: `${bankOrigin}/bnz`, account: ownAccount }]),
        BANK_FILES_SECRET: filesSecret,
      },
    },
  }
  const running: Partial<Record<Part, ChildProcess>> = {}
  const launch = (part: Part) => {
    const { file, env } = programs[part]
    running[part] = spawn(process.execPath, [file], {
      cwd: root,
      env: { ...process.env, ...env },
      stdio: ['ignore', process.env.TRIAL_LOG ? 'inherit' : 'ignore', 'inherit'],
    })
  }
  const up = async (part: Part) => {
    if (!(await until(() => atPort(ports[part], programs[part].ready), 180_000))) throw new Error(`${part} does not start`)
  }
  const end = async (part: Part, signal: 'SIGTERM' | 'SIGKILL') => {
    const child = running[part]
    if (!child || child.exitCode !== null || child.signalCode !== null) return
    const exit = once(child, 'exit')
    child.kill(signal)
    await exit
  }

  const control = async <T = Record<string, unknown>>(path: string, body?: object): Promise<T> => {
    const init = body && { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }
    const response = await fetch(`${bankOrigin}/control/${path}`, init)
    if (!response.ok) throw new Error(`control ${path}: ${response.status}`)
    return (await response.json()) as T
  }
  launch('banks')
  await up('banks')
  await control('clock', { now: start, freeze: true })
  launch('api')
  launch('work')
  try {
    await Promise.all([up('api'), up('work')])
  } catch (error) {
    for (const part of ['api', 'work', 'banks'] as const) await end(part, 'SIGKILL')
    inbox.stop()
    throw error
  }

  const call = async (method: string, path: string, headers: Record<string, string>, body?: object): Promise<Answer> => {
    const response = await fetch(`http://127.0.0.1:${ports.api}${path}`, {
      method,
      headers: { ...headers, ...(body && { 'content-type': 'application/json' }) },
      ...(body && { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(15_000),
    })
    const text = await response.text()
    return { status: response.status, body: text === '' ? undefined : JSON.parse(text) }
  }
  /** Calls again until there is an answer that is one: what a client with an idempotency key does. */
  const insist = async (method: string, path: string, headers: Record<string, string>, body?: object): Promise<Answer> => {
    const deadline = Date.now() + 40_000
    for (;;) {
      const answer = await call(method, path, headers, body).catch(() => undefined)
      if (answer && answer.status < 500) return answer
      if (Date.now() > deadline) throw new Error(`no answer to ${method} ${path}`)
      await new Promise((resolve) => setTimeout(resolve, 100))
    }
  }
  const rows = async <T extends object>(text: string, values: unknown[] = []) => (await database.pool.query<T>(text, values)).rows

  return {
    database,
    insist,
    must: async (method: string, path: string, headers: Record<string, string>, body?: object) => {
      const answer = await insist(method, path, headers, body)
      if (answer.status !== 200) throw new Error(`${method} ${path}: ${answer.status} ${JSON.stringify(answer.body)}`)
      return answer.body
    },
    control,
    rows,
    /** What the bank itself answers to whoever has the secret. */
    bank: async <T>(path: string) => (await (await fetch(`${bankOrigin}/bnz${path}`, { headers: { authorization: `Bearer ${filesSecret}` } })).json()) as T,
    /** Moves everybody's clock, and waits until everybody has seen it. */
    async at(moment: string) {
      await control('clock', { now: moment })
      await new Promise((resolve) => setTimeout(resolve, 350))
    },
    /** Runs bank jobs, one after the other, until nothing of the kind waits. `meanwhile` happens once the first was added. */
    async work(tasks: string[], meanwhile?: () => Promise<void>) {
      for (const [place, task] of tasks.entries()) {
        await rows('select graphile_worker.add_job($1, job_key => $1, priority => -10)', [task])
        if (place === 0) await meanwhile?.()
        const idle = await until(async () => {
          // A job that failed would wait for seconds or minutes; here it is tried again at once.
          const waiting = await rows<{ id: string }>(
            `select id from graphile_worker.jobs where task_identifier in ('close-bank-windows', 'send-bank-file', 'hear-bank-results', 'reconcile-bank')
                and (attempts < max_attempts or locked_at is not null)`,
          )
          if (waiting.length === 0) return true
          await rows(`select graphile_worker.reschedule_jobs($1::bigint[], run_at => now(), priority => -10)`, [waiting.map(({ id }) => id)])
          return false
        }, 300_000)
        if (!idle) {
          const left = await rows(
            'select task_identifier, attempts, left(last_error, 600) as last_error from graphile_worker.jobs where priority < 0 or attempts > 3',
          )
          throw new Error(`${task} does not end: ${JSON.stringify(left)}`)
        }
      }
    },
    async kill(part: Part) {
      await end(part, 'SIGKILL')
      launch(part)
      await up(part)
    },
    async stop() {
      for (const part of ['api', 'work', 'banks'] as const) await end(part, 'SIGTERM')
      inbox.stop()
      await database.close()
      await postgres.stop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
