import { assertBooksInOrder, createLedger } from '@nikau/ledger'
import { Secret } from '@nikau/runtime'
import { fakeClock, silent, testDatabase } from '@nikau/testing'
import { sql } from 'kysely'
import { afterAll, afterEach, expect, test } from 'vitest'
import { givenBank, givenBanked, runningApi } from '../../given.ts'
import { fundsTransferJobs } from './index.ts'

const database = await testDatabase()
const { db } = database
const clock = fakeClock(new Date().toISOString())
const api = await runningApi(database, { clock, env: { TEST_TRANSFER_SECONDS: '7' } })
const ledger = createLedger({ url: new Secret(database.url), name: 'test', log: silent, clock })
afterAll(() => ledger.close())
const bank = givenBank(database, clock)
const { tasks } = fundsTransferJobs({ db, ledger, clock, testStepSeconds: 7 })
afterEach(() => assertBooksInOrder(db))

/** Runs what waits in the queue for transfers, as the worker does when its time has come. */
async function step(): Promise<void> {
  const { rows } = await sql<{ id: string; payload: { transferId: string } }>`
    select j.id, j.payload from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id
     where t.identifier = 'advance-test-transfer' order by j.id`.execute(db)
  for (const { id, payload } of rows) {
    await tasks['advance-test-transfer']!(payload, { id, attempt: 1, last: false, signal: AbortSignal.timeout(10_000) })
    await sql`delete from graphile_worker._private_jobs where id = ${id}`.execute(db)
  }
}
const codeLetter = async (recipient: string) =>
  (await sql<{ subject: string; body: string }>`select subject, body from message where recipient = ${recipient} and purpose = 'test-code'`.execute(db)).rows

test('on a test account a job plays the bank: requested with the code by letter, held, and released by that code [BANK-09, TOP-15]', async () => {
  const mia = await givenBanked(api, database, { liveness: 'test' })
  const { body } = await mia.topUp(2500)
  const { rows } = await sql<{ soon: boolean }>`
    select run_at between now() + interval '3 seconds' and now() + interval '7 seconds' as soon from graphile_worker.jobs where task_identifier = 'advance-test-transfer'`.execute(
    db,
  )
  expect(rows).toEqual([{ soon: true }])
  expect(await codeLetter(mia.email)).toEqual([])
  await step()
  expect(await mia.transfer(body.id)).toMatchObject({ status: 'requested', held: false })
  const [letter] = await codeLetter(mia.email)
  const code = /CODE (\d{4})/.exec(letter!.body)![1]!
  expect(code).toBe(await bank.codeOf(body.id))
  await step()
  expect(await mia.transfer(body.id)).toMatchObject({ status: 'requested', held: true })
  expect(await mia.balance()).toBe(0)
  expect((await mia.verify(code)).status).toBe(200)
  expect(await mia.balance()).toBe(2500)
  await step()
  expect(await mia.transfer(body.id)).toMatchObject({ status: 'done' })
})

test('a withdrawal to a test account arrives by the same steps; whoever has no e-mail address gets the code by SMS', async () => {
  const mia = await givenBanked(api, database, { liveness: 'test', directDebit: false })
  await sql`update identity.person set email = null where id = ${mia.personId}`.execute(db)
  await api.post(`/api/wallets/${mia.walletId}/topup`, { amount: '500' }, mia.headers)
  const { body } = await mia.withdraw(300)
  await step()
  await step()
  expect(await mia.transfer(body.id)).toMatchObject({ status: 'done' })
  expect(await mia.balance()).toBe(200)
  const { rows } = await sql<{ body: string }>`select body from message where recipient = ${mia.phone} and purpose = 'test-code'`.execute(db)
  expect(rows[0]!.body).toContain(`CODE ${await bank.codeOf(body.id)}`)
})

test('a job that runs twice, after an abort, or for real money does nothing', async () => {
  const mia = await givenBanked(api, database, { liveness: 'test' })
  const run = (transferId: string) => tasks['advance-test-transfer']!({ transferId }, { id: '1', attempt: 1, last: false, signal: AbortSignal.timeout(10_000) })
  const { body } = await mia.topUp(100)
  await Promise.all([run(body.id), run(body.id)])
  expect((await codeLetter(mia.email)).length).toBe(1)
  const aborted = (await mia.topUp(100)).body
  await api.post(`/api/funds-transfers/${aborted.id}/abort`, undefined!, mia.headers)
  await run(aborted.id)
  expect((await mia.transfer(aborted.id)).status).toBe('failed')
  const real = await givenBanked(api, database)
  const main = (await real.topUp(100)).body
  await run(main.id)
  expect((await real.transfer(main.id)).status).toBe('created')
  await run('nothing')
})
