import { testDatabase } from '@nikau/testing'
import { expect, test } from 'vitest'
import { createPayer, createShop, runningApi } from '../../../fixtures.ts'
import { newShortCode, parseShortCode } from '../request/short-code.ts'

const database = await testDatabase()
const api = await runningApi(database)
const shop = await createShop(api, database)
const value = (amount: number) => ({ amount: String(amount), currency: 'NZD' })
const create = (body: object, headers: Record<string, string> = shop.till) => api.post('/api/payment-requests', { configId: shop.configId, ...body }, headers)

test('a till creates a request with its key and gets id and address; other callers cannot [API-11]', async () => {
  const body = { value: value(2500), expirySeconds: '300', partialAllowed: true, basketAmount: '3000', externalRef: 'order 7', terminalId: 't1' }
  const answer = await create(body)
  expect(answer).toMatchObject({ status: 200 })
  expect(answer.body).toMatchObject({ status: 'new', expirySeconds: 300, basketAmount: '3000', externalRef: 'order 7', terminalId: 't1', liveness: 'test' })
  expect(answer.body.url).toBe(`http://localhost:4000/deimos/pay/${answer.body.id}`)
  expect(answer.body.shortCode).toMatch(/^NK-[0-9A-Z]{4}-[0-9A-Z]{4}$/)
  expect((await create({ value: value(1) }, {})).status).toBe(401)
  expect((await create({ value: value(1) }, { 'x-api-key': 'nk_' + 'x'.repeat(43) })).status).toBe(401)
  expect((await create({ value: value(1) }, shop.owner.headers)).status).toBe(401)
})

test('a request expires after two minutes by default, and after a day at most', async () => {
  const { body } = await create({ value: value(100) })
  expect(Date.parse(body.expiresAt) - Date.parse(body.createdAt)).toBe(120_000)
  expect((await create({ value: value(100), expirySeconds: 86_400 })).status).toBe(200)
  expect((await create({ value: value(100), expirySeconds: 86_401 })).status).toBe(400)
})

test('a request has every field that the app reads [ENT-04, ENT-06]', async () => {
  const lines = [{ name: 'Scone', sku: 'scone', qty: 2, price: '900' }]
  const redirects = { redirectPaidUrl: 'https://kauri.example/shop/thanks?order=1', redirectCancelUrl: 'https://kauri.example/shop' }
  const created = (await create({ value: value(900), lineItems: lines, ...redirects })).body
  const { body } = await api.get(`/api/payment-requests/${created.id}`, shop.owner.headers)
  expect(body).toMatchObject({
    id: created.id,
    value: { amount: '900', currency: 'NZD' },
    merchantName: 'Kauri Cafe',
    paymentOptions: [{ assetType: 'nikau.nzd.test', amount: '900' }, { assetType: 'external.test' }],
    partialAllowed: false,
    lineItems: [{ name: 'Scone', sku: 'scone', qty: '2', price: '900' }],
    status: 'new',
    remainingAmount: '900',
    liveness: 'test',
    ...redirects,
    redirectUrl: `https://kauri.example/shop?paymentRequestId=${created.id}`,
    taxNumber: { type: 'nz-gst', value: '140107697' },
  })
})

test('an invalid request is refused with its own code', async () => {
  const message = async (body: object) => (await create(body)).body.message
  expect(await message({ value: value(100), lineItems: [{ name: 'x', qty: 1, price: 99 }] })).toBe('LINE_ITEMS_SUM_CHECK_FAILED')
  expect(await message({ value: value(100), redirectUrl: 'https://kauri.example.evil.nz/shop' })).toBe('REDIRECT_URL_INVALID')
  expect(await message({ value: value(100), redirectUrl: 'https://kauri.example/shopping' })).toBe('REDIRECT_URL_INVALID')
  expect(await message({ value: value(100), barcode: '9990001234567895' })).toBe('CHECKSUM_FAILED')
  expect(await message({ value: value(100), barcode: '9990001234567890' })).toBe('PATRON_CODE_INVALID')
  expect(await message({ value: value(100), collectionId: 'c_none' })).toBe('TOKEN_COLLECTION_NOT_FOUND')
  expect(await message({ value: value(100), configId: 'mc_none' })).toBe('FORBIDDEN')
  expect((await create({ value: value(100), status: 'paid' })).status).toBe(400)
  expect((await create({ value: value(0) })).status).toBe(400)
  expect((await create({ value: value(100_000_000) })).status).toBe(400)
  const tokensOnly = await createShop(api, database, { types: ['nikau.token'] })
  const none = await api.post('/api/payment-requests', { configId: tokensOnly.configId, value: value(100) }, tokensOnly.till)
  expect(none.body.message).toBe('NO_AVAILABLE_PAYMENT_OPTIONS')
})

test('the same idempotency key creates one request [API-04]', async () => {
  const body = { value: value(400), idempotencyKey: 'order-1' }
  const answers = await Promise.all([create(body), create(body), create(body)])
  expect(new Set(answers.map((answer) => answer.body.id)).size).toBe(1)
  expect(await create({ ...body, value: value(401) })).toMatchObject({ status: 422, body: { message: 'IDEMPOTENT_OPERATION_FAILED' } })
})

test('the summary is public in every status, does not reveal the payer, and answers 304 when unchanged [API-09]', async () => {
  const payer = await createPayer(api, database)
  const { id } = (await create({ value: value(700) })).body
  const first = await api.get(`/api/payment-requests/${id}/summary`)
  expect(first).toMatchObject({ status: 200, body: { status: 'new', remainingAmount: '700' } })
  const etag = String(first.headers.etag)
  expect(await api.get(`/api/payment-requests/${id}/summary`, { 'if-none-match': etag })).toMatchObject({ status: 304, body: undefined })
  await payer.pay(id)
  const paid = await api.get(`/api/payment-requests/${id}/summary`, { 'if-none-match': etag })
  expect(paid).toMatchObject({
    status: 200,
    body: { status: 'paid', remainingAmount: '0', paidBy: { assetTotals: [{ type: 'nikau.nzd.test', total: { amount: '700' } }] } },
  })
  expect(JSON.stringify(paid.body)).not.toContain(payer.accountId)
  expect(JSON.stringify(paid.body)).not.toContain(payer.walletId)
  expect((await api.get('/api/payment-requests/nosuch/summary')).body.message).toBe('REQUEST_NOT_FOUND')
})

test('only the merchant and the payer see who paid, not others who have the link [API-08]', async () => {
  const [payer, stranger] = [await createPayer(api, database), await createPayer(api, database, 0)]
  const { id } = (await create({ value: value(700) })).body
  await payer.pay(id)
  const seen = async (headers: Record<string, string>) => (await api.get(`/api/payment-requests/${id}`, headers)).body.paidBy.assetTotals[0].payerAccountId
  expect([await seen(shop.till), await seen(shop.owner.headers), await seen(payer.headers)]).toEqual(Array(3).fill(payer.accountId))
  expect(await seen(stranger.headers)).toBeUndefined()
  expect(await seen((await createShop(api, database)).till)).toBeUndefined()
  expect((await api.get('/api/payment-requests/nosuch', payer.headers)).status).toBe(404)
})

test('a merchant finds requests by its reference and by the receipt code, and lists their activities', async () => {
  const created = (await create({ value: value(900), externalRef: 'find-me' })).body
  const find = async (query: string, headers: Record<string, string> = shop.till) =>
    await api.get(`/api/payment-requests?merchantAccountId=${shop.accountId}&${query}`, headers)
  expect((await find('externalRef=find-me')).body.items.map((item: { id: string }) => item.id)).toEqual([created.id])
  expect((await find(`shortCode=${created.shortCode.toLowerCase().replaceAll('-', '')}`)).body.items[0].id).toBe(created.id)
  const wrong = created.shortCode.slice(0, -1) + (created.shortCode.endsWith('A') ? 'B' : 'A')
  expect(await find(`shortCode=${wrong}`)).toMatchObject({ status: 400, body: { message: 'CHECKSUM_FAILED' } })
  expect((await find('externalRef=find-me', (await createShop(api, database)).till)).status).toBe(403)
  const activities = (await api.get(`/api/payment-activities?merchantId=${shop.merchantId}`, shop.till)).body.items
  expect(activities[0]).toMatchObject({ type: 'request', paymentRequestId: created.id, shortCode: `${created.shortCode}-001` })
})

test('a short code with one wrong or two swapped characters is rejected', () => {
  for (let n = 0; n < 200; n++) {
    const code = newShortCode()
    expect(parseShortCode(code)).toBe(code)
    const plain = code.replaceAll('-', '').slice(2)
    const place = n % plain.length
    const other = plain[place] === '7' ? '8' : '7'
    expect(parseShortCode(plain.slice(0, place) + other + plain.slice(place + 1))).toBeUndefined()
    const [a, b] = [plain[0]!, plain[1]!]
    if (a !== b && !['0Z', 'Z0'].includes(a + b)) expect(parseShortCode(b + a + plain.slice(2))).toBeUndefined()
  }
})
