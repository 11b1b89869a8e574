import { createMetrics } from '@nikau/runtime'
import { createPerson, fakeClock, testDatabase } from '@nikau/testing'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { createShop, runningApi } from '../../fixtures.ts'
import { redact, redactPath } from './redact.ts'
import { deleteRequests } from './store.ts'

const database = await testDatabase()
const clock = fakeClock(new Date().toISOString())
const metrics = createMetrics('api')
const api = await runningApi(database, { clock, metrics, env: { RATE_LIMIT_SCALE: '1000' } })
const shop = await createShop(api, database)
const log = `/api/accounts/${shop.accountId}/requests`
const { headers } = shop.owner

interface Logged {
  id: string
  status: number
  path: string
}
const idOf = (answer: { headers: Record<string, unknown> }) => String(answer.headers['x-request-id'])
/** The log is written half a second behind the calls. */
async function logged(query: string, count: number): Promise<(Logged & Record<string, unknown>)[]> {
  await expect.poll(async () => (await api.get(log + query, headers)).body.items.length, { timeout: 10_000 }).toBe(count)
  return (await api.get(log + query, headers)).body.items
}

test('every answer carries an id of its own: an answer, a refusal, an error of the input, a page that is none [BIZ-66]', async () => {
  const answers = [
    await api.get(`/api/merchants?accountId=${shop.accountId}`, headers),
    await api.get('/api/account-memberships'),
    await api.get('/api/merchants', headers),
    await api.get('/api/no-such-call'),
    await api.get('/api/requests/req_unknown', headers),
    await api.get('/healthz'),
  ]
  expect(answers.map(({ status }) => status)).toEqual([200, 401, 400, 404, 403, 200])
  for (const answer of answers) expect(idOf(answer)).toMatch(/^req_\w{22}$/)
  expect(new Set(answers.map(idOf)).size).toBe(answers.length)
})

test('calls of keys are in the log with what they were and how they ended; those of people are not [BIZ-66]', async () => {
  const order = { configId: shop.configId, value: { amount: '1600', currency: 'NZD' }, externalRef: 'Order 1042', idempotencyKey: 'order-1042' }
  const created = await api.post('/api/payment-requests', order, shop.till)
  const refused = await api.post(`/api/payment-requests/${created.body.id}/refund`, { value: { amount: '1', currency: 'NZD' } }, shop.till)
  const wrong = await api.post('/api/payment-requests', { configId: 7 }, shop.till)
  await api.get(`/api/payment-requests/${created.body.id}`, headers)
  const [third, second, first] = await logged('', 3)
  expect(first).toMatchObject({
    id: idOf(created),
    method: 'POST',
    path: '/api/payment-requests',
    status: 200,
    keyName: 'till',
    test: true,
    idempotencyKey: 'order-1042',
    externalRef: 'Order 1042',
    paymentRequestId: created.body.id,
    durationMs: expect.any(Number),
  })
  expect(second).toMatchObject({ id: idOf(refused), status: refused.status, refusal: refused.body.message, paymentRequestId: created.body.id })
  expect(third).toMatchObject({ id: idOf(wrong), status: 400, refusal: wrong.body.message })
  const detail = await api.get(`/api/requests/${idOf(created)}`, headers)
  expect(JSON.parse(detail.body.body)).toEqual(order)
  expect(detail.body.address).toBe('127.0.0.1')
})

test('a call is found by its request id, by the short code of its payment and by external reference [BIZ-67]', async () => {
  const order = { configId: shop.configId, value: { amount: '500', currency: 'NZD' }, externalRef: 'Order 2001' }
  const created = await api.post('/api/payment-requests', order, shop.till)
  const polled = await api.get(`/api/payment-requests/${created.body.id}`, shop.till)
  const { shortCode } = (
    await sql<{ shortCode: string }>`select short_code as "shortCode" from payment_request where id = ${created.body.id}`.execute(database.owner.db)
  ).rows[0]!
  const search = async (text: string, count: number) => (await logged(`?search=${encodeURIComponent(text)}`, count)).map(({ id }) => id)
  expect(await search(idOf(polled), 1)).toEqual([idOf(polled)])
  expect(await search(shortCode.replaceAll('-', ' ').toLowerCase(), 2)).toEqual([idOf(polled), idOf(created)])
  expect(await search('Order 2001', 2)).toEqual([idOf(polled), idOf(created)])
  expect(await search('Order 9999', 0)).toEqual([])
  for (const { status } of await logged('?outcome=refused', 2)) expect(status).toBeGreaterThanOrEqual(400)
  expect((await api.get(`${log}?keyName=nobody`, headers)).body.items).toEqual([])
  expect((await api.get(`${log}?liveness=live`, headers)).body.items).toEqual([])
})

test('owners and developers read the log of their own account, and nobody else does [BIZ-66]', async () => {
  const { id } = (await logged('?search=Order%202001', 2))[0]!
  const stranger = await createShop(api, database)
  const nobody = await createPerson(database)
  const answers = [
    await api.get(log, stranger.owner.headers),
    await api.get(log, shop.till),
    await api.get(`/api/requests/${id}`, stranger.owner.headers),
    await api.get(`/api/requests/${id}`, nobody.headers),
    await api.get('/api/requests/req_unknown', nobody.headers),
  ]
  for (const answer of answers) expect(answer).toMatchObject({ status: 403, body: { message: 'FORBIDDEN' } })
})

test('a developer reads the calls of test keys, and none that was about live money [BIZ-05, BIZ-66]', async () => {
  const other = await createShop(api, database)
  const developer = await createPerson(database)
  await sql`insert into account_member (account_id, person_id, role, added_at) values (${other.accountId}, ${developer.personId}, 'developer', now())`.execute(
    database.owner.db,
  )
  const path = `/api/accounts/${other.accountId}/requests`
  for (let count = 0; count < 2; count++) await api.get('/api/payment-requests/unknown', other.till)
  await expect.poll(async () => (await api.get(path, other.owner.headers)).body.items.length, { timeout: 10_000 }).toBe(2)
  const [live, tested]: Logged[] = (await api.get(path, other.owner.headers)).body.items
  await sql`update api_request set test = false where id = ${live!.id}`.execute(database.owner.db)
  const ids = async (query: string) => (await api.get(path + query, developer.headers)).body.items.map(({ id }: Logged) => id)
  expect([await ids(''), await ids('?liveness=live'), await ids(`?search=${live!.id}`)]).toEqual([[tested!.id], [], []])
  expect((await api.get(`/api/requests/${tested!.id}`, developer.headers)).status).toBe(200)
  expect(await api.get(`/api/requests/${live!.id}`, developer.headers)).toMatchObject({ status: 403, body: { message: 'FORBIDDEN' } })
})

test('a refusal is in the log with what it says about the merchant beside its code [BIZ-66]', async () => {
  const live = await createShop(api, database, { test: false })
  await sql`insert into business_limit (account_id, since) values (${live.accountId}, ${clock.now()})`.execute(database.owner.db)
  const refused = await api.post('/api/payment-requests', { configId: live.configId, value: { amount: '99999900', currency: 'NZD' } }, live.till)
  expect(refused.body).toMatchObject({ message: 'MERCHANT_LIMIT_EXCEEDED', limit: 'payment', left: expect.any(String) })
  const detail = async () => (await api.get(`/api/requests/${idOf(refused)}`, live.owner.headers)).body
  await expect.poll(async () => (await detail()).refusal, { timeout: 10_000 }).toBe('MERCHANT_LIMIT_EXCEEDED')
  expect((await detail()).refusalFields).toEqual({ limit: 'payment', left: refused.body.left })
})

const planted = {
  secret: 'correct-horse-battery',
  code: '482193',
  patronCode: '9403120000000017',
  nested: [{ accessToken: 'tok_5Kx', note: 'card 4111 1111 1111 1111 please' }],
  'nk_live_Zz9planted-key-in-a-name': 'x',
  header: 'Bearer abcdef.123456',
  jwt: 'eyJhbGciOiJFUzI1NiJ9.eyJpYXQiOjE3.c2lnbmF0dXJl',
  key: 'see nk_test_a0F3mQ9vLx2RkT8b',
  barcode: 4111111111111111,
}
const secrets = /correct-horse|482193|9403120000000017|4111|tok_5Kx|planted-key|abcdef\.|eyJ|a0F3mQ9v/

test('secrets, codes and card numbers are taken out of bodies and paths before they are written [BIZ-66]', async () => {
  expect(JSON.stringify(planted).match(secrets)).not.toBeNull()
  expect(JSON.stringify(redact(planted))).not.toMatch(secrets)
  expect(redact({ amount: '1600', externalRef: 'Order 1042', postCode: '1011', sku: '9400547012345' })).toEqual({
    amount: '1600',
    externalRef: 'Order 1042',
    postCode: '1011',
    sku: '9400547012345',
  })
  expect(redactPath('/api/x/4111111111111111?code=482193&search=nk_test_a0F3mQ9vLx2RkT8b&a=4111%201111%201111%201111')).not.toMatch(secrets)
  await api.post('/api/payment-requests?token=tok_5Kx', planted, shop.till)
  await api.post(
    '/api/payment-requests',
    { configId: shop.configId, value: { amount: '1', currency: 'NZD' }, patronCode: '9403120000000017', externalRef: '4111 1111 1111 1111' },
    shop.till,
  )
  await expect
    .poll(async () => (await sql`select from api_request where body like '%removed%'`.execute(database.owner.db)).rows.length, { timeout: 10_000 })
    .toBe(2)
  const rows = JSON.stringify((await sql`select * from api_request`.execute(database.owner.db)).rows, (_, value: unknown) =>
    typeof value === 'bigint' ? String(value) : value,
  )
  expect(rows).not.toMatch(secrets)
  expect(rows).not.toContain(shop.till['x-api-key'])
})

test('a body made to be slow to search for secrets is redacted at once, and what a cut leaves of a secret is not kept [BIZ-66]', () => {
  const milliseconds = (work: () => unknown) => {
    const before = process.cpuUsage()
    work()
    const { user, system } = process.cpuUsage(before)
    return (user + system) / 1000
  }
  for (const text of ['eyJ-', 'eyJabcdefgh.', 'nk_-', 'Bearer ', 'Bearer\t\t', '1-', '4111 '])
    expect([text, milliseconds(() => redact({ a: text.repeat(256_000 / text.length) })) < 100]).toEqual([text, true])
  expect(milliseconds(() => redact(Array.from({ length: 16 }, () => 'eyJ-'.repeat(4000))))).toBeLessThan(100)
  const cut = (end: string, length: number) => redact(`${'x '.repeat(8000).slice(0, length)}${end}`)
  for (let kept = 1; kept < 19; kept++) expect(cut('4111 1111 1111 1111', 16_000 - kept)).not.toContain('4111')
  expect(cut('', 16_000)).toHaveLength(16_000)
})

test('a call that the database refuses keeps no other out of the log: half of an emoji at the cut, a NUL in a path, a refused row [BIZ-66]', async () => {
  const before = (await api.get(`${log}?search=Order%209`, headers)).body.items
  const upToEmoji = JSON.stringify({ externalRef: 'Order 901', note: '' }).length - 2
  const calls = [
    await api.post('/api/payment-requests', { externalRef: 'Order 901', note: 'n'.repeat(15_999 - upToEmoji) + '🥝🥝' }, shop.till),
    await api.post('/api/payment-requests', { externalRef: 'r'.repeat(199) + '🥝' }, shop.till),
    await api.get('/api/payment-requests/%00', shop.till),
    await api.get('/api/payment-requests/unknown', shop.till),
  ]
  for (const call of calls) await expect.poll(async () => (await api.get(`/api/requests/${idOf(call)}`, headers)).status, { timeout: 10_000 }).toBe(200)
  expect((await api.get(`/api/requests/${idOf(calls[0]!)}`, headers)).body.body).toMatch(/n\uFFFD$/u)
  await sql`alter table api_request add constraint refuses check (external_ref <> 'Order 666')`.execute(database.owner.db)
  const [good, bad, later] = [
    await api.post('/api/payment-requests', { externalRef: 'Order 902' }, shop.till),
    await api.post('/api/payment-requests', { externalRef: 'Order 666' }, shop.till),
    await api.post('/api/payment-requests', { externalRef: 'Order 903' }, shop.till),
  ]
  for (const call of [good, later]) await expect.poll(async () => (await api.get(`/api/requests/${idOf(call)}`, headers)).status, { timeout: 10_000 }).toBe(200)
  expect((await api.get(`/api/requests/${idOf(bad)}`, headers)).status).toBe(403)
  await sql`alter table api_request drop constraint refuses`.execute(database.owner.db)
  expect(before).toEqual([])
})

test('what was accepted is written, and both are counted, so that a loss can be seen [BIZ-66]', async () => {
  const counted = async () => {
    const text = await metrics.registry.metrics()
    return ['accepted', 'written', 'refused', 'dropped'].map((outcome) =>
      Number(new RegExp(`nikau_request_log_total\\{outcome="${outcome}"[^}]*\\} (\\d+)`).exec(text)?.[1] ?? 0),
    )
  }
  await api.get('/api/payment-requests/unknown', shop.till)
  await expect.poll(async () => { const [accepted, written, refused] = await counted(); return accepted! - written! - refused! }, { timeout: 10_000 }).toBe(0) // prettier-ignore
  const [, written, refused, dropped] = await counted()
  const { rows } = await sql<{ n: number }>`select count(*)::int as n from api_request`.execute(database.owner.db)
  expect([written, refused, dropped]).toEqual([rows[0]!.n, 1, 0])
})

test('calls are shown for 30 days and then deleted [BIZ-66]', async () => {
  const count = async () => (await sql`select from api_request`.execute(database.owner.db)).rows.length
  const before = await count()
  const { db } = database.openAs('nikau_worker')
  expect(await deleteRequests(db, new Date(clock.now().getTime() - 30 * 86_400_000), 1000)).toBe(0)
  await sql`update api_request set at = at - interval '30 days 1 second'`.execute(database.owner.db)
  expect((await api.get(log, headers)).body.items).toEqual([])
  expect(await deleteRequests(db, new Date(clock.now().getTime() - 30 * 86_400_000), 1000)).toBe(before)
})

test('a call whose payment request is no id is in the log without one [BIZ-66]', async () => {
  const answer = await api.get(`/api/payment-requests/${encodeURIComponent('" or 1=1')}`, shop.till)
  expect(answer.status).toBe(400)
  await expect.poll(async () => (await api.get(`${log}?search=${idOf(answer)}`, headers)).body.items, { timeout: 10_000 }).toHaveLength(1)
  const [found] = (await api.get(`${log}?search=${idOf(answer)}`, headers)).body.items
  expect(found).toMatchObject({ id: idOf(answer), status: 400 })
  expect(found).not.toHaveProperty('paymentRequestId')
})
