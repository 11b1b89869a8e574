import { randomUUID } from 'node:crypto'
import { assertLedgerInvariants } from '@nikau/ledger'
import { systemClock } from '@nikau/runtime'
import { createAccessToken, createPerson, fakeClock, holdAccount, silent, testDatabase } from '@nikau/testing'
import { sql } from 'kysely'
import { afterEach, expect, test } from 'vitest'
import { createPayer, createShop, retryUnavailable, runningApi } from '../../fixtures.ts'
import { connectionJobs } from './index.ts'

const database = await testDatabase()
const { db } = database
// Early in a month, so that the tests stay in it.
const clock = fakeClock('2026-11-05T00:00:00.000Z')
const api = await runningApi(database, { clock, wallClock: systemClock, env: { RATE_LIMIT_SCALE: '1000' } })
const shop = await createShop(api, database)
afterEach(() => assertLedgerInvariants(db))

type Headers = Record<string, string>
const settled = async () =>
  Number((await sql<{ balance: bigint }>`select balance from ledger.account where id = ${`asset:${shop.settlementWallet}`}`.execute(db)).rows[0]!.balance)

/** A customer who has connected the shop, and allowed it to take money if limits are given. */
async function createCustomer(limits?: { each: string; total: string }, money = 10_000) {
  const payer = await createPayer(api, database, money)
  const { id } = (await api.post('/api/connections', { merchantId: shop.merchantId }, shop.till)).body
  await api.post(`/api/connections/${id}/authorize`, { accountId: payer.accountId }, payer.headers)
  const permission = `/api/permissions/${id}`
  const allow = (change: { each: string; total: string } | null, headers: Headers = payer.headers) => api.put(permission, { limits: change }, headers)
  if (limits) expect((await allow(limits)).status).toBe(200)
  return {
    ...payer,
    connectionId: id as string,
    allow,
    pause: () => api.post(`${permission}/pause`, undefined!, payer.headers),
    resume: (headers: Headers = payer.headers) => api.post(`${permission}/resume`, undefined!, headers),
    end: () => api.delete(permission, payer.headers),
    read: async () => (await api.get(permission, payer.headers)).body,
    /** The shop asks for an amount on the connection. */
    charge: (amount: number, more: object = {}) =>
      api.post(
        '/api/payment-requests',
        { configId: shop.configId, value: { amount: String(amount), currency: 'NZD' }, connectionId: id, idempotencyKey: randomUUID(), ...more },
        shop.till,
      ),
    old: async () => ({
      authorization: `Bearer ${await createAccessToken(database, payer.personId, undefined, { signedInAt: new Date(Date.now() - 600_000) })}`,
    }),
  }
}

const messages = async (to: string) =>
  (
    await sql<{ body: string }>`select body from message where recipient = ${to} and purpose = 'permission-use' order by id`.execute(database.owner.db)
  ).rows.map((row) => row.body)

test('within both limits a request is paid at once; over either it is asked for, and not paid in part [GUARD-16]', async () => {
  const mia = await createCustomer({ each: '3000', total: '5000' })
  const before = await settled()
  const paid = (await mia.charge(3000)).body
  expect(paid).toMatchObject({ status: 'paid', remainingAmount: '0', connectionId: mia.connectionId })
  expect(await mia.balance()).toBe(7000)
  expect((await settled()) - before).toBe(3000)
  const tooMuch = (await mia.charge(3001, { partialAllowed: true, basketAmount: '3001' })).body
  expect(tooMuch).toMatchObject({ status: 'new', remainingAmount: '3001' })
  const overMonth = (await mia.charge(2001)).body
  expect(overMonth).toMatchObject({ status: 'new', remainingAmount: '2001' })
  expect(await mia.balance()).toBe(7000)
  expect((await mia.charge(2000)).body.status).toBe('paid')
  expect((await mia.charge(1)).body.status).toBe('new')
  // The customer approves in the usual way, which uses nothing of the permission.
  expect((await mia.pay(overMonth.id)).status).toBe(200)
  expect(await mia.read()).toMatchObject({ used: '5000', state: 'on' })
  clock.advance(30 * 86_400_000)
  expect((await mia.charge(1)).body.status).toBe('paid')
  expect(await mia.read()).toMatchObject({ used: '1', month: '2026-12' })
  clock.advance(-30 * 86_400_000)
})

test('allowing more needs step-up and is told; allowing less or nothing takes effect at once [GUARD-16]', async () => {
  const mia = await createCustomer()
  const old = await mia.old()
  expect((await mia.allow({ each: '1000', total: '2000' }, old)).body.message).toBe('SIGN_IN_AGAIN')
  expect((await mia.charge(500)).body.status).toBe('new')
  expect((await mia.allow({ each: '2001', total: '2000' })).status).toBe(400)
  expect((await mia.allow({ each: '0', total: '2000' })).status).toBe(400)
  expect((await mia.allow({ each: '1000', total: '2000' })).body).toMatchObject({ state: 'on', limits: { each: '1000', total: '2000' } })
  expect((await mia.charge(1000)).body.status).toBe('paid')
  expect((await mia.allow({ each: '1000', total: '2001' }, old)).body.message).toBe('SIGN_IN_AGAIN')
  // Less than was used already: nothing more this month.
  expect((await mia.allow({ each: '500', total: '500' }, old)).body).toMatchObject({ used: '1000', limits: { total: '500' } })
  expect((await mia.charge(1)).body.status).toBe('new')
  expect((await mia.allow({ each: '500', total: '1500' })).status).toBe(200)
  expect((await mia.charge(501)).body.status).toBe('new')
  expect((await mia.charge(500)).body.status).toBe('paid')
  expect((await mia.allow(null, old)).body.state).toBe('asks')
  expect((await mia.charge(1)).body.status).toBe('new')
  const stranger = await createPerson(database)
  expect((await mia.allow({ each: '1', total: '1' }, stranger.headers)).body.message).toBe('FORBIDDEN')
  const { items } = (await api.get('/api/me/security-events', mia.headers)).body
  expect(items.map(({ kind }: { kind: string }) => kind)).toEqual(['permission-allowed', 'permission-allowed', 'connection-authorised'])
})

test('payments at once cannot exceed the limit of the month [GUARD-16]', { timeout: 60_000 }, async () => {
  const mia = await createCustomer({ each: '500', total: '5000' }, 20_000)
  const answers = await Promise.all(Array.from({ length: 24 }, () => retryUnavailable(() => mia.charge(500))))
  expect(answers.every(({ status }) => status === 200)).toBe(true)
  expect(answers.filter(({ body }) => body.status === 'paid')).toHaveLength(10)
  expect(await mia.balance()).toBe(15_000)
  expect((await mia.read()).used).toBe('5000')
})

test('a till that repeats its call is answered with the same paid request; without a key the customer is asked [GUARD-16]', async () => {
  const mia = await createCustomer({ each: '3000', total: '5000' })
  const call = () => mia.charge(700, { idempotencyKey: 'order-7' })
  const answers = await Promise.all([call(), call(), call()])
  expect(new Set(answers.map(({ body }) => body.id)).size).toBe(1)
  expect((await call()).body).toMatchObject({ id: answers[0].body.id, status: 'paid' })
  expect(await mia.balance()).toBe(9300)
  expect((await mia.charge(700, { idempotencyKey: undefined })).body.status).toBe('new')
  expect(await mia.balance()).toBe(9300)
})

test('everything that refuses a payment leaves it to be asked for: balance, quota, freeze, pre-authorisation [GUARD-16, GUARD-09]', async () => {
  const mia = await createCustomer({ each: '9000', total: '90000' }, 5000)
  const poor = await createCustomer({ each: '9000', total: '90000' }, 100)
  expect((await poor.charge(101)).body.status).toBe('new')
  await sql`insert into quota_limit (account_id, type, asset_type, period, cents) values (${mia.accountId}, 'spend', 'nikau.nzd.test', 'monthly', 1000)`.execute(
    database.owner.db,
  )
  expect((await mia.charge(100, { preAuth: true })).body.status).toBe('new')
  expect((await mia.charge(1001)).body.status).toBe('new')
  expect((await mia.charge(400)).body.status).toBe('paid')
  await api.post(`/api/accounts/${mia.accountId}/freeze`, undefined!, mia.headers)
  const asked = (await mia.charge(100)).body
  expect(asked.status).toBe('new')
  expect((await mia.pay(asked.id)).body.message).toBe('ACCOUNT_FROZEN')
  expect(await mia.balance()).toBe(4600)
  expect((await mia.read()).used).toBe('400')
})

test('while it is paused the shop neither asks nor takes; resuming needs step-up [GUARD-17]', async () => {
  const mia = await createCustomer({ each: '1000', total: '5000' })
  const asked = (await mia.charge(1001)).body
  expect((await mia.pause()).body).toMatchObject({ state: 'paused', limits: { each: '1000' } })
  expect((await mia.pause()).body.state).toBe('paused')
  expect((await mia.charge(100)).body.message).toBe('CONNECTION_NOT_FOUND')
  expect((await mia.resume(await mia.old())).body.message).toBe('SIGN_IN_AGAIN')
  expect((await mia.charge(100)).body.message).toBe('CONNECTION_NOT_FOUND')
  expect((await mia.resume()).body.state).toBe('on')
  expect((await mia.charge(100)).body.status).toBe('paid')
  // What the shop had asked for before can still be approved.
  expect((await mia.pay(asked.id)).status).toBe(200)
})

test('an ended connection fails for good; payments made stay [GUARD-17, CONN-05]', async () => {
  const mia = await createCustomer({ each: '1000', total: '5000' })
  const paid = (await mia.charge(300)).body
  expect((await mia.end()).body).toEqual({})
  expect((await api.get(`/api/connections/${mia.connectionId}/summary`)).body.status).toBe('ended')
  expect((await mia.charge(300)).body.message).toBe('CONNECTION_NOT_FOUND')
  for (const answer of [mia.end(), mia.pause(), mia.resume(), mia.allow({ each: '1', total: '1' })]) expect((await answer).body.message).toBe('FORBIDDEN')
  expect((await mia.read()).message).toBe('FORBIDDEN')
  expect((await api.get(`/api/accounts/${mia.accountId}/permissions?liveness=test`, mia.headers)).body).toMatchObject({ items: [], sum: { limit: '0' } })
  expect((await api.get(`/api/payment-requests/${paid.id}`, shop.till)).body.status).toBe('paid')
  expect(await mia.balance()).toBe(9700)
  const again = await api.post(`/api/connections/${mia.connectionId}/authorize`, { accountId: mia.accountId }, mia.headers)
  expect(again.body.message).toBe('CONNECTION_NOT_OPEN')
})

test.each(['pause', 'end', 'lower limits'] as const)('a payment that was decided before %s is not made [GUARD-17]', async (act) => {
  const mia = await createCustomer({ each: '1000', total: '5000' })
  const release = await holdAccount(database.owner, `asset:${mia.walletId}`)
  // Decided with the permission in force; the posting waits for the wallet.
  const charging = mia.charge(600)
  await new Promise((resolve) => setTimeout(resolve, 300))
  // The call would wait for the counter, which the posting may hold already.
  if (act === 'lower limits') await sql`update connection set limit_each = 500 where id = ${mia.connectionId}`.execute(database.owner.db)
  else expect((await mia[act]()).status).toBe(200)
  await release()
  expect([(await charging).body.status, await mia.balance()]).toEqual(['new', 10_000])
})

test('once a pause is answered, nothing is taken any more, however many payments are under way [GUARD-17]', { timeout: 60_000 }, async () => {
  const seen = { paid: 0, refused: 0 }
  for (let round = 0; round < 4; round++) {
    const mia = await createCustomer({ each: '10', total: '5000' })
    const charge = (count: number) => Array.from({ length: count }, () => retryUnavailable(() => mia.charge(10)))
    const first = charge(8)
    await first[round]!
    const pausing = mia.pause()
    const calls = [...first, ...charge(16)]
    expect((await pausing).status).toBe(200)
    calls.push(...charge(2))
    const atPause = await mia.balance()
    const answers = await Promise.all(calls)
    expect(await mia.balance()).toBe(atPause)
    const paid = answers.filter(({ body }) => body.status === 'paid').length
    expect(atPause).toBe(10_000 - 10 * paid)
    for (const { body } of answers) expect(['paid', 'new', undefined]).toContain(body.status)
    seen.paid += paid
    seen.refused += answers.length - paid
  }
  expect(seen.paid).toBeGreaterThan(0)
  expect(seen.refused).toBeGreaterThan(0)
})

test('each use is told to the customer once, also if the process died before it told [GUARD-16]', async () => {
  const mia = await createCustomer({ each: '1000', total: '5000' })
  await mia.charge(850)
  const told = 'You paid $8.50 to Kauri Cafe without being asked. $41.50 is left for November. To pause or end it, open Safety in Nikau. This was test money.'
  expect(await messages(mia.phone)).toEqual([told])
  const jobs = connectionJobs({ db: database.openAs('nikau_worker').db, clock, log: silent })
  await jobs.tasks['notify-permission-uses']!({}, {} as never)
  expect(await messages(mia.phone)).toEqual([told])
  await mia.charge(100)
  await sql`delete from message where recipient = ${mia.phone}`.execute(database.owner.db)
  await sql`update permission_use set notified_at = null where connection_id = ${mia.connectionId} and amount = 100`.execute(database.owner.db)
  await jobs.tasks['notify-permission-uses']!({}, {} as never)
  expect(await messages(mia.phone)).toEqual([expect.stringContaining('$1.00 to Kauri Cafe')])
})
