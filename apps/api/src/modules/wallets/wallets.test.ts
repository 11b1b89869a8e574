import { randomUUID } from 'node:crypto'
import { assertLedgerInvariants } from '@nikau/ledger'
import { fakeClock, createPerson, createAccessToken, testDatabase } from '@nikau/testing'
import { sql } from 'kysely'
import { afterEach, expect, test } from 'vitest'
import { concurrently, runningApi } from '../../fixtures.ts'

const database = await testDatabase()
const clock = fakeClock(new Date().toISOString())
const api = await runningApi(database, { clock })
afterEach(() => assertLedgerInvariants(database.db))

async function createAccount(type: 'individual' | 'org' = 'individual', test = false) {
  const person = await createPerson(database)
  const { body } = await api.post('/api/accounts', { name: 'Mia', type, test }, person.headers)
  const post = (url: string, payload: object) => api.post(url, payload, person.headers)
  const get = (url: string) => api.get(url, person.headers)
  const wallet = async (ledgerId = 'nikau.nzd.test') => (await post('/api/wallet-assets', { accountId: body.id, ledgerId })).body.id as string
  return { ...person, accountId: body.id as string, post, get, wallet }
}

test('a wallet has its id, its balance in cents and, if it settles, the settlement flag, wherever it is read [ENT-15, ENT-17]', async () => {
  const [mia, shop] = [await createAccount(), await createAccount('org', true)]
  const [own, takings] = [await mia.wallet(), await shop.wallet()]
  expect((await mia.post(`/api/wallets/${own}/topup`, { amount: '1234', idempotencyKey: randomUUID() })).body).toMatchObject({ id: own, balance: '1234' })
  for (const body of [(await mia.get(`/api/assets/${own}`)).body, (await mia.get(`/api/accounts/${mia.accountId}/assets`)).body.items[0]]) {
    expect(body).toMatchObject({ id: own, category: 'money', balance: '1234' })
    expect(body.settlement).toBeUndefined()
  }
  for (const body of [(await shop.get(`/api/assets/${takings}`)).body, (await shop.get(`/api/accounts/${shop.accountId}/assets`)).body.items[0]])
    expect(body).toMatchObject({ id: takings, category: 'money', balance: '0', settlement: true })
})

test('a default wallet is opened once per ledger, also under ten concurrent calls [SESS-14, API-20, CONST-02]', async () => {
  const mia = await createAccount()
  const ask = { accountId: mia.accountId, ledgerId: 'nikau.nzd.main' }
  const answers = await concurrently(10, () => mia.post('/api/wallet-assets', ask))
  expect(answers.map((answer) => answer.status)).toEqual(Array(10).fill(200))
  expect(new Set(answers.map((answer) => answer.body.id)).size).toBe(1)
  expect(answers[0]!.body).toEqual({
    id: expect.any(String),
    accountId: mia.accountId,
    category: 'money',
    type: 'nikau.nzd.main',
    liveness: 'main',
    status: 'active',
    description: 'NZD',
    currency: 'NZD',
    balance: '0',
    availableBalance: '0',
    createdAt: clock.now().toISOString(),
    balanceUpdatedAt: clock.now().toISOString(),
  })
  const test = await mia.post('/api/wallet-assets', { ...ask, ledgerId: 'nikau.nzd.test' })
  expect(test.body).toMatchObject({ type: 'nikau.nzd.test', liveness: 'test' })
  expect(test.body.id).not.toBe(answers[0]!.body.id)
})

test("an org's wallet is always a settlement wallet, up to twenty per ledger [ENT-17, API-20]", async () => {
  const shop = await createAccount('org', true)
  const ask = { accountId: shop.accountId, ledgerId: 'nikau.nzd.test', settlement: false }
  const first = await shop.post('/api/wallet-assets', ask)
  expect(first.body).toMatchObject({ settlement: true, category: 'money' })
  const answers = await concurrently(22, () => shop.post('/api/wallet-assets', ask))
  expect(answers.filter((answer) => answer.status === 200)).toHaveLength(19)
  expect(answers.find((answer) => answer.status !== 200)).toMatchObject({ status: 403, body: { message: 'ACCOUNT_MAX_WALLETS_REACHED' } })
  expect(await shop.post('/api/wallet-assets', { ...ask, ledgerId: 'nikau.nzd.main' })).toMatchObject({ status: 403, body: { message: 'LIVENESS_MISMATCH' } })
  expect(await shop.post(`/api/wallets/${first.body.id}/topup`, { idempotencyKey: randomUUID(), amount: '100' })).toMatchObject({
    status: 403,
    body: { message: 'INVALID_WALLET_TYPE' },
  })
})

test('a test wallet is topped up at once, and other wallets are refused [API-43, CONST-03]', async () => {
  const mia = await createAccount()
  const wallet = await mia.wallet()
  const answer = await mia.post(`/api/wallets/${wallet}/topup`, { idempotencyKey: randomUUID(), amount: 2500, assetId: wallet })
  expect(answer).toMatchObject({ status: 200, body: { id: wallet, balance: '2500', availableBalance: '2500' } })
  const { body } = await mia.get(`/api/wallets/${wallet}/transactions`)
  expect(body).toEqual({
    items: [
      {
        activityNumber: 1,
        amount: '2500',
        value: '2500',
        createdAt: clock.now().toISOString(),
        destWalletId: wallet,
        srcParty: 'Test money',
        topupId: expect.any(String),
      },
    ],
  })
  const real = await mia.wallet('nikau.nzd.main')
  expect(await mia.post(`/api/wallets/${real}/topup`, { idempotencyKey: randomUUID(), amount: '100' })).toMatchObject({
    status: 403,
    body: { message: 'INVALID_WALLET_TYPE' },
  })
  expect((await mia.post(`/api/wallets/${wallet}/topup`, { idempotencyKey: randomUUID(), amount: '100', assetId: real })).status).toBe(403)
  for (const amount of ['0', '-5', '1.5', '100000000', 'x'])
    expect((await mia.post(`/api/wallets/${wallet}/topup`, { idempotencyKey: randomUUID(), amount })).status).toBe(400)
})

test('a repeated or concurrent key returns the first response and moves money once [API-04]', async () => {
  const mia = await createAccount()
  const wallet = await mia.wallet()
  const ask = { amount: '700', idempotencyKey: 'confirm-1' }
  const answers = await concurrently(8, () => mia.post(`/api/wallets/${wallet}/topup`, ask))
  expect(answers.map((answer) => answer.status)).toEqual(Array(8).fill(200))
  for (const answer of answers) expect(answer.body).toEqual(answers[0]!.body)
  await mia.post(`/api/wallets/${wallet}/topup`, { amount: '1', idempotencyKey: 'confirm-2' })
  expect((await mia.post(`/api/wallets/${wallet}/topup`, ask)).body).toMatchObject({ balance: '700' })
  expect((await mia.get(`/api/assets/${wallet}`)).body).toMatchObject({ balance: '701' })
  expect(await mia.post(`/api/wallets/${wallet}/topup`, { ...ask, amount: '701' })).toMatchObject({
    status: 422,
    body: { message: 'IDEMPOTENT_OPERATION_FAILED' },
  })
  const tane = await createAccount()
  const other = await tane.wallet()
  expect((await tane.post(`/api/wallets/${other}/topup`, ask)).body).toMatchObject({ id: other, balance: '700' })
})

test('the list is paged by entry number, newest first, without gaps or repeats [API-35, API-07, ACT-01]', async () => {
  const mia = await createAccount()
  const wallet = await mia.wallet()
  for (let i = 1; i <= 7; i++) await mia.post(`/api/wallets/${wallet}/topup`, { idempotencyKey: randomUUID(), amount: String(i) })
  const first = (await mia.get(`/api/wallets/${wallet}/transactions?paginationLimit=3`)).body
  await mia.post(`/api/wallets/${wallet}/topup`, { idempotencyKey: randomUUID(), amount: '8' })
  const second = (await mia.get(`/api/wallets/${wallet}/transactions?paginationLimit=3&pageKey=${first.nextPageKey}`)).body
  const third = (await mia.get(`/api/wallets/${wallet}/transactions?paginationLimit=3&pageKey=${second.nextPageKey}`)).body
  const numbers = [first, second, third].map((page) => page.items.map((item: { activityNumber: number }) => item.activityNumber))
  expect(numbers).toEqual([[7, 6, 5], [4, 3, 2], [1]])
  expect(third.nextPageKey).toBeUndefined()
})

test('a movement is read by its number; unknown numbers return FORBIDDEN, as for another person’s wallet', async () => {
  const mia = await createAccount()
  const wallet = await mia.wallet()
  for (const amount of ['100', '250']) await mia.post(`/api/wallets/${wallet}/topup`, { idempotencyKey: randomUUID(), amount })
  const [newest, oldest] = (await mia.get(`/api/wallets/${wallet}/transactions`)).body.items
  expect((await mia.get(`/api/wallets/${wallet}/transactions/2`)).body).toEqual(newest)
  expect((await mia.get(`/api/wallets/${wallet}/transactions/1`)).body).toEqual(oldest)
  const forbidden = { status: 403, body: { message: 'FORBIDDEN' } }
  for (const number of ['0', '3', '999999999999999']) expect(await mia.get(`/api/wallets/${wallet}/transactions/${number}`)).toMatchObject(forbidden)
  expect((await mia.get(`/api/wallets/${wallet}/transactions/x`)).status).toBe(400)
  const tane = await createAccount()
  expect(await tane.get(`/api/wallets/${wallet}/transactions/1`)).toMatchObject(forbidden)
})

test('a refusal stores nothing under its key: the same key can succeed later [API-04, QUOTA-05]', async () => {
  const mia = await createAccount()
  const wallet = await mia.wallet()
  const ask = { amount: '60000', idempotencyKey: 'again' }
  await mia.post(`/api/wallets/${wallet}/topup`, { idempotencyKey: randomUUID(), amount: '50000' })
  expect((await mia.post(`/api/wallets/${wallet}/topup`, ask)).body.message).toBe('QUOTA_EXCEEDED')
  expect((await sql`select 1 from idempotency where key = 'again'`.execute(database.db)).rows).toEqual([])
  clock.advance(32 * 86_400_000)
  const later = new Date(clock.now().getTime() + 3_600_000)
  const token = await createAccessToken(database, mia.personId, later)
  await sql`update identity.oidc set expires_at = ${later}`.execute(database.owner.db)
  expect((await api.post(`/api/wallets/${wallet}/topup`, ask, { authorization: `Bearer ${token}` })).body).toMatchObject({ balance: '110000' })
})
