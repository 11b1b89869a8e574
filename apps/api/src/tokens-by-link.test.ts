import { randomUUID } from 'node:crypto'
import { assertLedgerInvariants } from '@nikau/ledger'
import { instantAt } from '@nikau/nz/nz-time'
import { systemClock } from '@nikau/runtime'
import { createPerson, fakeClock, testDatabase } from '@nikau/testing'
import { sql } from 'kysely'
import { afterEach, expect, test } from 'vitest'
import { createPayer, createShop, runningApi } from './fixtures.ts'
import { createWorker } from './modules/asset-transfers/fixtures.ts'
import { collectionCalls, createIssueJob, unusedNumber } from './modules/collections/fixtures.ts'

const database = await testDatabase()
const { db } = database
const clock = fakeClock(instantAt('2026-12-03', 12).toISOString())
const env = { WEB_ORIGIN: 'https://wallet.example', RATE_LIMIT_SCALE: '100' }
const api = await runningApi(database, { clock, wallClock: systemClock, env })
const shop = await createShop(api, database)
const calls = collectionCalls(api, shop.owner.headers, shop.accountId, 'test')
const { run } = createIssueJob(database, clock)
const worker = createWorker(database, clock)
afterEach(() => assertLedgerInvariants(db))

const create = async (more: object = {}) => (await calls.create({ redemptionConditions: [{ merchantId: shop.merchantId }], ...more })).body.id as string
const give = (id: string, links: number, idempotencyKey: string = randomUUID(), recipients?: string[]) =>
  api.post(`/api/collections/${id}/tokens`, { links, idempotencyKey, ...(recipients && { recipients }) }, shop.owner.headers)

/** The transfer that a link leads to, and the key that claims it. */
function partsOf(url: string): { id: string; linkKey: string } {
  const [, id, linkKey] = /^https:\/\/wallet\.example\/deimos\/transfer\/([\w-]{16,})#([\w-]{22})$/.exec(url)!
  return { id: id!, linkKey: linkKey! }
}

async function links(collectionId: string, count: number) {
  const { body } = await give(collectionId, count)
  await run(body.id)
  return (body.links as string[]).map(partsOf)
}

type Caller = { headers: Record<string, string> }
const claim = ({ headers }: Caller, { id, linkKey }: { id: string; linkKey: string }) =>
  api.post(`/api/asset-transfers/${id}/claim-by-link`, { linkKey }, headers)
const tokensOf = async ({ accountId, headers }: Caller & { accountId: string }, collectionId: string) =>
  (await api.get(`/api/accounts/${accountId}/assets`, headers)).body.items.filter((item: { collectionId?: string }) => item.collectionId === collectionId)

const aroha = await createPayer(api, database, 0)
const hemi = await createPayer(api, database, 0)

test('a call answers links, the same again for its key, and each gives its token to the one who opens it first [BIZ-78]', async () => {
  const id = await create()
  const [first, again] = await Promise.all([give(id, 3, 'k1'), give(id, 3, 'k1')])
  expect(first).toMatchObject({ status: 200, body: { count: 3, given: 0 } })
  expect(new Set(first.body.links.map((url: string) => partsOf(url).linkKey)).size).toBe(3)
  expect(again.body).toEqual(first.body)
  expect(await give(id, 2, 'k1')).toMatchObject({ status: 403, body: { message: 'IDEMPOTENT_OPERATION_FAILED' } })
  expect(await calls.issue(id, [unusedNumber()], 'k1')).toMatchObject({ status: 403, body: { message: 'IDEMPOTENT_OPERATION_FAILED' } })
  await Promise.all([run(first.body.id), run(first.body.id)])
  expect((await give(id, 3, 'k1')).body.links).toEqual(first.body.links)
  expect(await calls.summary(id)).toMatchObject({ issued: 3, waiting: 3, onTheirWay: 0, stillOut: 3 })

  const opened = partsOf(first.body.links[0])
  expect((await api.get(`/api/asset-transfers/${opened.id}/summary`)).body).toMatchObject({
    status: 'sent',
    byLink: true,
    senderName: 'Kauri Cafe Ltd',
    asset: { description: 'School fundraiser' },
  })
  expect(await claim(aroha, opened)).toMatchObject({ status: 200, body: { status: 'claimed', direction: 'received' } })
  expect(await claim(aroha, opened)).toMatchObject({ status: 200, body: { status: 'claimed' } })
  expect(await tokensOf(aroha, id)).toMatchObject([{ status: 'active', description: 'School fundraiser' }])
  expect(await calls.summary(id)).toMatchObject({ issued: 3, waiting: 2, stillOut: 3 })
  expect(await calls.issues(id)).toMatchObject([{ count: 3, given: 3, recipients: Array.from({ length: 3 }, () => ({ to: 'link', state: 'given' })) }])
})

test('somebody who has just signed up claims by a link, and of many at once one has the token [BIZ-78]', async () => {
  const id = await create()
  const [one, other] = await links(id, 2)
  const newcomer = await createPerson(database)
  expect((await claim(newcomer, one!)).status).toBe(200)
  const answers = await Promise.all([aroha, hemi, newcomer].map((person) => claim(person, other!)))
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 403, 403])
  expect(await calls.summary(id)).toMatchObject({ issued: 2, waiting: 0, stillOut: 2 })
})

test('a used link is refused like one that is over, and like a wrong key [BIZ-78]', async () => {
  const id = await create({ lastDay: '2026-12-20' })
  const [used, declined, over] = await links(id, 3)
  await claim(aroha, used!)
  await api.post(`/api/asset-transfers/${declined!.id}/decline`, {}, { authorization: `Bearer ${declined!.linkKey}` })
  const refused = await claim(hemi, { id: 'unknown', linkKey: over!.linkKey })
  expect(refused).toMatchObject({ status: 403, body: { message: 'FORBIDDEN' } })
  const wrong = [used!, declined!, { ...over!, linkKey: used!.linkKey }]
  for (const link of wrong) expect((await claim(hemi, link)).body).toEqual(refused.body)
  // Nor without the key, as what is sent to a number is claimed.
  expect((await api.post(`/api/asset-transfers/${over!.id}/claim`, {}, hemi.headers)).body.message).toBe('FORBIDDEN')
  expect((await api.post('/api/me/resolve-claimable-assets', {}, hemi.headers)).status).toBe(200)
  expect(await tokensOf(hemi, id)).toEqual([])
  clock.set(instantAt('2026-12-21', 0, 1).toISOString())
  expect((await claim(hemi, over!)).body.message).toBe('FORBIDDEN')
  await worker.returnExpired()
  expect(await calls.summary(id)).toMatchObject({ issued: 3, ended: 3, stillOut: 0, waiting: 0 })
})

test('links count like recipients, and nothing is given out by a link after the collection is closed [BIZ-78, BIZ-82]', async () => {
  const id = await create()
  expect((await give(id, 0)).status).toBe(400)
  expect((await give(id, 1001)).status).toBe(400)
  expect((await give(id, 1000, 'many', [unusedNumber()])).status).toBe(400)
  expect((await api.post(`/api/collections/${id}/tokens`, { idempotencyKey: 'none' }, shop.owner.headers)).status).toBe(400)
  // Of a test collection there are 100.
  const both = await give(id, 98, 'both', [unusedNumber()])
  expect(both.body).toMatchObject({ count: 99 })
  expect(both.body.links).toHaveLength(98)
  expect((await give(id, 2)).body.message).toBe('COLLECTION_LIMIT_EXCEEDED')
  const last = await give(id, 1)
  expect(last.status).toBe(200)
  await calls.close(id)
  await run(last.body.id)
  expect((await claim(hemi, partsOf(last.body.links[0]))).body.message).toBe('FORBIDDEN')
  expect(await calls.issues(id)).toMatchObject([{ given: 0, refused: 1, recipients: [{ to: 'link', state: 'refused', reason: 'closed' }] }, { count: 99 }])
})

test('a link is in the answer of its call alone: no list, no message, no table has its key, and nobody is reminded of it [BIZ-78]', async () => {
  const id = await create({ lastDay: '2027-03-31' })
  const [link] = await links(id, 1)
  expect(JSON.stringify(await calls.issues(id))).not.toContain(link!.id)
  clock.advance(8 * 86_400_000)
  await worker.remind()
  expect((await sql`select from message where key like ${`%${link!.id}%`}`.execute(db)).rows).toEqual([])
  const { rows: tables } = await sql<{ name: string }>`
    select quote_ident(table_schema) || '.' || quote_ident(table_name) as name from information_schema.tables
     where table_schema in ('public', 'identity', 'ledger') and table_type = 'BASE TABLE'`.execute(database.owner.db)
  expect(tables.length).toBeGreaterThan(50)
  for (const { name } of tables) {
    const { rows } = await sql`select from ${sql.raw(name)} t where t::text like ${`%${link!.linkKey}%`} limit 1`.execute(database.owner.db)
    expect([name, rows.length]).toEqual([name, 0])
  }
  expect((await claim(hemi, link!)).status).toBe(200)
})
