import { type Endpoint, pathOf } from '@nikau/contract'
import { endpoints } from '@nikau/contract/endpoints'
import { fakeClock, givenToken, testDatabase } from '@nikau/testing'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { assetMeans, givenCollection, givenHolder, givenWallet, runningApi } from './given.ts'

// Every endpoint against everyone who should not get through. A cell is one caller at one endpoint with one set of ids; each is
// asserted, and an endpoint that stands in the contract but not in this table fails.

const database = await testDatabase()
const clock = fakeClock(new Date().toISOString())
const means = assetMeans(database, clock)
const { app } = await runningApi(database, { clock })

/** Whose things a call names: the caller's own, Mia's, or nothing that exists. */
type Ids = 'own' | 'other' | 'absent'

interface Things {
  personId: string
  accountId: string
  walletId: string
  assetId: string
  merchantId: string
}

const collection = await givenCollection(means, { test: true })
const merchantId = means.ids.public()
await sql`insert into merchant (id, name, type, category_code, test) values (${merchantId}, 'Shop', 'e-commerce', '5814', true)`.execute(database.db)

async function givenOwner() {
  const holder = await givenHolder(database, means)
  const walletId = await givenWallet(means, holder.accountId, { ledgerId: 'nikau.nzd.test' })
  await app.inject({ method: 'POST', url: `/api/wallets/${walletId}/topup`, headers: holder.headers, payload: { amount: '100' } })
  const token = await collection.issue(holder.accountId)
  const things: Things = { personId: holder.personId, accountId: holder.accountId, walletId, assetId: token.id, merchantId }
  return { headers: holder.headers, things }
}

const [mia, tane] = [await givenOwner(), await givenOwner()]
const absent: Things = { personId: '0a000000-0000-7000-8000-00000000dead', accountId: 'absent', walletId: 'absent', assetId: 'absent', merchantId: 'absent' }
const expired = await givenToken(database, mia.things.personId, new Date(clock.now().getTime() - 1000))

/** How an endpoint is called with someone's things, and whether ids decide at all who gets through. */
interface Row {
  params?: (things: Things) => Record<string, string>
  query?: string
  body?: (things: Things) => object
  /** `owned`: only the owner's ids open it. `self`: it is about the caller, whatever is sent. `public`: anyone. */
  access: 'owned' | 'self' | 'public'
  /** What the owner gets: 200 where not said. */
  owner?: number
  /** What ids that do not exist get at a public endpoint. */
  unknown?: number
}

const ofAccount = { params: (things: Things) => ({ accountId: things.accountId }), access: 'owned' } as const
const ofWallet = { params: (things: Things) => ({ walletId: things.walletId }), access: 'owned' } as const
const ofMerchant = { params: (things: Things) => ({ id: things.merchantId }), access: 'public', unknown: 403 } as const

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
}

const callers: Record<string, { headers: Record<string, string>; own: Things; known: boolean }> = {
  anonymous: { headers: {}, own: tane.things, known: false },
  'other person': { headers: tane.headers, own: tane.things, known: true },
  "other merchant's key": { headers: { 'x-api-key': 'k_0123456789abcdefghijklmnop' }, own: tane.things, known: false },
  'expired token': { headers: { authorization: `Bearer ${expired}` }, own: mia.things, known: false },
}

async function call(endpoint: Endpoint, row: Row, things: Things, headers: Record<string, string>) {
  const url = pathOf(endpoint, row.params?.(things)) + (row.query ?? '')
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
function expected(endpoint: Endpoint, row: Row, known: boolean, ids: Ids): number {
  if (row.access === 'public') return ids === 'absent' ? row.unknown! : (row.owner ?? 200)
  if (!known || endpoint.access === 'merchant-key') return 401
  return row.access === 'self' || ids === 'own' ? (row.owner ?? 200) : 403
}

const cells: string[] = []

test('the table has every endpoint of the contract and no other [SESS-13, API-06]', () => {
  expect(Object.keys(matrix).sort()).toEqual(Object.keys(endpoints).sort())
})

describe.each(Object.entries(matrix))('%s', (name, row) => {
  const endpoint = endpoints[name]!

  test.each(Object.entries(callers))('%s [SESS-13, API-02, API-06]', async (caller, { headers, own, known }) => {
    for (const ids of ['own', 'other', 'absent'] as const) {
      const answer = await call(endpoint, row, thingsFor(ids, own), headers)
      expect({ ids, status: answer.status }).toEqual({ ids, status: expected(endpoint, row, known, ids) })
      if (answer.status === 401) expect(answer.body).toEqual({ statusCode: 401, error: 'Unauthorized', message: 'Missing authentication' })
      cells.push(`${name} ${caller} ${ids}`)
    }
    if (row.access !== 'owned') return
    const [foreign, none] = [await call(endpoint, row, mia.things, headers), await call(endpoint, row, absent, headers)]
    expect(foreign).toEqual(none)
  })

  test('its owner gets through', async () => {
    expect((await call(endpoint, row, mia.things, mia.headers)).status).toBe(row.owner ?? 200)
  })
})

test('every cell was asserted', () => {
  expect(new Set(cells).size).toBe(Object.keys(endpoints).length * Object.keys(callers).length * 3)
})

test('what a public answer tells of an asset holds nothing of its owner [API-33]', async () => {
  const { body } = await call(endpoints.getAssetSummary!, matrix.getAssetSummary!, mia.things, {})
  for (const secret of [mia.things.accountId, mia.things.personId]) expect(JSON.stringify(body)).not.toContain(secret)
})
