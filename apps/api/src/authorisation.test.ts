import { type Endpoint, pathOf } from '@nikau/contract'
import { endpoints } from '@nikau/contract/endpoints'
import { fakeClock, createAccessToken, testDatabase } from '@nikau/testing'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { assetDeps, bankNumber, createIssuerWithCollection, createHolder, createShop, createWallet, runningApi } from './fixtures.ts'

// Every endpoint against every caller who must be refused. A cell is one caller at one endpoint with one set of ids; every cell is
// asserted, and an endpoint of the contract that is missing in this table fails.

const database = await testDatabase()
const clock = fakeClock(new Date().toISOString())
const deps = assetDeps(database, clock)
const api = await runningApi(database, { clock })
const { app } = api

/** The ids in a call: the caller's own, Mia's, or unknown ones. */
type IdSet = 'own' | 'other' | 'absent'

interface OwnedIds {
  personId: string
  accountId: string
  walletId: string
  assetId: string
  merchantId: string
  /** Of the owner's merchant. */
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
  /** A pay-by-bank payment of their request. */
  oneOffId: string
}

const collection = await createIssuerWithCollection(deps, { test: true })
const merchantId = deps.ids.public()
await sql`insert into merchant (id, name, type, category_code, test) values (${merchantId}, 'Shop', 'e-commerce', '5814', true)`.execute(database.db)

async function createOwner() {
  const holder = await createHolder(database, deps)
  const walletId = await createWallet(deps, holder.accountId, { ledgerId: 'nikau.nzd.test' })
  await app.inject({ method: 'POST', url: `/api/wallets/${walletId}/topup`, headers: holder.headers, payload: { amount: '100' } })
  const token = await collection.issue(holder.accountId)
  const shop = await createShop(api, database, { owner: holder })
  const { id: requestId } = await shop.createRequest(500, { expirySeconds: 86_400 })
  const webhook = await api.post(`/api/accounts/${shop.accountId}/webhooks`, { url: 'https://shop.example/hook' }, holder.headers)
  const merchantIds = {
    orgId: shop.accountId,
    shopId: shop.merchantId,
    configId: shop.configId,
    requestId: String(requestId),
    webhookId: String(webhook.body.id),
    oneOffId: await createOneOff(String(requestId)),
  }
  const bankIds = await createBankFixtures(holder, walletId)
  const ids: OwnedIds = { personId: holder.personId, accountId: holder.accountId, walletId, assetId: token.id, merchantId, ...merchantIds, ...bankIds }
  return { headers: holder.headers, ids, till: shop.till }
}

async function createBankFixtures({ headers, phone, accountId }: Awaited<ReturnType<typeof createHolder>>, walletId: string) {
  await api.post('/api/me/profile/update', { givenName: 'X', familyName: 'Y', email: 'x@example.nz' }, headers)
  const directDebitAuthority = { phoneNumber: phone, fullName: 'X Y', emailAddress: 'x@example.nz' }
  const link = async (more: object) =>
    (await api.post('/api/bank-accounts', { accountId, bankAccountName: 'X', bankAccountNumber: bankNumber('test'), ...more }, headers)).body.id as string
  const bankAccountId = await link({ directDebitAuthority })
  const created = await api.post('/api/topups', { bankAuthorityId: bankAccountId, walletId, amount: '1' }, headers)
  return { bankAccountId, spareBankAccountId: await link({}), topUpId: String(created.body.id) }
}

async function createOneOff(requestId: string): Promise<string> {
  const id = deps.ids.public()
  await sql`
    insert into pay_by_bank_payment (id, payment_request_id, bank, test, amount, payee, statement_code, step, nonce, redirect_uri, created_at, expires_at, updated_at)
    select ${id}, id, 'bnz', true, amount, merchant_name, short_code, 'consent', 'n', 'x', created_at, expires_at, created_at
      from payment_request where id = ${requestId}`.execute(database.db)
  return id
}

const [mia, tane] = [await createOwner(), await createOwner()]
const absent: OwnedIds = {
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
const expired = await createAccessToken(database, mia.ids.personId, new Date(clock.now().getTime() - 1000))

/** How an endpoint is called with an owner's ids, and whether the ids decide who is allowed. */
interface Row {
  params?: (ids: OwnedIds) => Record<string, string>
  query?: string | ((ids: OwnedIds) => string)
  body?: (ids: OwnedIds) => object
  /**
   * `owned`: only the owner is allowed. `self`: it acts on the caller, whatever the ids. `public`: anyone. `request`: an action of
   * the merchant on its payment request, whose id is public, so unknown ids may return 404. `linked`: anyone who has the link.
   */
  access: 'owned' | 'self' | 'public' | 'request' | 'linked'
  /** Status for the owner; 200 by default. */
  owner?: number
  /** Creates a payment request for each call, because the action cannot be repeated. */
  fresh?: true
  /** Only for members of the account, not for terminal keys. */
  people?: true
  /** Status of unknown ids at a public endpoint. */
  unknown?: number
}

const ofAccount = { params: (ids: OwnedIds) => ({ accountId: ids.accountId }), access: 'owned' } as const
const ofWallet = { params: (ids: OwnedIds) => ({ walletId: ids.walletId }), access: 'owned' } as const
const ofMerchant = { params: (ids: OwnedIds) => ({ id: ids.merchantId }), access: 'public', unknown: 403 } as const

const ofOrg = { params: (ids: OwnedIds) => ({ accountId: ids.orgId }), access: 'owned', people: true } as const
const ofShop = { params: (ids: OwnedIds) => ({ id: ids.shopId }), access: 'owned' } as const
const ofConfigs = { params: (ids: OwnedIds) => ({ merchantId: ids.shopId }), access: 'owned' } as const
const ofRequest = { params: (ids: OwnedIds) => ({ id: ids.requestId }), access: 'request', unknown: 404 } as const
const ofWebhook = { params: (ids: OwnedIds) => ({ accountId: ids.orgId, webhookId: ids.webhookId }), access: 'owned', people: true } as const
const ofTopUp = { params: (ids: OwnedIds) => ({ id: ids.topUpId }), access: 'owned' } as const
const move = (ids: OwnedIds) => ({ bankAuthorityId: ids.bankAccountId, walletId: ids.walletId, amount: '1' })
const ofOneOff = { params: (ids: OwnedIds) => ({ id: ids.oneOffId }), access: 'public', unknown: 404 } as const
const config = () => ({ paymentOptions: [{ type: 'nikau.nzd.test' }] })

const matrix: Record<string, Row> = {
  searchMerchants: { access: 'public', unknown: 200 },
  getMerchantSummary: ofMerchant,
  listSupportedWallets: ofMerchant,
  listAccountMemberships: { access: 'self' },
  createAccount: { body: (ids) => ({ name: 'X', type: 'individual', owner: ids.personId }), access: 'owned' },
  updateProfile: { body: () => ({ givenName: 'X' }), access: 'self' },
  confirmEmail: { body: () => ({ token: 'nonsense' }), access: 'public', owner: 403, unknown: 403 },
  createWallet: { body: (ids) => ({ accountId: ids.accountId, ledgerId: 'nikau.nzd.test' }), access: 'owned' },
  listWalletTransactions: ofWallet,
  getWalletTransaction: { params: (ids) => ({ walletId: ids.walletId, activityNumber: '1' }), access: 'owned' },
  topUpTestWallet: { ...ofWallet, body: () => ({ amount: '100' }) },
  getStatement: { ...ofWallet, query: '?format=csv' },
  listAssets: ofAccount,
  getAsset: { params: (ids) => ({ id: ids.assetId }), access: 'owned' },
  getAssetSummary: { params: (ids) => ({ id: ids.assetId }), access: 'public', unknown: 403 },
  listTokenActivities: ofAccount,
  listQuotas: ofAccount,
  createApiKey: { ...ofOrg, body: () => ({ name: deps.ids.public(), role: 'merchant-terminal' }) },
  listApiKeys: ofOrg,
  updateApiKey: { ...ofOrg, params: (ids) => ({ accountId: ids.orgId, name: 'till' }), body: () => ({ enabled: true }) },
  createMerchant: {
    body: (ids) => ({ accountId: ids.orgId, name: 'New', country: 'NZ', test: true, type: 'e-commerce' }),
    access: 'owned',
    people: true,
  },
  getMerchant: ofShop,
  updateMerchant: { ...ofShop, body: () => ({ name: 'Shop' }), people: true },
  listMerchants: { query: (ids) => `?accountId=${ids.orgId}`, access: 'owned' },
  createMerchantConfig: { ...ofConfigs, body: config, people: true },
  updateMerchantConfig: { ...ofConfigs, params: (ids) => ({ merchantId: ids.shopId, configId: ids.configId }), body: config, people: true },
  listMerchantConfigs: ofConfigs,
  getMerchantConfig: { params: (ids) => ({ id: ids.configId }), access: 'owned' },
  createPaymentRequest: { body: (ids) => ({ configId: ids.configId, value: { amount: '100', currency: 'NZD' } }), access: 'linked', unknown: 403 },
  listPaymentRequests: { query: (ids) => `?merchantAccountId=${ids.orgId}&externalRef=x`, access: 'owned' },
  getPaymentRequest: { ...ofRequest, access: 'linked' },
  getPaymentRequestSummary: { ...ofRequest, access: 'public', unknown: 404 },
  listPaymentRequestActivities: ofRequest,
  listMerchantActivities: { query: (ids) => `?merchantId=${ids.shopId}`, access: 'owned' },
  // The wallet has too little money, so the payer is refused as well.
  payPaymentRequest: {
    ...ofRequest,
    body: (ids) => ({ assetType: 'nikau.nzd.test', assetId: ids.walletId }),
    access: 'linked',
    owner: 403,
  },
  cancelPaymentRequest: { ...ofRequest, fresh: true },
  voidPaymentRequest: { ...ofRequest, fresh: true },
  refundPaymentRequest: { ...ofRequest, body: () => ({ value: { amount: '1', currency: 'NZD' }, externalRef: 'r' }), owner: 403 },
  confirmPaymentRequest: { ...ofRequest, body: () => ({ idempotencyKey: 'c', invoiceRef: 'i' }), owner: 403 },
  releasePaymentRequest: { ...ofRequest, owner: 403 },
  acceptCondition: { ...ofRequest, params: (ids) => ({ id: ids.requestId, conditionId: 'none' }), owner: 403 },
  declineCondition: { ...ofRequest, params: (ids) => ({ id: ids.requestId, conditionId: 'none' }), owner: 403 },
  findPaymentByCode: { body: () => ({ url: 'https://vend.example/1' }), access: 'public', owner: 404, unknown: 404 },
  // The shop does not accept pay by bank.
  createOneOffPayment: { body: (ids) => ({ paymentRequestId: ids.requestId, bank: 'bnz' }), access: 'public', owner: 403, unknown: 404 },
  getOneOffPayment: ofOneOff,
  // No customer was sent to the bank, so the code is invalid.
  payOneOffPayment: { ...ofOneOff, body: () => ({ code: 'none' }), owner: 403 },
  cancelOneOffPayment: ofOneOff,
  // The shop does not accept farm cards.
  verifyFarmlandsCard: {
    body: (ids) => ({
      challengeType: 'verify-farmlands-card',
      params: { number: '6005091000000001', expiry: '12/30', cvv: '123' },
      paymentRequestId: ids.requestId,
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
    params: (ids) => ({ accountId: ids.orgId, webhookId: ids.webhookId, deliveryId: '00000000-0000-4000-8000-000000000000' }),
    owner: 403,
  },
  listBankAccounts: ofAccount,
  linkBankAccount: { body: (ids) => ({ accountId: ids.accountId, bankAccountName: 'X', bankAccountNumber: bankNumber('test') }), access: 'owned' },
  authorizeDirectDebit: {
    params: (ids) => ({ id: ids.spareBankAccountId }),
    body: () => ({ phoneNumber: '+64211234567', fullName: 'X Y', emailAddress: 'x@example.nz' }),
    access: 'owned',
  },
  // The code is wrong.
  verifyBankAccount: { params: (ids) => ({ id: ids.bankAccountId }), body: () => ({ verificationCode: '0000' }), access: 'owned', owner: 403 },
  unlinkBankAccount: { params: (ids) => ({ id: ids.spareBankAccountId }), access: 'owned' },
  createTopUp: { body: move, access: 'owned' },
  createWithdrawal: { body: move, access: 'owned' },
  listTopUps: { access: 'self' },
  listAccountTopUps: ofAccount,
  listAccountWithdrawals: ofAccount,
  getFundsTransfer: ofTopUp,
  abortFundsTransfer: ofTopUp,
}

type Kind = 'anonymous' | 'person' | 'key'
const callers: Record<string, { headers: Record<string, string>; own: OwnedIds; kind: Kind }> = {
  anonymous: { headers: {}, own: tane.ids, kind: 'anonymous' },
  'other person': { headers: tane.headers, own: tane.ids, kind: 'person' },
  "other merchant's key": { headers: tane.till, own: tane.ids, kind: 'key' },
  'unknown key': { headers: { 'x-api-key': 'k_0123456789abcdefghijklmnop' }, own: tane.ids, kind: 'anonymous' },
  'invalid card token': { headers: { authorization: `Bearer ct_${'A'.repeat(43)}` }, own: tane.ids, kind: 'anonymous' },
  'expired token': { headers: { authorization: `Bearer ${expired}` }, own: mia.ids, kind: 'anonymous' },
}

async function withFreshRequest(ids: OwnedIds): Promise<OwnedIds> {
  const owner = [mia, tane].find((owner) => owner.ids.orgId === ids.orgId)
  if (!owner) return ids
  clock.advance(1000)
  const created = await api.post('/api/payment-requests', { configId: ids.configId, value: { amount: '500', currency: 'NZD' } }, owner.till)
  return { ...ids, requestId: String(created.body.id) }
}

async function call(endpoint: Endpoint, row: Row, ids: OwnedIds, headers: Record<string, string>) {
  if (row.fresh) ids = await withFreshRequest(ids)
  const url = pathOf(endpoint, row.params?.(ids)) + (typeof row.query === 'function' ? row.query(ids) : (row.query ?? ''))
  const payload = row.body?.(ids)
  const response = await app.inject({ method: endpoint.method, url, headers, ...(payload && { payload }) })
  const json = String(response.headers['content-type']).startsWith('application/json')
  return { status: response.statusCode, body: json ? (response.json() as unknown) : response.payload }
}

function idsFor(idSet: IdSet, own: OwnedIds): OwnedIds {
  if (idSet === 'absent') return absent
  return idSet === 'own' ? own : mia.ids
}

/** The expected status of a cell: 401 for an unauthenticated caller, 403 for ids that are not the caller's. */
function expected(endpoint: Endpoint, row: Row, kind: Kind, idSet: IdSet): number {
  const known = endpoint.access === 'person-or-key' ? kind !== 'anonymous' : endpoint.access === 'merchant-key' ? kind === 'key' : kind === 'person'
  if (row.access === 'public') return idSet === 'absent' ? row.unknown! : (row.owner ?? 200)
  if (!known) return 401
  if (row.unknown !== undefined && idSet === 'absent') return row.unknown
  if (row.people && kind === 'key') return 403
  return row.access === 'self' || row.access === 'linked' || idSet === 'own' ? (row.owner ?? 200) : 403
}

const cells: string[] = []

test('the table has every endpoint of the contract and no other [SESS-13, API-06]', () => {
  expect(Object.keys(matrix).sort()).toEqual(Object.keys(endpoints).sort())
})

describe.each(Object.entries(matrix))('%s', (name, row) => {
  const endpoint = endpoints[name]!

  test.each(Object.entries(callers))('%s [SESS-13, API-02, API-06]', async (caller, { headers, own, kind }) => {
    for (const idSet of ['own', 'other', 'absent'] as const) {
      const answer = await call(endpoint, row, idsFor(idSet, own), headers)
      expect({ idSet, status: answer.status }).toEqual({ idSet, status: expected(endpoint, row, kind, idSet) })
      if (answer.status === 401) expect(answer.body).toEqual({ statusCode: 401, error: 'Unauthorized', message: 'Missing authentication' })
      cells.push(`${name} ${caller} ${idSet}`)
    }
    if (row.access !== 'owned') return
    const [foreign, none] = [await call(endpoint, row, mia.ids, headers), await call(endpoint, row, absent, headers)]
    expect(foreign).toEqual(none)
  })

  test('the owner is allowed', async () => {
    const headers = endpoint.access === 'merchant-key' ? mia.till : mia.headers
    expect((await call(endpoint, row, mia.ids, headers)).status).toBe(row.owner ?? 200)
  })
})

test('every cell was asserted', () => {
  expect(new Set(cells).size).toBe(Object.keys(endpoints).length * Object.keys(callers).length * 3)
})

test('a public asset summary does not reveal its owner [API-33]', async () => {
  const { body } = await call(endpoints.getAssetSummary!, matrix.getAssetSummary!, mia.ids, {})
  for (const secret of [mia.ids.accountId, mia.ids.personId]) expect(JSON.stringify(body)).not.toContain(secret)
})
