import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, chmod } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createDatabase, startPostgres } from '@nikau/local-postgres'

// PostgreSQL is stopped and started again under a running API, while it is being called: the process must live on and
// requests must succeed again within five seconds of the server's return. In between the answer is 503 with Retry-After.

const root = join(import.meta.dirname, '../..')
const rounds = process.argv.includes('--quick') ? 2 : 10
const folder = await mkdtemp(join(tmpdir(), 'nikau-loss-'))
await chmod(folder, 0o755)
const [postgresPort, apiPort] = [await freePort(), await freePort()]
let postgres = await startPostgres({ folder: join(folder, 'data'), port: postgresPort, durable: true })
const env = { ...process.env, DATABASE_URL: await createDatabase(postgres, 'nikau'), API_PORT: String(apiPort), LOG_LEVEL: 'error' }
const seeded = spawn('node', ['apps/api/src/seed.ts'], { cwd: root, env, stdio: 'inherit' })
await once(seeded, 'exit')
const api = spawn('node', ['apps/api/src/serve.ts'], { cwd: root, env, stdio: ['ignore', 'ignore', 'inherit'] })
let died = false
api.on('exit', () => (died = true))
await until(async () => (await statusOf()) === 200, 20_000)

const gaps: number[] = []
const seen = new Map<number, number>()
for (let round = 0; round < rounds; round++) {
  const calls = setInterval(() => void statusOf().then((status) => seen.set(status, (seen.get(status) ?? 0) + 1)), 100)
  await pause(300)
  await postgres.stop()
  await pause(700)
  postgres = await startPostgres({ folder: join(folder, 'data'), port: postgresPort, durable: true })
  const back = Date.now()
  await until(async () => (await statusOf()) === 200, 5000)
  gaps.push(Date.now() - back)
  clearInterval(calls)
}
const unexpected = [...seen.keys()].filter((status) => ![200, 429, 503].includes(status))
const passed = !died && unexpected.length === 0 && gaps.every((gap) => gap <= 5000)
console.log(`answers by status: ${[...seen].map(([status, count]) => `${status} x ${count}`).join(', ')}`)
console.log(
  `${passed ? 'PASS' : 'FAIL'} ${rounds} restarts of PostgreSQL under a running API: ${died ? 'it died' : 'no crash'}, first success after ${Math.max(...gaps)} ms at most (bar 5000), unexpected statuses: ${unexpected.join(' ') || 'none'}`,
)
api.kill('SIGTERM')
await once(api, 'exit').catch(() => {})
await postgres.stop()
await rm(folder, { recursive: true, force: true })
process.exit(passed ? 0 : 1)

async function statusOf(): Promise<number> {
  const response = await fetch(`http://127.0.0.1:${apiPort}/api/merchants/search?paginationLimit=1`, { signal: AbortSignal.timeout(4500) }).catch(
    () => undefined,
  )
  return response?.status ?? 0
}

async function until(check: () => Promise<boolean>, milliseconds: number): Promise<void> {
  const deadline = Date.now() + milliseconds
  while (Date.now() < deadline) {
    if (await check()) return
    await pause(50)
  }
}

function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds))
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as { port: number }
  server.close()
  return port
}
