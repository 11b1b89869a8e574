import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { testDatabase } from '@nikau/testing'
import { expect, onTestFinished, test, vi } from 'vitest'

vi.setConfig({ testTimeout: 90_000 }) // starts processes, on machines of any speed

const database = await testDatabase()
const program = join(import.meta.dirname, 'serve.ts')

test('the process does not start with an unsafe configuration [SEC-12]', async () => {
  const env = { NODE_ENV: 'production', DATABASE_URL: database.urlAs('nikau_identity'), CODE_SECRET: 'canary' }
  const child = spawn(process.execPath, [program], { env, stdio: ['ignore', 'ignore', 'pipe'] })
  onTestFinished(() => void child.kill('SIGKILL'))
  let stderr = ''
  child.stderr.on('data', (chunk) => (stderr += String(chunk)))
  const [code] = (await once(child, 'close')) as [number]
  expect(code).toBe(1)
  for (const name of ['IDENTITY_ISSUER', 'WEB_ORIGINS', 'IDENTITY_KEYS', 'COOKIE_KEYS', 'CODE_SECRET']) expect(stderr).toContain(name)
  expect(stderr).not.toContain('canary')
})

test('metrics are served on a loopback port of their own, and not to proxies [SEC-13]', async () => {
  const child = spawn(process.execPath, [program], {
    env: { DATABASE_URL: database.urlAs('nikau_identity'), IDENTITY_PORT: '0', METRICS_PORT: '0' },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  const [line] = (await once(createInterface({ input: child.stdout }), 'line')) as [string]
  const { address, metricsPort } = JSON.parse(line) as { address: string; metricsPort: number }
  const metrics = `http://127.0.0.1:${metricsPort}/metrics`
  expect(await (await fetch(metrics)).text()).toContain('process_cpu_seconds_total{process="identity"}')
  expect((await fetch(metrics, { headers: { 'x-forwarded-for': '203.0.113.1' } })).status).toBe(404)
  expect((await fetch(`${address}/metrics`)).status).toBe(404)
  child.kill('SIGTERM')
  expect(await once(child, 'exit')).toEqual([0, null])
})
