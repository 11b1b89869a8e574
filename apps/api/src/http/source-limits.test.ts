import { once } from 'node:events'
import { createServer, request as httpRequest, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createPerson, fakeClock, testDatabase } from '@nikau/testing'
import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { createShop, runningApi } from '../fixtures.ts'

// Limits by source address, through real sockets. The clock stands still, so that the minute does not end; each test has addresses of its own.

const database = await testDatabase()
const clock = fakeClock(new Date().toISOString())
const limits = { RATE_LIMIT_SOURCE: '40', RATE_LIMIT_FAILED: '10' }

async function listening(env: Record<string, string>): Promise<{ origin: string; api: Awaited<ReturnType<typeof runningApi>> }> {
  const api = await runningApi(database, { clock, env })
  return { api, origin: await api.app.listen({ port: 0, host: '127.0.0.1' }) }
}

/** A proxy that appends the caller's address to X-Forwarded-For, as nginx and the balancers of clouds do. */
async function proxyTo(origin: string, from: string): Promise<string> {
  const proxy: Server = createServer((incoming, outgoing) => {
    const earlier = incoming.headers['x-forwarded-for']
    const headers = { ...incoming.headers, 'x-forwarded-for': earlier === undefined ? from : `${String(earlier)}, ${from}` }
    incoming.pipe(
      httpRequest(`${origin}${incoming.url}`, { method: incoming.method, headers }, (answer) => {
        outgoing.writeHead(answer.statusCode!, answer.headers)
        answer.pipe(outgoing)
      }),
    )
  }).listen(0, '127.0.0.1')
  await once(proxy, 'listening')
  afterAll(() => void proxy.close())
  return `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`
}

/** A public call; 20 a minute are allowed to each source. */
const path = '/api/auth/verify-farmlands-card'
const call = async (origin: string, headers: Record<string, string> = {}) =>
  (await fetch(`${origin}${path}`, { method: 'POST', headers: { 'content-type': 'application/json', ...headers }, body: '{}' })).status
const countOf = (statuses: number[], status: number) => statuses.filter((each) => each === status).length
const perMinute = 20

const behindOne = await listening({ TRUST_PROXY: '1' })
const direct = await listening({})
const strict = await listening({ TRUST_PROXY: '1', ...limits })

test('60 calls with forged X-Forwarded-For through a proxy pass only the limit [SEC-6]', async () => {
  const proxy = await proxyTo(behindOne.origin, '203.0.113.10')
  const statuses = []
  for (let n = 0; n < 60; n++) statuses.push(await call(proxy, { 'x-forwarded-for': `198.51.100.${n}, 10.0.0.${n}` }))
  expect(countOf(statuses, 429)).toBe(60 - perMinute)
})

test('without a proxy X-Forwarded-For is not believed at all [SEC-6]', async () => {
  const statuses = []
  for (let n = 0; n < 60; n++) statuses.push(await call(direct.origin, { 'x-forwarded-for': `198.51.100.${n}` }))
  expect(countOf(statuses, 429)).toBe(60 - perMinute)
})

test('callers behind one proxy are told apart, by count of proxies or by their addresses [SEC-6]', async () => {
  const byAddress = await listening({ TRUST_PROXY: '127.0.0.0/8,10.0.0.0/8' })
  for (const { origin } of [behindOne, byAddress])
    for (const from of ['203.0.113.20', '203.0.113.21']) expect(await call(await proxyTo(origin, from))).toBe(400)
  // Two proxies, of which the outer one is on our list: the caller is what the outer one saw.
  const chain = await proxyTo(byAddress.origin, '10.1.2.3')
  const statuses = []
  for (let n = 0; n < 30; n++) statuses.push(await call(chain, { 'x-forwarded-for': `198.51.100.${n}, 203.0.113.22` }))
  expect(countOf(statuses, 429)).toBe(30 - perMinute)
})

test('the addresses of one IPv6 /64 count as one source [SEC-6]', async () => {
  const statuses = []
  for (let n = 0; n < 40; n++) statuses.push((await behindOne.api.post(path, {}, { 'x-forwarded-for': `2001:db8:1:2::${(n * 1637).toString(16)}` })).status)
  expect(countOf(statuses, 429)).toBe(40 - perMinute)
  expect((await behindOne.api.post(path, {}, { 'x-forwarded-for': '2001:db8:1:3::1' })).status).toBe(400)
})

test('a source is limited over all endpoints, before the body is read and before anything is looked up [SEC-6]', async () => {
  const from = { 'x-forwarded-for': '203.0.113.30' }
  const statuses = []
  for (let n = 0; n < 60; n++) statuses.push((await strict.api.get(`/api/merchants/m${n}`, from)).status)
  expect(countOf(statuses, 429)).toBe(20)
  const answer = await strict.api.get('/api/account-memberships', from)
  expect(answer).toMatchObject({ status: 429, body: { message: 'RATE_LIMIT_EXCEEDED' }, headers: { 'retry-after': expect.stringMatching(/^\d+$/) } })
  const large = await strict.api.app.inject({ method: 'POST', url: path, headers: { ...from, 'content-type': 'application/json' }, payload: '{not json' })
  expect(large.statusCode).toBe(429)
  expect((await strict.api.get('/api/account-memberships', { 'x-forwarded-for': '203.0.113.31' })).status).toBe(401)
})

test('wrong keys and tokens are limited by source; credentials known to be valid still pass [SEC-6]', async () => {
  const from = { 'x-forwarded-for': '203.0.113.40' }
  const owner = await createPerson(database)
  const late = await createPerson(database)
  expect((await strict.api.get('/api/account-memberships', { ...owner.headers, ...from })).status).toBe(200)
  const statuses = []
  for (let n = 0; n < 12; n++) {
    const wrong: Record<string, string> = n % 2 ? { 'x-api-key': `nk_wrong-key-number-${n}` } : { authorization: `Bearer wrong-token-number-${n}` }
    statuses.push((await strict.api.get('/api/account-memberships', { ...wrong, ...from })).status)
  }
  expect(statuses).toEqual([...Array.from({ length: 10 }, () => 401), 429, 429])
  expect((await strict.api.get('/api/account-memberships', { ...owner.headers, ...from })).status).toBe(200)
  // A valid credential does not carry an invalid one along, and one never seen here waits for the next minute.
  expect((await strict.api.get('/api/account-memberships', { ...owner.headers, 'x-api-key': 'nk_wrong-key-number-99', ...from })).status).toBe(429)
  expect((await strict.api.get('/api/account-memberships', { ...late.headers, ...from })).status).toBe(429)
  expect((await strict.api.get('/api/account-memberships', { ...late.headers, 'x-forwarded-for': '203.0.113.41' })).status).toBe(200)
})

test('a call without credentials is no failed authentication [SEC-6]', async () => {
  const from = { 'x-forwarded-for': '203.0.113.50' }
  for (let n = 0; n < 15; n++) expect((await strict.api.get('/api/account-memberships', from)).status).toBe(401)
  const owner = await createPerson(database)
  expect((await strict.api.get('/api/account-memberships', { ...owner.headers, ...from })).status).toBe(200)
})

test('processes share the count of a busy source, and a quiet one costs no row [SEC-6]', async () => {
  const other = await listening({ TRUST_PROXY: '1', ...limits })
  const from = { 'x-forwarded-for': '203.0.113.60' }
  const countsOf = async (source: string) =>
    (await sql<{ count: number }>`select count from rate_limit where key = ${`calls ${source}`}`.execute(database.db)).rows.map(({ count }) => count)
  for (let n = 0; n < 30; n++) await strict.api.get('/api/account-memberships', from)
  await expect.poll(() => countsOf('203.0.113.60'), { timeout: 10_000 }).toEqual([30])
  for (let n = 0; n < 10; n++) await other.api.get('/api/account-memberships', from)
  await expect.poll(() => countsOf('203.0.113.60'), { timeout: 10_000 }).toEqual([40])
  const statuses = []
  for (let n = 0; n < 5; n++) statuses.push((await other.api.get('/api/account-memberships', from)).status)
  expect(statuses).toContain(429)
  await strict.api.get('/api/account-memberships', { 'x-forwarded-for': '203.0.113.61' })
  await new Promise((resolve) => setTimeout(resolve, 600)) // two flushes
  expect(await countsOf('203.0.113.61')).toEqual([])
})

test('an API key that works is limited as a caller, not as a stranger', async () => {
  const shop = await createShop(direct.api, database)
  expect((await strict.api.get(`/api/payment-requests?merchantId=${shop.merchantId}`, { ...shop.till, 'x-forwarded-for': '203.0.113.70' })).status).not.toBe(
    401,
  )
})
