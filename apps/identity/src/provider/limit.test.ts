import { fakeClock, testDatabase } from '@nikau/testing'
import { buildAuthorizationRequest, createHttpBrowser } from '@nikau/testing/http-browser'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { startTestIdentity, webOrigin } from '../fixtures.ts'
import { limitKey, limits } from '../sign-in/rules.ts'

const database = await testDatabase()
const clock = fakeClock(new Date().toISOString())
const identity = await startTestIdentity(database, { clock, env: { TRUST_PROXY: '127.0.0.1' } })
const { client } = identity
const from = (address: string) => createHttpBrowser({ via: identity.local, headers: { 'x-forwarded-for': address } })
const stored = async () => Number((await sql<{ n: bigint }>`select count(*) as n from identity.oidc`.execute(database.owner.db)).rows[0]!.n)

/** Leaves this many requests to a source. */
async function leave(name: 'authorize' | 'provider', source: string, left: number) {
  const limit = limits[name][0]!
  const key = limitKey(identity.config.codeSecret, limit, source)
  const resetsAt = new Date(clock.now().getTime() + limit.per)
  await sql`insert into identity.rate_limit (key, hits, resets_at) values (${key}, ${limit.hits - left}, ${resetsAt})`.execute(database.owner.db)
}

test('sign-ins from one /64 are limited before anything is stored, and start again after a minute [SEC-6]', async () => {
  await leave('authorize', '2001:db8:1:2::/64', 2)
  const start = (address: string) => from(address).get(buildAuthorizationRequest(client).url)
  expect([(await start('2001:db8:1:2::1')).status, (await start('2001:db8:1:2:ffff::2')).status]).toEqual([303, 303])
  const before = await stored()
  const refused = await start('2001:db8:1:2:3::4')
  expect([refused.status, Number(refused.headers.get('retry-after'))]).toEqual([429, 60])
  expect(refused.text).toContain('There were too many sign-ins from your network. Try again at')
  expect(refused.headers.get('content-security-policy')).toContain("frame-ancestors 'none'")
  expect(await stored()).toBe(before)
  expect((await start('2001:db8:1:3::1')).status).toBe(303)
  clock.advance(60_000)
  expect((await start('2001:db8:1:2::5')).status).toBe(303)
})

test('token calls are limited too, with an answer that the web app can read [SEC-6]', async () => {
  await leave('provider', '203.0.113.7', 1)
  const call = () => from('203.0.113.7').post(`${client.issuer}/token`, { grant_type: 'refresh_token', refresh_token: 'none' }, { origin: webOrigin })
  expect((await call()).status).toBe(400)
  const refused = await call()
  expect([refused.status, JSON.parse(refused.text)]).toEqual([429, { error: 'temporarily_unavailable', error_description: 'rate limit exceeded' }])
  expect(refused.headers.get('access-control-allow-origin')).toBe(webOrigin)
  expect(refused.headers.get('retry-after')).toBe('60')
})
