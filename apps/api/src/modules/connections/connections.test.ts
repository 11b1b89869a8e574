import { randomUUID } from 'node:crypto'
import { assertLedgerInvariants } from '@nikau/ledger'
import { systemClock } from '@nikau/runtime'
import { createAccessToken, createPerson, fakeClock, silent, testDatabase } from '@nikau/testing'
import { sql } from 'kysely'
import { afterEach, expect, test } from 'vitest'
import { createBankedPerson, createPayer, createShop, runningApi } from '../../fixtures.ts'
import { connectionJobs } from './index.ts'

const database = await testDatabase()
const { db } = database
const clock = fakeClock(new Date().toISOString())
const api = await runningApi(database, { clock, wallClock: systemClock, env: { RATE_LIMIT_SCALE: '1000' } })
const shop = await createShop(api, database)
afterEach(() => assertLedgerInvariants(db))

type Headers = Record<string, string>
const connect = async (till: Headers = shop.till, merchantId = shop.merchantId) => await api.post('/api/connections', { merchantId }, till)
const summary = async (id: string) => await api.get(`/api/connections/${id}/summary`)
const authorise = (id: string, of: { accountId: string; headers: Headers }, headers = of.headers) =>
  api.post(`/api/connections/${id}/authorize`, { accountId: of.accountId }, headers)
const events = async (personId: string) =>
  (await sql<{ kind: string }>`select kind from security_event where person_id = ${personId} order by id`.execute(db)).rows.map((row) => row.kind)

async function createConnected(mia?: Awaited<ReturnType<typeof createPayer>>) {
  const payer = mia ?? (await createPayer(api, database))
  const { id } = (await connect()).body
  expect((await authorise(id, payer)).status).toBe(200)
  return { ...payer, connectionId: id as string }
}

test('a shop asks for a connection with its key; its summary is public and says nothing about a customer [API-40, ENT-22, SESS-09]', async () => {
  const created = await connect()
  expect(created.status).toBe(200)
  const { id } = created.body
  expect((await summary(id)).body).toEqual(created.body)
  expect(created.body).toEqual({
    id,
    createdAt: clock.now().toISOString(),
    createdByAccountName: 'Kauri Cafe Ltd',
    status: 'created',
    url: `http://localhost:4000/deimos/connect/${id}`,
    merchantId: shop.merchantId,
    test: true,
    formattedCreatedAt: expect.stringMatching(/^(Mon|Tue|Wed|Thu|Fri|Sat|Sun) \d{1,2} [A-Z][a-z]{2} \d{4}, \d{1,2}:\d{2} [ap]m$/),
    redirectHref: `http://localhost:4000/deimos/connect/${id}`,
  })
  const mia = await createPayer(api, database, 0)
  await authorise(id, mia)
  const authorised = (await summary(id)).body
  expect(authorised.status).toBe('authorized')
  expect(JSON.stringify(authorised)).not.toMatch(new RegExp(`${mia.accountId}|${mia.personId}`))
  expect(await summary('nosuch')).toMatchObject({ status: 403, body: { message: 'FORBIDDEN' } })
})

test('only a key that may create requests for the merchant asks for a connection', async () => {
  const other = await createShop(api, database)
  expect((await connect(other.till)).body.message).toBe('FORBIDDEN')
  expect((await connect(shop.till, 'nosuch')).body.message).toBe('FORBIDDEN')
  await api.put(`/api/merchants/${shop.merchantId}/integrators/${other.accountId}`, { permissions: ['refund'] }, shop.owner.headers)
  expect((await connect(other.till)).body.message).toBe('FORBIDDEN')
  await api.put(`/api/merchants/${shop.merchantId}/integrators/${other.accountId}`, { permissions: ['create'] }, shop.owner.headers)
  expect((await connect(other.till)).body).toMatchObject({ merchantId: shop.merchantId, createdByAccountName: 'Kauri Cafe Ltd' })
  const live = await createShop(api, database, { test: false })
  expect((await connect(shop.till, live.merchantId)).body.message).toBe('FORBIDDEN')
  expect((await connect(live.till, live.merchantId)).body.test).toBe(false)
  await sql`update business set status = 'suspended' where account_id = ${live.accountId}`.execute(database.owner.db)
  expect((await connect(live.till, live.merchantId)).body.message).toBe('BUSINESS_NOT_VERIFIED')
})

test('a connection expires after 15 minutes, and is deleted 30 days later', async () => {
  const { id } = (await connect()).body
  const mia = await createPayer(api, database, 0)
  clock.advance(15 * 60_000)
  expect((await summary(id)).body.status).toBe('expired')
  expect((await authorise(id, mia)).body.message).toBe('CONNECTION_NOT_OPEN')
  const jobs = connectionJobs({ db: database.openAs('nikau_worker').db, clock, log: silent })
  await jobs.tasks['delete-expired-connections']!({}, {} as never)
  expect((await summary(id)).status).toBe(200)
  clock.advance(31 * 86_400_000)
  await jobs.tasks['delete-expired-connections']!({}, {} as never)
  expect((await summary(id)).status).toBe(403)
})

test('the first person who authorises has it; it needs step-up and is told [GUARD-16]', async () => {
  const { id } = (await connect()).body
  const [mia, tane] = [await createPayer(api, database, 0), await createPayer(api, database, 0)]
  const old = await createAccessToken(database, mia.personId, undefined, { signedInAt: new Date(Date.now() - 600_000) })
  expect((await authorise(id, mia, { authorization: `Bearer ${old}` })).body.message).toBe('SIGN_IN_AGAIN')
  expect((await authorise(id, mia, tane.headers)).body.message).toBe('FORBIDDEN')
  expect((await authorise('nosuch', mia)).body.message).toBe('FORBIDDEN')
  const answers = await Promise.all([authorise(id, mia), authorise(id, tane)])
  expect(answers.map(({ status }) => String(status)).toSorted()).toEqual(['200', '403'])
  const [winner, loser] = answers[0].status === 200 ? [mia, tane] : [tane, mia]
  expect((await authorise(id, winner)).body).toMatchObject({ id, kind: 'connection', name: 'Kauri Cafe', state: 'asks', used: '0' })
  expect((await authorise(id, loser)).body.message).toBe('CONNECTION_NOT_OPEN')
  expect(await events(winner.personId)).toEqual(['connection-authorised'])
  expect(await events(loser.personId)).toEqual([])
  const orgs = await connect()
  expect((await authorise(orgs.body.id, { accountId: shop.accountId, headers: shop.owner.headers })).body.message).toBe('CONNECTION_NOT_OPEN')
})

const requestOn = (connectionId: string, amount: number, more: object = {}, till: Headers = shop.till) =>
  api.post(
    '/api/payment-requests',
    { configId: shop.configId, value: { amount: String(amount), currency: 'NZD' }, connectionId, idempotencyKey: randomUUID(), ...more },
    till,
  )

test('a request on a connection is bound to its customer, who is asked; nothing is taken without approval [GUARD-16]', async () => {
  const mia = await createConnected()
  const { body: request } = await requestOn(mia.connectionId, 500)
  expect(request).toMatchObject({ status: 'new', connectionId: mia.connectionId, remainingAmount: '500' })
  expect(await mia.balance()).toBe(10_000)
  const stranger = await createPayer(api, database)
  expect((await stranger.pay(request.id)).body.message).toBe('FORBIDDEN')
  expect((await mia.pay(request.id)).status).toBe(200)
  expect((await requestOn('nosuch', 500)).body.message).toBe('CONNECTION_NOT_FOUND')
  expect((await requestOn((await connect()).body.id, 500)).body.message).toBe('CONNECTION_NOT_FOUND')
  const other = await createShop(api, database)
  expect((await requestOn(mia.connectionId, 500, { configId: other.configId }, other.till)).body.message).toBe('CONNECTION_CREATED_BY_MISMATCH')
  const second = await api.post(
    '/api/merchants',
    { accountId: shop.accountId, name: 'Kauri Kiosk', country: 'NZ', test: true, type: 'e-commerce' },
    shop.owner.headers,
  )
  const kiosk = await api.post(
    `/api/merchants/${second.body.id}/configs`,
    { paymentOptions: [{ type: 'nikau.nzd.test' }, { type: 'external.test' }] },
    shop.owner.headers,
  )
  expect((await requestOn(mia.connectionId, 500, { configId: kiosk.body.id })).body.message).toBe('CONNECTION_MERCHANT_MISMATCH')
})

test('what may take money is listed with limits, use, next date, last use, state and the sum of the month [GUARD-15]', async () => {
  const mia = await createBankedPerson(api, database, { liveness: 'test' })
  await api.post(`/api/wallets/${mia.walletId}/topup`, { amount: '5000', idempotencyKey: 't' }, mia.headers)
  expect((await mia.topUp(700)).status).toBe(200)
  const list = async (query = '?liveness=test') => (await api.get(`/api/accounts/${mia.accountId}/permissions${query}`, mia.headers)).body
  const debit = {
    id: mia.bankAccountId,
    kind: 'direct-debit',
    state: 'on',
    liveness: 'test',
    used: '700',
    nextDate: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
  }
  const first = await list()
  expect(first).toMatchObject({ items: [{ ...debit, lastUse: { at: clock.now().toISOString(), amount: '700' } }], sum: { limit: '0', used: '0' } })
  expect(first.items[0].bankAccountNumber).toMatch(/•|\*/)
  expect(first.items[0].limits).toBeUndefined()
  expect((await list('')).items).toEqual([])

  const connected = async () => {
    const { id } = (await connect()).body
    await authorise(id, mia)
    return id as string
  }
  const [asks, paused, on] = [await connected(), await connected(), await connected()]
  const allow = (id: string, each: string, total: string) => api.put(`/api/permissions/${id}`, { limits: { each, total } }, mia.headers)
  await allow(paused, '1000', '2500')
  await allow(on, '3000', '12000')
  await api.post(`/api/permissions/${paused}/pause`, undefined!, mia.headers)
  expect((await requestOn(on, 850)).body.status).toBe('paid')
  clock.advance(1000)
  expect((await requestOn(on, 1400)).body.status).toBe('paid')
  const all = await list()
  const byId = (id: string) => all.items.find((item: { id: string }) => item.id === id)
  expect(all.items).toHaveLength(4)
  expect(byId(on)).toMatchObject({
    kind: 'connection',
    name: 'Kauri Cafe',
    merchantId: shop.merchantId,
    state: 'on',
    limits: { each: '3000', total: '12000', period: 'monthly' },
    used: '2250',
    lastUse: { amount: '1400' },
  })
  expect(byId(paused)).toMatchObject({ state: 'paused', used: '0', limits: { each: '1000', total: '2500' } })
  expect(byId(asks)).toMatchObject({ state: 'asks', used: '0' })
  expect(byId(asks).limits).toBeUndefined()
  expect(all.sum).toEqual({ limit: '12000', used: '2250' })
  const detail = (await api.get(`/api/permissions/${on}`, mia.headers)).body
  expect(detail.uses.map(({ amount }: { amount: string }) => amount)).toEqual(['1400', '850'])
  expect(detail.month).toBe(all.month)
  const stranger = await createPerson(database)
  expect((await api.get(`/api/accounts/${mia.accountId}/permissions`, stranger.headers)).body.message).toBe('FORBIDDEN')
  expect((await api.get(`/api/permissions/${on}`, stranger.headers)).body.message).toBe('FORBIDDEN')
})
