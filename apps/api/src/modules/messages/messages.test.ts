import { Writable } from 'node:stream'
import { openMessageRail, queueMessage } from '@nikau/rails'
import { createLog, runJobs, Secret, systemClock } from '@nikau/runtime'
import { startMessagesSandbox, testDatabase } from '@nikau/testing'
import { sql } from 'kysely'
import { afterAll, beforeEach, expect, test, vi } from 'vitest'
import { messageJobs } from './index.ts'

const database = await testDatabase()
const { db } = database
const sandbox = await startMessagesSandbox()
let logged = ''
const log = createLog({
  name: 'test',
  level: 'trace',
  destination: new Writable({ write: (chunk, _encoding, done) => ((logged += String(chunk)), done()) }),
})
const rail = openMessageRail({
  smtpUrl: new Secret(sandbox.smtpUrl),
  smsUrl: sandbox.smsUrl,
  smsSecret: new Secret(sandbox.secret),
  from: 'no-reply@nikau.example',
})
const jobs = runJobs({ database, ...messageJobs({ db, rail, clock: systemClock, log, onSettled: async () => {} }), log, concurrency: 2, pollMs: 200 })
afterAll(() => jobs.stop())
beforeEach(() => sandbox.steer({}))

const stateOf = async (key: string) =>
  (await sql<{ state: string; attempts: number; last_error: string | null }>`select * from message where key = ${key}`.execute(db)).rows[0]
const hurry = () => sql`select graphile_worker.reschedule_jobs(array(select id from graphile_worker.jobs where attempts > 0), run_at => now())`.execute(db)

test('a committed message is delivered, and a second job for it delivers nothing', async () => {
  const to = '+64211110001'
  await db.transaction().execute((tx) => queueMessage(tx, { channel: 'sms', to, text: 'Your code is 135791', key: 'one', purpose: 'sign-in' }))
  expect(await sandbox.wait(to)).toMatchObject({ text: 'Your code is 135791', key: 'one' })
  await vi.waitFor(async () => expect(await stateOf('one')).toMatchObject({ state: 'sent' }), 10_000)
  await sql`select graphile_worker.add_job('deliver-message', json_build_object('messageId', id)) from message where key = 'one'`.execute(db)
  await vi.waitFor(() => expect(logged).toContain('already-settled'), 10_000)
  expect(await sandbox.messages(to)).toMatchObject([{ duplicates: 0 }])
})

test('a message is retried until the receiver is back', async () => {
  const to = 'ana@example.nz'
  await sandbox.steer({ down: true })
  await queueMessage(db, { channel: 'email', to, subject: 'Hello', text: 'Your code is 135791', key: 'two', purpose: 'sign-in' })
  await vi.waitFor(
    async () => expect(await stateOf('two')).toMatchObject({ state: 'queued', attempts: 1, last_error: expect.stringContaining('email') }),
    10_000,
  )
  await sandbox.steer({})
  await vi.waitFor(async () => {
    await hurry()
    expect(await stateOf('two')).toMatchObject({ state: 'sent', attempts: 2 })
  }, 10_000)
  expect(await sandbox.messages(to)).toHaveLength(1)
})

test('a message refused eight times fails, its job is removed, and neither its text nor its recipient is logged', async () => {
  const to = '+64211110003'
  await sandbox.steer({ refuseNext: 1000 })
  await queueMessage(db, { channel: 'sms', to, text: 'Your code is 135791', key: 'three', purpose: 'sign-in' })
  await vi.waitFor(async () => {
    await hurry()
    expect(await stateOf('three')).toMatchObject({ state: 'failed', attempts: 8, last_error: 'sms 503' })
  }, 15_000)
  await vi.waitFor(async () => expect((await sql`select 1 from graphile_worker.jobs`.execute(db)).rows).toEqual([]), 10_000)
  expect(logged).toContain('sms 503')
  expect(logged).not.toMatch(/135791|6421111000|ana@example/)
})
