import { assertBooksInOrder } from '@nikau/ledger'
import { testDatabase } from '@nikau/testing'
import { sql } from 'kysely'
import { afterEach, expect, test, vi } from 'vitest'
import { givenPayer } from '../../given.ts'
import { payingByBank, webOrigin } from './given.ts'

const database = await testDatabase()
const world = await payingByBank(database)
const { api, banks, shop } = world

afterEach(() => assertBooksInOrder(database.db))

const settled = () => world.balance(`asset:${shop.settlementWallet}`)
const until = (id: string, status: string) => vi.waitFor(async () => expect((await world.get(id)).status).toBe(status), { timeout: 30_000 })

test('a customer pays from the bank: the request is paid, the merchant has the money, both read how [API-15, API-16, API-17, ENT-24]', async () => {
  const before = await settled()
  const begun = await world.begin(4000)
  expect(begun).toMatchObject({
    status: 200,
    body: { id: expect.stringMatching(/^[\w-]{20,}$/), authorizationUrl: expect.stringContaining(`${banks.origin}/bnz/authorise?`) },
  })
  expect(await world.get(begun.id)).toMatchObject({ id: begun.id, paymentRequestId: begun.requestId, bank: 'bnz', status: 'created', liveness: 'test' })
  const answer = await world.approve(begun.body.authorizationUrl)
  expect(answer.url).toContain(`${webOrigin}/deimos/bnz/oidc-callback#`)
  expect(answer.state).toBe(begun.id)
  const paid = await world.pay(begun.id, answer)
  expect(paid).toMatchObject({ status: 200, body: { status: 'paid', paymentRequestId: begun.requestId } })
  expect(await world.request(begun.requestId)).toMatchObject({
    status: 'paid',
    remainingAmount: '0',
    paidBy: { assetTotals: [{ type: 'quartz-one-off.nzd.test', description: 'BNZ', total: { amount: '4000' } }] },
  })
  expect((await settled()) - before).toBe(4000n)
  const { items } = (await api.get(`/api/payment-requests/${begun.requestId}/activities`, shop.till)).body
  expect(items[0]).toMatchObject({ type: 'payment', assetType: 'quartz-one-off.nzd.test', value: { amount: '4000' }, createdBy: 'crn::service:pay-by-bank' })
  expect(await world.atBank(begun.id)).toMatchObject([{ cents: 4000, status: 'AcceptedSettlementCompleted' }])
})

test.each(['asb', 'westpac'])('%s is paid from in the same way, from another browser and without an id token', async (bank) => {
  const begun = await world.begin(1500, bank)
  const answer = await world.approve(begun.body.authorizationUrl)
  expect(await world.pay(begun.id, { code: answer.code })).toMatchObject({ status: 200, body: { status: 'paid', bank } })
})

test('the merchant hears of it in the commit that pays', async () => {
  await api.post(`/api/accounts/${shop.accountId}/webhooks`, { url: 'https://shop.example/hook' }, shop.owner.headers)
  const { requestId, paid } = await world.whole(700)
  expect(paid.body.status).toBe('paid')
  const { rows } = await sql<{ type: string }>`select type from webhook_delivery where payment_request_id = ${requestId}`.execute(database.db)
  expect(rows).toEqual([{ type: 'payment-request:paid' }])
})

test('the same call again, and many at once, answer the first result and charge once [ONE-09]', async () => {
  const begun = await world.begin(2100)
  const answer = await world.approve(begun.body.authorizationUrl)
  const answers = await Promise.all(Array.from({ length: 12 }, () => world.pay(begun.id, answer)))
  expect(new Set(answers.map((one) => `${one.status} ${one.body.status}`))).toEqual(new Set(['200 paid']))
  expect(await world.pay(begun.id, { code: 'another' })).toMatchObject({ status: 200, body: { status: 'paid' } })
  expect(await world.atBank(begun.id)).toHaveLength(1)
  const { calls } = await banks.control<{ calls: { path: string; idempotencyKey: string | null }[] }>('calls')
  expect(calls.filter((one) => one.path.endsWith('/domestic-payments') && one.idempotencyKey?.startsWith(begun.id))).toHaveLength(1)
})

test('a repeated create is the same try; its key is good for one bank [API-15]', async () => {
  const asked = await shop.ask(900)
  const tries = await Promise.all([1, 2, 3].map(() => world.beginOn(asked.id, 'bnz', { idempotencyKey: 'k1' })))
  expect(new Set(tries.map((one) => JSON.stringify(one.body))).size).toBe(1)
  expect(await world.beginOn(asked.id, 'asb', { idempotencyKey: 'k1' })).toMatchObject({ status: 422, body: { message: 'IDEMPOTENT_OPERATION_FAILED' } })
  const { consents } = await banks.control<{ consents: { initiation: { EndToEndIdentification: string } }[] }>('consents')
  expect(consents.filter((one) => one.initiation.EndToEndIdentification === tries[0]!.id)).toHaveLength(1)
})

test('what cannot be begun is refused by name; pnz is no bank to pay from [API-15, ONE-08]', async () => {
  const code = ({ status, body }: { status: number; body: { message: string } }) => `${status} ${body.message}`
  expect((await api.post('/api/one-off-payments', { paymentRequestId: 'x', bank: 'pnz' })).status).toBe(400)
  expect(code(await world.beginOn('nosuch'))).toBe('404 REQUEST_NOT_FOUND')
  const cancelled = await shop.ask(500)
  await api.post(`/api/payment-requests/${cancelled.id}/cancel`, {}, shop.till)
  expect(code(await world.beginOn(cancelled.id))).toBe('403 REQUEST_CANCELLED')
  const preAuth = await shop.ask(500, { preAuth: true })
  expect(code(await world.beginOn(preAuth.id))).toBe('403 INVALID_ASSET_TYPE')
  expect((await api.get('/api/one-off-payments/nosuch')).body.message).toBe('ONE_OFF_PAYMENT_NOT_FOUND')
  expect((await world.pay('nosuch', { code: 'x' })).body.message).toBe('ONE_OFF_PAYMENT_NOT_FOUND')
  expect((await api.post('/api/one-off-payments/nosuch/cancel', {})).body.message).toBe('ONE_OFF_PAYMENT_NOT_FOUND')
})

test('who did not approve ends the try, and the request can be paid in another way', async () => {
  const begun = await world.begin(800)
  const { error } = await (async () => {
    const { url } = await banks.visit(begun.body.authorizationUrl, 'decline')
    return { error: new URLSearchParams(new URL(url).hash.slice(1)).get('error') }
  })()
  expect(error).toBe('access_denied')
  const ended = await api.post(`/api/one-off-payments/${begun.id}/cancel`, {})
  expect(ended).toMatchObject({ status: 200, body: { status: 'failed', failure: 'cancelled' } })
  expect((await world.pay(begun.id, { code: 'late' })).body).toMatchObject({ message: 'PAYMENT_DECLINED', reason: 'cancelled' })
  const payer = await givenPayer(api, database)
  expect((await payer.pay(begun.requestId)).status).toBe(200)
})

test('while a bank decides nobody else can pay; a merchant may cancel, and the money then goes back', async () => {
  const begun = await world.begin(3068) // pending for a while
  const other = await world.beginOn(begun.requestId, 'asb')
  const elsewhere = await world.approve(other.body.authorizationUrl)
  await banks.settings({ pendingMs: 3_600_000 })
  const answer = await world.approve(begun.body.authorizationUrl)
  const first = world.pay(begun.id, answer)
  await until(begun.id, 'authorized')
  await vi.waitFor(async () => expect(await world.atBank(begun.id)).toHaveLength(1), { timeout: 30_000 })
  const payer = await givenPayer(api, database)
  expect(await payer.pay(begun.requestId)).toMatchObject({ status: 403, body: { message: 'PAYMENT_UNCONFIRMED' } })
  expect(await world.pay(other.id, elsewhere)).toMatchObject({ status: 403, body: { message: 'PAYMENT_UNCONFIRMED' } })
  await assertBooksInOrder(database.db)
  expect((await api.post(`/api/payment-requests/${begun.requestId}/cancel`, {}, shop.till)).status).toBe(200)
  await world.bankHour()
  expect(await first).toMatchObject({ status: 403, body: { message: 'PAYMENT_DECLINED', reason: 'returned' } })
  expect(await world.exceptions(begun.id)).toEqual([{ kind: 'bank-surplus', amount: 3068n, closed: false }])
  expect(await world.balance('surplus:nzd.test')).toBeGreaterThanOrEqual(3068n)
  expect((await world.pay(other.id, elsewhere)).body.message).toBe('REQUEST_CANCELLED')
  await banks.settings({ pendingMs: 600 })
})

test('a request does not run out while the bank decides, and runs out when the bank says no', async () => {
  await banks.settings({ pendingMs: 3_600_000, lateRejectMs: 3_600_000 })
  const [slow, late] = [await world.begin(2068, 'bnz'), await world.begin(2066, 'asb')]
  const both = [slow, late].map(async (one) => await world.pay(one.id, await world.approve(one.body.authorizationUrl)))
  for (const { id } of [slow, late]) await vi.waitFor(async () => expect(await world.atBank(id)).toHaveLength(1), { timeout: 30_000 })
  for (const { requestId } of [slow, late]) await world.runOut(requestId)
  expect((await api.get(`/api/payment-requests/${slow.requestId}/summary`)).body.status).toBe('new')
  await world.bankHour()
  const [paid, refused] = await Promise.all(both)
  expect(paid).toMatchObject({ status: 200, body: { status: 'paid' } })
  expect(refused).toMatchObject({ status: 403, body: { message: 'PAYMENT_DECLINED', reason: 'declined' } })
  expect((await world.request(slow.requestId)).status).toBe('paid')
  await vi.waitFor(async () => {
    const { rows } = await sql<{ status: string }>`select status from payment_request where id = ${late.requestId}`.execute(database.db)
    expect(rows).toEqual([{ status: 'expired' }])
  }, 30_000)
  await banks.settings({ pendingMs: 600, lateRejectMs: 400 })
})

test('a refund of what a bank paid is set aside and listed for an operator', async () => {
  const { requestId, id } = await world.whole(1200)
  const before = await settled()
  const refund = await api.post(`/api/payment-requests/${requestId}/refund`, { value: { amount: '500', currency: 'NZD' }, externalRef: 'r1' }, shop.till)
  expect(refund.status).toBe(200)
  expect(before - (await settled())).toBe(500n)
  expect(await world.exceptions(id)).toEqual([{ kind: 'bank-refund', amount: 500n, closed: false }])
})

test('a part that a wallet has paid goes to the merchant together with what the bank pays', async () => {
  const payer = await givenPayer(api, database)
  const asked = await shop.ask(1000, { expirySeconds: 600 })
  const early = await world.beginOn(asked.id)
  expect((await payer.pay(asked.id, { mode: 'multi-asset-payment', amount: '300' })).status).toBe(200)
  // What was agreed to at the bank is no longer what is due.
  expect((await world.pay(early.id, await world.approve(early.body.authorizationUrl))).body).toMatchObject({ message: 'PAYMENT_DECLINED', reason: 'expired' })
  const before = await settled()
  const begun = await world.beginOn(asked.id)
  expect(await world.pay(begun.id, await world.approve(begun.body.authorizationUrl))).toMatchObject({ status: 200, body: { status: 'paid' } })
  expect((await settled()) - before).toBe(1000n)
  expect(await world.atBank(begun.id)).toMatchObject([{ cents: 700 }])
})

test('banks read our public keys, and nothing private', async () => {
  const { body } = await api.get('/.well-known/pay-by-bank-jwks.json')
  expect(body.keys).toHaveLength(1)
  expect(Object.keys(body.keys[0]).sort()).toEqual(['alg', 'crv', 'kid', 'kty', 'use', 'x', 'y'])
})
