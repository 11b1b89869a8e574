import { systemClock } from '@nikau/runtime'
import { testDatabase } from '@nikau/testing'
import { sql } from 'kysely'
import { expect, test, vi } from 'vitest'
import { startPayByBank } from './fixtures.ts'

const database = await testDatabase()
const harness = await startPayByBank(database)
const { banks } = harness

const rowOf = async (id: string) =>
  (
    await sql<{ step: string; sealed: boolean; plain: string | null; text: string }>`
      select step, sealed_credential is not null as sealed, coalesce(code, access_token) as plain, p::text as text
        from pay_by_bank_payment p where id = ${id}`.execute(database.db)
  ).rows[0]!

test('the code and the access token are stored sealed, and removed once the bank has the payment [SEC-11]', async () => {
  const started = await harness.start(1000)
  const answer = await harness.approve(started.body.authorizationUrl)
  await harness.stopWorker()
  const paying = harness.pay(started.id, answer)
  await vi.waitFor(async () => expect(await rowOf(started.id)).toMatchObject({ step: 'exchange', sealed: true, plain: null }), 30_000)
  expect((await rowOf(started.id)).text).not.toContain(answer.code)

  // The bank is down for payments, so the payment waits with its access token.
  await banks.control('faults', { bank: 'bnz', at: 'payments', kind: 'down', times: 1 })
  await harness.advanceAt(started.id, systemClock)
  expect(await rowOf(started.id)).toMatchObject({ step: 'initiate', sealed: true, plain: null })

  harness.startWorker()
  expect(await paying).toMatchObject({ status: 200, body: { status: 'paid' } })
  expect(await rowOf(started.id)).toMatchObject({ step: 'paid', sealed: false, plain: null })
})

test('a payment that the release before left with a plain code is paid, and its code removed [SEC-11]', async () => {
  const started = await harness.start(1100)
  const answer = await harness.approve(started.body.authorizationUrl)
  await harness.stopWorker()
  const paying = harness.pay(started.id, answer)
  await vi.waitFor(async () => expect((await rowOf(started.id)).step).toBe('exchange'), 30_000)
  await sql`update pay_by_bank_payment set sealed_credential = null, credential_key_id = null, code = ${answer.code} where id = ${started.id}`.execute(
    database.db,
  )
  harness.startWorker()
  expect(await paying).toMatchObject({ status: 200, body: { status: 'paid' } })
  expect(await rowOf(started.id)).toMatchObject({ step: 'paid', sealed: false, plain: null })
})
