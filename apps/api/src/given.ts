// A running API for this app's own tests, on the test file's own database; a shop with a till and people with money in their
// wallets, made through that API.
import { randomUUID } from 'node:crypto'
import type { Liveness } from '@nikau/contract/amounts'
import { checkAccountNumber } from '@nikau/contract/bank-account-number'
import type { FundsTransferFailure } from '@nikau/contract/funds-transfers'
import { createLedger } from '@nikau/ledger'
import { cents } from '@nikau/money'
import { type Clock, createVault, type Database, randomIds, Secret, systemClock } from '@nikau/runtime'
import { type GivenPerson, givenPerson, silent } from '@nikau/testing'
import { sql } from 'kysely'
import { afterAll } from 'vitest'
import { createApp } from './app.ts'
import { readApiConfig } from './config.ts'
import { openIndividual, openOrg } from './modules/accounts/index.ts'
import { allowRedemption, type AssetMeans, createCollection, issueToken, type NewCollection, profileIssuer } from './modules/assets/index.ts'
import { bankSide } from './modules/funds-transfers/index.ts'
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
    delete: (url: string, headers?: Record<string, string>) => call('DELETE', url, headers),
  }
}

/** As a client does: what was answered with 503, because the machine is busy, is asked again. Not for ever: a 503 that stays is the answer. */
export async function patiently(ask: () => Promise<Answer>, tries = 10): Promise<Answer> {
  const answer = await ask()
  if (answer.status !== 503 || tries === 1) return answer
  await new Promise((resolve) => setTimeout(resolve, 100))
  return await patiently(ask, tries - 1)
}

/** So many at the same moment. */
export async function atOnce(count: number, ask: () => Promise<Answer>): Promise<Answer[]> {
  return await Promise.all(Array.from({ length: count }, () => patiently(ask)))
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

let lastBase = 100_000

/** A bank account number that nobody else in this test file has: a test account's, or a real bank's with its check digit right. */
export function bankNumber(liveness: Liveness = 'main'): string {
  for (;;) {
    const number = `${liveness === 'test' ? '00' : '02'}-0500-${String(++lastBase).padStart(7, '0')}-00`
    if (checkAccountNumber(number, liveness).number) return number
  }
}

/** Someone whose profile is complete, with a wallet, a linked bank account and direct debit from it, all made through the API. */
export async function givenBanked(api: Api, database: Database, options: { liveness?: Liveness; directDebit?: boolean; number?: string } = {}) {
  const { liveness = 'main', directDebit = true } = options
  const email = `p${randomUUID()}@example.nz`
  const person = await givenPerson(database, { givenName: 'Mia', familyName: 'Henare', email })
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
    topUp: (amount: number, more: Record<string, unknown> = {}) => api.post('/api/topups', { ...move, amount: String(amount), ...more }, person.headers),
    withdraw: (amount: number, more: Record<string, unknown> = {}) =>
      api.post('/api/withdrawals', { ...move, amount: String(amount), ...more }, person.headers),
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

/** What the bank does to transfers, each in a transaction of its own, by the id of the transfer. */
export function givenBank(database: Database & { url: string }, clock: Clock) {
  const ledger = createLedger({ url: new Secret(database.url), name: 'bank', log: silent, clock })
  afterAll(() => ledger.close())
  const { BANK_NUMBER_KEYS: keys, BANK_NUMBER_FINGERPRINTS: fingerprintKey } = readApiConfig({ DATABASE_URL: database.url })
  const side = bankSide({ ledger, vault: createVault({ keys, fingerprintKey }) })
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
      await db.transaction().execute((tx) => side.takeForFile(tx, { type, fileId, limit, now: clock.now() })),
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
