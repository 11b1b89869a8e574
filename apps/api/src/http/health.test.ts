import { createMetrics } from '@nikau/runtime'
import { testDatabase } from '@nikau/testing'
import { expect, test } from 'vitest'
import { runningApi } from '../fixtures.ts'

const database = await testDatabase()
const metrics = createMetrics('api')
const { app } = await runningApi(database, { metrics })

test('health endpoints report the process and its database', async () => {
  expect((await app.inject('/healthz')).json()).toEqual({ status: 'ok' })
  expect((await app.inject('/readyz')).json()).toEqual({ status: 'ok' })
})

test('response times are measured by route, not by URL', async () => {
  await app.inject('/api/merchants/secret-looking-id/summary')
  const text = await metrics.registry.metrics()
  expect(text).toContain('nikau_http_seconds_count{process="api",method="GET",route="/api/merchants/:id/summary",status="403"} 1')
  expect(text).not.toContain('secret-looking-id')
})

test('the public port does not serve metrics [SEC-13]', async () => {
  expect((await app.inject('/metrics')).statusCode).toBe(404)
})
