import { assertLedgerInvariants } from '@nikau/ledger'
import { instantAt } from '@nikau/nz/nz-time'
import { systemClock } from '@nikau/runtime'
import { createAccessToken, fakeClock, testDatabase } from '@nikau/testing'
import { sql } from 'kysely'
import sharp from 'sharp'
import { afterEach, expect, test } from 'vitest'
import { createPayer, createShop, createTokens, runningApi } from '../../fixtures.ts'
import { saveIssuerProfile } from '../assets/index.ts'
import { collectionCalls, createIssueJob, createOrgMember, unusedNumber } from './fixtures.ts'

const database = await testDatabase()
const { db } = database
const clock = fakeClock(instantAt('2026-12-03', 12).toISOString())
const api = await runningApi(database, { clock, wallClock: systemClock })
const shop = await createShop(api, database, { test: false })
const { headers } = shop.owner
const calls = collectionCalls(api, headers, shop.accountId, 'main')
const { run } = createIssueJob(database, clock)
afterEach(() => assertLedgerInvariants(db))

const here = [{ merchantId: shop.merchantId }]
const flatWhite = { sku: 'flat-white', name: 'Flat white', maxValue: '550' }

test('a collection is made with its conditions, listed, shown and closed once [BIZ-76]', async () => {
  const lasts = { life: { unit: 'month', count: 3 }, lastDay: undefined }
  const product = { kind: 'product', name: 'Tenth coffee', worth: '550', picture: 'cup', redemptionConditions: [{ ...here[0], items: [flatWhite] }] }
  const { status, body: made } = await calls.create({ ...product, ...lasts, firstDay: '2026-12-10' })
  expect(status).toBe(200)
  expect(made).toMatchObject({
    accountId: shop.accountId,
    name: 'Tenth coffee',
    kind: 'product',
    liveness: 'main',
    status: 'planned',
    worth: '550',
    firstDay: '2026-12-10',
    life: { unit: 'month', count: 3 },
    img: expect.stringMatching(/^data:image\/svg/),
    counts: { issued: 0, redeemed: 0, givenBack: 0, ended: 0, stillOut: 0 },
    redemptionConditions: [{ merchantId: shop.merchantId, merchantName: 'Kauri Cafe', items: [flatWhite] }],
  })
  clock.set(instantAt('2026-12-03', 13).toISOString())
  const { body: second } = await calls.create({ redemptionConditions: here })
  const list = async (liveness = 'main') => (await api.get(`/api/collections?accountId=${shop.accountId}&liveness=${liveness}`, headers)).body.items
  expect((await list()).map(({ id }: { id: string }) => id)).toEqual([second.id, made.id])
  expect(await list('test')).toEqual([])
  expect(second).toMatchObject({ kind: 'discount', status: 'running', lastDay: '2027-03-31' })

  expect((await calls.close(second.id)).body).toMatchObject({ status: 'closed', closedAt: clock.now().toISOString() })
  clock.set(instantAt('2026-12-03', 14).toISOString())
  expect((await calls.close(second.id)).body.closedAt).toBe(instantAt('2026-12-03', 13).toISOString())
  expect(await calls.read(second.id)).toMatchObject({ status: 'closed' })
  const audit = (await api.get(`/api/accounts/${shop.accountId}/audit`, headers)).body.items.map(({ action }: { action: string }) => action)
  expect(audit.filter((action: string) => action.startsWith('collection'))).toEqual(['collection-closed', 'collection-created', 'collection-created'])
})

test('a collection has one of our pictures or one that its own account has uploaded, which its holders see [BIZ-76]', async () => {
  const content = (
    await sharp({ create: { width: 40, height: 30, channels: 3, background: 'teal' } })
      .png()
      .toBuffer()
  ).toString('base64')
  const upload = async ({ accountId, owner }: typeof shop) => (await api.post('/api/media-uploads', { accountId, content }, owner.headers)).body
  const picture = await upload(shop)
  const own = { picture: undefined, pictureId: picture.id, redemptionConditions: here }
  const { status, body: made } = await calls.create(own)
  expect([status, made.img]).toEqual([200, picture.path])
  const other = await createShop(api, database, { test: false })
  for (const pictureId of [(await upload(other)).id, 'mu_none'])
    expect(await calls.create({ ...own, pictureId })).toMatchObject({ status: 403, body: { message: 'MEDIA_UPLOAD_NOT_FOUND' } })
  for (const both of [{ picture: 'cup', pictureId: picture.id }, { picture: undefined }]) expect((await calls.create(both)).status).toBe(400)
  const mia = await createPayer(api, database, 0)
  await run((await calls.issue(made.id, [mia.phone])).body.id)
  const { items } = (await api.get(`/api/accounts/${mia.accountId}/assets`, mia.headers)).body
  expect(items.find(({ collectionId }: { collectionId?: string }) => collectionId === made.id)).toMatchObject({ img: picture.path })
})

test('what is sold lasts three years from the day it is sold [BIZ-77]', async () => {
  const gift = (ends: object) => calls.create({ kind: 'gift', picture: 'gift', lastDay: undefined, ...ends })
  const isTooShort = { status: 400, body: { message: 'GIFT_EXPIRY_TOO_SHORT' } }
  for (const life of [
    { unit: 'year', count: 2 },
    { unit: 'month', count: 35 },
    { unit: 'day', count: 1095 },
  ])
    expect(await gift({ life })).toMatchObject(isTooShort)
  expect(await gift({ lastDay: '2029-12-02' })).toMatchObject(isTooShort)
  expect((await gift({ life: { unit: 'year', count: 3 } })).status).toBe(200)
  const { status, body: made } = await gift({ lastDay: '2029-12-03' })
  expect(status).toBe(200)
  // A day later, what is sold would end before its three years.
  clock.set(instantAt('2026-12-04', 14).toISOString())
  expect(await calls.issue(made.id, [unusedNumber()])).toMatchObject(isTooShort)
})

test('where a token can be used is a condition per collection and shop of the same business [BIZ-79]', async () => {
  const { id } = (await calls.create({ kind: 'product', redemptionConditions: [] })).body
  const allow = (body: object, collectionId = id) => api.post(`/api/collections/${collectionId}/redemption-conditions`, body, headers)
  const refused = (message: string) => ({ status: 403, body: { message } })
  expect(await allow({ ...here[0], items: [{ ...flatWhite, maxValue: '401' }] })).toMatchObject(refused('INVALID_AMOUNT'))
  expect(await allow(here[0]!)).toMatchObject(refused('COLLECTION_INVALID_TYPE'))
  const item = { ...flatWhite, maxValue: '400' }
  expect((await allow({ ...here[0], items: [item] })).body.redemptionConditions).toEqual([{ ...here[0], merchantName: 'Kauri Cafe', items: [item] }])
  expect(await allow({ ...here[0], items: [item] })).toMatchObject(refused('REDEMPTION_CONDITION_ALREADY_EXISTS'))
  const discount = (await calls.create()).body.id
  expect(await allow({ ...here[0], items: [item] }, discount)).toMatchObject(refused('COLLECTION_INVALID_TYPE'))
  // Nobody else's shop is made to take tokens that its owner has not agreed to, and no test shop takes live ones.
  const other = await createShop(api, database, { test: false })
  expect(await allow({ merchantId: other.merchantId }, discount)).toMatchObject(refused('FORBIDDEN'))
  const body = { accountId: shop.accountId, name: 'Practice', country: 'NZ', test: true, type: 'e-commerce' }
  const practice = (await api.post('/api/merchants', body, headers)).body
  expect(await allow({ merchantId: practice.id }, discount)).toMatchObject(refused('LIVENESS_MISMATCH'))
  // All or nothing.
  const before = (await sql`select from collection`.execute(db)).rows.length
  expect(await calls.create({ redemptionConditions: [...here, ...here] })).toMatchObject(refused('REDEMPTION_CONDITION_ALREADY_EXISTS'))
  expect((await sql`select from collection`.execute(db)).rows).toHaveLength(before)
})

test('a call names up to 1,000 people, a collection has up to 100,000 tokens, and a repeated key gives out nothing more [BIZ-78]', async () => {
  const { id } = (await calls.create({ redemptionConditions: here })).body
  const thousand = Array.from({ length: 1000 }, unusedNumber)
  expect((await calls.issue(id, [...thousand, unusedNumber()])).status).toBe(400)
  expect((await calls.issue(id, [thousand[0]!, thousand[0]!])).status).toBe(400)
  const [first, again] = await Promise.all([calls.issue(id, thousand, 'k1'), calls.issue(id, thousand.toReversed(), 'k1')])
  expect(first).toMatchObject({ status: 200, body: { count: 1000, given: 0, refused: 0 } })
  expect(again.body).toEqual(first.body)
  expect(await calls.issue(id, thousand.slice(1), 'k1')).toMatchObject({ status: 403, body: { message: 'IDEMPOTENT_OPERATION_FAILED' } })
  expect(await calls.summary(id)).toMatchObject({ issued: 0, onTheirWay: 1000 })
  // As if 98,999 more were on their way.
  await sql`insert into token_issue (id, collection_id, idempotency_key, request_hash, count, person_id, created_at)
    select 'i' || n, ${id}, 'k' || n, '', 1000, ${shop.owner.personId}, now() from generate_series(2, 100) n`.execute(db)
  for (let from = 0; from < 98_999; from += 10_000)
    await sql`insert into token_recipient (issue_id, place, alias, masked_alias)
      select 'i' || (2 + n / 1000), n % 1000, 'x', 'x' from generate_series(${from}::int, least(${from}::int + 9999, 98998)) n`.execute(db)
  expect(await calls.issue(id, [unusedNumber(), unusedNumber()])).toMatchObject({ status: 403, body: { message: 'COLLECTION_LIMIT_EXCEEDED' } })
  expect((await calls.issue(id, [unusedNumber()])).status).toBe(200)
})

test('a job issues what a call has accepted, once each, however often and wherever it runs [BIZ-78]', async () => {
  const { id } = (await calls.create({ redemptionConditions: here })).body
  const numbers = Array.from({ length: 8 }, unusedNumber)
  const issueId = (await calls.issue(id, [...numbers, 'aroha@example.nz'])).body.id
  await Promise.all([run(issueId), run(issueId), run(issueId)])
  await run(issueId)
  const [issued] = await calls.issues(id)
  expect(issued).toMatchObject({ id: issueId, count: 9, given: 9, refused: 0 })
  expect(issued.recipients[0]).toEqual({ to: expect.stringContaining('•'), state: 'given' })
  expect(await calls.summary(id)).toMatchObject({ issued: 9, stillOut: 9, waiting: 9, onTheirWay: 0, worthOut: '3600' })
  const { rows } = await sql<{ body: string }>`select body from message where recipient = ${numbers[0]}`.execute(db)
  expect(rows).toEqual([{ body: expect.stringMatching(/^Kauri Cafe Ltd sent you a token \(School fundraiser\) with Nikau\. Claim it free by 31 March 2027/) }])
  expect(
    (await sql`select from token_recipient r join token_issue i on i.id = r.issue_id where i.id = ${issueId} and r.alias is not null`.execute(db)).rows,
  ).toEqual([])
})

test('a business that is not verified gives out no live tokens, and few for practice', async () => {
  await sql`update business set status = 'unverified' where account_id = ${shop.accountId}`.execute(database.owner.db)
  const { id } = (await calls.create({ redemptionConditions: here })).body
  expect(await calls.issue(id, [unusedNumber()])).toMatchObject({ status: 403, body: { message: 'BUSINESS_NOT_VERIFIED' } })
  await sql`update business set status = 'verified' where account_id = ${shop.accountId}`.execute(database.owner.db)
  const test = collectionCalls(api, headers, shop.accountId, 'test')
  const practice = (await test.create()).body.id
  expect((await test.issue(practice, Array.from({ length: 100 }, unusedNumber))).status).toBe(200)
  expect(await test.issue(practice, [unusedNumber()])).toMatchObject({ body: { message: 'COLLECTION_LIMIT_EXCEEDED' } })
})

test('making and giving out tokens asks who it is, and owners are told of the first of a day and of many [BIZ-78, SEC-4]', async () => {
  const org = await createShop(api, database, { test: false })
  const live = collectionCalls(api, org.owner.headers, org.accountId, 'main')
  const { id } = (await live.create()).body
  const [second, manager] = [await createOrgMember(database, org.accountId, 'account-owner'), await createOrgMember(database, org.accountId, 'manager')]
  const oldToken = await createAccessToken(database, manager.personId, undefined, { signedInAt: new Date(Date.now() - 600_000) })
  const old = { authorization: `Bearer ${oldToken}` }
  const asOld = collectionCalls(api, old, org.accountId, 'main')
  const refused = { status: 403, body: { message: 'SIGN_IN_AGAIN' } }
  expect(await asOld.create()).toMatchObject(refused)
  expect(await asOld.issue(id, [unusedNumber()])).toMatchObject(refused)
  expect(await api.post(`/api/collections/${id}/redemption-conditions`, { merchantId: org.merchantId }, old)).toMatchObject(refused)

  const asManager = collectionCalls(api, manager.headers, org.accountId, 'main')
  for (const count of [1, 1, 100]) expect((await asManager.issue(id, Array.from({ length: count }, unusedNumber))).status).toBe(200)
  const eventsOf = async (personId: string) =>
    (await sql<{ detail: object }>`select detail from security_event where person_id = ${personId} and kind = 'tokens-given-out' order by id`.execute(db)).rows
  const given = { name: 'School fundraiser', liveness: 'main' }
  for (const owner of [org.owner, second])
    expect((await eventsOf(owner.personId)).map(({ detail }) => detail)).toEqual([
      { ...given, count: '1', told: 'true' },
      { ...given, count: '1' },
      { ...given, count: '100', told: 'true' },
    ])
  expect(await eventsOf(manager.personId)).toEqual([])
  const { rows } = await sql<{ body: string }>`
    select body from message where purpose = 'security-notice' and recipient = ${second.phone} and body like '%tokens%' order by queued_at`.execute(db)
  expect(rows.map(({ body }) => body)).toEqual([expect.stringContaining('(School fundraiser): 1 just now'), expect.stringContaining('100 just now')])
})

test('a test collection is given out to people who have a wallet and to its giver alone, and nobody else gets a message [BIZ-78]', async () => {
  const org = await createShop(api, database)
  await sql`update business set status = 'unverified' where account_id = ${org.accountId}`.execute(database.owner.db)
  const test = collectionCalls(api, org.owner.headers, org.accountId, 'test')
  const { id } = (await test.create()).body
  const [stranger, payer] = [unusedNumber(), await createPayer(api, database, 0)]
  const give = async (...recipients: string[]) => {
    await run((await test.issue(id, recipients)).body.id)
    return (await test.issues(id))[0]
  }
  const before = (await sql`select from message`.execute(db)).rows.length
  expect(await give(stranger, 'stranger@example.nz')).toMatchObject({
    given: 0,
    refused: 2,
    recipients: [1, 2].map(() => ({ state: 'refused', reason: 'no-wallet' })),
  })
  expect((await sql`select from message`.execute(db)).rows).toHaveLength(before)
  expect(await give(org.owner.phone, payer.phone)).toMatchObject({ given: 2, refused: 0 })
  const { rows } = await sql<{ body: string }>`select body from message where recipient = ${payer.phone}`.execute(db)
  expect(rows).toEqual([{ body: expect.stringContaining('sent you a test token (School fundraiser)') }])
  // A refusal says who has no wallet, so refusals are as few, over all collections.
  for (const next of [id, (await test.create()).body.id])
    expect(await test.issue(next, Array.from({ length: 97 }, unusedNumber))).toMatchObject({ body: { message: 'COLLECTION_LIMIT_EXCEEDED' } })
  expect((await test.issue(id, Array.from({ length: 96 }, unusedNumber))).status).toBe(200)
  clock.advance(86_400_000)
  expect((await test.issue(id, [unusedNumber()])).status).toBe(200)
})

test('what a business causes in messages is limited for a day; who has a wallet still gets the token [BIZ-78]', async () => {
  const org = await createShop(api, database, { test: false })
  const live = collectionCalls(api, org.owner.headers, org.accountId, 'main')
  const strict = createIssueJob(database, clock, { perIssuer: 2 })
  const payer = await createPayer(api, database, 0)
  const { id } = (await live.create()).body
  const give = async (...recipients: string[]) => {
    await strict.run((await live.issue(id, recipients)).body.id)
    return (await live.issues(id))[0]
  }
  expect(await give(unusedNumber(), unusedNumber(), unusedNumber(), payer.phone)).toMatchObject({
    given: 3,
    refused: 1,
    recipients: [{ state: 'refused', reason: 'too-many-messages' }, { state: 'given' }, { state: 'given' }, { state: 'given' }],
  })
  expect((await sql`select from message where recipient = ${payer.phone}`.execute(db)).rows).toEqual([])
  clock.advance(86_400_000)
  expect(await give(unusedNumber())).toMatchObject({ given: 1 })
})

test('a business that is called like a public body becomes no issuer by itself [BIZ-76]', async () => {
  for (const name of ['Inland Revenue', 'Kiwibank Rewards']) {
    const org = await createShop(api, database)
    await sql`update account set name = ${name} where id = ${org.accountId}`.execute(database.owner.db)
    const test = collectionCalls(api, org.owner.headers, org.accountId, 'test')
    expect(await test.create()).toMatchObject({ status: 403, body: { message: 'NAME_NOT_ALLOWED' } })
    expect((await sql`select from issuer where account_id = ${org.accountId}`.execute(db)).rows).toEqual([])
    // Operators have looked at it.
    await saveIssuerProfile(db, { accountId: org.accountId, name: `${name} Society`, brandColor: 'fern', conditions: [] })
    expect((await test.create()).status).toBe(200)
  }
})

test('a name that could be read as an address is no name', async () => {
  for (const name of ['win at evil.nz', 'https://evil', 'a/b', ' ', 'x'.repeat(61)]) expect((await calls.create({ name })).status).toBe(400)
  expect((await calls.create({ name: 'Mānuka & Co’s 2-for-1 (50% off)!' })).status).toBe(200)
})

test('managers work with tokens, of their own shops alone if they are limited; others and strangers do not [BIZ-76]', async () => {
  const { id } = (await calls.create({ redemptionConditions: here })).body
  const free = (await calls.create()).body.id
  const as = async (role: 'manager' | 'cashier' | 'accountant' | 'developer', shops?: string[]) =>
    collectionCalls(api, (await createOrgMember(database, shop.accountId, role, shops)).headers, shop.accountId, 'main')
  const manager = await as('manager')
  expect((await manager.create()).status).toBe(200)
  expect((await manager.close(free)).status).toBe(200)
  const limited = await as('manager', [shop.merchantId])
  expect((await limited.create()).status).toBe(403)
  expect((await limited.create({ redemptionConditions: here })).status).toBe(200)
  expect(await limited.read(id)).toMatchObject({ id })
  expect(await limited.read(free)).toMatchObject({ message: 'FORBIDDEN' })
  const elsewhere = await as('manager', ['elsewhere'])
  expect(await elsewhere.read(id)).toMatchObject({ message: 'FORBIDDEN' })
  for (const role of ['cashier', 'accountant', 'developer'] as const) expect((await (await as(role)).issue(id, [unusedNumber()])).status).toBe(403)
})

test('a second business of the same name becomes an issuer too', async () => {
  const other = await createShop(api, database, { test: false })
  expect((await collectionCalls(api, other.owner.headers, other.accountId, 'main').create()).status).toBe(200)
  // And one whose profile operators have made keeps it.
  const third = await createShop(api, database, { test: false })
  await createTokens(database, clock, third, 'flat-white', false)
  expect((await collectionCalls(api, third.owner.headers, third.accountId, 'main').create()).status).toBe(200)
  const { rows } = await sql<{ name: string }>`select name from issuer where account_id = ${third.accountId}`.execute(db)
  expect(rows[0]!.name).toMatch(/^Society/)
})
