// A running API for this app's tests, on the test file's own database; shops and payers created through that API.
import { randomUUID } from 'node:crypto'
import type { Liveness } from '@nikau/contract/amounts'
import { checkAccountNumber } from '@nikau/nz/bank-account-number'
import { parseNzbn } from '@nikau/nz/nzbn'
import type { FundsTransferFailure } from '@nikau/contract/funds-transfers'
import { createLedger } from '@nikau/ledger'
import { cents } from '@nikau/money'
import { type Clock, createVault, type Database, type Metrics, randomIds, Secret, systemClock, type Vault } from '@nikau/runtime'
import { type TestDatabase, type TestPerson, createPerson, silent } from '@nikau/testing'
import { sql } from 'kysely'
import { afterAll } from 'vitest'
import { createApp } from './app.ts'
import { readApiConfig } from './config.ts'
import { openIndividual, openOrg, verifyBusiness } from './modules/accounts/index.ts'
import { allowRedemption, type AssetDeps, createCollection, issueToken, type NewCollection, saveIssuerProfile } from './modules/assets/index.ts'
import { clearReview } from './modules/merchants/index.ts'
import type { Fees } from './modules/fees/index.ts'
import { createBankPort } from './modules/funds-transfers/index.ts'
import { dispatchOutbox } from './modules/outbox/index.ts'
import { openWallet } from './modules/wallets/index.ts'
import { outboxSubscribers } from './subscribers.ts'

export { recordMovements } from './modules/wallets/index.ts'

/** What reaches a merchant is what was paid: for tests that are not about fees. */
export const noFees: Fees = { chargeOf: async () => () => ({ fee: 0n, refundable: 0n, gst: 0n }) }
/** Nobody is told about a payment to a bank account: for tests that are about one purpose, or none. */
export const noListeners = { payout: {}, 'account-check': {}, 'bank-return': {}, 'top-up-return': {}, 'card-refund': {}, 'operator-payment': {} }
const free = { rate: 0, fixed: 0 }
const noFeesConfig = JSON.stringify({ prices: { wallet: free, token: free, 'pay-by-bank': free, 'farm-card': free } })

interface Response {
  status: number
  // oxlint-disable-next-line typescript/no-explicit-any -- tests read responses freely
  body: any
  headers: Record<string, unknown>
}

/** The API with the login of its process, so that a call fails which needs more than db/grants.sql grants it. */
export async function runningApi(database: TestDatabase, options: { clock?: Clock; wallClock?: Clock; env?: Record<string, string>; metrics?: Metrics } = {}) {
  const app = await createApp({
    ...(options.metrics && { metrics: options.metrics }),
    config: readApiConfig({ DATABASE_URL: database.urlAs('nikau_api'), FEES: noFeesConfig, ...options.env }),
    database: database.openAs('nikau_api'),
    log: silent,
    clock: options.clock ?? systemClock,
    ...(options.wallClock && { wallClock: options.wallClock }),
    ids: randomIds,
  })
  afterAll(() => app.close())
  const call = async (method: 'GET' | 'POST' | 'PUT' | 'DELETE', url: string, headers: Record<string, string> = {}, payload?: object): Promise<Response> => {
    const response = await app.inject({ method, url, headers, ...(payload && { payload }) })
    return { status: response.statusCode, body: response.body === '' ? undefined : response.json(), headers: response.headers }
  }
  return {
    app,
    get: (url: string, headers?: Record<string, string>) => call('GET', url, headers),
    post: (url: string, payload: object, headers?: Record<string, string>) => call('POST', url, headers, payload),
    put: (url: string, payload: object, headers?: Record<string, string>) => call('PUT', url, headers, payload),
    delete: (url: string, headers?: Record<string, string>) => call('DELETE', url, headers),
  }
}

/** Repeats a call that returns 503, as a client does; after the last attempt the 503 is returned. */
export async function retryUnavailable(call: () => Promise<Response>, attempts = 10): Promise<Response> {
  const answer = await call()
  if (answer.status !== 503 || attempts === 1) return answer
  await new Promise((resolve) => setTimeout(resolve, 100))
  return await retryUnavailable(call, attempts - 1)
}

/** Makes concurrent calls. */
export async function concurrently(count: number, call: () => Promise<Response>): Promise<Response[]> {
  return await Promise.all(Array.from({ length: count }, () => retryUnavailable(call)))
}

/** Dispatches the events of everything committed so far, as the worker does within 50 ms. */
export async function dispatchEvents(database: Database): Promise<number> {
  return await dispatchOutbox({ db: database.db, subscribers: outboxSubscribers })
}

type Api = Awaited<ReturnType<typeof runningApi>>

async function must(call: Promise<Response>) {
  const answer = await call
  if (answer.status !== 200) throw new Error(`fixture call failed: ${answer.status} ${JSON.stringify(answer.body)}`)
  return answer.body
}

let businesses = Math.floor(Math.random() * 1e8)

/** A business number that nobody has yet, with a right check digit. */
export function newNzbn(): string {
  const base = `9429${String(businesses++ % 1e8).padStart(8, '0')}`
  return Array.from({ length: 10 }, (_, digit) => `${base}${digit}`).find((nzbn) => parseNzbn(nzbn) !== undefined)!
}

export async function createShop(
  api: Api,
  database: TestDatabase,
  options: { test?: boolean; types?: string[]; redirects?: string[]; owner?: TestPerson } = {},
) {
  const test = options.test ?? true
  const owner = options.owner ?? (await createPerson(database))
  const org = await must(api.post('/api/accounts', { name: 'Kauri Cafe Ltd', type: 'org', test }, owner.headers))
  await verifyBusiness({ db: database.owner.db, clock: systemClock }, org.id, 'test')
  const merchantBody = { accountId: org.id, name: 'Kauri Cafe', country: 'NZ', test, type: 'e-commerce', gstNumber: '140107697' }
  const merchant = await must(api.post('/api/merchants', merchantBody, owner.headers))
  // Every live shop of the tests has the same name and GST number.
  if (merchant.status === 'in-review') await clearReview({ db: database.owner.db, clock: systemClock }, merchant.id, { operator: 'test', note: 'fixture' })
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
    /** Creates a payment request. */
    createRequest: async (amount: number, more: Record<string, unknown> = {}) =>
      await must(api.post('/api/payment-requests', { configId: config.id, value: { amount: String(amount), currency: 'NZD' }, ...more }, till)),
  }
}

/** A webhook endpoint of the shop whose URL counts as proved. */
export async function createWebhook(api: Api, database: TestDatabase, shop: { accountId: string; owner: TestPerson }): Promise<{ id: string }> {
  const endpoint = await must(api.post(`/api/accounts/${shop.accountId}/webhooks`, { url: 'https://shop.example/hook' }, shop.owner.headers))
  await sql`update webhook_endpoint set verified_at = created_at, pending_url = null, challenge = null where id = ${endpoint.id}`.execute(database.owner.db)
  return { id: endpoint.id as string }
}

export async function createPayer(api: Api, database: TestDatabase, money = 10_000, type = 'nikau.nzd.test') {
  const person = await createPerson(database)
  const account = (await api.post('/api/accounts', { name: 'Aroha', type: 'individual' }, person.headers)).body
  const wallet = (await api.post('/api/wallet-assets', { accountId: account.id, ledgerId: type }, person.headers)).body
  if (money > 0) {
    await must(api.post(`/api/wallets/${wallet.id}/topup`, { idempotencyKey: randomUUID(), amount: String(money) }, person.headers))
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

/** Coffee tokens for one product at one merchant. */
export async function createTokens(
  database: Database & { url: string },
  clock: Clock,
  shop: { merchantId: string; accountId: string },
  sku = 'flat-white',
  test = true,
) {
  const ledger = createLedger({ url: new Secret(database.url), name: 'fixtures', log: silent, clock })
  afterAll(() => ledger.close())
  const deps = { db: database.db, ledger, clock, ids: randomIds }
  const name = randomUUID().slice(0, 8)
  await saveIssuerProfile(database.db, { accountId: shop.accountId, name: `Society ${name}`, brandColor: 'fern', conditions: [] })
  const id = randomIds.public('c_')
  const collection = {
    id,
    accountId: shop.accountId,
    assetFamily: 'nikau.token',
    test,
    name: 'Free coffee',
    type: 'product',
    origin: 'promotional',
  } as const
  await createCollection(deps, { ...collection, maxValue: 1000n })
  await allowRedemption(database.db, { collectionId: id, merchantId: shop.merchantId, allowedProducts: [{ sku, name: 'Flat white', maxValue: '800' }] })
  return {
    collectionId: id,
    issuerOwes: async () => {
      const { rows } = await sql<{
        balance: bigint
      }>`select balance from ledger.account where id = ${`owed:${shop.accountId}:nzd.${test ? 'test' : 'main'}`}`.execute(database.db)
      return cents(-(rows[0]?.balance ?? 0n))
    },
    issue: async (accountId: string, expiresAt?: Date) => {
      const token = await issueToken(deps, { collectionId: id, accountId, idempotencyKey: randomUUID(), ...(expiresAt && { expiresAt }) })
      return (token as { id: string }).id
    },
  }
}

/** Dependencies of use cases that are called without HTTP. */
export function assetDeps(database: Database & { url: string }, clock: Clock): AssetDeps {
  const ledger = createLedger({ url: new Secret(database.url), name: 'test', log: silent, clock })
  afterAll(() => ledger.close())
  return { db: database.db, ledger, clock, ids: randomIds }
}

export async function createHolder(database: TestDatabase, deps: AssetDeps) {
  const person = await createPerson(database)
  const account = await openIndividual(deps, person.personId, 'Mia')
  return { ...person, accountId: account.id }
}

export async function createWallet(deps: AssetDeps, accountId: string, wallet: { ledgerId?: 'nikau.nzd.main' | 'nikau.nzd.test'; settlement?: boolean } = {}) {
  const opened = await openWallet(deps, { accountId, ledgerId: 'nikau.nzd.main', ...wallet }, 'test')
  if (!('id' in opened)) throw new Error(opened.code)
  return opened.id
}

let issuers = 0

/** An issuer with one collection and a function that issues from it. */
export async function createIssuerWithCollection(deps: AssetDeps, change: Partial<NewCollection> = {}) {
  const name = `Issuer ${++issuers}`
  const org = await openOrg(deps, '00000000-0000-7000-8000-000000000000', { name })
  await saveIssuerProfile(deps.db, { accountId: org.id, name, website: 'https://issuer.example', brandColor: 'fern', conditions: ['One per visit.'] })
  const id = deps.ids.public('c_')
  const kind = { assetFamily: 'nikau.token', test: false, name: 'One flat white', type: 'product', origin: 'promotional' } as const
  const refused = await createCollection(deps, { ...kind, ...change, id, accountId: org.id })
  let count = 0
  const issue = async (accountId: string, token: { idempotencyKey?: string; expiresAt?: Date } = {}) => {
    const issued = await issueToken(deps, { collectionId: id, accountId, idempotencyKey: `${++count}`, ...token })
    if (!('id' in issued)) throw new Error(issued.code)
    return issued
  }
  return { id, issuer: name, refused, issue }
}

let lastBase = 100_000

/** A bank account number that is unique in this test file: a test account's, or a real bank's with valid check digits. */
export function bankNumber(liveness: Liveness = 'main'): string {
  for (;;) {
    const number = `${liveness === 'test' ? '00' : '02'}-0500-${String(++lastBase).padStart(7, '0')}-00`
    if (checkAccountNumber(number, liveness).number) return number
  }
}

/** A person with a complete profile, a wallet and a linked bank account with direct debit, created through the API. */
export async function createBankedPerson(api: Api, database: TestDatabase, options: { liveness?: Liveness; directDebit?: boolean; number?: string } = {}) {
  const { liveness = 'main', directDebit = true } = options
  const email = `p${randomUUID()}@example.nz`
  const person = await createPerson(database, { givenName: 'Mia', familyName: 'Henare', email, emailVerified: true })
  const account = await must(api.post('/api/accounts', { name: 'Mia', type: 'individual' }, person.headers))
  const wallet = await must(api.post('/api/wallet-assets', { accountId: account.id, ledgerId: `nikau.nzd.${liveness}` }, person.headers))
  const authority = { phoneNumber: person.phone, fullName: 'Mia Henare', emailAddress: email }
  const linked = await must(
    api.post(
      '/api/bank-accounts',
      {
        accountId: account.id,
        bankAccountName: 'M Henare',
        bankAccountNumber: options.number ?? bankNumber(liveness),
        ...(directDebit && { directDebitAuthority: authority }),
      },
      person.headers,
    ),
  )
  const move = { bankAuthorityId: linked.id as string, walletId: wallet.id as string }
  return {
    ...person,
    email,
    authority,
    accountId: account.id as string,
    walletId: wallet.id as string,
    bankAccountId: linked.id as string,
    topUp: (amount: number, more: Record<string, unknown> = {}) =>
      api.post('/api/topups', { ...move, amount: String(amount), idempotencyKey: randomUUID(), ...more }, person.headers),
    withdraw: (amount: number, more: Record<string, unknown> = {}) =>
      api.post('/api/withdrawals', { ...move, amount: String(amount), idempotencyKey: randomUUID(), ...more }, person.headers),
    transfer: async (id: string) => (await api.get(`/api/funds-transfers/${id}`, person.headers)).body,
    bankAccount: async () =>
      (await api.get(`/api/accounts/${account.id}/bank-accounts`, person.headers)).body.find((one: { id: string }) => one.id === linked.id),
    verify: (code: string) => api.post(`/api/bank-accounts/${linked.id}/verify`, { verificationCode: code }, person.headers),
    balance: async () => Number((await api.get(`/api/assets/${wallet.id}`, person.headers)).body.balance),
    used: async (type: 'topup' | 'spend') =>
      Number(
        (await api.get(`/api/accounts/${account.id}/quotas`, person.headers)).body.find(
          (one: { type: string; period: string; assetType: string }) => one.type === type && one.period === 'monthly' && one.assetType.endsWith(liveness),
        ).usage,
      ),
  }
}

/** The vault of the processes under test. */
export function testVault(): Vault {
  const { BANK_NUMBER_KEYS: keys, BANK_NUMBER_FINGERPRINTS: fingerprintKey } = readApiConfig({ DATABASE_URL: 'postgres://unused' })
  return createVault({ keys, fingerprintKey })
}

/** What the bank does to transfers, each in a transaction of its own, by the id of the transfer. */
export function createBank(database: Database & { url: string }, clock: Clock) {
  const ledger = createLedger({ url: new Secret(database.url), name: 'bank', log: silent, clock })
  afterAll(() => ledger.close())
  const side = createBankPort({ ledger, vault: testVault() })
  const { db } = database
  let files = 0
  const referenceOf = async (id: string) =>
    (await sql<{ reference: string }>`select reference from funds_transfer where id = ${id}`.execute(db)).rows[0]?.reference ?? 'UNKNOWN'
  const codeOf = async (id: string) => (await sql<{ code: string }>`select code from funds_transfer where id = ${id}`.execute(db)).rows[0]!.code
  return {
    side,
    codeOf,
    referenceOf,
    take: async (type: 'topup' | 'withdrawal', limit = 1000, fileId = `file-${++files}`) =>
      await db
        .transaction()
        .execute((tx) => side.claimForBatch(tx, { type, fileId, requestedBefore: new Date(clock.now().getTime() + 1), limit, now: clock.now() })),
    settle: async (id: string) => {
      const reference = await referenceOf(id)
      return await db.transaction().execute((tx) => side.settle(tx, { reference, at: clock.now() }))
    },
    fail: async (id: string, reason: FundsTransferFailure = 'insufficient-funds') => {
      const reference = await referenceOf(id)
      return await db.transaction().execute((tx) => side.fail(tx, { reference, reason, at: clock.now() }))
    },
    reverse: async (id: string) => {
      const reference = await referenceOf(id)
      return await db.transaction().execute((tx) => side.reverse(tx, { reference, at: clock.now() }))
    },
  }
}
