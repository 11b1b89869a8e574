import { randomUUID } from 'node:crypto'
import { assertLedgerInvariants, createLedger } from '@nikau/ledger'
import { Secret } from '@nikau/runtime'
import { fakeClock, silent, testDatabase } from '@nikau/testing'
import { sql } from 'kysely'
import { afterAll, afterEach, expect, test } from 'vitest'
import { createBank, createBankedPerson, runningApi } from '../../fixtures.ts'
import { fundsTransferJobs } from './index.ts'

const database = await testDatabase()
const { db } = database
const clock = fakeClock(new Date().toISOString())
const api = await runningApi(database, { clock, env: { TEST_TRANSFER_SECONDS: '7' } })
const ledger = createLedger({ url: new Secret(database.url), name: 'test', log: silent, clock })
afterAll(() => ledger.close())
const bank = createBank(database, clock)
const { tasks } = fundsTransferJobs({ db, ledger, clock, testStepSeconds: 7 })
afterEach(() => assertLedgerInvariants(db))

/** Runs the queued simulation jobs, as the worker does when they are due. */
async function runQueued(): Promise<void> {
  const { rows } = await sql<{ id: string; payload: { transferId: string } }>`
    select j.id, j.payload from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id
     where t.identifier = 'simulate-test-bank' order by j.id`.execute(db)
  for (const { id, payload } of rows) {
    await tasks['simulate-test-bank']!(payload, { id, attempt: 1, isLastAttempt: false, signal: AbortSignal.timeout(10_000) })
    await sql`delete from graphile_worker._private_jobs where id = ${id}`.execute(db)
  }
}
const testCodeNotification = async (recipient: string) =>
  (await sql<{ subject: string; body: string }>`select subject, body from message where recipient = ${recipient} and purpose = 'test-code'`.execute(db)).rows

test('on a test account a job simulates the bank: requested with the code by email, held, and released by that code [BANK-09, TOP-15]', async () => {
  const mia = await createBankedPerson(api, database, { liveness: 'test' })
  const { body } = await mia.topUp(2500)
  const { rows } = await sql<{ soon: boolean }>`
    select run_at between now() + interval '3 seconds' and now() + interval '7 seconds' as soon from graphile_worker.jobs where task_identifier = 'simulate-test-bank'`.execute(
    db,
  )
  expect(rows).toEqual([{ soon: true }])
  expect(await testCodeNotification(mia.email)).toEqual([])
  await runQueued()
  expect(await mia.transfer(body.id)).toMatchObject({ status: 'requested', held: false })
  const [notification] = await testCodeNotification(mia.email)
  const code = /CODE (\d{4})/.exec(notification!.body)![1]!
  expect(code).toBe(await bank.codeOf(body.id))
  await runQueued()
  expect(await mia.transfer(body.id)).toMatchObject({ status: 'requested', held: true })
  expect(await mia.balance()).toBe(0)
  expect((await mia.verify(code)).status).toBe(200)
  expect(await mia.balance()).toBe(2500)
  await runQueued()
  expect(await mia.transfer(body.id)).toMatchObject({ status: 'done' })
})

test('a withdrawal to a test account takes the same steps; a person without an email address gets the code by SMS', async () => {
  const mia = await createBankedPerson(api, database, { liveness: 'test', directDebit: false })
  await sql`update identity.person set email = null, email_verified = false where id = ${mia.personId}`.execute(database.owner.db)
  await api.post(`/api/wallets/${mia.walletId}/topup`, { idempotencyKey: randomUUID(), amount: '500' }, mia.headers)
  const { body } = await mia.withdraw(300)
  await runQueued()
  await runQueued()
  expect(await mia.transfer(body.id)).toMatchObject({ status: 'done' })
  expect(await mia.balance()).toBe(200)
  const { rows } = await sql<{ body: string }>`select body from message where recipient = ${mia.phone} and purpose = 'test-code'`.execute(db)
  expect(rows[0]!.body).toContain(`CODE ${await bank.codeOf(body.id)}`)
})

test('the job does nothing when it runs twice, after an abort, or for real money', async () => {
  const mia = await createBankedPerson(api, database, { liveness: 'test' })
  const run = (transferId: string) =>
    tasks['simulate-test-bank']!({ transferId }, { id: '1', attempt: 1, isLastAttempt: false, signal: AbortSignal.timeout(10_000) })
  const { body } = await mia.topUp(100)
  await Promise.all([run(body.id), run(body.id)])
  expect((await testCodeNotification(mia.email)).length).toBe(1)
  const aborted = (await mia.topUp(100)).body
  await api.post(`/api/funds-transfers/${aborted.id}/abort`, undefined!, mia.headers)
  await run(aborted.id)
  expect((await mia.transfer(aborted.id)).status).toBe('failed')
  const real = await createBankedPerson(api, database)
  const main = (await real.topUp(100)).body
  await run(main.id)
  expect((await real.transfer(main.id)).status).toBe('created')
  await run('nothing')
})
