import { assertLedgerInvariants, balance } from '@nikau/ledger'
import { cents } from '@nikau/money'
import { fakeClock, createPerson, testDatabase } from '@nikau/testing'
import { sql } from 'kysely'
import { afterEach, describe, expect, test } from 'vitest'
import { assetDeps, createIssuerWithCollection, createHolder, createWallet, runningApi } from '../../fixtures.ts'
import { allowRedemption, issueToken, openCreditLine, redeemToken } from './index.ts'

const database = await testDatabase()
const { db } = database
const clock = fakeClock('2026-11-15T00:00:00Z')
const deps = assetDeps(database, clock)
const api = await runningApi(database, { clock })
afterEach(() => assertLedgerInvariants(db))

const inDays = (days: number) => new Date(clock.now().getTime() + days * 86_400_000)

describe('the list of assets', () => {
  test('holds wallets, credit lines and tokens of both livenesses, soonest expiry first, without a hidden type [API-31, API-07, ENT-08, ENT-12, CONST-05]', async () => {
    const mia = await createHolder(database, deps)
    const [later, sooner] = [
      await createIssuerWithCollection(deps),
      await createIssuerWithCollection(deps, { test: true, maxValue: 650n, productCode: 'FW1', img: 'data:,' }),
    ]
    const late = await later.issue(mia.accountId, { expiresAt: inDays(30) })
    const endless = await later.issue(mia.accountId)
    const soon = await sooner.issue(mia.accountId, { expiresAt: inDays(3) })
    const line = { accountId: mia.accountId, type: 'farmlands.nzd.main', limit: cents(500_000n), description: 'Farm card', createdBy: 'test' } as const
    const credit = await openCreditLine(deps, line)
    const wallet = await createWallet(deps, mia.accountId)
    await createWallet(deps, mia.accountId, { ledgerId: 'nikau.nzd.test', settlement: true })
    for (const type of ['kete.nzd.main', 'quartz.nzd.test', 'epay.main', 'epay.nzd.test']) {
      const id = deps.ids.public()
      await sql`insert into asset (id, account_id, category, type, created_at, created_by) values (${id}, ${mia.accountId}, 'money', ${type}, now(), 'test')`.execute(
        db,
      )
      await db
        .transaction()
        .execute((tx) => deps.ledger.openAccount(tx, { id: `asset:${id}`, unit: `nzd.${type.split('.').at(-1)}`, kind: 'wallet', floor: 0n }))
    }
    const { body } = await api.get(`/api/accounts/${mia.accountId}/assets`, mia.headers)
    expect(body.items.map((item: { id: string }) => item.id)).toEqual([wallet, expect.any(String), credit.id, soon.id, late.id, endless.id])
    expect(body.items[1]).toMatchObject({ settlement: true, liveness: 'test' })
    expect(body.items[2]).toMatchObject({ type: 'farmlands.nzd.main', category: 'money', balance: '0', limit: '500000', availableBalance: '500000' })
    expect(body.items[3]).toEqual({
      id: soon.id,
      accountId: mia.accountId,
      category: 'token',
      type: 'nikau.token.test',
      liveness: 'test',
      status: 'active',
      createdAt: clock.now().toISOString(),
      activeFrom: clock.now().toISOString(),
      expiresAt: inDays(3).toISOString(),
      description: 'One flat white',
      collectionId: sooner.id,
      productCode: 'FW1',
      img: 'data:,',
      issuer: sooner.issuer,
      issuerWebsite: 'https://issuer.example',
      conditions: ['One per visit.'],
      value: [{ currency: 'NZD', amount: '650' }],
    })
    expect(body.nextPageKey).toBeUndefined()
  })

  test('is paged without gaps, also when expiries are equal [API-31, API-07]', async () => {
    const mia = await createHolder(database, deps)
    const collection = await createIssuerWithCollection(deps)
    for (let i = 0; i < 9; i++) await collection.issue(mia.accountId, i < 6 ? { expiresAt: inDays(5) } : {})
    const seen: string[] = []
    let key: string | undefined
    do {
      const page = (await api.get(`/api/accounts/${mia.accountId}/assets?paginationLimit=2${key ? `&pageKey=${key}` : ''}`, mia.headers)).body
      expect(page.items.length).toBeLessThanOrEqual(2)
      seen.push(...page.items.map((item: { id: string }) => item.id))
      key = page.nextPageKey
    } while (key)
    expect(new Set(seen).size).toBe(9)
    expect(seen).toHaveLength(9)
  })

  test('shows only active assets: nothing archived, disabled, spent or expired [CONST-06]', async () => {
    const mia = await createHolder(database, deps)
    const collection = await createIssuerWithCollection(deps)
    const [active, archived, disabled, spent, ending] = await Promise.all(
      [1, 2, 3, 4, 5].map((n) => collection.issue(mia.accountId, n === 5 ? { expiresAt: inDays(0.001) } : {})),
    )
    await sql`update asset set status = 'archived' where id = ${archived!.id}`.execute(db)
    await sql`update asset set status = 'disabled' where id = ${disabled!.id}`.execute(db)
    await redeemToken(deps, { assetId: spent!.id, reference: deps.ids.ordered(), party: 'Shop' })
    clock.advance(120_000)
    const { body } = await api.get(`/api/accounts/${mia.accountId}/assets`, mia.headers)
    expect(body.items.map((item: { id: string }) => item.id)).toEqual([active!.id])
    const statusOf = async (id: string) => (await api.get(`/api/assets/${id}`, mia.headers)).body.status
    expect(await Promise.all([active, archived, disabled, spent, ending].map((token) => statusOf(token!.id)))).toEqual([
      'active',
      'archived',
      'disabled',
      'spent',
      'expired',
    ])
  })
})

test('an asset is read by its owner; another person and an unknown id get the same refusal [API-32, SESS-13]', async () => {
  const [mia, tane] = [await createHolder(database, deps), await createPerson(database)]
  const token = await (await createIssuerWithCollection(deps)).issue(mia.accountId)
  expect((await api.get(`/api/assets/${token.id}`, mia.headers)).body).toMatchObject({ id: token.id, issuer: expect.any(String) })
  const foreign = await api.get(`/api/assets/${token.id}`, tane.headers)
  expect(foreign).toMatchObject({ status: 403, body: { message: 'FORBIDDEN' } })
  expect((await api.get('/api/assets/nothing', tane.headers)).body).toEqual(foreign.body)
})

test('anyone may read the summary, which has neither owner nor balance [API-33]', async () => {
  const mia = await createHolder(database, deps)
  const token = await (await createIssuerWithCollection(deps, { img: 'data:,', maxValue: 650n })).issue(mia.accountId, { expiresAt: inDays(9) })
  const { status, body } = await api.get(`/api/assets/${token.id}/summary`)
  expect(status).toBe(200)
  expect(body).toEqual({
    id: token.id,
    issuer: token.issuer,
    description: 'One flat white',
    expiresAt: inDays(9).toISOString(),
    img: 'data:,',
    liveness: 'main',
  })
  expect((await api.get('/api/assets/nothing/summary')).body.message).toBe('FORBIDDEN')
})

describe('a token', () => {
  test('is issued once per key, also under concurrent calls', async () => {
    const mia = await createHolder(database, deps)
    const { id: collectionId } = await createIssuerWithCollection(deps)
    const input = { collectionId, accountId: mia.accountId, idempotencyKey: 'welcome' }
    const issued = await Promise.all(Array.from({ length: 6 }, () => issueToken(deps, input)))
    expect(new Set(issued.map((token) => 'id' in token && token.id)).size).toBe(1)
    expect((await balance(db, `collection:${collectionId}:issued`))!.posted).toBe(-1n)
    expect(await issueToken(deps, { ...input, collectionId: 'c_none' })).toMatchObject({ code: 'FORBIDDEN' })
  })

  test('is redeemed once under concurrent calls, and never after its expiry, without any job', async () => {
    const mia = await createHolder(database, deps)
    const collection = await createIssuerWithCollection(deps)
    const [token, late] = [await collection.issue(mia.accountId), await collection.issue(mia.accountId, { expiresAt: inDays(1) })]
    const use = (assetId: string) => redeemToken(deps, { assetId, reference: deps.ids.ordered(), party: 'Corner Loaf' })
    const uses = await Promise.all(Array.from({ length: 5 }, () => use(token.id)))
    expect(uses.filter((one) => one === 'done')).toHaveLength(1)
    expect(uses.filter((one) => one !== 'done')).toEqual(Array(4).fill(expect.objectContaining({ code: 'INACTIVE_ASSET' })))
    clock.advance(86_400_000)
    expect(await use(late.id)).toMatchObject({ code: 'INACTIVE_ASSET' })
    clock.set('2026-11-15T01:00:00Z')
    const { body } = await api.get(`/api/accounts/${mia.accountId}/token-activities`, mia.headers)
    expect(body.items.map((item: { action: string; party: string }) => [item.action, item.party])).toEqual([
      ['redeemed', 'Corner Loaf'],
      ['received', collection.issuer],
      ['received', collection.issuer],
    ])
  })

  test('that is sold lasts at least three years; a promotional one may expire earlier', async () => {
    const mia = await createHolder(database, deps)
    const twoYears = { expiresAfterPeriod: 'year', expiresAfterDuration: 2 } as const
    expect((await createIssuerWithCollection(deps, { origin: 'sold', ...twoYears })).refused).toMatchObject({ code: 'EXPIRY_TOO_SOON' })
    const promotional = await createIssuerWithCollection(deps, twoYears)
    expect((await promotional.issue(mia.accountId)).expiresAt).toEqual(new Date('2028-11-15T10:59:59Z'))
    const sold = await createIssuerWithCollection(deps, { origin: 'sold', expiresAfterPeriod: 'year', expiresAfterDuration: 3 })
    expect(sold.refused).toBeUndefined()
    expect((await sold.issue(mia.accountId)).expiresAt).toEqual(new Date('2029-11-15T10:59:59Z'))
    await expect(sold.issue(mia.accountId, { expiresAt: inDays(1090) })).rejects.toThrow('EXPIRY_TOO_SOON')
    expect((await sold.issue(mia.accountId, { expiresAt: inDays(1096) })).status).toBe('active')
  })

  test('is redeemable at a merchant for listed products, one condition per pair', async () => {
    const merchantId = deps.ids.public()
    await sql`insert into merchant (id, name, type, category_code, test) values (${merchantId}, 'Shop', 'e-commerce', '5814', false)`.execute(db)
    const collection = await createIssuerWithCollection(deps, { maxValue: 700n })
    const discount = await createIssuerWithCollection(deps, { type: 'discount', maxValue: 700n })
    const allow = (collectionId: string, maxValue: string) =>
      allowRedemption(db, { collectionId, merchantId, allowedProducts: [{ sku: 'FW', name: 'Flat white', maxValue }] })
    expect(await allow(collection.id, '701')).toMatchObject({ code: 'INVALID_AMOUNT' })
    expect(await allow(collection.id, '700')).toBeUndefined()
    expect(await allow(collection.id, '700')).toMatchObject({ code: 'REDEMPTION_CONDITION_ALREADY_EXISTS' })
    expect(await allow(discount.id, '700')).toMatchObject({ code: 'COLLECTION_INVALID_TYPE' })
    expect((await createIssuerWithCollection(deps, { type: 'discount' })).refused).toMatchObject({ code: 'INVALID_AMOUNT' })
  })
})
