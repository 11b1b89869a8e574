import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { distanceKm, type MerchantSearchResult } from '@nikau/contract'
import { randomIds, schemaFolder, Secret } from '@nikau/runtime'
import { fakeClock, silent, testDatabase } from '@nikau/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createApp } from '../../app.ts'
import { readApiConfig } from '../../config.ts'
import { seedMerchants } from './index.ts'

const database = await testDatabase()
const clock = fakeClock('2026-11-15T00:00:00Z')
const url = database.urlAs('nikau_api')
const own = database.openAs('nikau_api')
const config = { ...readApiConfig({ DATABASE_URL: url }), DATABASE_URL: new Secret(url) }
const app = await createApp({ config, database: own, log: silent, clock, ids: randomIds })
const read = (file: string) => JSON.parse(readFileSync(join(schemaFolder, 'seeds', file), 'utf8')) as never

beforeAll(async () => {
  await seedMerchants(database.owner.db, { merchants: read('merchants.json'), wallets: read('wallets.json') })
})
afterAll(() => app.close())

async function get(url: string) {
  clock.advance(60_000) // each call in a minute of its own: these tests are not about the limit
  const response = await app.inject({ url })
  return { status: response.statusCode, body: response.json(), headers: response.headers }
}

const ponsonby = { lat: -36.8485, lng: 174.7433 }
const search = async (query: string) => (await get(`/api/merchants/search?${query}`)).body as { items: MerchantSearchResult[]; nextPageKey?: string }

test('a search without an origin lists every merchant by name, in gapless pages [API-37, API-07, ENT-21]', async () => {
  const all: MerchantSearchResult[] = []
  let key: string | undefined
  do {
    const page = await search(`paginationLimit=17${key ? `&pageKey=${encodeURIComponent(key)}` : ''}`)
    expect(page.items.length).toBeLessThanOrEqual(17)
    all.push(...page.items)
    key = page.nextPageKey
  } while (key)
  const seeds = read('merchants.json') as { id: string; test: boolean }[]
  expect(new Set(all.map((item) => item.id)).size).toBe(all.length)
  expect(all.length).toBe(seeds.filter((seed) => !seed.test).length)
  expect(all.length).toBeGreaterThanOrEqual(60)
  expect(all.find((item) => item.location)).toMatchObject({
    id: expect.any(String),
    name: expect.any(String),
    acceptedAssets: expect.arrayContaining([{ assetType: 'nikau.nzd.main', products: [] }]),
    location: {
      lat: expect.any(Number),
      lng: expect.any(Number),
      city: expect.any(String),
      country: 'NZ',
      postCode: expect.any(String),
      street: expect.any(String),
      suburb: expect.any(String),
    },
  })
})

test('with an origin the distance is 5 km by default, nearest first, and web shops stay out [MERCH-02, API-37]', async () => {
  const { items } = await search(`origin=${ponsonby.lat},${ponsonby.lng}`)
  const distances = items.map((item) => distanceKm(ponsonby, item.location!))
  expect(items.length).toBeGreaterThan(3)
  expect(Math.max(...distances)).toBeLessThanOrEqual(5)
  expect(distances).toEqual(distances.toSorted((a, b) => a - b))
  const wider = await search(`origin=${ponsonby.lat},${ponsonby.lng}&distance=12`)
  expect(wider.items.length).toBeGreaterThan(items.length)
  const whole = await search(`origin=${ponsonby.lat},${ponsonby.lng}&distance=2000&paginationLimit=100`)
  expect(whole.items.every((item) => item.location)).toBe(true)
})

test('a search filters by one or several accepted assets [MERCH-01, API-37]', async () => {
  const accepts = (item: MerchantSearchResult, type: string) => item.acceptedAssets.some((asset) => asset.assetType === type)
  const epay = await search('asset=epay.main&paginationLimit=100')
  expect(epay.items.length).toBeGreaterThan(5)
  expect(epay.items.every((item) => accepts(item, 'epay.main'))).toBe(true)
  const either = await search('asset=epay.main&asset=farmlands.nzd.main&paginationLimit=100')
  expect(either.items.every((item) => accepts(item, 'epay.main') || accepts(item, 'farmlands.nzd.main'))).toBe(true)
  expect(either.items.length).toBeGreaterThan(epay.items.length)
  const product = epay.items[0]!.acceptedAssets.find((asset) => asset.assetType === 'epay.main')!.products[0]!.id
  const one = await search(`asset=epay.main,${product}`)
  expect(one.items.length).toBeGreaterThan(0)
  expect((await search('asset=epay.main,none')).items).toEqual([])
})

test('names and places are found without their macrons', async () => {
  const { items } = await search('name=Whangarei')
  expect(items.some((item) => item.location?.city === 'Whangārei')).toBe(true)
  expect((await search('name=%25')).items).toEqual([])
})

test('a merchant has a public summary with name and place, and an unknown one is forbidden [API-41, API-05, SESS-09]', async () => {
  const { items } = await search('paginationLimit=1&origin=-36.85,174.74')
  const { status, body } = await get(`/api/merchants/${items[0]!.id}/summary`)
  expect(status).toBe(200)
  expect(body).toEqual({ id: items[0]!.id, name: items[0]!.name, test: false, location: items[0]!.location })
  const unknown = await get('/api/merchants/nobody/summary')
  expect(unknown).toMatchObject({ status: 403, body: { statusCode: 403, error: 'Forbidden', message: 'FORBIDDEN' } })
})

test('supported wallets are a bare array of those that hold what the merchant accepts [API-42, API-07, ENT-23, SESS-09]', async () => {
  const { items } = await search('asset=nikau.nzd.main&paginationLimit=1')
  const { body } = await get(`/api/merchants/${items[0]!.id}/supported-wallets`)
  const wallets = body as { id: string }[]
  expect(Array.isArray(wallets)).toBe(true)
  expect(wallets.find((wallet) => wallet.id === 'nikau')).toMatchObject({
    name: 'Nikau',
    accountId: expect.any(String),
    connectUrl: expect.any(String),
    payUrl: expect.any(String),
    primaryColorHex: expect.stringMatching(/^#/),
    status: 'active',
    assetTypes: expect.arrayContaining([{ id: 'nikau.nzd.main' }]),
    createdAt: expect.stringMatching(/^\d{4}-.*Z$/),
    createdBy: expect.any(String),
    test: false,
  })
  expect((await get('/api/merchants/nobody/supported-wallets')).status).toBe(403)
})

test('malformed input is a 400 that names the field, an unknown route a 404, in one shape [API-05]', async () => {
  expect(await get('/api/merchants/search?origin=here')).toMatchObject({
    status: 400,
    body: { statusCode: 400, error: 'Bad Request', message: expect.stringContaining('origin') },
  })
  expect((await get('/api/merchants/search?distance=-3')).status).toBe(400)
  expect((await get('/api/merchants/search?sneaky=1')).status).toBe(400)
  expect(await get('/api/nothing-here')).toMatchObject({ status: 404, body: { statusCode: 404, error: 'Not Found', message: 'NOT_FOUND' } })
})

test('a call over the limit is refused with 429 and Retry-After, by every process [API-05]', async () => {
  const other = await createApp({ config, database: own, log: silent, clock, ids: randomIds })
  clock.set('2026-11-20T00:00:20Z')
  const apps = [app, other]
  const statuses: number[] = []
  for (let i = 0; i < 310; i++) statuses.push((await apps[i % 2]!.inject({ url: '/api/merchants/search?paginationLimit=1' })).statusCode)
  const allowed = statuses.filter((status) => status === 200).length
  expect(Math.abs(allowed - 300)).toBeLessThanOrEqual(1)
  const refused = await app.inject({ url: '/api/merchants/search' })
  expect(refused.json()).toMatchObject({ statusCode: 429, message: 'RATE_LIMIT_EXCEEDED' })
  expect(Number(refused.headers['retry-after'])).toBe(40)
  clock.set('2026-11-20T00:01:00Z')
  expect((await app.inject({ url: '/api/merchants/search?paginationLimit=1' })).statusCode).toBe(200)
  await other.close()
})
