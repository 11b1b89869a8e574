// A running API for this app's own tests, on the test file's own database; a shop with a till and people with money in their
// wallets, made through that API.
import { randomUUID } from 'node:crypto'
import { createLedger } from '@nikau/ledger'
import { cents } from '@nikau/money'
import { type Clock, type Database, randomIds, Secret, systemClock } from '@nikau/runtime'
import { type GivenPerson, givenPerson, silent } from '@nikau/testing'
import { sql } from 'kysely'
import { afterAll } from 'vitest'
import { createApp } from './app.ts'
import { readApiConfig } from './config.ts'
import { openIndividual, openOrg } from './modules/accounts/index.ts'
import { allowRedemption, type AssetMeans, createCollection, issueToken, type NewCollection, profileIssuer } from './modules/assets/index.ts'
import { openWallet } from './modules/wallets/index.ts'

export { recordMovements } from './modules/wallets/index.ts'

interface Answer {
  status: number
  // oxlint-disable-next-line typescript/no-explicit-any -- tests look into answers freely
  body: any
  headers: Record<string, unknown>
}

export async function runningApi(database: Database & { url: string }, options: { clock?: Clock; env?: Record<string, string> } = {}) {
  const app = await createApp({
    config: readApiConfig({ DATABASE_URL: database.url, ...options.env }),
    database,
    log: silent,
    clock: options.clock ?? systemClock,
    ids: randomIds,
  })
  afterAll(() => app.close())
  const call = async (method: 'GET' | 'POST' | 'PUT' | 'DELETE', url: string, headers: Record<string, string> = {}, payload?: object): Promise<Answer> => {
    const response = await app.inject({ method, url, headers, ...(payload && { payload }) })
    return { status: response.statusCode, body: response.body === '' ? undefined : response.json(), headers: response.headers }
  }
  return {
    app,
    get: (url: string, headers?: Record<string, string>) => call('GET', url, headers),
    post: (url: string, payload: object, headers?: Record<string, string>) => call('POST', url, headers, payload),
    put: (url: string, payload: object, headers?: Record<string, string>) => call('PUT', url, headers, payload),
  }
}

type Api = Awaited<ReturnType<typeof runningApi>>

async function must(call: Promise<Answer>) {
  const answer = await call
  if (answer.status !== 200) throw new Error(`the scene could not be set: ${answer.status} ${JSON.stringify(answer.body)}`)
  return answer.body
}

export async function givenShop(api: Api, database: Database, options: { test?: boolean; types?: string[]; redirects?: string[]; owner?: GivenPerson } = {}) {
  const test = options.test ?? true
  const owner = options.owner ?? (await givenPerson(database))
  const org = await must(api.post('/api/accounts', { name: 'Kauri Cafe Ltd', type: 'org', test }, owner.headers))
  const merchantBody = { accountId: org.id, name: 'Kauri Cafe', country: 'NZ', test, type: 'e-commerce', gstNumber: '140107697' }
  const merchant = await must(api.post('/api/merchants', merchantBody, owner.headers))
  const liveness = test ? 'test' : 'main'
  const types = options.types ?? ['nikau.nzd', 'nikau.token', 'external']
  const config = await must(
    api.post(
      `/api/merchants/${merchant.id}/configs`,
      { paymentOptions: types.map((type) => ({ type: `${type}.${liveness}` })), allowedRedirectUrls: options.redirects ?? ['https://kauri.example/shop'] },
      owner.headers,
    ),
  )
  const key = await must(api.post(`/api/accounts/${org.id}/api-keys`, { name: 'till', role: 'merchant-terminal' }, owner.headers))
  const till = { 'x-api-key': key.secret as string }
  return {
    owner,
    accountId: org.id as string,
    merchantId: merchant.id as string,
    configId: config.id as string,
    settlementWallet: config.paymentOptions[0].walletId as string,
    till,
    /** Asks for a payment and gives the request. */
    ask: async (amount: number, more: Record<string, unknown> = {}) =>
      await must(api.post('/api/payment-requests', { configId: config.id, value: { amount: String(amount), currency: 'NZD' }, ...more }, till)),
  }
}

export async function givenPayer(api: Api, database: Database, money = 10_000, type = 'nikau.nzd.test') {
  const person = await givenPerson(database)
  const account = (await api.post('/api/accounts', { name: 'Aroha', type: 'individual' }, person.headers)).body
  const wallet = (await api.post('/api/wallet-assets', { accountId: account.id, ledgerId: type }, person.headers)).body
  if (money > 0) {
    await must(api.post(`/api/wallets/${wallet.id}/topup`, { amount: String(money) }, person.headers))
  }
  return {
    ...person,
    accountId: account.id as string,
    walletId: wallet.id as string,
    balance: async () => Number((await api.get(`/api/assets/${wallet.id}`, person.headers)).body.balance),
    available: async () => Number((await api.get(`/api/assets/${wallet.id}`, person.headers)).body.availableBalance),
    pay: (requestId: string, more: Record<string, unknown> = {}) =>
      api.post(`/api/payment-requests/${requestId}/pay`, { assetType: type, assetId: wallet.id, ...more }, person.headers),
  }
}

/** Coffee tokens that are good for one product at one merchant. */
export async function givenTokens(database: Database & { url: string }, clock: Clock, shop: { merchantId: string; accountId: string }, sku = 'flat-white') {
  const ledger = createLedger({ url: new Secret(database.url), name: 'given', log: silent, clock })
  afterAll(() => ledger.close())
  const means = { db: database.db, ledger, clock, ids: randomIds }
  const name = randomUUID().slice(0, 8)
  await profileIssuer(database.db, { accountId: shop.accountId, name: `Society ${name}`, brandColor: 'fern', conditions: [] })
  const id = randomIds.public('c_')
  const collection = {
    id,
    accountId: shop.accountId,
    assetFamily: 'nikau.token',
    test: true,
    name: 'Free coffee',
    type: 'product',
    origin: 'promotional',
  } as const
  await createCollection(means, { ...collection, maxValue: 1000n })
  await allowRedemption(database.db, { collectionId: id, merchantId: shop.merchantId, allowedProducts: [{ sku, name: 'Flat white', maxValue: '800' }] })
  return {
    collectionId: id,
    issuerOwes: async () => {
      const { rows } = await sql<{ balance: bigint }>`select balance from ledger.account where id = ${`owed:${shop.accountId}:nzd.test`}`.execute(database.db)
      return cents(-(rows[0]?.balance ?? 0n))
    },
    issue: async (accountId: string, expiresAt?: Date) => {
      const token = await issueToken(means, { collectionId: id, accountId, idempotencyKey: randomUUID(), ...(expiresAt && { expiresAt }) })
      return (token as { id: string }).id
    },
  }
}

/** What use cases need that are called without HTTP. */
export function assetMeans(database: Database & { url: string }, clock: Clock): AssetMeans {
  const ledger = createLedger({ url: new Secret(database.url), name: 'test', log: silent, clock })
  afterAll(() => ledger.close())
  return { db: database.db, ledger, clock, ids: randomIds }
}

export async function givenHolder(database: Database, means: AssetMeans) {
  const person = await givenPerson(database)
  const account = await openIndividual(means, person.personId, 'Mia')
  return { ...person, accountId: account.id }
}

export async function givenWallet(means: AssetMeans, accountId: string, wallet: { ledgerId?: 'nikau.nzd.main' | 'nikau.nzd.test'; settlement?: boolean } = {}) {
  const opened = await openWallet(means, { accountId, ledgerId: 'nikau.nzd.main', ...wallet }, 'test')
  if (!('id' in opened)) throw new Error(opened.code)
  return opened.id
}

let issuers = 0

/** An issuer with one collection, and a way to issue from it. */
export async function givenCollection(means: AssetMeans, change: Partial<NewCollection> = {}) {
  const name = `Issuer ${++issuers}`
  const org = await openOrg(means, '00000000-0000-7000-8000-000000000000', { name })
  await profileIssuer(means.db, { accountId: org.id, name, website: 'https://issuer.example', brandColor: 'fern', conditions: ['One per visit.'] })
  const id = means.ids.public('c_')
  const kind = { assetFamily: 'nikau.token', test: false, name: 'One flat white', type: 'product', origin: 'promotional' } as const
  const refused = await createCollection(means, { ...kind, ...change, id, accountId: org.id })
  let count = 0
  const issue = async (accountId: string, token: { idempotencyKey?: string; expiresAt?: Date } = {}) => {
    const issued = await issueToken(means, { collectionId: id, accountId, idempotencyKey: `${++count}`, ...token })
    if (!('id' in issued)) throw new Error(issued.code)
    return issued
  }
  return { id, issuer: name, refused, issue }
}
