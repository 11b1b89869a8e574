import { testDatabase } from '@nikau/testing'
import { sql } from 'kysely'
import { expect, test, vi } from 'vitest'
import { startCardPayments } from './fixtures.ts'

const database = await testDatabase()
const harness = await startCardPayments(database)
const { createRequest, verify, pay } = harness
const cardToken = 'fct_demo0001' // the sandbox company's token for the first card

const rowsOf = async (requestId: string) => {
  const select = (table: 'card_session' | 'card_payment') => sql<{ sealed: boolean; plain: string | null; text: string }>`
    select sealed_card_token is not null as sealed, card_token as plain, t::text as text from ${sql.table(table)} t where payment_request_id = ${requestId}`
  return { sessions: await harness.rows(select('card_session')), payments: await harness.rows(select('card_payment')) }
}

test('the card token is stored sealed, once, and removed when the charge is decided; a refund needs none [SEC-11]', async () => {
  const requestId = await createRequest(1500)
  const verified = await verify(requestId)
  const beforePay = await rowsOf(requestId)
  expect(beforePay).toMatchObject({ sessions: [{ sealed: true, plain: null }], payments: [] })

  await harness.stopWorker()
  const paying = pay(requestId, verified)
  await vi.waitFor(async () => expect((await rowsOf(requestId)).payments).toHaveLength(1), 30_000)
  const waiting = await rowsOf(requestId)
  expect(waiting).toMatchObject({ sessions: [{ sealed: false, plain: null }], payments: [{ sealed: true, plain: null }] })
  for (const { text } of [...beforePay.sessions, ...waiting.sessions, ...waiting.payments]) expect(text).not.toContain(cardToken)

  harness.startWorker()
  expect((await paying).status).toBe(200)
  expect((await rowsOf(requestId)).payments).toMatchObject([{ sealed: false, plain: null }])
  expect(await harness.charged(requestId)).toMatchObject([{ cents: 1500, card: cardToken }])
})

test('a session and a payment that the release before left with a plain token are charged [SEC-11]', async () => {
  const unseal = (table: 'card_session' | 'card_payment', requestId: string) =>
    harness.rows(sql`
      update ${sql.table(table)} set sealed_card_token = null, card_token_key_id = null, card_token = ${cardToken} where payment_request_id = ${requestId}`)
  const requestId = await createRequest(1600)
  const verified = await verify(requestId)
  await unseal('card_session', requestId)
  await harness.stopWorker()
  const paying = pay(requestId, verified)
  await vi.waitFor(async () => expect((await rowsOf(requestId)).payments).toMatchObject([{ sealed: true }]), 30_000)
  await unseal('card_payment', requestId)
  harness.startWorker()
  expect((await paying).status).toBe(200)
  expect((await rowsOf(requestId)).payments).toMatchObject([{ sealed: false, plain: null }])
  // A worker of that release ends a payment and leaves its token.
  await unseal('card_payment', requestId)
  await harness.rows(sql`select graphile_worker.add_job('delete-card-sessions')`)
  await vi.waitFor(async () => expect((await rowsOf(requestId)).payments).toMatchObject([{ plain: null }]), 20_000)
})
