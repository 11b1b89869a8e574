import { assertBooksInOrder } from '@nikau/ledger'
import { createLedger } from '@nikau/ledger'
import { randomIds, Secret } from '@nikau/runtime'
import { fakeClock, silent, testDatabase } from '@nikau/testing'
import { sql } from 'kysely'
import { afterAll, afterEach, expect, test } from 'vitest'
import { atOnce, givenPayer, givenShop, givenTokens, runningApi } from '../../given.ts'
import { sweepExpired } from './expire.ts'
import { sweepAuthorisations } from './pre-auth.ts'

const database = await testDatabase()
// The rest of the minute is left to each test's calls; sessions last for an hour of it.
const clock = fakeClock(new Date().toISOString())
const api = await runningApi(database, { clock })
const shop = await givenShop(api, database)
const tokens = await givenTokens(database, clock, shop)
const ledger = createLedger({ url: new Secret(database.url), name: 'test', log: silent, clock })
afterAll(() => ledger.close())
const means = { db: database.db, ledger, clock, ids: randomIds }

afterEach(async () => {
  await assertBooksInOrder(database.db)
  clock.advance(61_000)
})

const read = async (id: string) => (await api.get(`/api/payment-requests/${id}`, shop.till)).body
const act = (id: string, name: string, body: object = {}) => api.post(`/api/payment-requests/${id}/${name}`, body, shop.till)
const bare = (id: string, name: string, headers: Record<string, string> = shop.till) => api.post(`/api/payment-requests/${id}/${name}`, undefined!, headers)
const spendUsage = async (payer: { accountId: string; headers: Record<string, string> }) =>
  (await api.get(`/api/accounts/${payer.accountId}/quotas`, payer.headers)).body.find(
    (one: { type: string; period: string }) => one.type === 'spend' && one.period === 'monthly',
  ).usage as string
const lines = [
  { name: 'Flat white', sku: 'flat-white', qty: '1', price: '550' },
  { name: 'Scone', sku: 'scone', qty: '1', price: '450' },
]

test('a request is expired from its expiry on, without any job; the job gives instalments back with their quota [ENT-05, SUG-12]', async () => {
  const payer = await givenPayer(api, database)
  const token = await tokens.issue(payer.accountId)
  const asked = await shop.ask(1500, { lineItems: [...lines, { name: 'Cake', sku: 'cake', qty: 1, price: 500 }], expirySeconds: 60 })
  await payer.pay(asked.id, { mode: 'multi-asset-payment', amount: '400' })
  expect((await payer.pay(asked.id, { assetType: 'nikau.token.test', assetId: token, mode: 'multi-asset-payment', amount: '550' })).status).toBe(200)
  expect(await payer.balance()).toBe(9600)
  clock.advance(60_000)
  expect((await api.get(`/api/payment-requests/${asked.id}/summary`)).body).toMatchObject({ status: 'expired' })
  expect((await payer.pay(asked.id, { mode: 'multi-asset-payment', amount: '550' })).body.message).toBe('REQUEST_EXPIRED')
  expect((await bare(asked.id, 'cancel')).body.message).toBe('REQUEST_EXPIRED')
  expect(await sweepExpired(means)).toBeGreaterThanOrEqual(1)
  expect(await sweepExpired(means)).toBe(0)
  expect(await payer.balance()).toBe(10_000)
  expect(await spendUsage(payer)).toBe('0')
  expect((await api.get(`/api/assets/${token}`, payer.headers)).body.status).toBe('active')
  expect(Number(await tokens.issuerOwes())).toBe(0)
  const { items } = (await api.get(`/api/payment-requests/${asked.id}/activities`, shop.till)).body
  expect(items.map((one: { type: string }) => one.type)).toEqual(['expiry', 'payment', 'payment', 'request'])
})

test('the merchant cancels: instalments go back, nothing can be paid any more [SUG-12, ENT-05]', async () => {
  const payer = await givenPayer(api, database)
  const asked = await shop.ask(1000)
  await payer.pay(asked.id, { mode: 'multi-asset-payment', amount: '400' })
  expect((await bare(asked.id, 'cancel', payer.headers)).body.message).toBe('FORBIDDEN')
  const answer = await bare(asked.id, 'cancel')
  expect(answer).toMatchObject({ status: 200, body: { type: 'cancellation', cancellationReason: 'CANCELLED_BY_MERCHANT', activityNumber: 3 } })
  expect(await payer.balance()).toBe(10_000)
  expect(await read(asked.id)).toMatchObject({ status: 'cancelled', cancellationReason: 'CANCELLED_BY_MERCHANT', remainingAmount: '1000' })
  expect((await payer.pay(asked.id)).body.message).toBe('REQUEST_CANCELLED')
  expect((await bare(asked.id, 'cancel')).body.message).toBe('REQUEST_CANCELLED')
  expect((await api.get(`/api/payment-requests/${asked.id}/summary`)).body.paidBy).toBeUndefined()
})

test('pay, cancel and expiry at the same moment: one of them wins and the books agree', async () => {
  for (let round = 0; round < 10; round++) {
    const payer = await givenPayer(api, database, 500)
    const asked = await shop.ask(500)
    const [paid, cancelled] = await Promise.all([payer.pay(asked.id), bare(asked.id, 'cancel')])
    expect([paid.status, cancelled.status].toSorted((a, b) => a - b)).toEqual([200, 403])
    const { status } = await read(asked.id)
    expect(status).toBe(paid.status === 200 ? 'paid' : 'cancelled')
    expect(await payer.balance()).toBe(status === 'paid' ? 0 : 500)
    clock.advance(61_000)
  }
})

test('a refund gives back a part, as often as it takes, never more than was paid; its reference is its key', async () => {
  const payer = await givenPayer(api, database)
  const asked = await shop.ask(1000)
  const value = (amount: number) => ({ amount: String(amount), currency: 'NZD' })
  expect((await act(asked.id, 'refund', { value: value(100), externalRef: 'r0' })).body.message).toBe('NOT_PAID')
  await payer.pay(asked.id)
  const first = await act(asked.id, 'refund', { value: value(300), externalRef: 'r1' })
  expect(first).toMatchObject({
    status: 200,
    body: { type: 'refund', value: { amount: '300' }, externalRef: 'r1', strategy: { refunds: [{ assetId: payer.walletId, amount: '300' }] } },
  })
  expect((await act(asked.id, 'refund', { value: value(300), externalRef: 'r1' })).body).toEqual(first.body)
  expect((await act(asked.id, 'refund', { value: value(301), externalRef: 'r1' })).body.message).toBe('REPEAT_REFERENCE')
  expect((await act(asked.id, 'refund', { value: value(701), externalRef: 'r2' })).body.message).toBe('INVALID_AMOUNT')
  expect((await act(asked.id, 'refund', { value: value(5), externalRef: 'r2', lineItems: [{ name: 'x', qty: 1, price: 4 }] })).status).toBe(400)
  expect(await payer.balance()).toBe(9300)
  expect(await spendUsage(payer)).toBe('700')
  expect((await api.get(`/api/payment-requests/${asked.id}`, payer.headers)).body).toMatchObject({ status: 'paid', refundedAmount: '300' })
  expect((await act(asked.id, 'refund', { value: value(700), externalRef: 'r3' })).status).toBe(200)
  expect((await act(asked.id, 'refund', { value: value(1), externalRef: 'r4' })).body.message).toBe('ALREADY_REFUNDED')
  expect(await payer.balance()).toBe(10_000)
  expect(await read(asked.id)).toMatchObject({ status: 'paid', remainingAmount: '0' })
  const transactions = (await api.get(`/api/wallets/${payer.walletId}/transactions`, payer.headers)).body.items
  expect(transactions.map((one: { value: string; paymentRequestId?: string }) => [one.value, one.paymentRequestId])).toEqual([
    ['700', asked.id],
    ['300', asked.id],
    ['-1000', asked.id],
    ['10000', undefined],
  ])
})

test('the same refund asked for ten times at once moves money once', async () => {
  const payer = await givenPayer(api, database)
  const asked = await shop.ask(1000)
  await payer.pay(asked.id)
  const body = { value: { amount: '600', currency: 'NZD' }, externalRef: 'once' }
  const answers = await atOnce(10, () => act(asked.id, 'refund', body))
  expect(new Set(answers.map((one) => JSON.stringify(one.body))).size).toBe(1)
  expect(await payer.balance()).toBe(9600)
  const different = await Promise.all([1, 2].map((n) => act(asked.id, 'refund', { ...body, value: { amount: '400', currency: 'NZD' }, externalRef: `d${n}` })))
  expect(different.map((one) => one.status).toSorted((a, b) => a - b)).toEqual([200, 403])
})

test('money is refunded first and a token whole or not at all; a refunded token can be used again', async () => {
  const payer = await givenPayer(api, database)
  const token = await tokens.issue(payer.accountId)
  const asked = await shop.ask(1000, { lineItems: lines })
  await payer.pay(asked.id, { assetType: 'nikau.token.test', assetId: token, mode: 'multi-asset-payment', amount: '550' })
  await payer.pay(asked.id, { mode: 'multi-asset-payment', amount: '450' })
  const value = (amount: number) => ({ amount: String(amount), currency: 'NZD' })
  expect((await act(asked.id, 'refund', { value: value(500), externalRef: 't1' })).body.message).toBe('PARTIAL_REFUNDS_NOT_ALLOWED')
  const refunded = await act(asked.id, 'refund', { value: value(1000), externalRef: 't2' })
  expect(refunded.body.strategy.refunds.map((one: { amount: string }) => one.amount)).toEqual(['450', '550'])
  expect(await payer.balance()).toBe(10_000)
  expect((await api.get(`/api/assets/${token}`, payer.headers)).body.status).toBe('active')
  expect((await payer.pay((await shop.ask(550, { lineItems: [lines[0]] })).id, { assetType: 'nikau.token.test', assetId: token })).status).toBe(200)
})

test('a void cancels a new request and gives a paid one back whole, within a day; asked again it answers the same', async () => {
  const payer = await givenPayer(api, database)
  const fresh = await shop.ask(500)
  expect((await bare(fresh.id, 'void')).body).toMatchObject({ type: 'cancellation' })
  const asked = await shop.ask(800)
  await payer.pay(asked.id)
  const undone = await act(asked.id, 'void', { externalRef: 'v' })
  expect(undone).toMatchObject({ status: 200, body: { type: 'refund', value: { amount: '800' }, cancellationReason: 'CANCELLED_BY_MERCHANT' } })
  expect((await bare(asked.id, 'void')).body).toEqual(undone.body)
  expect(await payer.balance()).toBe(10_000)
  expect(await read(asked.id)).toMatchObject({ status: 'cancelled' })
})

test('an authorised amount is held, confirmed in parts and released; the quota comes back with what was not taken', async () => {
  const payer = await givenPayer(api, database)
  const asked = await shop.ask(8000, { preAuth: true })
  expect(asked.paymentOptions.map((one: { assetType: string }) => one.assetType)).toEqual(['nikau.nzd.test'])
  const confirmation = (key: string, amount?: number) => ({
    idempotencyKey: key,
    invoiceRef: 'inv',
    ...(amount && { value: { amount: String(amount), currency: 'NZD' } }),
  })
  expect((await act(asked.id, 'confirm', confirmation('c0', 1))).body.message).toBe('PRE_AUTH_PENDING')
  expect((await payer.pay(asked.id)).body).toMatchObject({ type: 'authorization', preAuth: true })
  expect([await payer.balance(), await payer.available()]).toEqual([10_000, 2000])
  expect(await read(asked.id)).toMatchObject({ status: 'paid', preAuthStatus: 'authorized' })
  const first = await act(asked.id, 'confirm', confirmation('c1', 5000))
  expect(first).toMatchObject({ status: 200, body: { type: 'confirmation', value: { amount: '5000' } } })
  expect((await act(asked.id, 'confirm', confirmation('c1', 5000))).body).toEqual(first.body)
  expect(await act(asked.id, 'confirm', confirmation('c1', 5001))).toMatchObject({ status: 422, body: { message: 'IDEMPOTENT_OPERATION_FAILED' } })
  expect((await act(asked.id, 'confirm', confirmation('c2', 3001))).body.message).toBe('INVALID_AMOUNT')
  expect((await bare(asked.id, 'void')).body.message).toBe('PRE_AUTH_ALREADY_CONFIRMED')
  const value = { amount: '5000', currency: 'NZD' }
  expect((await act(asked.id, 'refund', { value, externalRef: 'p1' })).body.message).toBe('CONFIRMATION_NOT_FOUND')
  expect((await act(asked.id, 'refund', { value, externalRef: 'p1', confirmationIdempotencyKey: 'c1' })).status).toBe(200)
  expect((await bare(asked.id, 'release')).body).toMatchObject({ type: 'release', value: { amount: '3000' } })
  expect((await bare(asked.id, 'release')).body.message).toBe('PRE_AUTH_RELEASED')
  expect([await payer.balance(), await payer.available()]).toEqual([10_000, 10_000])
  expect(await spendUsage(payer)).toBe('0')
})

test('an authorisation that nobody confirms ends by itself after three months', async () => {
  const payer = await givenPayer(api, database)
  const asked = await shop.ask(1000, { preAuth: true })
  await payer.pay(asked.id)
  const { rows } = await sql<{ at: Date }>`select pre_auth_expires_at as at from payment_request where id = ${asked.id}`.execute(database.db)
  expect(rows[0]!.at.getTime() - clock.now().getTime()).toBeGreaterThan(85 * 86_400_000)
  const later = { ...means, clock: fakeClock(new Date(rows[0]!.at.getTime() + 1000).toISOString()) }
  expect(await sweepAuthorisations(later)).toBe(1)
  expect(await payer.available()).toBe(10_000)
})

test('a condition keeps an approved request new until the right side accepts it; declined, it is cancelled and paid back', async () => {
  const payer = await givenPayer(api, database)
  const condition = { id: 'photo-id-check', name: 'photo-id-check', message: 'Please check ID', status: 'awaiting-merchant' }
  const withCondition = async () => {
    const asked = await shop.ask(1000, { conditionsEnabled: true })
    await sql`update payment_request set conditions = ${JSON.stringify([condition])} where id = ${asked.id}`.execute(database.db)
    return asked
  }
  const asked = await withCondition()
  expect((await payer.pay(asked.id)).status).toBe(200)
  expect(await read(asked.id)).toMatchObject({ status: 'new', remainingAmount: '0', merchantConditions: [{ status: 'awaiting-merchant' }] })
  expect((await bare(asked.id, 'conditions/photo-id-check/accept', payer.headers)).body.message).toBe('PATRON_NOT_AUTHORIZED')
  expect((await bare(asked.id, 'conditions/photo-id-check/accept')).body).toMatchObject({ type: 'accept-condition', conditionId: 'photo-id-check' })
  expect(await read(asked.id)).toMatchObject({ status: 'paid' })
  expect((await act(asked.id, 'refund', { value: { amount: '10', currency: 'NZD' }, externalRef: 'c' })).status).toBe(200)

  const other = await withCondition()
  await payer.pay(other.id)
  expect((await bare(other.id, 'conditions/photo-id-check/decline')).body).toMatchObject({
    type: 'decline-condition',
    cancellationReason: 'DECLINED_BY_MERCHANT',
  })
  expect(await read(other.id)).toMatchObject({ status: 'cancelled' })
  expect(await payer.balance()).toBe(9010)
})
