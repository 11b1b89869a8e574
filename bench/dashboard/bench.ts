import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { createDatabase, startPostgres } from '@nikau/local-postgres'
import { allowLogins, urlAs } from '@nikau/local-postgres/logins'
import { freePort } from '@nikau/testing/free-port'
import pg from 'pg'
import { createLog, migrate, openDatabase, Secret } from '@nikau/runtime'
import { createMovements, type Holder } from './wallets.ts'

// A person with 100,000 movements and one with ten open their dashboards in turn, on one server in one run. The response time must
// not depend on the number of movements: the ratio of the medians is at most 1.5.

const { values } = parseArgs({ options: { quick: { type: 'boolean', default: false } }, strict: false })
const many = values.quick ? 20_000 : 100_000
// Two calls of a round go to the same list, whose rate limit is 200 calls a minute.
const rounds = values.quick ? 60 : 85
const maxRatio = 1.5

const folder = await mkdtemp(join(tmpdir(), 'nikau-bench-'))
await chmod(folder, 0o755)
const server = await startPostgres({ folder: join(folder, 'data'), port: await freePort(), durable: true })
const url = await createDatabase(server, 'nikau')
const log = createLog({ name: 'bench', level: 'silent' })
const database = openDatabase({ url: new Secret(url), name: 'bench', log })
const api = { port: await freePort(), process: undefined as ChildProcess | undefined }

try {
  await migrate(database)
  await allowLogins(url)
  const few = await createMovements(database, url, 10)
  const began = performance.now()
  const lots = await createMovements(database, url, many)
  console.log(`${many} movements posted in ${((performance.now() - began) / 1000).toFixed(1)} s`)
  await analyse()
  await startApi()
  await measure(few, lots)
} finally {
  if (api.process) {
    api.process.kill('SIGTERM')
    await once(api.process, 'exit')
  }
  await database.close()
  await server.stop()
  await rm(folder, { recursive: true, force: true })
}

/** On a separate connection: the application's has a shorter timeout. */
async function analyse(): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query('analyze')
  await client.end()
}

async function startApi(): Promise<void> {
  const program = join(import.meta.dirname, '../../apps/api/src/serve.ts')
  api.process = spawn(process.execPath, [program], {
    env: { DATABASE_URL: urlAs(url, 'nikau_api'), API_PORT: String(api.port), LOG_LEVEL: 'warn' },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const deadline = Date.now() + 60_000
  while (!(await fetch(`http://127.0.0.1:${api.port}/readyz`).catch(() => undefined))?.ok) {
    if (Date.now() > deadline) throw new Error('the API did not start')
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
}

async function measure(few: Holder, lots: Holder): Promise<void> {
  const calls: Record<string, (of: Holder) => string> = {
    memberships: () => '/api/account-memberships',
    assets: (of) => `/api/accounts/${of.accountId}/assets`,
    transactions: (of) => `/api/wallets/${of.walletId}/transactions?paginationLimit=10`,
    quotas: (of) => `/api/accounts/${of.accountId}/quotas`,
  }
  const times: Record<string, { few: number[]; lots: number[] }> = Object.fromEntries(
    [...Object.keys(calls), 'dashboard', 'oldest'].map((name) => [name, { few: [], lots: [] }]),
  )
  for (let round = -10; round < rounds; round++) {
    // The order alternates, so that neither always finds the caches warm.
    for (const who of round % 2 === 0 ? (['few', 'lots'] as const) : (['lots', 'few'] as const)) {
      const holder = who === 'few' ? few : lots
      let dashboard = 0
      for (const [name, path] of Object.entries(calls)) {
        const time = await timed(holder, path(holder))
        dashboard += time
        if (round >= 0) times[name]![who].push(time)
      }
      if (round >= 0) times.dashboard![who].push(dashboard)
    }
    // The oldest page of the long list against the newest: pages are found by key.
    const oldest = await timed(lots, `/api/wallets/${lots.walletId}/transactions?paginationLimit=10&pageKey=11`)
    if (round >= 0) times.oldest!.lots.push(oldest)
  }
  times.oldest!.few = times.transactions!.lots

  const ratios: Record<string, number> = {}
  for (const [name, { few, lots }] of Object.entries(times)) {
    ratios[name] = Number((median(lots) / median(few)).toFixed(2))
    console.log(`${name.padEnd(13)} ${median(few).toFixed(2).padStart(8)} ms ${median(lots).toFixed(2).padStart(8)} ms   x ${ratios[name]}`)
  }
  const good = ratios.dashboard! <= maxRatio
  if (!good) process.exitCode = 1
  console.log(JSON.stringify({ movements: [10, many], rounds, maxRatio, ...ratios, good }))
}

async function timed(holder: Holder, path: string): Promise<number> {
  const start = performance.now()
  const response = await fetch(`http://127.0.0.1:${api.port}${path}`, { headers: { authorization: `Bearer ${holder.token}` } })
  const text = await response.text()
  if (!response.ok) throw new Error(`${path}: ${response.status} ${text}`)
  return performance.now() - start
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]!
}
