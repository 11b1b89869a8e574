import { testDatabase } from '@nikau/testing'
import { expect, test } from 'vitest'
import { runningApi } from '../given.ts'

const database = await testDatabase()
const { app } = await runningApi(database)

test('the process says that it lives, that it can work, and how long answers took by route', async () => {
  expect((await app.inject('/healthz')).json()).toEqual({ status: 'up' })
  expect((await app.inject('/readyz')).json()).toEqual({ status: 'ready' })
  await app.inject('/api/merchants/secret-looking-id/summary')
  const { body } = await app.inject('/metrics')
  expect(body).toContain('nikau_http_seconds_count{process="api",method="GET",route="/api/merchants/:id/summary",status="403"} 1')
  expect(body).not.toContain('secret-looking-id')
})
