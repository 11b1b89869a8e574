import { type Database, openDatabase, Secret, systemClock } from '@nikau/runtime'
import { silent, testDatabase } from '@nikau/testing'
import { afterAll, expect, test } from 'vitest'
import { createShop, createTokens, runningApi } from '../../../fixtures.ts'
import { createByteBoundedCache } from './byte-bounded-cache.ts'
import { type CachedSummary, createSummary } from './summary.ts'

const database = await testDatabase()
const api = await runningApi(database)
const shop = await createShop(api, database)
const batchDatabase: Database = openDatabase({ url: new Secret(database.url), name: 'summary', log: silent, connections: 1 })
afterAll(() => batchDatabase.close())

const line = (size: number, props: object) => ({ name: 'x', qty: '1', price: String(size), classification: { type: 'GS1', code: '1', props } })
const create = (lineItems: object[], amount = '500') =>
  api.post('/api/payment-requests', { configId: shop.configId, value: { amount, currency: 'NZD' }, lineItems }, shop.till)

test('a request of 224 kB in one property, in many properties or in many lines is refused before it is stored [SEC-5]', async () => {
  const huge = 'x'.repeat(224_000)
  const many = Object.fromEntries(Array.from({ length: 5000 }, (_, n) => [`k${n}`, 'x'.repeat(30)]))
  const allowed = Object.fromEntries(Array.from({ length: 20 }, (_, n) => [`k${n}`, 'x'.repeat(200)]))
  for (const lineItems of [
    [line(500, { huge })],
    [line(500, { [huge.slice(0, 65)]: 'x' })],
    [line(500, many)],
    Array.from({ length: 50 }, () => line(10, allowed)),
  ])
    expect((await create(lineItems)).status).toBe(400)
  expect((await create([line(500, allowed)])).status).toBe(200)
})

test('terms that grow beyond 16 kB by the lines that tokens cover are refused [SEC-5]', async () => {
  const lines = Array.from({ length: 140 }, () => ({ name: 'Flat white', sku: 'flat-white', qty: '1', price: '100' }))
  expect((await create(lines, '14000')).status).toBe(200)
  await createTokens(database, systemClock, shop)
  await createTokens(database, systemClock, shop)
  expect(await create(lines, '14000')).toMatchObject({ status: 403, body: { message: 'TERMS_TOO_LARGE' } })
})

test('the cache of summaries holds a bounded number of bytes, and only what a summary needs [SEC-5]', async () => {
  const maxBytes = 100_000
  const cache = createByteBoundedCache<CachedSummary>(maxBytes)
  const summary = createSummary({ batchDatabase, clock: systemClock, webOrigin: 'https://nikau.example' }, cache)
  const lines = Array.from({ length: 100 }, (_, n) => ({ name: `Line number ${n} with a long name`, qty: '1', price: '5' }))
  for (let n = 0; n < 20; n++) {
    const { body } = await create(lines)
    await summary(body.id)
    expect(cache.bytes).toBeLessThanOrEqual(maxBytes)
    expect(JSON.stringify(cache.get(body.id)).length).toBeLessThan(2 * cache.get(body.id)!.response.json.length)
    expect(Object.keys(cache.get(body.id)!.row).sort()).toEqual(['expiresAt', 'reservedFor', 'status'])
  }
  expect(cache.size).toBeGreaterThan(1)
  expect(cache.size).toBeLessThan(20)
})

test('replacing an entry frees its bytes, and a value larger than the cache is not kept [SEC-5]', () => {
  const cache = createByteBoundedCache<string>(100)
  for (let n = 0; n < 50; n++) cache.set('same', 'x', 60)
  expect(cache.bytes).toBe(60)
  cache.set('next', 'y', 40)
  cache.set('third', 'z', 40)
  expect([cache.get('same'), cache.get('next'), cache.get('third'), cache.bytes]).toEqual([undefined, 'y', 'z', 80])
  cache.set('huge', 'w', 101)
  expect([cache.get('huge'), cache.size]).toEqual([undefined, 2])
})
