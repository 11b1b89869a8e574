import { testDatabase } from '@nikau/testing'
import { expect, test } from 'vitest'
import { runningApi } from '../fixtures.ts'

const database = await testDatabase()
const { app } = await runningApi(database)

test('health endpoints report the process, its database, and response times by route', async () => {
  expect((await app.inject('/healthz')).json()).toEqual({ status: 'ok' })
  expect((await app.inject('/readyz')).json()).toEqual({ status: 'ok' })
  await app.inject('/api/merchants/secret-looking-id/summary')
  const { body } = await app.inject('/metrics')
  expect(body).toContain('nikau_http_seconds_count{process="api",method="GET",route="/api/merchants/:id/summary",status="403"} 1')
  expect(body).not.toContain('secret-looking-id')
  expect((await app.inject({ url: '/metrics', headers: { 'x-forwarded-for': '203.0.113.1' } })).statusCode).toBe(404)
})
