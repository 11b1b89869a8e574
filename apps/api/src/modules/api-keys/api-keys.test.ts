import { keyScopes, offeredKeyScopes } from '@nikau/contract/roles'
import { createAccessToken, createPerson, fakeClock, testDatabase } from '@nikau/testing'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { createShop, runningApi } from '../../fixtures.ts'

const database = await testDatabase()
const clock = fakeClock(new Date().toISOString())
const env = { RATE_LIMIT_SCALE: '1000', TRUST_PROXY: '1', STEP_UP_SECONDS: '86400' }
const [api, other] = [await runningApi(database, { clock, env }), await runningApi(database, { clock, env })]

type Shop = Awaited<ReturnType<typeof createShop>>
/** Of a person who stays signed in while the clock moves. */
async function createOwner() {
  const person = await createPerson(database)
  const token = await createAccessToken(database, person.personId, new Date(Date.now() + 30 * 86_400_000))
  return { ...person, headers: { authorization: `Bearer ${token}` } }
}

const keysOf = ({ accountId }: Shop) => `/api/accounts/${accountId}/api-keys`
let named = 0

/** A key of the shop, and the header to call with. */
async function keyOf(shop: Shop, body: Record<string, unknown>, more: Record<string, string> = {}) {
  const created = await api.post(keysOf(shop), { name: `Key${++named}`, ...body }, shop.owner.headers)
  expect(created).toMatchObject({ status: 200 })
  return { key: created.body, headers: { 'x-api-key': created.body.secret as string, ...more } }
}

const order = (shop: Shop) => ({ configId: shop.configId, value: { amount: '1600', currency: 'NZD' } })
const statusOf = async (call: Promise<{ status: number; body: { message?: string } }>) => {
  const { status, body } = await call
  return status === 200 ? 200 : `${status} ${body.message}`
}

test('a key is made with scopes, liveness, addresses and an end, and listed with them and without its secret [BIZ-60, BIZ-61]', async () => {
  const shop = await createShop(api, database, { owner: await createOwner() })
  const expiresAt = new Date(clock.now().getTime() + 86_400_000).toISOString()
  const asked = { scopes: ['refunds:write', 'payments:write'], liveness: 'test', allowedAddresses: ['203.0.113.0/24', '2001:db8::1'], expiresAt }
  const { key } = await keyOf(shop, asked)
  expect(key).toMatchObject({ ...asked, scopes: ['payments:write', 'refunds:write'], enabled: true })
  expect(key.secret).toMatch(/^nk_test_[\w-]{43}$/)
  expect([key.prefix, key.lastFour]).toEqual([key.secret.slice(0, 10), key.secret.slice(-4)])
  const { secret, ...withoutSecret } = key
  const listed = await api.get(keysOf(shop), shop.owner.headers)
  expect(listed.body).toContainEqual(withoutSecret)
  expect(JSON.stringify(listed.body)).not.toContain(secret)
  const stored = JSON.stringify((await sql`select * from api_key`.execute(database.owner.db)).rows)
  expect(stored).not.toContain(secret.slice(10, -4))
})

test('the roles of before stay valid as sets of scopes [BIZ-60]', async () => {
  const shop = await createShop(api, database, { owner: await createOwner() })
  const { key: terminal } = await keyOf(shop, { role: 'merchant-terminal' })
  const { key: owner, headers } = await keyOf(shop, { role: 'account-owner' })
  expect(terminal).toMatchObject({ role: 'merchant-terminal', scopes: ['payments:read', 'payments:write', 'refunds:write'] })
  expect(owner).toMatchObject({ role: 'account-owner', scopes: keyScopes })
  expect((await api.get(keysOf(shop), headers)).status).toBe(200)
  expect((await api.post(keysOf(shop), { name: 'Both', role: 'account-owner', scopes: ['payouts:read'] }, shop.owner.headers)).status).toBe(400)
  expect((await api.post(keysOf(shop), { name: 'None' }, shop.owner.headers)).status).toBe(400)
})

test('a call outside the scopes of a key is refused [BIZ-62]', async () => {
  const shop = await createShop(api, database, { owner: await createOwner() })
  const { id } = await shop.createRequest(1600)
  const link = { merchantId: shop.merchantId, name: 'Loaf', kind: 'typed' }
  const calls: Readonly<Record<string, (headers: Record<string, string>) => ReturnType<typeof api.get>>> = {
    'payments:write': (headers: Record<string, string>) => api.post('/api/payment-requests', order(shop), headers),
    'payments:read': (headers: Record<string, string>) => api.get(`/api/merchants/${shop.merchantId}/payments`, headers),
    'refunds:write': (headers: Record<string, string>) =>
      api.post(`/api/payment-requests/${id}/refund`, { value: { amount: '100', currency: 'NZD' } }, headers),
    'payouts:read': (headers: Record<string, string>) => api.get(`/api/accounts/${shop.accountId}/payouts`, headers),
    'links:write': (headers: Record<string, string>) => api.post('/api/payment-links', link, headers),
    'settings:write': (headers: Record<string, string>) => api.put(`/api/merchants/${shop.merchantId}`, { name: 'Kauri Cafe' }, headers),
    'webhooks:write': (headers: Record<string, string>) => api.get(`/api/accounts/${shop.accountId}/webhooks`, headers),
  }
  expect(Object.keys(calls).toSorted()).toEqual(offeredKeyScopes.toSorted())
  for (const scope of keyScopes) {
    const { headers } = await keyOf(shop, { scopes: [scope] })
    for (const [needed, call] of Object.entries(calls))
      expect({ scope, needed, forbidden: (await statusOf(call(headers))) === '403 FORBIDDEN' }).toEqual({ scope, needed, forbidden: needed !== scope })
  }
})

test('a test key does not reach live money, and a live key no test money [BIZ-62]', async () => {
  const live = await createShop(api, database, { test: false, owner: await createOwner() })
  const testShop = await api.post(
    '/api/merchants',
    { accountId: live.accountId, name: 'Kauri Cafe', country: 'NZ', test: true, type: 'e-commerce' },
    live.owner.headers,
  )
  const config = await api.post(
    `/api/merchants/${testShop.body.id}/configs`,
    { paymentOptions: [{ type: 'nikau.nzd.test' }], allowedRedirectUrls: [] },
    live.owner.headers,
  )
  const shops = { live, test: { ...live, merchantId: testShop.body.id, configId: config.body.id } }
  const scopes = ['payments:read', 'payments:write', 'settings:write']
  for (const liveness of ['test', 'live', undefined] as const) {
    const { key, headers } = await keyOf(live, { scopes, ...(liveness && { liveness }) })
    expect(key.prefix.slice(0, 8)).toBe(liveness === 'test' ? 'nk_test_' : 'nk_live_')
    for (const money of ['test', 'live'] as const) {
      const shop = shops[money]
      const expected = liveness === undefined || liveness === money ? 200 : '403 FORBIDDEN'
      const answers = {
        create: await statusOf(api.post('/api/payment-requests', order(shop), headers)),
        list: await statusOf(api.get(`/api/merchants/${shop.merchantId}/payments`, headers)),
        settings: await statusOf(api.put(`/api/merchants/${shop.merchantId}`, { categoryCode: '5814' }, headers)),
      }
      expect({ liveness, money, ...answers }).toEqual({ liveness, money, create: expected, list: expected, settings: expected })
    }
    const listed = (await api.get(`/api/merchants?accountId=${live.accountId}`, headers)).body.items as { test: boolean }[]
    expect(listed.map((shop) => shop.test).sort((a, b) => Number(a) - Number(b))).toEqual(liveness === undefined ? [false, true] : [liveness === 'test'])
  }
  // An endpoint that is told about live payments is not a test key's to make.
  const { headers } = await keyOf(live, { scopes: ['webhooks:write'], liveness: 'test' })
  const endpoint = { url: 'https://shop.example/hook', liveness: 'main' }
  expect(await statusOf(api.post(`/api/accounts/${live.accountId}/webhooks`, endpoint, headers))).toBe('403 FORBIDDEN')
})

test('a test account has no live keys, and a key does not end before it begins [BIZ-60]', async () => {
  const shop = await createShop(api, database, { owner: await createOwner() })
  const body = { name: 'Live', scopes: ['payments:read'] }
  expect(await statusOf(api.post(keysOf(shop), { ...body, liveness: 'live' }, shop.owner.headers))).toBe('403 LIVENESS_MISMATCH')
  expect(await statusOf(api.post(keysOf(shop), { ...body, expiresAt: clock.now().toISOString() }, shop.owner.headers))).toBe('403 EXPIRY_IN_PAST')
  expect((await api.post(keysOf(shop), { ...body, allowedAddresses: ['203.0.113.0/40'] }, shop.owner.headers)).status).toBe(400)
})

test('a key is accepted from its addresses only, and a refused call counts as used [BIZ-62]', async () => {
  const shop = await createShop(api, database, { owner: await createOwner() })
  const { key, headers } = await keyOf(shop, { scopes: ['payments:write'], allowedAddresses: ['203.0.113.0/24', '2001:db8::/64'] })
  const from = (address: string) => statusOf(api.post('/api/payment-requests', order(shop), { ...headers, 'x-forwarded-for': address }))
  expect([await from('203.0.113.200'), await from('2001:db8::9')]).toEqual([200, 200])
  clock.advance(10 * 60_000)
  expect([await from('203.0.114.1'), await from('2001:db8:1::9')]).toEqual(['403 FORBIDDEN', '403 FORBIDDEN'])
  const listed = async () => (await api.get(keysOf(shop), shop.owner.headers)).body.find(({ name }: { name: string }) => name === key.name)
  const minute = new Date(Math.floor(clock.now().getTime() / 60_000) * 60_000).toISOString()
  await expect.poll(async () => (await listed()).lastUsedAt, { timeout: 15_000 }).toBe(minute)
}, 20_000)

test('the last use is written once a minute, and a newer one is never replaced by an older one [BIZ-62]', async () => {
  const { recordKeyUses } = await import('./last-use.ts')
  const { saveUses } = await import('./store-use.ts')
  const shop = await createShop(api, database, { owner: await createOwner() })
  const uses = recordKeyUses({ db: database.db, log: undefined! })
  const key = { accountId: shop.accountId, accountName: 'Kauri', keyName: 'till', rights: 'merchant-terminal', test: true } as const
  const used = async () =>
    (await sql<{ at: Date; xmin: string }>`select used_at as at, xmin::text from api_key_use where account_id = ${shop.accountId}`.execute(database.owner.db))
      .rows[0]!
  uses.used(key, new Date('2026-11-14T03:12:31Z'))
  await uses.flush()
  const first = await used()
  expect(first.at.toISOString()).toBe('2026-11-14T03:12:00.000Z')
  uses.used(key, new Date('2026-11-14T03:12:59Z'))
  await uses.flush()
  expect((await used()).xmin).toBe(first.xmin)
  uses.used(key, new Date('2026-11-14T03:13:00Z'))
  await uses.close()
  expect((await used()).at.toISOString()).toBe('2026-11-14T03:13:00.000Z')
  await saveUses(database.db, [{ accountId: shop.accountId, keyName: 'till', at: new Date('2026-11-14T03:00:00Z') }])
  expect((await used()).at.toISOString()).toBe('2026-11-14T03:13:00.000Z')
})

test('a developer makes and sees keys for test money only [BIZ-05, BIZ-60]', async () => {
  const shop = await createShop(api, database, { test: false, owner: await createOwner() })
  const developer = await createOwner()
  await sql`insert into account_member (account_id, person_id, role, added_at) values (${shop.accountId}, ${developer.personId}, 'developer', now())`.execute(
    database.owner.db,
  )
  const body = { name: 'Mine', scopes: ['payments:write'] }
  for (const liveness of ['live', undefined]) expect(await statusOf(api.post(keysOf(shop), { ...body, liveness }, developer.headers))).toBe('403 FORBIDDEN')
  expect(await statusOf(api.post(keysOf(shop), { ...body, liveness: 'test' }, developer.headers))).toBe(200)
  expect((await api.get(keysOf(shop), developer.headers)).body.map(({ name }: { name: string }) => name)).toEqual(['Mine'])
  expect(await statusOf(api.put(`${keysOf(shop)}/till`, { enabled: false }, developer.headers))).toBe('403 FORBIDDEN')
  expect(await statusOf(api.post(`${keysOf(shop)}/till/roll`, { overlapHours: 0 }, developer.headers))).toBe('403 FORBIDDEN')
})

test('an expired key is refused as an unknown one is, also when it was used before [BIZ-60]', async () => {
  const shop = await createShop(api, database, { owner: await createOwner() })
  const { headers } = await keyOf(shop, { scopes: ['payments:write'], expiresAt: new Date(clock.now().getTime() + 3_600_000).toISOString() })
  expect(await statusOf(api.post('/api/payment-requests', order(shop), headers))).toBe(200)
  clock.advance(3_600_000)
  expect(await statusOf(api.post('/api/payment-requests', order(shop), headers))).toBe('401 Missing authentication')
})

test('rolling gives a new secret; the old one works in every process for the chosen hours and no longer [BIZ-62]', async () => {
  const shop = await createShop(api, database, { owner: await createOwner() })
  const { key, headers } = await keyOf(shop, { scopes: ['payments:write'] })
  const works = async (process: typeof api, secret: Record<string, string>) => (await process.post('/api/payment-requests', order(shop), secret)).status === 200
  expect([await works(api, headers), await works(other, headers)]).toEqual([true, true])
  const roll = (overlapHours: number) => api.post(`${keysOf(shop)}/${key.name}/roll`, { overlapHours }, shop.owner.headers)
  expect((await roll(169)).status).toBe(400)
  const rolled = await roll(1)
  const second = { 'x-api-key': rolled.body.secret as string }
  expect(rolled.body).toMatchObject({ name: key.name, scopes: key.scopes, lastFour: rolled.body.secret.slice(-4) })
  expect(rolled.body.previousUntil).toBe(new Date(clock.now().getTime() + 3_600_000).toISOString())
  expect([await works(api, headers), await works(other, headers), await works(other, second)]).toEqual([true, true, true])
  clock.advance(3_600_000)
  expect([await works(api, headers), await works(other, headers), await works(other, second)]).toEqual([false, false, true])
  // A second roll ends the older secret at once, and one without overlap the present one.
  const third = { 'x-api-key': (await roll(1)).body.secret as string }
  const fourth = { 'x-api-key': (await roll(0)).body.secret as string }
  for (const process of [api, other]) await expect.poll(() => works(process, second)).toBe(false)
  for (const process of [api, other]) await expect.poll(() => works(process, third)).toBe(false)
  expect(await works(other, fourth)).toBe(true)
})
