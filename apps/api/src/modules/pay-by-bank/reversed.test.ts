import { assertLedgerInvariants } from '@nikau/ledger'
import { testDatabase } from '@nikau/testing'
import { sql } from 'kysely'
import { afterEach, expect, test, vi } from 'vitest'
import { createBankedPerson, createPayer, createWebhook, dispatchEvents } from '../../fixtures.ts'
import { startPayByBank } from './fixtures.ts'

// With paidWhen `accepted` a payment counts as paid at once, and the bank may still reject it.

const database = await testDatabase()
const harness = await startPayByBank(database, { bank: { paidWhen: 'accepted' } })
const { api, banks, shop } = harness
await banks.settings({ lateRejectMs: 3_600_000 })

afterEach(() => assertLedgerInvariants(database.db))

const settledBalance = () => harness.balance(`asset:${shop.settlementWallet}`)
const untilFailed = (id: string) => vi.waitFor(async () => expect((await harness.get(id)).status).toBe('failed'), { timeout: 30_000 })
const webhookTypes = async (requestId: string) => {
  await dispatchEvents(database)
  const deliveries = sql<{ type: string }>`select type from webhook_delivery where payment_request_id = ${requestId} order by sequence`
  return (await deliveries.execute(database.db)).rows.map((row) => row.type)
}

test('rejected after it was paid: the request is open again, can be paid in another way, and both webhooks are sent', async () => {
  await createWebhook(api, database, shop)
  const before = await settledBalance()
  const { id, requestId, paid } = await harness.completePayment(1566)
  expect(paid).toMatchObject({ status: 200, body: { status: 'paid' } })
  expect((await harness.request(requestId)).status).toBe('paid')
  expect((await settledBalance()) - before).toBe(1566n)
  await harness.advanceBankHour()
  await untilFailed(id)
  expect(await harness.request(requestId)).toMatchObject({ status: 'new', remainingAmount: '1566' })
  expect((await harness.request(requestId)).paidBy).toBeUndefined()
  expect(await settledBalance()).toBe(before)
  expect(await webhookTypes(requestId)).toEqual(['payment-request:paid', 'payment-request:refund-completed'])
  expect(await harness.exceptions(id)).toEqual([{ kind: 'bank-payment-reversed', amount: 1566n, closed: false }])
  const payer = await createPayer(api, database)
  expect((await payer.pay(requestId)).status).toBe(200)
})

test('a payment for a cancelled request is returned when the bank has completed it, and not before', async () => {
  await banks.settings({ settleMs: 3_600_000 })
  const payCancelled = async (amount: number) => {
    const started = await harness.start(amount)
    const answer = await harness.approve(started.body.authorizationUrl)
    await harness.stopWorker()
    const paying = harness.pay(started.id, answer)
    await vi.waitFor(async () => expect((await harness.get(started.id)).status).toBe('authorized'), 30_000)
    expect((await api.post(`/api/payment-requests/${started.requestId}/cancel`, {}, shop.till)).status).toBe(200)
    harness.startWorker()
    await vi.waitFor(async () => expect(await harness.paymentsAtBank(started.id)).toHaveLength(1), { timeout: 30_000 })
    await harness.advanceBankHour()
    return { id: started.id, answer: (await paying).body }
  }
  const rejected = await payCancelled(3066)
  expect(rejected.answer).toMatchObject({ message: 'PAYMENT_DECLINED', reason: 'declined' })
  expect(await harness.exceptions(rejected.id)).toEqual([])
  const completed = await payCancelled(3000)
  expect(completed.answer).toMatchObject({ message: 'PAYMENT_DECLINED', reason: 'returned' })
  expect(await harness.returns(completed.id)).toEqual([{ state: 'waiting', amount: 3000n, reason: 'unapplied' }])
  await banks.settings({ settleMs: 200 })
})

test('after the request has expired the reversal counts as a refund by the merchant', async () => {
  const { id, requestId } = await harness.completePayment(2066, 'asb')
  await harness.expireRequest(requestId)
  await harness.advanceBankHour()
  await untilFailed(id)
  expect(await harness.request(requestId)).toMatchObject({ status: 'paid' })
  const { items } = (await api.get(`/api/payment-requests/${requestId}/activities`, shop.till)).body
  expect(items[0]).toMatchObject({ type: 'refund', value: { amount: '2066' } })
})

test('a refund that the merchant had made is not returned to the customer as well', async () => {
  const before = await settledBalance()
  const { id, requestId } = await harness.completePayment(1066)
  const body = { value: { amount: '400', currency: 'NZD' }, externalRef: 'r' }
  expect((await api.post(`/api/payment-requests/${requestId}/refund`, body, shop.till)).status).toBe(200)
  await harness.advanceBankHour()
  await untilFailed(id)
  expect(await settledBalance()).toBe(before)
  expect(await harness.returns(id)).toEqual([{ state: 'cancelled', amount: 400n, reason: 'refund' }])
  expect(await harness.exceptions(id)).toEqual([{ kind: 'bank-payment-reversed', amount: 1066n, closed: false }])
})

test('a part paid by wallet stays with the reopened request', async () => {
  const payer = await createPayer(api, database)
  const created = await shop.createRequest(1066, { expirySeconds: 600 })
  await payer.pay(created.id, { mode: 'multi-asset-payment', amount: '500' })
  const started = await harness.startFor(created.id)
  expect((await harness.pay(started.id, await harness.approve(started.body.authorizationUrl))).body.status).toBe('paid')
  await harness.advanceBankHour()
  await untilFailed(started.id)
  expect(await harness.request(created.id)).toMatchObject({ status: 'new', remainingAmount: '566' })
  expect(await harness.balance(`request:${created.id}`)).toBe(500n)
})

test('a top-up that the bank rejects after it was paid is taken out of the wallet again, even below zero, and its quota is restored', async () => {
  const mia = await createBankedPerson(api, database, { liveness: 'test', directDebit: false })
  const topUp = { walletId: mia.walletId, bank: 'bnz', amount: '2566', idempotencyKey: 'k' }
  const { body, headers } = await api.post('/api/bank-topups', topUp, mia.headers)
  const { code, idToken } = await harness.approve(String(body.authorizationUrl))
  const cookie = String(headers['set-cookie']).split(';')[0]!
  const done = await api.post(`/api/bank-topups/${body.id}/complete`, { code, idToken }, { ...mia.headers, cookie })
  expect(done.body.status).toBe('paid')
  const request = await shop.createRequest(2000)
  expect((await api.post(`/api/payment-requests/${request.id}/pay`, { assetType: 'nikau.nzd.test', assetId: mia.walletId }, mia.headers)).status).toBe(200)
  await harness.advanceBankHour()
  await vi.waitFor(async () => expect((await api.get(`/api/bank-topups/${body.id}`, mia.headers)).body.status).toBe('failed'), 30_000)
  expect([await mia.balance(), await mia.used('topup')]).toEqual([-2000, 0])
  expect(await mia.transfer(body.id)).toMatchObject({ status: 'done', timeline: [{ key: 'requested' }, { key: 'sent' }, { key: 'done' }, { key: 'reversed' }] })
  expect(await harness.exceptions(body.id)).toEqual([{ kind: 'bank-payment-reversed', amount: 2566n, closed: false }])
})
