import { assertLedgerInvariants } from '@nikau/ledger'
import { systemClock } from '@nikau/runtime'
import { testDatabase } from '@nikau/testing'
import { sql } from 'kysely'
import { afterEach, expect, test, vi } from 'vitest'
import { startPayByBank } from './fixtures.ts'

// Every fault of the sandbox banks, chosen by the cents of the amount, from the customer's call to the ledger.

const database = await testDatabase()
const harness = await startPayByBank(database, { bank: { alertAfterSeconds: 1 }, waitMs: 3000 })
const { api, banks } = harness

afterEach(() => assertLedgerInvariants(database.db))

const code = ({ status, body }: { status: number; body: { message?: string; status?: string; reason?: string } }) =>
  [status, body.message ?? body.status, body.reason].filter(Boolean).join(' ')
const posts = async (id: string) => {
  const { calls } = await banks.control<{ calls: { path: string; status: number; idempotencyKey: string | null }[] }>('calls')
  return calls.filter((call) => call.path.endsWith('/domestic-payments') && call.idempotencyKey?.startsWith(id)).map((call) => call.status)
}
const requestIs = async (id: string, status: string) => expect((await harness.request(id)).status).toBe(status)

test('.61 SLOW is only slow', async () => {
  const { paid, id } = await harness.completePayment(561)
  expect(code(paid)).toBe('200 paid')
  expect(await harness.paymentsAtBank(id)).toHaveLength(1)
})

test('.62 DOWN: the bank is unavailable, and the request stays payable', async () => {
  const started = await harness.start(562)
  expect(code(started)).toBe('503 BANK_UNAVAILABLE')
  await requestIs(started.requestId, 'new')
  expect(code(await harness.startFor(started.requestId, 'asb'))).toBe('503 BANK_UNAVAILABLE')
})

test('.63 DOWNPAY: retried under the same key until the bank responds', async () => {
  const { paid, id } = await harness.completePayment(563)
  expect(code(paid)).toBe('200 paid')
  expect(await posts(id)).toEqual([503, 503, 201])
})

test.each([
  ['.64 LOSE', 564, [0, 201]],
  ['.76 GARBLE', 576, [502, 201]],
] as const)('%s: paid once although the response was lost', async (_, amount, answers) => {
  const { paid, id } = await harness.completePayment(amount)
  expect(code(paid)).toBe('200 paid')
  expect(await posts(id)).toEqual(answers)
  expect(await harness.paymentsAtBank(id)).toHaveLength(1)
})

test('.65 LOSECONS: one consent, requested twice under one key', async () => {
  const { paid, id } = await harness.completePayment(565)
  expect(code(paid)).toBe('200 paid')
  const { consents } = await banks.control<{ consents: { initiation: { EndToEndIdentification: string } }[] }>('consents')
  expect(consents.filter((consent) => consent.initiation.EndToEndIdentification === id)).toHaveLength(1)
})

test.each([
  ['.66 LATE', 566],
  ['.67 REJECT', 567],
])('%s: declined, nothing posted, the request can be paid again', async (_, amount) => {
  const { paid, id, requestId } = await harness.completePayment(amount)
  expect(code(paid)).toBe('403 PAYMENT_DECLINED declined')
  expect(await harness.get(id)).toMatchObject({ status: 'failed', failure: 'declined' })
  await requestIs(requestId, 'new')
  const again = await harness.startFor(requestId)
  expect(again.status).toBe(200)
})

test('.68 PEND completes; a call that does not wait gets the pending payment', async () => {
  await banks.settings({ pendingMs: 3_600_000 })
  const { id, requestId, body } = await harness.start(568)
  const answer = await harness.approve(body.authorizationUrl)
  expect(code(await harness.payOnce(id, answer))).toBe('200 authorized')
  await requestIs(requestId, 'new')
  await vi.waitFor(async () => expect(await harness.exceptions(id)).toEqual([{ kind: 'bank-payment-unconfirmed', amount: 568n, closed: false }]), {
    timeout: 30_000,
  })
  await harness.advanceBankHour()
  expect(code(await harness.pay(id, answer))).toBe('200 paid')
  await requestIs(requestId, 'paid')
  expect(await harness.exceptions(id)).toEqual([{ kind: 'bank-payment-unconfirmed', amount: 568n, closed: true }])
  await banks.settings({ pendingMs: 600 })
})

test('.69 NOCODE: a callback without a code cancels the payment', async () => {
  const started = await harness.start(569)
  const answer = await harness.approve(started.body.authorizationUrl)
  expect(answer).toMatchObject({ state: started.id, code: undefined })
  expect(code(await api.post(`/api/one-off-payments/${started.id}/cancel`, {}))).toBe('200 failed')
  expect(await harness.paymentsAtBank(started.id)).toEqual([])
})

test('.70 BADSTATE: an unknown state gives access to nothing [ONE-09]', async () => {
  const started = await harness.start(570)
  const answer = await harness.approve(started.body.authorizationUrl)
  expect((await api.get(`/api/one-off-payments/${answer.state}`)).status).toBe(404)
  expect((await harness.pay(answer.state!, answer)).status).toBe(404)
  expect((await harness.get(started.id)).status).toBe('created')
})

test.each([
  ['.71 ELSEWHERE', 571, 1],
  ['.72 TWICE', 572, 2],
])('%s: paid once, however often the callback is opened', async (_, amount, links) => {
  const started = await harness.start(amount)
  const answer = await harness.approve(started.body.authorizationUrl)
  expect(answer.links).toHaveLength(links)
  expect(code(await harness.pay(started.id, answer))).toBe('200 paid')
  expect(code(await harness.pay(started.id, answer))).toBe('200 paid')
  expect(await harness.paymentsAtBank(started.id)).toHaveLength(1)
})

test('.73 EXPIRED: an approved consent that expired charges nothing', async () => {
  const { paid, id, requestId } = await harness.completePayment(573)
  expect(code(paid)).toBe('403 PAYMENT_DECLINED expired')
  expect(await harness.paymentsAtBank(id)).toEqual([])
  await requestIs(requestId, 'new')
})

test('.74 TOKENERR succeeds; .78 TOKENLOST fails and charges nothing', async () => {
  expect(code((await harness.completePayment(574)).paid)).toBe('200 paid')
  const lost = await harness.completePayment(578)
  expect(code(lost.paid)).toBe('403 PAYMENT_DECLINED bank-unavailable')
  expect(await harness.paymentsAtBank(lost.id)).toEqual([])
  await requestIs(lost.requestId, 'new')
})

test('.75 STUCK: the request stays reserved, and an exception is raised', async () => {
  const { id, requestId, body } = await harness.start(575)
  expect(code(await harness.payOnce(id, await harness.approve(body.authorizationUrl)))).toBe('200 authorized')
  await vi.waitFor(async () => expect(await harness.exceptions(id)).toEqual([{ kind: 'bank-payment-unconfirmed', amount: 575n, closed: false }]), {
    timeout: 30_000,
  })
  expect((await sql<{ by: string }>`select reserved_for as by from payment_request where id = ${requestId}`.execute(database.db)).rows).toEqual([{ by: id }])
})

test('.77 MIXUP: at another bank’s callback the code is still exchanged at its own bank', async () => {
  const started = await harness.start(577)
  const answer = await harness.approve(started.body.authorizationUrl)
  expect(answer.url).not.toContain('/bnz/oidc-callback')
  expect(code(await harness.pay(started.id, answer))).toBe('200 paid')
})

test('when the response to an initiation is lost and the token expires, the consent decides', async () => {
  const faults = [{ bank: 'bnz', at: 'payments', kind: 'lose', times: 2 }]
  for (const fault of faults) await banks.control('faults', fault)
  const started = await harness.start(1000)
  const answer = await harness.approve(started.body.authorizationUrl)
  await harness.stopWorker()
  const paying = harness.payOnce(started.id, answer)
  await vi.waitFor(async () => expect((await harness.get(started.id)).status).toBe('authorized'), 30_000)
  // A clock that stands still: after a second an unconfirmed exception would be raised.
  const moment = systemClock.now()
  const stopped = { now: () => moment }
  await harness.advanceAt(started.id, stopped) // the payment is made, the response lost
  // The token is invalid: the bank refuses the repeated call, and its consent is consumed.
  await banks.control('clear', {})
  await sql`update pay_by_bank_payment set sealed_credential = null, credential_key_id = null, access_token = 'gone' where id = ${started.id}`.execute(
    database.db,
  )
  await harness.advanceAt(started.id, stopped)
  expect(await harness.exceptions(started.id)).toEqual([{ kind: 'bank-payment-indeterminate', amount: 1000n, closed: false }])
  harness.startWorker()
  expect(code(await paying)).toBe('200 authorized')
  await banks.settings({ slowMs: 300, settleMs: 200, lateRejectMs: 400, pendingMs: 600 })
})
