import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'
import { testDatabase } from '@nikau/testing'
import { expect, onTestFinished, test, vi } from 'vitest'

vi.setConfig({ testTimeout: 90_000 }) // starts processes, on machines of any speed

const database = await testDatabase()
const program = join(import.meta.dirname, 'serve.ts')

/** On a busy machine warnings may come before the line that says where it listens. */
async function listening(output: Readable): Promise<{ address: string; metricsPort: number }> {
  for await (const line of createInterface({ input: output })) {
    const logged = JSON.parse(line) as { address?: string; metricsPort: number }
    if (logged.address !== undefined) return { address: logged.address, metricsPort: logged.metricsPort }
  }
  throw new Error('it ended before it listened')
}

test('metrics are served on a loopback port of their own, and not to proxies [SEC-13]', async () => {
  const child = spawn(process.execPath, [program], {
    env: { DATABASE_URL: database.urlAs('nikau_api'), API_PORT: '0', METRICS_PORT: '0' },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  const { address, metricsPort } = await listening(child.stdout)
  const metrics = `http://127.0.0.1:${metricsPort}/metrics`
  expect(await (await fetch(metrics)).text()).toContain('process_cpu_seconds_total{process="api"}')
  expect((await fetch(metrics, { headers: { 'x-forwarded-for': '203.0.113.1' } })).status).toBe(404)
  expect((await fetch(`${address}/metrics`)).status).toBe(404)
  child.kill('SIGTERM')
  expect(await once(child, 'exit')).toEqual([0, null])
})
