import { type ChildProcess, spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createDatabase, startPostgres } from '@nikau/local-postgres'
import { migrate } from '@nikau/runtime'
import { givenPerson } from '@nikau/testing/given'
import { patient } from '../ledger/scratch.ts'
import { atPort, freePort, until } from '../messages/outside.ts'

const root = join(import.meta.dirname, '../..')

interface Answer {
  status: number
  // oxlint-disable-next-line typescript/no-explicit-any -- a trial looks into answers freely
  body: any
}

export type World = Awaited<ReturnType<typeof startWorld>>

/** PostgreSQL, an API and a worker as processes of their own, and a merchant with its key. Either process can be killed and started again. */
export async function startWorld(options: { durable?: boolean; apiEnv?: Record<string, string>; workEnv?: Record<string, string> } = {}) {
  const folder = await mkdtemp(join(tmpdir(), 'nikau-payments-'))
  await chmod(folder, 0o755)
  const postgres = await startPostgres({ folder: join(folder, 'data'), port: await freePort(), durable: options.durable ?? true })
  const url = await createDatabase(postgres, 'nikau')
  const database = patient(url)
  await migrate(database)
  const [apiPort, workPort] = [await freePort(), await freePort()]
  const common = { DATABASE_URL: url, LOG_LEVEL: 'silent', WEBHOOK_LOOPBACK: 'true', NODE_COMPILE_CACHE: join(root, '.data/compile-cache') }
  const programs = {
    api: { file: 'apps/api/src/serve.ts', port: apiPort, env: { ...common, API_PORT: String(apiPort), RATE_LIMIT_SCALE: '1000000', ...options.apiEnv } },
    work: {
      file: 'apps/api/src/work.ts',
      port: workPort,
      env: {
        ...common,
        WORK_PORT: String(workPort),
        JOB_CONCURRENCY: '10',
        SMTP_URL: 'smtp://127.0.0.1:9',
        SMS_URL: 'http://127.0.0.1:9',
        SMS_SECRET: 'trial',
        ...options.workEnv,
      },
    },
  }
  const running: Partial<Record<keyof typeof programs, ChildProcess>> = {}
  let extra: Record<string, string> = {}
  const start = (name: keyof typeof programs) => {
    const { file, env } = programs[name]
    running[name] = spawn(process.execPath, [file], { cwd: root, env: { ...process.env, ...env, ...extra }, stdio: ['ignore', 'inherit', 'inherit'] })
  }
  const up = async (name: keyof typeof programs) => {
    if (!(await until(() => atPort(programs[name].port, '/readyz'), 180_000))) throw new Error(`${name} does not start`)
  }
  const end = async (name: keyof typeof programs, signal: 'SIGTERM' | 'SIGKILL') => {
    const child = running[name]
    if (!child || child.exitCode !== null || child.signalCode !== null) return
    const exit = once(child, 'exit')
    child.kill(signal)
    await exit
  }
  start('api')
  start('work')
  await Promise.all([up('api'), up('work')])

  const api = `http://127.0.0.1:${apiPort}`
  const call = async (method: string, path: string, headers: Record<string, string>, body?: object): Promise<Answer> => {
    const response = await fetch(api + path, {
      method,
      headers: { ...headers, ...(body && { 'content-type': 'application/json' }) },
      ...(body && { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(15_000),
    })
    const text = await response.text()
    return { status: response.status, body: text === '' ? undefined : JSON.parse(text) }
  }
  /** A server with too much to do says so and is asked again, under the same key: on a busy machine that is no fault. Any other answer counts. */
  const patiently = async (method: string, path: string, headers: Record<string, string>, body?: object): Promise<Answer> => {
    for (const deadline = Date.now() + 180_000; ;) {
      const answer = await call(method, path, headers, body)
      if (answer.status !== 503 || Date.now() > deadline) return answer
      await new Promise((resolve) => setTimeout(resolve, 100))
    }
  }
  /** Calls again until there is an answer that is one: what a client with an idempotency key does. */
  const insist = async (method: string, path: string, headers: Record<string, string>, body?: object, milliseconds = 180_000): Promise<Answer> => {
    const deadline = Date.now() + milliseconds
    for (;;) {
      const answer = await call(method, path, headers, body).catch(() => undefined)
      if (answer && answer.status < 500) return answer
      if (Date.now() > deadline) throw new Error(`no answer to ${method} ${path} in ${milliseconds} ms`)
      await new Promise((resolve) => setTimeout(resolve, 100))
    }
  }
  const must = async (method: string, path: string, headers: Record<string, string>, body?: object) => {
    const answer = await insist(method, path, headers, body)
    if (answer.status !== 200) throw new Error(`${method} ${path}: ${answer.status} ${JSON.stringify(answer.body)}`)
    return answer.body
  }

  async function shop(types = ['nikau.nzd.test', 'external.test']) {
    const owner = await givenPerson(database)
    const org = await must('POST', '/api/accounts', owner.headers, { name: 'Trial Ltd', type: 'org', test: true })
    const merchant = await must('POST', '/api/merchants', owner.headers, {
      accountId: org.id,
      name: 'Trial',
      country: 'NZ',
      test: true,
      type: 'e-commerce',
      gstNumber: '140107697',
    })
    const options = types.map((type) => ({ type }))
    const config = await must('POST', `/api/merchants/${merchant.id}/configs`, owner.headers, {
      paymentOptions: options,
      allowedRedirectUrls: ['https://shop.example/pay'],
    })
    const key = await must('POST', `/api/accounts/${org.id}/api-keys`, owner.headers, { name: 'till', role: 'merchant-terminal' })
    const till = { 'x-api-key': String(key.secret) }
    return {
      owner,
      accountId: String(org.id),
      merchantId: String(merchant.id),
      configId: String(config.id),
      wallet: String(config.paymentOptions[0].walletId),
      till,
      ask: async (amount: number, more: object = {}): Promise<string> =>
        (
          await must('POST', '/api/payment-requests', till, {
            configId: config.id,
            value: { amount: String(amount), currency: 'NZD' },
            expirySeconds: 3600,
            ...more,
          })
        ).id,
    }
  }

  async function payer(money: number) {
    const person = await givenPerson(database)
    const account = await must('POST', '/api/accounts', person.headers, { name: 'Payer', type: 'individual' })
    const wallet = await must('POST', '/api/wallet-assets', person.headers, { accountId: account.id, ledgerId: 'nikau.nzd.test' })
    // Limits of top-ups and spending are not what is tried here, unless a trial sets its own.
    await database.pool.query(
      `insert into quota_limit select $1, t, 'nikau.nzd.test', p, 100000000000 from unnest(array['topup', 'spend']) t, unnest(array['monthly', 'yearly']) p`,
      [account.id],
    )
    if (money > 0) await must('POST', `/api/wallets/${wallet.id}/topup`, person.headers, { amount: String(money) })
    const body = (more: object) => ({ assetType: 'nikau.nzd.test', assetId: wallet.id, ...more })
    return {
      ...person,
      accountId: String(account.id),
      walletId: String(wallet.id),
      topUp: (amount: number) => must('POST', `/api/wallets/${wallet.id}/topup`, person.headers, { amount: String(amount) }),
      pay: (requestId: string, more: object = {}) =>
        patiently('POST', `/api/payment-requests/${requestId}/pay`, person.headers, body({ idempotencyKey: randomUUID(), ...more })),
      insistToPay: (requestId: string, more: object = {}) => insist('POST', `/api/payment-requests/${requestId}/pay`, person.headers, body(more)),
      balance: async () => Number((await must('GET', `/api/assets/${wallet.id}`, person.headers)).balance),
    }
  }

  return {
    api,
    apiPort,
    url,
    database,
    call,
    patiently,
    must,
    shop,
    payer,
    pids: () => ({ api: running.api?.pid, work: running.work?.pid }),
    /** Kills without warning and starts again at once. */
    async kill(name: keyof typeof programs) {
      await end(name, 'SIGKILL')
      start(name)
    },
    up,
    /** Starts both again with some variables changed. */
    async restartWith(env: Record<string, string>) {
      extra = env
      for (const name of ['api', 'work'] as const) {
        await end(name, 'SIGTERM')
        start(name)
      }
      await Promise.all([up('api'), up('work')])
    },
    async stop() {
      await end('api', 'SIGTERM')
      await end('work', 'SIGTERM')
      await database.close()
      await postgres.stop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
