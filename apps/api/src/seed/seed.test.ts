import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseMobile } from '@nikau/nz/phone'
import { defaultLimits } from '@nikau/contract/quota-rules'
import { createLedger } from '@nikau/ledger'
import { createVault, randomIds, schemaFolder, Secret } from '@nikau/runtime'
import { createAccessToken, silent, testDatabase } from '@nikau/testing'
import { sql } from 'kysely'
import pg from 'pg'
import { expect, test } from 'vitest'
import { createPayer, runningApi } from '../fixtures.ts'
import { seedMerchants } from '../modules/merchants/index.ts'
import { assertSeedable, seedDemoData, SeedRefused } from './index.ts'

const database = await testDatabase()
const now = new Date()
let clockNow = now
const clock = { now: () => clockNow, set: (at: Date) => void (clockNow = at) }
const { db } = database.openAs('nikau_migrate')
const ledger = createLedger({ url: new Secret(database.urlAs('nikau_migrate')), name: 'test', log: silent, clock })
const read = (file: string) => JSON.parse(readFileSync(join(schemaFolder, 'seeds', file), 'utf8')) as never
const people = read('people.json') as { key: string; id: string; phone: string }[]
const vault = createVault({ keys: new Secret('test:test-secret'), fingerprintKey: new Secret('test') })
const deps = {
  db,
  ledger,
  clock,
  ids: randomIds,
  limits: { topup: defaultLimits, spend: defaultLimits },
  vault,
  linkSecret: new Secret('links'),
  webOrigin: 'https://wallet.example',
}
const seed = async () => await seedDemoData(deps, { people: people as never, issuers: read('issuers.json') }, now)
await seedMerchants(db, { merchants: read('merchants.json'), wallets: read('wallets.json') })
const first = await seed()
const api = await runningApi(database)

async function assetsOf(key: string) {
  const person = people.find((one) => one.key === key)!
  const headers = { authorization: `Bearer ${await createAccessToken(database, person.id)}` }
  const memberships = (await api.get('/api/account-memberships', headers)).body as { accountId: string; accountType: string }[]
  const accountId = memberships.find((one) => one.accountType === 'individual')?.accountId
  if (!accountId) return { memberships, assets: [], headers }
  const assets = (await api.get(`/api/accounts/${accountId}/assets?paginationLimit=100`, headers)).body.items as {
    id: string
    type: string
    balance?: string
    limit?: string
    issuer?: string
    expiresAt?: string
    liveness: string
  }[]
  return { memberships, assets, headers }
}
const main = (assets: Awaited<ReturnType<typeof assetsOf>>['assets']) => assets.find((asset) => asset.type === 'nikau.nzd.main')!

/** On a connection of its own, because the pool's statement timeout is short for this many entries on a busy machine. */
async function expectNoViolations() {
  const client = new pg.Client({ connectionString: database.urlAs('nikau_migrate') })
  await client.connect()
  try {
    await client.query('analyze')
    const { rows } = await client.query<{ view: string }>(
      String.raw`select c.oid::regclass::text as view from pg_class c where c.relkind = 'v' and c.relname like 'invariant\_%'`,
    )
    expect(rows.length).toBeGreaterThan(15)
    for (const { view } of rows) expect([view, (await client.query(`select * from ${view} limit 3`)).rows]).toEqual([view, []])
  } finally {
    await client.end()
  }
}

test('seeding refuses production, an unmigrated database, and accounts that were not seeded', async () => {
  await expect(assertSeedable(database.db, { NODE_ENV: 'production' })).rejects.toThrow('NODE_ENV is production')
  const real = await testDatabase()
  await assertSeedable(real.db, {})
  await createPayer(await runningApi(real), real, 0)
  await expect(assertSeedable(real.db, {})).rejects.toThrow(SeedRefused)
  await expect(assertSeedable(real.db, {})).rejects.toThrow('accounts that were not seeded')
  await sql`alter schema public rename to elsewhere`.execute(real.owner.db)
  await expect(assertSeedable(real.db, {})).rejects.toThrow('pnpm migrate')
})

test('a seeded database can be seeded again after others have signed up', async () => {
  await createPayer(api, database, 0)
  await expect(assertSeedable(database.db, { NODE_ENV: 'development' })).resolves.toBeUndefined()
})

test('the ledger of the demo data is in order, and seeding again adds nothing', async () => {
  expect(first.movements).toBeGreaterThan(10_000)
  expect((await seed()).movements).toBe(0)
  await expectNoViolations()
  await ledger.close()
}, 60_000)

test('their numbers are valid mobile numbers', () => {
  for (const person of people) expect(parseMobile(person.phone)).toBe(person.phone)
})

test('Aroha is new and has nothing', async () => {
  expect((await assetsOf('aroha')).memberships).toEqual([])
})

test('Mia has a balance, everyday movements of every kind, and a gift token', async () => {
  const { assets, headers } = await assetsOf('mia')
  expect(Number(main(assets).balance)).toBeGreaterThan(2000)
  expect(assets.filter((asset) => asset.type === 'nikau.token.main')).toHaveLength(1)
  const { items } = (await api.get(`/api/wallets/${main(assets).id}/transactions?paginationLimit=100`, headers)).body as { items: Record<string, string>[] }
  for (const field of ['topupId', 'paymentRequestId', 'assetTransferId']) expect(items.some((item) => item[field])).toBe(true)
  expect(items.some((item) => item.paymentRequestId && Number(item.value) > 0)).toBe(true)
})

test('every seeded payment paid a request, which shows the amount, the merchant and the refund', async () => {
  const { assets, headers } = await assetsOf('mia')
  const { items } = (await api.get(`/api/wallets/${main(assets).id}/transactions?paginationLimit=100`, headers)).body as { items: Record<string, string>[] }
  const payments = items.filter((item) => item.paymentRequestId && Number(item.value) < 0)
  expect(payments.length).toBeGreaterThan(30)
  for (const { paymentRequestId, destParty, value } of payments) {
    const { status, body } = await api.get(`/api/payment-requests/${paymentRequestId}`, headers)
    expect([status, body.status, body.merchantName, body.value.amount, body.taxNumber.type]).toEqual([200, 'paid', destParty, value!.slice(1), 'nz-gst'])
  }
  const [back] = items.filter((item) => item.paymentRequestId && Number(item.value) > 0)
  expect((await api.get(`/api/payment-requests/${back!.paymentRequestId}`, headers)).body).toMatchObject({ status: 'paid', refundedAmount: '3499' })
  const { rows } = await sql<{ type: string }>`
    select type from payment_activity where payment_request_id = ${back!.paymentRequestId} order by number`.execute(database.db)
  expect(rows.map(({ type }) => type)).toEqual(['request', 'payment', 'refund'])
})

test('seeded sends are transfers with contacts; one of Mia’s waits, also after seeding again', async () => {
  const { memberships, headers } = await assetsOf('mia')
  const { accountId } = memberships.find((one) => one.accountType === 'individual')!
  const { items } = (await api.get(`/api/accounts/${accountId}/asset-transfers`, headers)).body
  expect(items).toMatchObject([
    { status: 'created', value: '1500', recipient: '+642000000010' },
    { status: 'claimed', value: '2000', recipientName: 'Tama F.' },
  ])
  expect((await api.get(`/api/accounts/${accountId}/payees`, headers)).body.items).toHaveLength(2)
})

test('Tama holds tokens of three issuers and cola, some of them ending within two weeks', async () => {
  const tokens = (await assetsOf('tama')).assets.filter((asset) => asset.liveness === 'main')
  expect(new Set(tokens.filter((asset) => asset.type === 'nikau.token.main').map((asset) => asset.issuer)).size).toBe(3)
  expect(tokens.filter((asset) => asset.type === 'cca.coke.main').length).toBeGreaterThan(2)
  const soon = now.getTime() + 14 * 86_400_000
  expect(tokens.filter((asset) => asset.expiresAt && Date.parse(asset.expiresAt) < soon).length).toBeGreaterThanOrEqual(3)
})

test('Hēmi has a credit line that is drawn on, with its limit', async () => {
  const line = (await assetsOf('hemi')).assets.find((asset) => asset.type === 'farmlands.nzd.main')!
  expect(line).toMatchObject({ limit: '500000', balance: '-184215' })
})

test('Priya has ten thousand movements', async () => {
  const { assets, headers } = await assetsOf('priya')
  const { items } = (await api.get(`/api/wallets/${main(assets).id}/transactions?paginationLimit=1`, headers)).body as { items: { activityNumber: number }[] }
  expect(items[0]!.activityNumber).toBe(10_000)
})

test('bank accounts are linked at banks of the sandbox, verified or not, with transfers in several states', async () => {
  const banks = async (key: string) => {
    const { memberships, headers } = await assetsOf(key)
    const { accountId } = memberships.find((one) => one.accountType === 'individual')!
    const [accounts, topUps, withdrawals] = await Promise.all(
      ['bank-accounts', 'topups', 'withdrawals'].map(async (what) => (await api.get(`/api/accounts/${accountId}/${what}`, headers)).body),
    )
    return {
      accounts: accounts.map((one: Record<string, unknown>) => [one.bankAccountNumber, one.verified, one.directDebitAuthorized]),
      topUps: topUps.map((one: Record<string, unknown>) => [one.liveness, one.status, one.failure, one.held]),
      withdrawals: withdrawals.items.map((one: Record<string, unknown>) => [one.liveness, one.status]),
    }
  }
  expect(await banks('mia')).toEqual({ accounts: [['02-••••-••••005-00', true, true]], topUps: [], withdrawals: [] })
  const tama = await banks('tama')
  expect(tama.accounts).toEqual([
    ['03-••••-••••009-00', false, true],
    ['00-••••-••••029-00', false, true],
  ])
  expect(tama.topUps).toEqual([
    ['main', 'created', undefined, false],
    ['test', 'requested', undefined, true],
    ['main', 'failed', 'insufficient-funds', false],
  ])
  const hemi = await banks('hemi')
  expect(hemi.accounts).toEqual([
    ['12-••••-••••000-00', true, true],
    ['00-••••-••••044-00', true, true],
  ])
  expect(hemi.topUps).toEqual([
    ['test', 'done', undefined, false],
    ['main', 'failed', 'aborted', false],
  ])
  expect(hemi.withdrawals).toEqual([
    ['main', 'created'],
    ['test', 'done'],
  ])
})

test('a withdrawal is found by the digits of its bank account that are shown, and not by those that are not', async () => {
  const { assets, headers } = await assetsOf('priya')
  const found = async (text: string) =>
    (await api.get(`/api/wallets/${main(assets).id}/transactions?direction=out&text=${text}`, headers)).body.items as {
      withdrawalId?: string
      destParty: string
    }[]
  const items = await found('018-00')
  expect(items.length).toBeGreaterThan(0)
  for (const item of items) expect([typeof item.withdrawalId, item.destParty]).toEqual(['string', '06-••••-••••018-00'])
  expect(await found('0501')).toEqual([])
})
