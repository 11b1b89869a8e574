import { type Endpoint, pathOf } from '@nikau/contract'
import { endpoints } from '@nikau/contract/endpoints'
import { fakeClock, givenToken, testDatabase } from '@nikau/testing'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { assetMeans, bankNumber, givenCollection, givenHolder, givenShop, givenWallet, runningApi } from './given.ts'

// Every endpoint against everyone who should not get through. A cell is one caller at one endpoint with one set of ids; each is
// asserted, and an endpoint that stands in the contract but not in this table fails.

const database = await testDatabase()
const clock = fakeClock(new Date().toISOString())
const means = assetMeans(database, clock)
const api = await runningApi(database, { clock })
const { app } = api

/** Whose things a call names: the caller's own, Mia's, or nothing that exists. */
type Ids = 'own' | 'other' | 'absent'

interface Things {
  personId: string
  accountId: string
  walletId: string
  assetId: string
  merchantId: string
  /** What they have as a merchant. */
  orgId: string
  shopId: string
  configId: string
  requestId: string
  webhookId: string
  /** Linked with direct debit. */
  bankAccountId: string
  /** Linked without. */
  spareBankAccountId: string
  topUpId: string
  /** A bank payment that was begun for their request. */
  oneOffId: string
}

const collection = await givenCollection(means, { test: true })
const merchantId = means.ids.public()
await sql`insert into merchant (id, name, type, category_code, test) values (${merchantId}, 'Shop', 'e-commerce', '5814', true)`.execute(database.db)

async function givenOwner() {
  const holder = await givenHolder(database, means)
  const walletId = await givenWallet(means, holder.accountId, { ledgerId: 'nikau.nzd.test' })
  await app.inject({ method: 'POST', url: `/api/wallets/${walletId}/topup`, headers: holder.headers, payload: { amount: '100' } })
  const token = await collection.issue(holder.accountId)
  const shop = await givenShop(api, database, { owner: holder })
  const { id: requestId } = await shop.ask(500, { expirySeconds: 86_400 })
  const webhook = await api.post(`/api/accounts/${shop.accountId}/webhooks`, { url: 'https://shop.example/hook' }, holder.headers)
  const merchantThings = {
    orgId: shop.accountId,
    shopId: shop.merchantId,
    configId: shop.configId,
    requestId: String(requestId),
    webhookId: String(webhook.body.id),
    oneOffId: await givenOneOff(String(requestId)),
  }
  const bankThings = await givenBankThings(holder, walletId)
  const things: Things = { personId: holder.personId, accountId: holder.accountId, walletId, assetId: token.id, merchantId, ...merchantThings, ...bankThings }
  return { headers: holder.headers, things, till: shop.till }
}

async function givenBankThings({ headers, phone, accountId }: Awaited<ReturnType<typeof givenHolder>>, walletId: string) {
  await api.post('/api/me/profile/update', { givenName: 'X', familyName: 'Y', email: 'x@example.nz' }, headers)
  const directDebitAuthority = { phoneNumber: phone, fullName: 'X Y', emailAddress: 'x@example.nz' }
  const link = async (more: object) =>
    (await api.post('/api/bank-accounts', { accountId, bankAccountName: 'X', bankAccountNumber: bankNumber('test'), ...more }, headers)).body.id as string
  const bankAccountId = await link({ directDebitAuthority })
  const asked = await api.post('/api/topups', { bankAuthorityId: bankAccountId, walletId, amount: '1' }, headers)
  return { bankAccountId, spareBankAccountId: await link({}), topUpId: String(asked.body.id) }
}

async function givenOneOff(requestId: string): Promise<string> {
  const id = means.ids.public()
  await sql`
    insert into one_off_payment (id, payment_request_id, bank, test, amount, payee, code_word, step, nonce, redirect_uri, created_at, expires_at, updated_at)
    select ${id}, id, 'bnz', true, amount, merchant_name, short_code, 'consent', 'n', 'x', created_at, expires_at, created_at
      from payment_request where id = ${requestId}`.execute(database.db)
  return id
}

const [mia, tane] = [await givenOwner(), await givenOwner()]
const absent: Things = {
  personId: '0a000000-0000-7000-8000-00000000dead',
  accountId: 'absent',
  walletId: 'absent',
  assetId: 'absent',
  merchantId: 'absent',
  orgId: 'absent',
  shopId: 'absent',
  configId: 'absent',
  requestId: 'absent',
  webhookId: 'absent',
  bankAccountId: 'absent',
  spareBankAccountId: 'absent',
  topUpId: 'absent',
  oneOffId: 'absent',
}
const expired = await givenToken(database, mia.things.personId, new Date(clock.now().getTime() - 1000))

/** How an endpoint is called with someone's things, and whether ids decide at all who gets through. */
interface Row {
  params?: (things: Things) => Record<string, string>
  query?: string | ((things: Things) => string)
  body?: (things: Things) => object
  /**
   * `owned`: only the owner's ids open it. `self`: it is about the caller, whatever is sent. `public`: anyone. `request`: an act
   * of the merchant on its payment request, whose id is known to exist by whoever has the link. `linked`: whoever has the link.
   */
  access: 'owned' | 'self' | 'public' | 'request' | 'linked'
  /** What the owner gets: 200 where not said. */
  owner?: number
  /** On a request that was made for this call: the act cannot be done twice. */
  fresh?: true
  /** Only for the owner's people: a till may not. */
  people?: true
  /** What ids that do not exist get at a public endpoint. */
  unknown?: number
}

const ofAccount = { params: (things: Things) => ({ accountId: things.accountId }), access: 'owned' } as const
const ofWallet = { params: (things: Things) => ({ walletId: things.walletId }), access: 'owned' } as const
const ofMerchant = { params: (things: Things) => ({ id: things.merchantId }), access: 'public', unknown: 403 } as const

const ofOrg = { params: (things: Things) => ({ accountId: things.orgId }), access: 'owned', people: true } as const
const ofShop = { params: (things: Things) => ({ id: things.shopId }), access: 'owned' } as const
const ofConfigs = { params: (things: Things) => ({ merchantId: things.shopId }), access: 'owned' } as const
const ofRequest = { params: (things: Things) => ({ id: things.requestId }), access: 'request', unknown: 404 } as const
const ofWebhook = { params: (things: Things) => ({ accountId: things.orgId, webhookId: things.webhookId }), access: 'owned', people: true } as const
const ofTopUp = { params: (things: Things) => ({ id: things.topUpId }), access: 'owned' } as const
const move = (things: Things) => ({ bankAuthorityId: things.bankAccountId, walletId: things.walletId, amount: '1' })
const ofOneOff = { params: (things: Things) => ({ id: things.oneOffId }), access: 'public', unknown: 404 } as const
const config = () => ({ paymentOptions: [{ type: 'nikau.nzd.test' }] })

const matrix: Record<string, Row> = {
  searchMerchants: { access: 'public', unknown: 200 },
  getMerchantSummary: ofMerchant,
  listSupportedWallets: ofMerchant,
  listAccountMemberships: { access: 'self' },
  createAccount: { body: (things) => ({ name: 'X', type: 'individual', owner: things.personId }), access: 'owned' },
  updateProfile: { body: () => ({ givenName: 'X' }), access: 'self' },
  confirmEmail: { body: () => ({ token: 'nonsense' }), access: 'public', owner: 403, unknown: 403 },
  createWallet: { body: (things) => ({ accountId: things.accountId, ledgerId: 'nikau.nzd.test' }), access: 'owned' },
  listWalletTransactions: ofWallet,
  getWalletTransaction: { params: (things) => ({ walletId: things.walletId, activityNumber: '1' }), access: 'owned' },
  topUpTestWallet: { ...ofWallet, body: () => ({ amount: '100' }) },
  getStatement: { ...ofWallet, query: '?format=csv' },
  listAssets: ofAccount,
  getAsset: { params: (things) => ({ id: things.assetId }), access: 'owned' },
  getAssetSummary: { params: (things) => ({ id: things.assetId }), access: 'public', unknown: 403 },
  listTokenActivities: ofAccount,
  listQuotas: ofAccount,
  createApiKey: { ...ofOrg, body: () => ({ name: means.ids.public(), role: 'merchant-terminal' }) },
  listApiKeys: ofOrg,
  updateApiKey: { ...ofOrg, params: (things) => ({ accountId: things.orgId, name: 'till' }), body: () => ({ enabled: true }) },
  createMerchant: {
    body: (things) => ({ accountId: things.orgId, name: 'New', country: 'NZ', test: true, type: 'e-commerce' }),
    access: 'owned',
    people: true,
  },
  getMerchant: ofShop,
  updateMerchant: { ...ofShop, body: () => ({ name: 'Shop' }), people: true },
  listMerchants: { query: (things) => `?accountId=${things.orgId}`, access: 'owned' },
  createMerchantConfig: { ...ofConfigs, body: config, people: true },
  updateMerchantConfig: { ...ofConfigs, params: (things) => ({ merchantId: things.shopId, configId: things.configId }), body: config, people: true },
  listMerchantConfigs: ofConfigs,
  getMerchantConfig: { params: (things) => ({ id: things.configId }), access: 'owned' },
  createPaymentRequest: { body: (things) => ({ configId: things.configId, value: { amount: '100', currency: 'NZD' } }), access: 'linked', unknown: 403 },
  listPaymentRequests: { query: (things) => `?merchantAccountId=${things.orgId}&externalRef=x`, access: 'owned' },
  getPaymentRequest: { ...ofRequest, access: 'linked' },
  getPaymentRequestSummary: { ...ofRequest, access: 'public', unknown: 404 },
  listPaymentRequestActivities: ofRequest,
  listMerchantActivities: { query: (things) => `?merchantId=${things.shopId}`, access: 'owned' },
  // Nobody has the money for it: who may try is told so, and who may not that it is not theirs.
  payPaymentRequest: {
    ...ofRequest,
    body: (things) => ({ assetType: 'nikau.nzd.test', assetId: things.walletId }),
    access: 'linked',
    owner: 403,
  },
  cancelPaymentRequest: { ...ofRequest, fresh: true },
  voidPaymentRequest: { ...ofRequest, fresh: true },
  refundPaymentRequest: { ...ofRequest, body: () => ({ value: { amount: '1', currency: 'NZD' }, externalRef: 'r' }), owner: 403 },
  confirmPaymentRequest: { ...ofRequest, body: () => ({ idempotencyKey: 'c', invoiceRef: 'i' }), owner: 403 },
  releasePaymentRequest: { ...ofRequest, owner: 403 },
  acceptCondition: { ...ofRequest, params: (things) => ({ id: things.requestId, conditionId: 'none' }), owner: 403 },
  declineCondition: { ...ofRequest, params: (things) => ({ id: things.requestId, conditionId: 'none' }), owner: 403 },
  findPaymentByCode: { body: () => ({ url: 'https://vend.example/1' }), access: 'public', owner: 404, unknown: 404 },
  // The shop takes no bank: whoever has the link of a request is told so.
  createOneOffPayment: { body: (things) => ({ paymentRequestId: things.requestId, bank: 'bnz' }), access: 'public', owner: 403, unknown: 404 },
  getOneOffPayment: ofOneOff,
  // Nobody was sent to the bank: there is no code to pay with.
  payOneOffPayment: { ...ofOneOff, body: () => ({ code: 'none' }), owner: 403 },
  cancelOneOffPayment: ofOneOff,
  // The shop takes no farm card: whoever has the link of a request is told so.
  verifyFarmlandsCard: {
    body: (things) => ({
      challengeType: 'verify-farmlands-card',
      params: { number: '6005091000000001', expiry: '12/30', cvv: '123' },
      paymentRequestId: things.requestId,
    }),
    access: 'public',
    owner: 403,
    unknown: 404,
  },
  createWebhook: { ...ofOrg, body: () => ({ url: 'https://shop.example/hook' }) },
  listWebhooks: ofOrg,
  updateWebhook: { ...ofWebhook, body: () => ({ enabled: true }) },
  rotateWebhook: ofWebhook,
  listWebhookDeliveries: ofWebhook,
  resendWebhookDelivery: {
    ...ofWebhook,
    params: (things) => ({ accountId: things.orgId, webhookId: things.webhookId, deliveryId: '00000000-0000-4000-8000-000000000000' }),
    owner: 403,
  },
  listBankAccounts: ofAccount,
  linkBankAccount: { body: (things) => ({ accountId: things.accountId, bankAccountName: 'X', bankAccountNumber: bankNumber('test') }), access: 'owned' },
  authorizeDirectDebit: {
    params: (things) => ({ id: things.spareBankAccountId }),
    body: () => ({ phoneNumber: '+64211234567', fullName: 'X Y', emailAddress: 'x@example.nz' }),
    access: 'owned',
  },
  // Its code is on no statement yet: who may try is told that it is wrong.
  verifyBankAccount: { params: (things) => ({ id: things.bankAccountId }), body: () => ({ verificationCode: '0000' }), access: 'owned', owner: 403 },
  unlinkBankAccount: { params: (things) => ({ id: things.spareBankAccountId }), access: 'owned' },
  createTopUp: { body: move, access: 'owned' },
  createWithdrawal: { body: move, access: 'owned' },
  listTopUps: { access: 'self' },
  listAccountTopUps: ofAccount,
  listAccountWithdrawals: ofAccount,
  getFundsTransfer: ofTopUp,
  abortFundsTransfer: ofTopUp,
}

type Kind = 'nobody' | 'person' | 'key'
const callers: Record<string, { headers: Record<string, string>; own: Things; kind: Kind }> = {
  anonymous: { headers: {}, own: tane.things, kind: 'nobody' },
  'other person': { headers: tane.headers, own: tane.things, kind: 'person' },
  "other merchant's key": { headers: tane.till, own: tane.things, kind: 'key' },
  'no key of ours': { headers: { 'x-api-key': 'k_0123456789abcdefghijklmnop' }, own: tane.things, kind: 'nobody' },
  'made-up card token': { headers: { authorization: `Bearer ct_${'A'.repeat(43)}` }, own: tane.things, kind: 'nobody' },
  'expired token': { headers: { authorization: `Bearer ${expired}` }, own: mia.things, kind: 'nobody' },
}

async function withFreshRequest(things: Things): Promise<Things> {
  const owner = [mia, tane].find((one) => one.things.orgId === things.orgId)
  if (!owner) return things
  clock.advance(1000)
  const asked = await api.post('/api/payment-requests', { configId: things.configId, value: { amount: '500', currency: 'NZD' } }, owner.till)
  return { ...things, requestId: String(asked.body.id) }
}

async function call(endpoint: Endpoint, row: Row, things: Things, headers: Record<string, string>) {
  if (row.fresh) things = await withFreshRequest(things)
  const url = pathOf(endpoint, row.params?.(things)) + (typeof row.query === 'function' ? row.query(things) : (row.query ?? ''))
  const payload = row.body?.(things)
  const response = await app.inject({ method: endpoint.method, url, headers, ...(payload && { payload }) })
  const json = String(response.headers['content-type']).startsWith('application/json')
  return { status: response.statusCode, body: json ? (response.json() as unknown) : response.payload }
}

function thingsFor(ids: Ids, own: Things): Things {
  if (ids === 'absent') return absent
  return ids === 'own' ? own : mia.things
}

/** What a cell must answer. Someone unknown learns nothing but that; someone known gets through to what is theirs alone. */
function expected(endpoint: Endpoint, row: Row, kind: Kind, ids: Ids): number {
  const known = endpoint.access === 'person-or-key' ? kind !== 'nobody' : endpoint.access === 'merchant-key' ? kind === 'key' : kind === 'person'
  if (row.access === 'public') return ids === 'absent' ? row.unknown! : (row.owner ?? 200)
  if (!known) return 401
  if (row.unknown !== undefined && ids === 'absent') return row.unknown
  if (row.people && kind === 'key') return 403
  return row.access === 'self' || row.access === 'linked' || ids === 'own' ? (row.owner ?? 200) : 403
}

const cells: string[] = []

test('the table has every endpoint of the contract and no other [SESS-13, API-06]', () => {
  expect(Object.keys(matrix).sort()).toEqual(Object.keys(endpoints).sort())
})

describe.each(Object.entries(matrix))('%s', (name, row) => {
  const endpoint = endpoints[name]!

  test.each(Object.entries(callers))('%s [SESS-13, API-02, API-06]', async (caller, { headers, own, kind }) => {
    for (const ids of ['own', 'other', 'absent'] as const) {
      const answer = await call(endpoint, row, thingsFor(ids, own), headers)
      expect({ ids, status: answer.status }).toEqual({ ids, status: expected(endpoint, row, kind, ids) })
      if (answer.status === 401) expect(answer.body).toEqual({ statusCode: 401, error: 'Unauthorized', message: 'Missing authentication' })
      cells.push(`${name} ${caller} ${ids}`)
    }
    if (row.access !== 'owned') return
    const [foreign, none] = [await call(endpoint, row, mia.things, headers), await call(endpoint, row, absent, headers)]
    expect(foreign).toEqual(none)
  })

  test('its owner gets through', async () => {
    const headers = endpoint.access === 'merchant-key' ? mia.till : mia.headers
    expect((await call(endpoint, row, mia.things, headers)).status).toBe(row.owner ?? 200)
  })
})

test('every cell was asserted', () => {
  expect(new Set(cells).size).toBe(Object.keys(endpoints).length * Object.keys(callers).length * 3)
})

test('what a public answer tells of an asset holds nothing of its owner [API-33]', async () => {
  const { body } = await call(endpoints.getAssetSummary!, matrix.getAssetSummary!, mia.things, {})
  for (const secret of [mia.things.accountId, mia.things.personId]) expect(JSON.stringify(body)).not.toContain(secret)
})
