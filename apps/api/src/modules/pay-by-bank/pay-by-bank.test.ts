import { assertLedgerInvariants } from '@nikau/ledger'
import { testDatabase } from '@nikau/testing'
import { sql } from 'kysely'
import { afterEach, expect, test, vi } from 'vitest'
import { createPayer, createWebhook, dispatchEvents } from '../../fixtures.ts'
import { startPayByBank, webOrigin } from './fixtures.ts'

const database = await testDatabase()
const harness = await startPayByBank(database)
const { api, banks, shop } = harness

afterEach(() => assertLedgerInvariants(database.db))

const settledBalance = () => harness.balance(`asset:${shop.settlementWallet}`)
const until = (id: string, status: string) => vi.waitFor(async () => expect((await harness.get(id)).status).toBe(status), { timeout: 30_000 })

test('a customer pays by bank: the request is paid, the merchant has the money, and the activity shows the bank [API-15, API-16, API-17, ENT-24]', async () => {
  const before = await settledBalance()
  const started = await harness.start(4000)
  expect(started).toMatchObject({
    status: 200,
    body: { id: expect.stringMatching(/^[\w-]{20,}$/), authorizationUrl: expect.stringContaining(`${banks.origin}/bnz/authorise?`) },
  })
  expect(await harness.get(started.id)).toMatchObject({ id: started.id, paymentRequestId: started.requestId, bank: 'bnz', status: 'created', liveness: 'test' })
  const answer = await harness.approve(started.body.authorizationUrl)
  expect(answer.url).toContain(`${webOrigin}/deimos/bnz/oidc-callback#`)
  expect(answer.state).toBe(started.id)
  const paid = await harness.pay(started.id, answer)
  expect(paid).toMatchObject({ status: 200, body: { status: 'paid', paymentRequestId: started.requestId } })
  expect(await harness.request(started.requestId)).toMatchObject({
    status: 'paid',
    remainingAmount: '0',
    paidBy: { assetTotals: [{ type: 'quartz-one-off.nzd.test', description: 'BNZ', total: { amount: '4000' } }] },
  })
  expect((await settledBalance()) - before).toBe(4000n)
  const { items } = (await api.get(`/api/payment-requests/${started.requestId}/activities`, shop.till)).body
  expect(items[0]).toMatchObject({ type: 'payment', assetType: 'quartz-one-off.nzd.test', value: { amount: '4000' }, createdBy: 'crn::service:pay-by-bank' })
  expect(await harness.paymentsAtBank(started.id)).toMatchObject([{ cents: 4000, status: 'AcceptedSettlementCompleted' }])
})

test('a payment of another amount than was approved is not settled: an operator decides [MON-7]', async () => {
  const before = await settledBalance()
  await banks.control('faults', { bank: 'bnz', at: 'payments', kind: 'other-amount', times: 1 })
  const started = await harness.start(4000)
  await harness.payOnce(started.id, await harness.approve(started.body.authorizationUrl))
  await vi.waitFor(async () => expect(await harness.exceptions(started.id)).toEqual([{ kind: 'bank-payment-indeterminate', amount: 4000n, closed: false }]), {
    timeout: 30_000,
  })
  expect(await harness.paymentsAtBank(started.id)).toMatchObject([{ cents: 400 }])
  expect(await settledBalance()).toBe(before)
  expect((await harness.request(started.requestId)).status).toBe('new')
})

test.each(['asb', 'westpac'])('%s works the same way', async (bank) => {
  const started = await harness.start(1500, bank)
  const answer = await harness.approve(started.body.authorizationUrl)
  expect(await harness.pay(started.id, answer)).toMatchObject({ status: 200, body: { status: 'paid', bank } })
})

test('a payment queues the webhook of the merchant', async () => {
  await createWebhook(api, database, shop)
  const { requestId, paid } = await harness.completePayment(700)
  expect(paid.body.status).toBe('paid')
  await dispatchEvents(database)
  const { rows } = await sql<{ type: string }>`select type from webhook_delivery where payment_request_id = ${requestId}`.execute(database.db)
  expect(rows).toEqual([{ type: 'payment-request:paid' }])
})

test('repeated and concurrent calls return the first result and charge once [ONE-09]', async () => {
  const started = await harness.start(2100)
  const answer = await harness.approve(started.body.authorizationUrl)
  const answers = await Promise.all(Array.from({ length: 12 }, () => harness.pay(started.id, answer)))
  expect(new Set(answers.map(({ status, body }) => `${status} ${body.status}`))).toEqual(new Set(['200 paid']))
  expect(await harness.pay(started.id, { code: 'another' })).toMatchObject({ status: 200, body: { status: 'paid' } })
  expect(await harness.paymentsAtBank(started.id)).toHaveLength(1)
  const { calls } = await banks.control<{ calls: { path: string; idempotencyKey: string | null }[] }>('calls')
  expect(calls.filter((call) => call.path.endsWith('/domestic-payments') && call.idempotencyKey?.startsWith(started.id))).toHaveLength(1)
})

test('a repeated create returns the same payment; its key is valid for one bank [API-15]', async () => {
  const created = await shop.createRequest(900)
  const attempts = await Promise.all([1, 2, 3].map(() => harness.startFor(created.id, 'bnz', { idempotencyKey: 'k1' })))
  expect(new Set(attempts.map((attempt) => JSON.stringify(attempt.body))).size).toBe(1)
  expect(await harness.startFor(created.id, 'asb', { idempotencyKey: 'k1' })).toMatchObject({ status: 422, body: { message: 'IDEMPOTENT_OPERATION_FAILED' } })
  const { consents } = await banks.control<{ consents: { initiation: { EndToEndIdentification: string } }[] }>('consents')
  expect(consents.filter((consent) => consent.initiation.EndToEndIdentification === attempts[0]!.id)).toHaveLength(1)
})

test('payments that cannot start are refused with a code; pnz is not a bank to pay from [API-15, ONE-08]', async () => {
  const code = ({ status, body }: { status: number; body: { message: string } }) => `${status} ${body.message}`
  expect((await api.post('/api/one-off-payments', { paymentRequestId: 'x', bank: 'pnz' })).status).toBe(400)
  expect(code(await harness.startFor('nosuch'))).toBe('404 REQUEST_NOT_FOUND')
  const cancelled = await shop.createRequest(500)
  await api.post(`/api/payment-requests/${cancelled.id}/cancel`, {}, shop.till)
  expect(code(await harness.startFor(cancelled.id))).toBe('403 REQUEST_CANCELLED')
  const preAuth = await shop.createRequest(500, { preAuth: true })
  expect(code(await harness.startFor(preAuth.id))).toBe('403 INVALID_ASSET_TYPE')
  expect((await api.get('/api/one-off-payments/nosuch')).body.message).toBe('ONE_OFF_PAYMENT_NOT_FOUND')
  expect((await harness.pay('nosuch', { code: 'x' })).body.message).toBe('ONE_OFF_PAYMENT_NOT_FOUND')
  expect((await api.post('/api/one-off-payments/nosuch/cancel', {})).body.message).toBe('ONE_OFF_PAYMENT_NOT_FOUND')
})

test('a declined approval cancels the payment, and the request can be paid in another way', async () => {
  const started = await harness.start(800)
  const { error } = await (async () => {
    const { url } = await banks.visit(started.body.authorizationUrl, 'decline')
    return { error: new URLSearchParams(new URL(url).hash.slice(1)).get('error') }
  })()
  expect(error).toBe('access_denied')
  const ended = await api.post(`/api/one-off-payments/${started.id}/cancel`, {})
  expect(ended).toMatchObject({ status: 200, body: { status: 'failed', failure: 'cancelled' } })
  expect((await harness.pay(started.id, { code: 'late' })).body).toMatchObject({ message: 'PAYMENT_DECLINED', reason: 'cancelled' })
  const payer = await createPayer(api, database)
  expect((await payer.pay(started.requestId)).status).toBe(200)
})

test('while a bank decides no other payment is accepted; the merchant may cancel, and the money is returned', async () => {
  const started = await harness.start(3068) // pending for a while
  const other = await harness.startFor(started.requestId, 'asb')
  const otherRequest = await harness.approve(other.body.authorizationUrl)
  await banks.settings({ pendingMs: 3_600_000 })
  const answer = await harness.approve(started.body.authorizationUrl)
  const first = harness.pay(started.id, answer)
  await until(started.id, 'authorized')
  await vi.waitFor(async () => expect(await harness.paymentsAtBank(started.id)).toHaveLength(1), { timeout: 30_000 })
  const payer = await createPayer(api, database)
  expect(await payer.pay(started.requestId)).toMatchObject({ status: 403, body: { message: 'PAYMENT_UNCONFIRMED' } })
  expect(await harness.pay(other.id, otherRequest)).toMatchObject({ status: 403, body: { message: 'PAYMENT_UNCONFIRMED' } })
  await assertLedgerInvariants(database.db)
  expect((await api.post(`/api/payment-requests/${started.requestId}/cancel`, {}, shop.till)).status).toBe(200)
  await harness.advanceBankHour()
  expect(await first).toMatchObject({ status: 403, body: { message: 'PAYMENT_DECLINED', reason: 'returned' } })
  expect(await harness.returns(started.id)).toEqual([{ state: 'waiting', amount: 3068n, reason: 'unapplied' }])
  expect(await harness.balance('surplus:nzd.test')).toBeGreaterThanOrEqual(3068n)
  expect((await harness.pay(other.id, otherRequest)).body.message).toBe('REQUEST_CANCELLED')
  await banks.settings({ pendingMs: 600 })
})

test('a request does not expire while the bank decides, and expires when the bank rejects', async () => {
  await banks.settings({ pendingMs: 3_600_000, lateRejectMs: 3_600_000 })
  const [slow, late] = [await harness.start(2068, 'bnz'), await harness.start(2066, 'asb')]
  const both = [slow, late].map(async (payment) => await harness.pay(payment.id, await harness.approve(payment.body.authorizationUrl)))
  for (const { id } of [slow, late]) await vi.waitFor(async () => expect(await harness.paymentsAtBank(id)).toHaveLength(1), { timeout: 30_000 })
  for (const { requestId } of [slow, late]) await harness.expireRequest(requestId)
  expect((await api.get(`/api/payment-requests/${slow.requestId}/summary`)).body.status).toBe('new')
  await harness.advanceBankHour()
  const [paid, refused] = await Promise.all(both)
  expect(paid).toMatchObject({ status: 200, body: { status: 'paid' } })
  expect(refused).toMatchObject({ status: 403, body: { message: 'PAYMENT_DECLINED', reason: 'declined' } })
  expect((await harness.request(slow.requestId)).status).toBe('paid')
  await vi.waitFor(async () => {
    const { rows } = await sql<{ status: string }>`select status from payment_request where id = ${late.requestId}`.execute(database.db)
    expect(rows).toEqual([{ status: 'expired' }])
  }, 30_000)
  await banks.settings({ pendingMs: 600, lateRejectMs: 400 })
})

test('the refund of a payment by bank is set aside until it goes back; test money goes back when the bank is done with the payment', async () => {
  const { requestId, id } = await harness.completePayment(1200)
  const before = await settledBalance()
  const refund = await api.post(`/api/payment-requests/${requestId}/refund`, { value: { amount: '500', currency: 'NZD' }, externalRef: 'r1' }, shop.till)
  expect(refund.status).toBe(200)
  expect(before - (await settledBalance())).toBe(500n)
  expect(await harness.returns(id)).toEqual([{ state: 'waiting', amount: 500n, reason: 'refund' }])
  const surplus = await harness.balance('surplus:nzd.test')
  await sql`update pay_by_bank_payment set next_attempt_at = null where id = ${id}`.execute(database.db)
  await sql`update bank_return set next_attempt_at = 'infinity' where bank_payment_id <> ${id} and state = 'waiting'`.execute(database.db)
  await harness.sendReturns()
  await vi.waitFor(async () => expect(await harness.returns(id)).toMatchObject([{ state: 'completed' }]), 30_000)
  expect(surplus - (await harness.balance('surplus:nzd.test'))).toBe(500n)
  expect(await harness.exceptions(id)).toEqual([])
})

test('a part paid by wallet is settled together with the rest paid by bank', async () => {
  const payer = await createPayer(api, database)
  const created = await shop.createRequest(1000, { expirySeconds: 600 })
  const early = await harness.startFor(created.id)
  expect((await payer.pay(created.id, { mode: 'multi-asset-payment', amount: '300' })).status).toBe(200)
  // The amount approved at the bank is no longer due.
  expect((await harness.pay(early.id, await harness.approve(early.body.authorizationUrl))).body).toMatchObject({
    message: 'PAYMENT_DECLINED',
    reason: 'expired',
  })
  const before = await settledBalance()
  const started = await harness.startFor(created.id)
  expect(await harness.pay(started.id, await harness.approve(started.body.authorizationUrl))).toMatchObject({ status: 200, body: { status: 'paid' } })
  expect((await settledBalance()) - before).toBe(1000n)
  expect(await harness.paymentsAtBank(started.id)).toMatchObject([{ cents: 700 }])
})

test('our public keys are published, without private parts', async () => {
  const { body } = await api.get('/.well-known/pay-by-bank-jwks.json')
  expect(body.keys).toHaveLength(1)
  expect(Object.keys(body.keys[0]).sort()).toEqual(['alg', 'crv', 'kid', 'kty', 'use', 'x', 'y'])
})
