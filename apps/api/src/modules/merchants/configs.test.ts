import { createPerson, testDatabase } from '@nikau/testing'
import { expect, test } from 'vitest'
import { createPayer, createShop, runningApi } from '../../fixtures.ts'
import { allowedRedirect, normaliseRedirectUrl } from './redirects.ts'

const database = await testDatabase()
const api = await runningApi(database)
const shop = await createShop(api, database)
const { headers } = shop.owner

test('a key is shown once, stops working when disabled, and works again when enabled', async () => {
  const url = `/api/accounts/${shop.accountId}/api-keys`
  const made = (await api.post(url, { name: 'web', role: 'account-owner' }, headers)).body
  expect(made).toMatchObject({ name: 'web', role: 'account-owner', enabled: true, version: 1, secret: expect.stringMatching(/^nk_test_[\w-]{43}$/) })
  expect((await api.post(url, { name: 'web', role: 'account-owner' }, headers)).body.message).toBe('API_KEY_ALREADY_EXISTS')
  expect((await api.post(url, { name: 'not a name', role: 'account-owner' }, headers)).status).toBe(400)
  const listed = await api.get(url, { 'x-api-key': made.secret })
  expect(listed.body.map((one: { name: string }) => one.name)).toEqual(['till', 'web'])
  expect(JSON.stringify(listed.body)).not.toContain('secret')
  expect((await api.put(`${url}/web`, { enabled: false }, headers)).body).toMatchObject({ enabled: false, version: 2 })
  await expect.poll(async () => (await api.get(url, { 'x-api-key': made.secret })).status, { timeout: 2000 }).toBe(401)
  await api.put(`${url}/web`, { enabled: true }, headers)
  await expect.poll(async () => (await api.get(url, { 'x-api-key': made.secret })).status, { timeout: 2000 }).toBe(200)
})

test('a terminal key and a non-member cannot create keys, and individual accounts have none', async () => {
  const stranger = await createPerson(database)
  const body = { name: 'x', role: 'merchant-terminal' }
  for (const other of [shop.till, stranger.headers])
    expect((await api.post(`/api/accounts/${shop.accountId}/api-keys`, body, other)).body.message).toBe('FORBIDDEN')
  const payer = await createPayer(api, database, 0)
  expect((await api.post(`/api/accounts/${payer.accountId}/api-keys`, body, payer.headers)).body.message).toBe('FORBIDDEN')
})

test('a merchant is created, changed, listed and read only by its org’s members and keys', async () => {
  const place = { lat: '-41.2924', lng: 174.7787, street: '1 Cuba Street', city: 'Wellington', country: 'NZ' }
  const body = { accountId: shop.accountId, name: 'Second', country: 'NZ', test: true, type: 'physical', location: place }
  const made = await api.post('/api/merchants', body, headers)
  expect(made).toMatchObject({ status: 200, body: { name: 'Second', categoryCode: '5999', location: { lat: -41.2924 } } })
  expect((await api.post('/api/merchants', { ...body, type: 'e-commerce' }, headers)).status).toBe(400)
  expect((await api.post('/api/merchants', { ...body, test: false }, headers)).body.message).toBe('LIVENESS_MISMATCH')
  expect((await api.post('/api/merchants', { ...body, gstNumber: '123456789' }, headers)).body.message).toBe('GST_NUMBER_INVALID')
  expect((await api.put(`/api/merchants/${made.body.id}`, { name: 'Renamed' }, headers)).body.name).toBe('Renamed')
  expect((await api.get(`/api/merchants?accountId=${shop.accountId}`, shop.till)).body.items.map((one: { name: string }) => one.name)).toEqual([
    'Kauri Cafe',
    'Renamed',
  ])
  const stranger = await createPerson(database)
  for (const [method, url] of [
    ['get', `/api/merchants/${made.body.id}`],
    ['get', `/api/merchants?accountId=${shop.accountId}`],
  ] as const)
    expect((await api[method](url, stranger.headers)).body.message).toBe('FORBIDDEN')
  expect((await api.post('/api/merchants', body, stranger.headers)).body.message).toBe('FORBIDDEN')
  expect((await api.put(`/api/merchants/${made.body.id}`, { name: 'Mine' }, shop.till)).body.message).toBe('FORBIDDEN')
})

test('a configuration opens its settlement wallet, accepts only settlement wallets, and never mixes test and live', async () => {
  const url = `/api/merchants/${shop.merchantId}/configs`
  const option = { type: 'nikau.nzd.test' }
  const made = (await api.post(url, { paymentOptions: [option] }, headers)).body
  expect(made).toMatchObject({ merchantId: shop.merchantId, version: 1, paymentOptions: [{ type: 'nikau.nzd.test', walletId: expect.any(String) }] })
  const message = async (body: object) => (await api.post(url, body, headers)).body.message
  const payer = await createPayer(api, database, 0)
  expect(await message({ paymentOptions: [{ type: 'nikau.nzd.main' }] })).toBe('LIVENESS_MISMATCH')
  expect(await message({ paymentOptions: [{ ...option, walletId: payer.walletId }] })).toBe('INVALID_WALLET_TYPE')
  expect(await message({ paymentOptions: [{ type: 'nikau.token.test', collectionIds: ['c_none'] }] })).toBe('COLLECTIONS_INVALID')
  expect(await message({ paymentOptions: [option], allowedRedirectUrls: ['https://127.0.0.2/x'] })).toBe('REDIRECT_URL_INVALID')
  expect((await api.post(url, { paymentOptions: [{ type: 'gold.test' }] }, headers)).status).toBe(400)
  expect((await api.put(`${url}/${made.id}`, { paymentOptions: [option, { type: 'external.test' }] }, headers)).body).toMatchObject({
    version: 2,
    paymentOptions: [{ walletId: made.paymentOptions[0].walletId }, { type: 'external.test' }],
  })
  expect((await api.get(`/api/merchant-configs/${made.id}`, shop.till)).body.version).toBe(2)
  expect((await api.get(`/api/merchant-configs/${made.id}`, payer.headers)).body.message).toBe('FORBIDDEN')
  const found = (await api.get('/api/merchants/search?name=Kauri&test=true')).body.items.find((one: { id: string }) => one.id === shop.merchantId)
  expect(found.acceptedAssets.map((one: { assetType: string }) => one.assetType)).toEqual(['external.test', 'nikau.nzd.test', 'nikau.token.test'])
})

test('a redirect URL is matched by parsed origin and path, never as text', () => {
  const registered = ['https://shop.example/pay', 'https://other.example/']
  const allowed = (url: string) => allowedRedirect(url, registered, false) !== undefined
  for (const url of ['https://shop.example/pay', 'https://shop.example/pay/done?a=1#x', 'https://SHOP.example:443/pay', 'https://other.example/any'])
    expect([url, allowed(url)]).toEqual([url, true])
  for (const url of [
    'https://shop.example/payout',
    'https://shop.example',
    'http://shop.example/pay',
    'https://shop.example:8443/pay',
    'https://shop.example.evil.nz/pay',
    'https://shop.example@evil.nz/pay',
    'https://evil.nz/https://shop.example/pay',
    'https://shop.example\\@evil.nz/pay',
    'https://shop.example/pay/../../x',
    'https://shop.example/pay/%2e%2e/x',
    'https://shop.example/pay%2f..%2fx',
    'https:shop.example/pay',
    'https:/shop.example/pay',
    '//shop.example/pay',
    'javascript:alert(1)//https://shop.example/pay',
    'data:text/html,x',
    'https://shop.example/pay\r\nx',
    ' https://shop.example/pay',
    'https://ѕhop.example/pay',
  ])
    expect([url, allowed(url)]).toEqual([url, false])
  expect(normaliseRedirectUrl('http://localhost:4000/shop', true)).toBe('http://localhost:4000/shop')
  expect(normaliseRedirectUrl('http://localhost:4000/shop', false)).toBeUndefined()
  expect(normaliseRedirectUrl('https://shop.example/?a=1', false)).toBeUndefined()
})

test('the last method stays, a live shop sends shoppers to https only, and a request keeps what it was made with [BIZ-75]', async () => {
  const live = await createShop(api, database, { test: false, redirects: ['https://loaf.example/thanks'], types: ['nikau.nzd', 'external'] })
  const url = `/api/merchants/${live.merchantId}/configs/${live.configId}`
  const wallet = { type: 'nikau.nzd.main' }
  const put = (body: object) => api.put(url, body, live.owner.headers)
  expect((await put({ paymentOptions: [] })).status).toBe(400)
  expect(await put({ paymentOptions: [wallet], allowedRedirectUrls: ['http://loaf.example/thanks'] })).toMatchObject({
    status: 403,
    body: { message: 'REDIRECT_URL_INVALID' },
  })
  const request = await live.createRequest(500, { redirectUrl: 'https://loaf.example/thanks' })
  expect((await put({ paymentOptions: [{ type: 'external.main' }], allowedRedirectUrls: ['https://loaf.example/new'] })).status).toBe(200)
  const summary = (await api.get(`/api/payment-requests/${request.id}/summary`)).body
  expect(summary.redirectUrl).toBe(`https://loaf.example/thanks?paymentRequestId=${request.id}`)
  expect(summary.paymentOptions.map((option: { assetType: string }) => option.assetType)).toEqual(['nikau.nzd.main', 'external.main'])
  const next = await live.createRequest(500, { redirectUrl: 'https://loaf.example/new' })
  expect(next.paymentOptions.map((option: { assetType: string }) => option.assetType)).toEqual(['external.main'])
})
