import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { testDatabase } from '@nikau/testing'
import { expect, onTestFinished, test, vi } from 'vitest'

vi.setConfig({ testTimeout: 90_000 }) // starts processes, on machines of any speed

const database = await testDatabase()
const program = join(import.meta.dirname, 'serve.ts')

test('metrics are served on a loopback port of their own, and not to proxies [SEC-13]', async () => {
  const child = spawn(process.execPath, [program], {
    env: { DATABASE_URL: database.urlAs('nikau_api'), API_PORT: '0', METRICS_PORT: '0' },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  const [line] = (await once(createInterface({ input: child.stdout }), 'line')) as [string]
  const { address, metricsPort } = JSON.parse(line) as { address: string; metricsPort: number }
  const metrics = `http://127.0.0.1:${metricsPort}/metrics`
  expect(await (await fetch(metrics)).text()).toContain('process_cpu_seconds_total{process="api"}')
  expect((await fetch(metrics, { headers: { 'x-forwarded-for': '203.0.113.1' } })).status).toBe(404)
  expect((await fetch(`${address}/metrics`)).status).toBe(404)
  child.kill('SIGTERM')
  expect(await once(child, 'exit')).toEqual([0, null])
})
