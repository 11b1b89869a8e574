import { randomUUID } from 'node:crypto'
import { assertLedgerInvariants } from '@nikau/ledger'
import { systemClock } from '@nikau/runtime'
import { createAccessToken, fakeClock, holdAccount, testDatabase } from '@nikau/testing'
import { sql } from 'kysely'
import { afterEach, expect, test } from 'vitest'
import { assetDeps, createPayer, createShop, createTokens, noFees, runningApi } from '../../fixtures.ts'
import { expire } from '../payment-requests/index.ts'

const database = await testDatabase()
const { db } = database
const clock = fakeClock('2026-11-05T00:00:00.000Z')
const api = await runningApi(database, { clock, wallClock: systemClock, env: { RATE_LIMIT_SCALE: '1000' } })
const shop = await createShop(api, database)
const coffee = await createTokens(database, clock, shop)
afterEach(() => assertLedgerInvariants(db))

const lines = [
  { name: 'Flat white', qty: '1', price: '550', sku: 'flat-white' },
  { name: 'Cheese scone', qty: '1', price: '650', sku: 'scone' },
]
const scone = [lines[1]!]

/** A customer of the shop who lets it take money, and has tokens for a flat white. */
async function createCustomer(options: { tokens?: number; tokensFirst?: boolean; each?: string; total?: string; money?: number } = {}) {
  const payer = await createPayer(api, database, options.money ?? 10_000)
  const { id } = (await api.post('/api/connections', { merchantId: shop.merchantId }, shop.till)).body
  await api.post(`/api/connections/${id}/authorize`, { accountId: payer.accountId }, payer.headers)
  const limits = { each: options.each ?? '3000', total: options.total ?? '5000' }
  const change = (body: object, headers = payer.headers) => api.put(`/api/permissions/${id}`, body, headers)
  expect((await change({ limits, tokensFirst: options.tokensFirst ?? true })).status).toBe(200)
  const tokens: string[] = []
  for (let n = 0; n < (options.tokens ?? 1); n++) tokens.push(await coffee.issue(payer.accountId))
  const basket = (items: readonly { price: string }[]) => ({
    configId: shop.configId,
    value: { amount: String(items.reduce((sum, { price }) => sum + Number(price), 0)), currency: 'NZD' },
    lineItems: items,
    connectionId: id,
    idempotencyKey: randomUUID(),
  })
  return {
    ...payer,
    connectionId: id as string,
    tokens,
    change,
    basket,
    charge: async (items: readonly { price: string }[] = lines, more: object = {}) =>
      (await api.post('/api/payment-requests', { ...basket(items), ...more }, shop.till)).body,
    read: async () => (await api.get(`/api/permissions/${id}`, payer.headers)).body,
    active: async () =>
      (await sql<{ n: number }>`select count(*)::int as n from asset where id = any (${tokens}::text[]) and status = 'active'`.execute(db)).rows[0]!.n,
    latest: (headers = payer.headers) => api.get(`/api/connections/${id}/latest-payment-request`, headers),
  }
}

const messages = async (to: string) =>
  (
    await sql<{ body: string }>`select body from message where recipient = ${to} and purpose = 'permission-use' order by id`.execute(database.owner.db)
  ).rows.map((row) => row.body)

test('tokens are used first and the wallet pays the rest; the limits count the wallet only, and the customer is told [GUARD-16]', async () => {
  const mia = await createCustomer({ each: '650', total: '650' })
  const paid = await mia.charge()
  expect(paid).toMatchObject({ status: 'paid', remainingAmount: '0' })
  expect(paid.paidBy.assetTotals.map(({ type, total }: { type: string; total: { amount: string } }) => [type, total.amount])).toEqual([
    ['nikau.token.test', '550'],
    ['nikau.nzd.test', '650'],
  ])
  expect([await mia.active(), await mia.balance()]).toEqual([0, 9350])
  expect(await mia.read()).toMatchObject({
    verified: true,
    tokensFirst: true,
    used: '650',
    uses: [{ paymentRequestId: paid.id, amount: '650', tokens: '550' }],
  })
  expect(await messages(mia.phone)).toEqual([
    expect.stringMatching(/^You paid \$12\.00 to Kauri Cafe without being asked, \$5\.50 of it with your tokens\. \$0\.00 is left/),
  ])
})

test('tokens alone pay without money; one more token than lines is kept [GUARD-16]', async () => {
  const mia = await createCustomer({ tokens: 3, each: '1', total: '1', money: 0 })
  const paid = await mia.charge([lines[0]!, lines[0]!])
  expect(paid.status).toBe('paid')
  expect(await mia.active()).toBe(1)
  expect(await mia.read()).toMatchObject({ used: '0', uses: [{ amount: '0', tokens: '1100' }] })
  expect(await messages(mia.phone)).toEqual([expect.stringContaining('$11.00 to Kauri Cafe without being asked, with your tokens.')])
})

test('switched off, no token is used; to switch it on needs step-up, to switch it off does not [GUARD-16]', async () => {
  const mia = await createCustomer({ tokensFirst: false })
  expect((await mia.charge()).status).toBe('paid')
  expect([await mia.active(), await mia.balance()]).toEqual([1, 8800])
  const old = { authorization: `Bearer ${await createAccessToken(database, mia.personId, undefined, { signedInAt: new Date(Date.now() - 600_000) })}` }
  expect((await mia.change({ tokensFirst: true }, old)).body.message).toBe('SIGN_IN_AGAIN')
  expect((await mia.change({ tokensFirst: true })).body).toMatchObject({ tokensFirst: true, limits: { each: '3000' } })
  const notices = await sql<{ body: string }>`select body from message where recipient = ${mia.phone} and body like '%tokens first%'`.execute(database.owner.db)
  expect(notices.rows).toEqual([{ body: expect.stringContaining('Kauri Cafe may take up to $30.00 each time and $50.00 a month') }])
  expect((await mia.change({ tokensFirst: false }, old)).body.tokensFirst).toBe(false)
  expect((await mia.change({})).status).toBe(400)
})

test('a rest over a limit, or that the wallet does not hold, is asked for as a whole: no token is used [GUARD-16]', async () => {
  for (const options of [{ each: '649', total: '5000' }, { each: '650', total: '649' }, { money: 649 }]) {
    const mia = await createCustomer({ ...options, ...(options.total === '649' && { each: '649' }) })
    expect(await mia.charge()).toMatchObject({ status: 'new', remainingAmount: '1200' })
    expect(await mia.active()).toBe(1)
    expect((await mia.read()).uses).toEqual([])
  }
})

test('whatever keeps the wallet from paying the rest keeps the tokens: an own limit, a quota, a request that takes no wallet [GUARD-16]', async () => {
  const [careful, limited, mia] = [await createCustomer(), await createCustomer(), await createCustomer()]
  await api.put(`/api/accounts/${careful.accountId}/limits`, { 'one-day': '649' }, careful.headers)
  await sql`insert into quota_limit (account_id, type, asset_type, period, cents) values (${limited.accountId}, 'spend', 'nikau.nzd.test', 'monthly', 649)`.execute(
    database.owner.db,
  )
  const options = { paymentOptions: [{ type: 'nikau.token.test' }, { type: 'external.test' }], allowedRedirectUrls: [] }
  const { body: config } = await api.post(`/api/merchants/${shop.merchantId}/configs`, options, shop.owner.headers)
  for (const [customer, more] of [[careful], [limited], [mia, { configId: config.id }]] as const) {
    expect(await customer.charge(lines, more)).toMatchObject({ status: 'new', remainingAmount: '1200' })
    expect([await customer.active(), await customer.balance()]).toEqual([1, 10_000])
  }
  expect((await mia.charge()).status).toBe('paid')
})

/** The process fails after the tokens were used and before the wallet pays. */
async function failingInBetween<T>(call: () => Promise<T>): Promise<T> {
  await sql`alter table permission_use add constraint fails check (amount = 0) not valid`.execute(database.owner.db)
  const answer = await call()
  await sql`alter table permission_use drop constraint fails`.execute(database.owner.db)
  return answer
}

test('a call that failed between two parts goes on when it is repeated; if it is not, the token returns at expiry [GUARD-16]', async () => {
  const mia = await createCustomer()
  const call = { ...mia.basket(lines), idempotencyKey: 'order-9' }
  expect((await failingInBetween(() => api.post('/api/payment-requests', call, shop.till))).status).toBe(500)
  expect([await mia.active(), await mia.balance()]).toEqual([0, 10_000])
  const again = await api.post('/api/payment-requests', call, shop.till)
  expect(again.body).toMatchObject({ status: 'paid', remainingAmount: '0' })
  expect([await mia.active(), await mia.balance()]).toEqual([0, 9350])
  expect((await mia.read()).uses).toMatchObject([{ amount: '650', tokens: '550' }])

  const tane = await createCustomer()
  await failingInBetween(() => tane.charge())
  const { body: open } = await tane.latest()
  expect(open).toMatchObject({ status: 'new', remainingAmount: '650' })
  expect(await tane.active()).toBe(0)
  clock.advance(200_000)
  await expire({ ...assetDeps(database, clock), fees: noFees, externalMethods: [] }, open.id)
  expect([await tane.active(), await tane.balance()]).toEqual([1, 10_000])
})

test.each([
  ['paused', 'paused_at = now()'],
  ['tokens switched off', 'tokens_first = false'],
])('%s: a token that was decided before is not used [GUARD-17]', async (_, change) => {
  const mia = await createCustomer()
  const release = await holdAccount(database.owner, `asset:${mia.tokens[0]}`)
  const charging = mia.charge()
  // Decided: the posting waits for the account that is held.
  const waiting = sql<{ count: number }>`
    select count(*)::int as count from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
  await expect.poll(async () => (await waiting.execute(database.owner.db)).rows[0]!.count, { timeout: 20_000 }).toBeGreaterThan(0)
  await sql`update connection set ${sql.raw(change)} where id = ${mia.connectionId}`.execute(database.owner.db)
  await release()
  expect([(await charging).status, await mia.active(), await mia.balance()]).toEqual(['new', 1, 10_000])
})

test('paused between the parts: the wallet pays nothing, and the answer says what is left [GUARD-17]', async () => {
  const mia = await createCustomer()
  const release = await holdAccount(database.owner, `asset:${mia.walletId}`)
  const charging = mia.charge()
  await expect.poll(mia.active).toBe(0)
  await sql`update connection set paused_at = now() where id = ${mia.connectionId}`.execute(database.owner.db)
  await release()
  expect(await charging).toMatchObject({ status: 'new', remainingAmount: '650' })
  expect(await mia.balance()).toBe(10_000)
})

test('the customer reads the newest open request of the connection, and nobody else does', async () => {
  const mia = await createCustomer({ each: '1', total: '1', tokens: 0 })
  expect((await mia.latest()).body.message).toBe('REQUEST_NOT_FOUND')
  const first = await mia.charge(scone)
  clock.advance(1000)
  const second = await mia.charge(scone)
  expect((await mia.latest()).body).toMatchObject({ id: second.id, status: 'new', connectionId: mia.connectionId })
  await mia.pay(second.id)
  expect((await mia.latest()).body.id).toBe(first.id)
  const stranger = await createPayer(api, database, 0)
  expect((await mia.latest(stranger.headers)).body.message).toBe('FORBIDDEN')
  expect((await api.get('/api/connections/nosuch/latest-payment-request', mia.headers)).body.message).toBe('FORBIDDEN')
  clock.advance(200_000)
  expect((await mia.latest()).body.message).toBe('REQUEST_NOT_FOUND')
})
