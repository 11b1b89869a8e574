import { silent, testDatabase } from '@nikau/testing'
import { afterAll, expect, test } from 'vitest'
import { addJob, checkDatabase, createMetrics, measureJobs, serveHealth } from './index.ts'

const { db } = await testDatabase()
const metrics = createMetrics('test')
const observe = measureJobs(metrics, db)
let broken = false
const server = await serveHealth({
  port: 0,
  metrics,
  log: silent,
  checks: {
    database: () => checkDatabase(db),
    other: async () => {
      if (broken) throw new Error('broken')
    },
    slow: () => (broken ? new Promise(() => {}) : Promise.resolve()),
  },
})
afterAll(() => server.close())
const get = async (path: string, headers: Record<string, string> = {}) => {
  const answer = await fetch(`http://127.0.0.1:${server.port}${path}`, { headers })
  return { status: answer.status, text: await answer.text() }
}

test('health is ok while the process runs, and readiness names failing checks', async () => {
  expect(await get('/healthz')).toMatchObject({ status: 200 })
  expect(await get('/readyz')).toMatchObject({ status: 200 })
  broken = true
  expect(await get('/readyz')).toEqual({ status: 503, text: '{"status":"not ready","failing":["other","slow"]}' })
  expect(await get('/healthz')).toMatchObject({ status: 200 })
  expect(await get('/else')).toMatchObject({ status: 404 })
})

test('metrics count finished jobs and due jobs', async () => {
  await addJob(db, 'tidy', {})
  await addJob(db, 'tidy', {}, { runAt: new Date('2099-01-01') })
  observe({ task: 'tidy', outcome: 'done', seconds: 0.02 })
  const { text } = await get('/metrics')
  expect(text).toContain('nikau_job_seconds_count{process="test",task="tidy",outcome="done"} 1')
  expect(text).toContain('nikau_jobs{state="due",process="test"} 1')
  expect(text).toMatch(/process_cpu_seconds_total\{process="test"\}/)
})

test.each(['x-forwarded-for', 'forwarded', 'x-forwarded-host', 'x-real-ip', 'via'])('a request with %s gets no metrics [SEC-13]', async (header) => {
  expect(await get('/metrics', { [header]: '203.0.113.1' })).toEqual({ status: 404, text: '{"status":"not found"}' })
})
