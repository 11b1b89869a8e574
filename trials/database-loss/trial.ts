import { freePort } from '@nikau/testing/free-port'
import { startServer } from '../harness/postgres.ts'
import { createProcesses, runPrograms } from '../harness/processes.ts'
import type { TrialContext } from '../harness/trial.ts'
import { pause, until } from '../harness/wait.ts'

// PostgreSQL is stopped and started again under a running API while it is called: the process must survive, and calls must succeed
// within five seconds of the server's return. In between the answer is 503 with Retry-After.

const maxGapMs = 5000

export async function run({ quick, check }: TrialContext): Promise<void> {
  const rounds = quick ? 2 : 10
  const server = await startServer({ durable: true })
  const apiPort = await freePort()
  const env = { DATABASE_URL: await server.createDatabase('nikau'), API_PORT: String(apiPort), LOG_LEVEL: 'error' }
  await runPrograms(['tools/migrate.ts', 'apps/api/src/seed.ts'], env)
  const processes = createProcesses({ api: { file: 'apps/api/src/serve.ts', port: apiPort, readyPath: '/readyz', env } })
  await processes.start('api')
  const pid = processes.pidOf('api')

  const gaps: number[] = []
  const statuses = new Map<number, number>()
  for (let round = 0; round < rounds; round++) {
    const calls = setInterval(() => void callStatus(apiPort).then((status) => statuses.set(status, (statuses.get(status) ?? 0) + 1)), 100)
    await pause(300)
    await server.stop()
    await pause(700)
    await server.restart()
    const backAt = Date.now()
    await until(async () => (await callStatus(apiPort)) === 200, maxGapMs)
    gaps.push(Date.now() - backAt)
    clearInterval(calls)
  }
  const unexpected = [...statuses.keys()].filter((status) => ![200, 429, 503].includes(status))
  check(processes.isRunning('api') && processes.pidOf('api') === pid, 'the API process ended')
  check(unexpected.length === 0, `unexpected statuses: ${unexpected.join(' ')}`)
  check(Math.max(...gaps) <= maxGapMs, `the first success came ${Math.max(...gaps)} ms after PostgreSQL was back`)
  console.log(`answers by status: ${[...statuses].map(([status, count]) => `${status} x ${count}`).join(', ')}`)
  console.log(`${rounds} restarts of PostgreSQL under a running API: first success after ${Math.max(...gaps)} ms at most (limit ${maxGapMs})`)
  await processes.stop()
  await server.remove()
}

async function callStatus(port: number): Promise<number> {
  const response = await fetch(`http://127.0.0.1:${port}/api/merchants/search?paginationLimit=1`, { signal: AbortSignal.timeout(4500) }).catch(() => undefined)
  return response?.status ?? 0
}
