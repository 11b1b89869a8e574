import { assertBooksInOrder, balance } from '@nikau/ledger'
import { cents } from '@nikau/money'
import { fakeClock, givenPerson, testDatabase } from '@nikau/testing'
import { sql } from 'kysely'
import { afterEach, describe, expect, test } from 'vitest'
import { assetMeans, givenCollection, givenHolder, givenWallet, runningApi } from '../../given.ts'
import { allowRedemption, issueToken, openCreditLine, redeemToken } from './index.ts'

const database = await testDatabase()
const { db } = database
const clock = fakeClock('2026-11-15T00:00:00Z')
const means = assetMeans(database, clock)
const api = await runningApi(database, { clock })
afterEach(() => assertBooksInOrder(db))

const inDays = (days: number) => new Date(clock.now().getTime() + days * 86_400_000)

describe('the list of assets', () => {
  test('holds wallets, credit lines and tokens of both livenesses, soonest expiry first, without a hidden type [API-31, API-07, ENT-08, ENT-12, CONST-05]', async () => {
    const mia = await givenHolder(database, means)
    const [later, sooner] = [await givenCollection(means), await givenCollection(means, { test: true, maxValue: 650n, productCode: 'FW1', img: 'data:,' })]
    const late = await later.issue(mia.accountId, { expiresAt: inDays(30) })
    const endless = await later.issue(mia.accountId)
    const soon = await sooner.issue(mia.accountId, { expiresAt: inDays(3) })
    const line = { accountId: mia.accountId, type: 'farmlands.nzd.main', limit: cents(500_000n), description: 'Farm card', createdBy: 'test' } as const
    const credit = await openCreditLine(means, line)
    const wallet = await givenWallet(means, mia.accountId)
    await givenWallet(means, mia.accountId, { ledgerId: 'nikau.nzd.test', settlement: true })
    for (const type of ['kete.nzd.main', 'quartz.nzd.test', 'epay.main', 'epay.nzd.test']) {
      const id = means.ids.public()
      await sql`insert into asset (id, account_id, category, type, created_at, created_by) values (${id}, ${mia.accountId}, 'money', ${type}, now(), 'test')`.execute(
        db,
      )
      await db
        .transaction()
        .execute((tx) => means.ledger.openAccount(tx, { id: `asset:${id}`, unit: `nzd.${type.split('.').at(-1)}`, kind: 'wallet', floor: 0n }))
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

  test('comes in pages that join without a gap, also when expiries are equal [API-31, API-07]', async () => {
    const mia = await givenHolder(database, means)
    const collection = await givenCollection(means)
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

  test('shows only what is active: nothing archived, disabled, spent or past its end [CONST-06]', async () => {
    const mia = await givenHolder(database, means)
    const collection = await givenCollection(means)
    const [kept, archived, disabled, spent, ending] = await Promise.all(
      [1, 2, 3, 4, 5].map((n) => collection.issue(mia.accountId, n === 5 ? { expiresAt: inDays(0.001) } : {})),
    )
    await sql`update asset set status = 'archived' where id = ${archived!.id}`.execute(db)
    await sql`update asset set status = 'disabled' where id = ${disabled!.id}`.execute(db)
    await redeemToken(means, { assetId: spent!.id, reference: means.ids.ordered(), party: 'Shop' })
    clock.advance(120_000)
    const { body } = await api.get(`/api/accounts/${mia.accountId}/assets`, mia.headers)
    expect(body.items.map((item: { id: string }) => item.id)).toEqual([kept!.id])
    const statusOf = async (id: string) => (await api.get(`/api/assets/${id}`, mia.headers)).body.status
    expect(await Promise.all([kept, archived, disabled, spent, ending].map((token) => statusOf(token!.id)))).toEqual([
      'active',
      'archived',
      'disabled',
      'spent',
      'expired',
    ])
  })
})

test('one asset is read by its owner; a stranger and an absent id get the same refusal [API-32, SESS-13]', async () => {
  const [mia, tane] = [await givenHolder(database, means), await givenPerson(database)]
  const token = await (await givenCollection(means)).issue(mia.accountId)
  expect((await api.get(`/api/assets/${token.id}`, mia.headers)).body).toMatchObject({ id: token.id, issuer: expect.any(String) })
  const foreign = await api.get(`/api/assets/${token.id}`, tane.headers)
  expect(foreign).toMatchObject({ status: 403, body: { message: 'FORBIDDEN' } })
  expect((await api.get('/api/assets/nothing', tane.headers)).body).toEqual(foreign.body)
})

test('anyone may read the summary, which has neither owner nor balance [API-33]', async () => {
  const mia = await givenHolder(database, means)
  const token = await (await givenCollection(means, { img: 'data:,', maxValue: 650n })).issue(mia.accountId, { expiresAt: inDays(9) })
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
  test('is issued once per key, whoever asks at the same moment', async () => {
    const mia = await givenHolder(database, means)
    const { id: collectionId } = await givenCollection(means)
    const ask = { collectionId, accountId: mia.accountId, idempotencyKey: 'welcome' }
    const issued = await Promise.all(Array.from({ length: 6 }, () => issueToken(means, ask)))
    expect(new Set(issued.map((token) => 'id' in token && token.id)).size).toBe(1)
    expect((await balance(db, `collection:${collectionId}:issued`))!.posted).toBe(-1n)
    expect(await issueToken(means, { ...ask, collectionId: 'c_none' })).toMatchObject({ code: 'FORBIDDEN' })
  })

  test('is used once, whole, by one of many who try; and never after its end, with no job in between', async () => {
    const mia = await givenHolder(database, means)
    const collection = await givenCollection(means)
    const [token, late] = [await collection.issue(mia.accountId), await collection.issue(mia.accountId, { expiresAt: inDays(1) })]
    const use = (assetId: string) => redeemToken(means, { assetId, reference: means.ids.ordered(), party: 'Corner Loaf' })
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

  test('that is sold lasts at least three years; one that is given away may end sooner', async () => {
    const mia = await givenHolder(database, means)
    const twoYears = { expiresAfterPeriod: 'year', expiresAfterDuration: 2 } as const
    expect((await givenCollection(means, { origin: 'sold', ...twoYears })).refused).toMatchObject({ code: 'EXPIRY_TOO_SOON' })
    const given = await givenCollection(means, twoYears)
    expect((await given.issue(mia.accountId)).expiresAt).toEqual(new Date('2028-11-15T10:59:59Z'))
    const sold = await givenCollection(means, { origin: 'sold', expiresAfterPeriod: 'year', expiresAfterDuration: 3 })
    expect(sold.refused).toBeUndefined()
    expect((await sold.issue(mia.accountId)).expiresAt).toEqual(new Date('2029-11-15T10:59:59Z'))
    await expect(sold.issue(mia.accountId, { expiresAt: inDays(1090) })).rejects.toThrow('EXPIRY_TOO_SOON')
    expect((await sold.issue(mia.accountId, { expiresAt: inDays(1096) })).status).toBe('active')
  })

  test('can be used at a merchant for named products, one condition per pair', async () => {
    const merchantId = means.ids.public()
    await sql`insert into merchant (id, name, type, category_code, test) values (${merchantId}, 'Shop', 'e-commerce', '5814', false)`.execute(db)
    const collection = await givenCollection(means, { maxValue: 700n })
    const discount = await givenCollection(means, { type: 'discount', maxValue: 700n })
    const allow = (collectionId: string, maxValue: string) =>
      allowRedemption(db, { collectionId, merchantId, allowedProducts: [{ sku: 'FW', name: 'Flat white', maxValue }] })
    expect(await allow(collection.id, '701')).toMatchObject({ code: 'INVALID_AMOUNT' })
    expect(await allow(collection.id, '700')).toBeUndefined()
    expect(await allow(collection.id, '700')).toMatchObject({ code: 'REDEMPTION_CONDITION_ALREADY_EXISTS' })
    expect(await allow(discount.id, '700')).toMatchObject({ code: 'COLLECTION_INVALID_TYPE' })
    expect((await givenCollection(means, { type: 'discount' })).refused).toMatchObject({ code: 'INVALID_AMOUNT' })
  })
})
