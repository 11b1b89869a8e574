import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Secret, systemClock } from '@nikau/runtime'
import { createPerson, testDatabase } from '@nikau/testing'
import { createLocalJWKSet, jwtVerify } from 'jose'
import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { createPayer, createShop, dispatchEvents, runningApi } from '../../fixtures.ts'
import { challenge } from './challenge.ts'
import { deliver, type DeliverDeps } from './deliver.ts'
import { runReplay } from './replay.ts'

const database = await testDatabase()
const api = await runningApi(database, { env: { WEBHOOK_LOOPBACK: 'true', WEBHOOK_SECRET: 'test', RATE_LIMIT_SCALE: '100' } })
const shop = await createShop(api, database)
const payer = await createPayer(api, database)

const received: { authorization: string; text: string }[] = []
let status = 204
let answerText = ''
const receiver = createServer((request, response) => {
  let text = ''
  request.on('data', (chunk) => (text += String(chunk)))
  request.on('end', () => {
    const { type, data } = JSON.parse(text) as { type: string; data: { challenge: string } }
    if (type === 'webhook:challenge') return void response.end(JSON.stringify({ challenge: data.challenge }))
    received.push({ authorization: request.headers.authorization!, text })
    response.writeHead(status).end(answerText)
  })
}).listen(0, '127.0.0.1')
await once(receiver, 'listening')
afterAll(() => receiver.close())

const { headers } = shop.owner
const url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/hook`
const base = `/api/accounts/${shop.accountId}/webhooks`
// With the rights of the worker, which sends.
const deps: DeliverDeps = {
  db: database.openAs('nikau_worker').db,
  clock: systemClock,
  secret: new Secret('test'),
  loopback: true,
  resolve: async () => ['127.0.0.1'],
}

async function createEndpoint() {
  const endpoint = (await api.post(base, { url }, headers)).body
  const { rows } = await sql<{ challenge: string }>`select challenge from webhook_endpoint where id = ${endpoint.id}`.execute(database.owner.db)
  await challenge(deps, { endpointId: endpoint.id, challenge: rows[0]!.challenge })
  return `${base}/${endpoint.id}`
}
const endpoint = await createEndpoint()
const listed = async (): Promise<{ id: string; sequence: number; status: string; attempts: number }[]> => {
  await dispatchEvents(database)
  return (await api.get(`${endpoint}/deliveries`, headers)).body.items.toReversed()
}
const pay = async () => await payer.pay((await shop.createRequest(100)).id)
/** What the worker does with the job. */
async function replayed() {
  const { rows } = await sql<{ id: string }>`select id from webhook_replay`.execute(database.owner.db)
  for (const { id } of rows) for (let turn = 0; turn < 60; turn++) await runReplay(deps, id)
}
const sequences = () => received.map(({ text }) => (JSON.parse(text) as { sequence: number }).sequence)

test('a delivery shows its body, its headers and every attempt with status, duration and the first 2,000 characters of the answer [BIZ-63]', async () => {
  await pay()
  const [due] = await listed()
  ;[status, answerText] = [503, `upstream \0${'é'.repeat(3000)}`]
  expect(await deliver(deps, due!.id)).toBe('retrying')
  ;[status, answerText] = [204, '']
  expect(await deliver(deps, due!.id)).toBe('delivered')
  const { body } = await api.get(`${endpoint}/deliveries/${due!.id}`, headers)
  const last = received.at(-1)!
  expect(body).toMatchObject({
    id: due!.id,
    status: 'delivered',
    url,
    body: last.text,
    headers: { authorization: last.authorization, 'content-type': 'application/json' },
    tries: [
      { number: 1, status: 503, result: 'status 503', answer: `upstream ${'é'.repeat(1991)}`, durationMs: expect.any(Number) },
      { number: 2, status: 204, result: 'status 204', durationMs: expect.any(Number) },
    ],
  })
  expect(body.tries[1].answer).toBeUndefined()
  const stranger = await createShop(api, database)
  const url2 = `/api/accounts/${stranger.accountId}/webhooks`
  for (const address of [`${endpoint}/deliveries/${due!.id}`, `${url2}/${endpoint.split('/').at(-1)}/deliveries/${due!.id}`])
    expect(await api.get(address, stranger.owner.headers)).toMatchObject({ status: 403, body: { message: 'FORBIDDEN' } })
})

test('a replay sends a range again in order, under the same ids and newly signed [BIZ-64]', async () => {
  for (let n = 0; n < 3; n++) await pay()
  const before = await listed()
  for (const { id } of before) await deliver(deps, id)
  const first = received.map(({ text, authorization }) => ({ text, authorization })).slice(-3)
  received.length = 0
  await new Promise((resolve) => setTimeout(resolve, 1100)) // a signature says the second it was made
  const answer = await api.post(`${endpoint}/replay`, { fromSequence: 2, toSequence: 4 }, headers)
  expect(answer.body).toEqual({ count: 3 })
  await replayed()
  expect(sequences()).toEqual([2, 3, 4])
  expect(received.map(({ text }) => text)).toEqual(first.map(({ text }) => text))
  for (const [n, { authorization }] of received.entries()) expect(authorization).not.toBe(first[n]!.authorization)
  const jwks = (await api.get(`/.well-known/webhooks/${endpoint.split('/').at(-1)}/jwks.json`)).body
  const { payload } = await jwtVerify(received[0]!.authorization, createLocalJWKSet(jwks), { audience: url })
  expect(payload.request_body_sha256).toBe(createHash('sha256').update(received[0]!.text).digest('hex'))
  expect((await sql`select from webhook_replay`.execute(database.owner.db)).rows).toEqual([])
})

test('a replay of what failed sends that alone, and a new event passes it [BIZ-64]', async () => {
  status = 503
  for (let n = 0; n < 2; n++) await pay()
  const failed = (await listed()).slice(-2)
  for (const { id } of failed) expect(await deliver(deps, id)).toBe('retrying')
  status = 204
  received.length = 0
  expect((await api.post(`${endpoint}/replay`, { status: 'failed' }, headers)).body).toEqual({ count: 2 })
  await pay()
  const latest = (await listed()).at(-1)!
  expect(await deliver(deps, latest.id)).toBe('delivered')
  await replayed()
  expect(sequences()).toEqual([latest.sequence, ...failed.map(({ sequence }) => sequence)])
  expect((await listed()).slice(-3).map((one) => one.status)).toEqual(['delivered', 'delivered', 'delivered'])
})

test('more than 1,000 at once are refused and nothing is sent, and so is what is no range [BIZ-64]', async () => {
  const last = (await listed()).at(-1)!.sequence
  const id = endpoint.split('/').at(-1)
  await sql`
    insert into webhook_delivery (endpoint_id, sequence, type, created_at, status) select ${id}, n, 'webhook:test', now(), 'delivered'
      from generate_series(${last + 1}::int, ${last + 1001}::int) as n`.execute(database.owner.db)
  const replay = (body: object) => api.post(`${endpoint}/replay`, body, headers)
  expect(await replay({ fromSequence: last + 1, toSequence: last + 1001 })).toMatchObject({ status: 403, body: { message: 'REPLAY_TOO_LONG' } })
  expect((await sql`select from webhook_replay`.execute(database.owner.db)).rows).toEqual([])
  expect((await replay({ fromSequence: last + 1, toSequence: last + 1000 })).body).toEqual({ count: 1000 })
  expect((await replay({ fromSequence: 3, toSequence: 2 })).status).toBe(400)
  expect((await replay({ fromSequence: 1 })).status).toBe(400)
})

test('an endpoint has one replay: a second goes on with what the first has not sent, and is refused if that is too long [BIZ-64]', async () => {
  const other = await createEndpoint()
  const id = other.split('/').at(-1)!
  status = 204
  for (let n = 0; n < 4; n++) await deliver(deps, (await api.post(`${other}/test`, undefined!, headers)).body.id)
  const replay = (fromSequence: number, toSequence: number) => api.post(`${other}/replay`, { fromSequence, toSequence }, headers)
  const replays = async () =>
    (await sql<{ id: string; ids: string[] }>`select id, delivery_ids as ids from webhook_replay where endpoint_id = ${id}`.execute(database.owner.db)).rows
  expect((await replay(1, 2)).body).toEqual({ count: 2 })
  const [first] = await replays()
  expect((await replay(2, 4)).body).toEqual({ count: 3 })
  const [second, ...more] = await replays()
  expect(more).toEqual([])
  received.length = 0
  for (const { id: replayId } of [first!, second!]) await runReplay(deps, replayId)
  expect(sequences()).toEqual([1, 2, 3, 4])
  expect(await replays()).toEqual([])
  await sql`
    insert into webhook_delivery (endpoint_id, sequence, type, created_at, status) select ${id}, n, 'webhook:test', now(), 'delivered'
      from generate_series(5, 1004) as n`.execute(database.owner.db)
  expect((await replay(1, 1000)).status).toBe(200)
  expect(await replay(2, 1001)).toMatchObject({ status: 403, body: { message: 'REPLAY_TOO_LONG' } })
  expect((await replay(1, 1000)).status).toBe(200)
  expect(await replays()).toHaveLength(1)
})

test('a delivery that is sent again fifty times waits for one job, also while it is tried again [BIZ-63]', async () => {
  const other = await createEndpoint()
  const { id } = (await api.post(`${other}/test`, undefined!, headers)).body
  const jobs = async () => (await sql`select from graphile_worker.jobs where key = ${`deliver:${id}`}`.execute(database.owner.db)).rows.length
  const all = async () => (await sql`select from graphile_worker._private_jobs where payload ->> 'deliveryId' = ${id}`.execute(database.owner.db)).rows.length
  await Promise.all(Array.from({ length: 25 }, () => api.post(`${other}/deliveries/${id}/resend`, {}, headers)))
  status = 503
  expect(await deliver(deps, id)).toBe('retrying')
  status = 204
  for (let n = 0; n < 25; n++) expect((await api.post(`${other}/deliveries/${id}/resend`, {}, headers)).status).toBe(200)
  expect([await jobs(), await all()]).toEqual([1, 1])
})

test('a test event is signed and numbered like any other; one that is switched off gets neither it nor a replay [BIZ-63]', async () => {
  const other = await createEndpoint()
  const sent = await api.post(`${other}/test`, undefined!, headers)
  expect(sent.body).toMatchObject({ type: 'webhook:test', sequence: 1, status: 'waiting' })
  expect(await deliver(deps, sent.body.id)).toBe('delivered')
  expect(JSON.parse(received.at(-1)!.text)).toMatchObject({ id: sent.body.id, type: 'webhook:test', test: true, data: { message: expect.any(String) } })
  await api.put(other, { enabled: false }, headers)
  for (const call of [api.post(`${other}/test`, undefined!, headers), api.post(`${other}/replay`, { status: 'failed' }, headers)])
    expect(await call).toMatchObject({ status: 403, body: { message: 'WEBHOOK_NOT_ACTIVE' } })
})

test('deliveries are listed by status, newest first [BIZ-63]', async () => {
  const other = await createEndpoint()
  const sent: string[] = []
  for (const answered of [204, 500, 204]) {
    status = answered
    sent.push((await api.post(`${other}/test`, undefined!, headers)).body.id)
    await deliver(deps, sent.at(-1)!)
  }
  const idsOf = async (query: string) => (await api.get(`${other}/deliveries${query}`, headers)).body.items.map(({ id }: { id: string }) => id)
  expect(await idsOf('')).toEqual(sent.toReversed())
  expect(await idsOf('?status=delivered')).toEqual([sent[2], sent[0]])
  expect(await idsOf('?status=waiting')).toEqual([sent[1]])
  expect(await idsOf('?status=failed')).toEqual([])
  expect((await api.get(`${other}/deliveries?status=lost`, headers)).status).toBe(400)
})

/** A live business with a test shop, a developer, and an endpoint for both kinds of money. */
async function createLiveBusiness() {
  const live = await createShop(api, database, { test: false })
  const sandbox = await createShop(api, database, { owner: live.owner })
  const path = `/api/accounts/${live.accountId}/webhooks`
  const developer = await createPerson(database)
  await sql`insert into account_member (account_id, person_id, role, added_at) values (${live.accountId}, ${developer.personId}, 'developer', now())`.execute(
    database.owner.db,
  )
  const prove = async (id: string) => {
    const { rows } = await sql<{ challenge: string }>`select challenge from webhook_endpoint where id = ${id}`.execute(database.owner.db)
    await challenge(deps, { endpointId: id, challenge: rows[0]!.challenge })
  }
  const { id } = (await api.post(path, { url }, live.owner.headers)).body as { id: string }
  await prove(id)
  /** One request of each kind, cancelled, which the endpoints are told about. */
  const cancelBoth = async () => {
    const request = { live: await live.createRequest(100), test: await sandbox.createRequest(100) }
    await sql`update merchant set account_id = ${live.accountId} where id = ${sandbox.merchantId}`.execute(database.owner.db)
    await sql`update payment_request set merchant_account_id = ${live.accountId} where id = ${request.test.id}`.execute(database.owner.db)
    await api.post(`/api/payment-requests/${request.live.id}/cancel`, {}, live.owner.headers)
    await api.post(`/api/payment-requests/${request.test.id}/cancel`, {}, live.owner.headers)
    await dispatchEvents(database)
    return request
  }
  return { live, path, id, developer, prove, cancelBoth }
}

test('deliveries about test and live money are not mixed, and a developer of a live business reads those of test payments only [BIZ-05, BIZ-07]', async () => {
  const { live, path, id, developer, cancelBoth } = await createLiveBusiness()
  const request = await cancelBoth()
  const listOf = async (query: string, who: Record<string, string>) => {
    const { status: answered, body } = await api.get(`${path}/${id}/deliveries${query}`, who)
    return answered === 200 ? (body.items as { id: string; paymentRequestId: string }[]) : answered
  }
  const requestsOf = async (...of: Parameters<typeof listOf>) => {
    const found = await listOf(...of)
    return Array.isArray(found) ? found.map(({ paymentRequestId }) => paymentRequestId) : found
  }
  const owner = live.owner.headers
  expect(await requestsOf('', owner)).toEqual([request.test.id, request.live.id])
  expect(await requestsOf('?liveness=main', owner)).toEqual([request.live.id])
  expect(await requestsOf('?liveness=test', owner)).toEqual([request.test.id])
  expect(await requestsOf('', developer.headers)).toEqual([request.test.id])
  expect(await requestsOf('?liveness=main', developer.headers)).toBe(403)
  for (const delivery of (await listOf('', owner)) as { id: string; paymentRequestId: string }[]) {
    const { status: answered } = await api.get(`${path}/${id}/deliveries/${delivery.id}`, developer.headers)
    expect(answered).toBe(delivery.paymentRequestId === request.test.id ? 200 : 403)
  }
  // A test event is about neither.
  await api.post(`${path}/${id}/test`, undefined!, owner)
  for (const liveness of ['main', 'test']) expect(await listOf(`?liveness=${liveness}`, owner)).toHaveLength(2)
})

test('a developer of a live business sends deliveries about test payments again and no others, and a view sends its own [BIZ-05, BIZ-07, BIZ-64]', async () => {
  const { live, path, id, developer, cancelBoth } = await createLiveBusiness()
  await cancelBoth()
  await sql`update webhook_delivery set status = 'failed' where endpoint_id = ${id}`.execute(database.owner.db)
  const { items } = (await api.get(`${path}/${id}/deliveries`, live.owner.headers)).body
  const [ofTest, ofLive] = items as { id: string; sequence: number }[]
  // Another test asks for a thousand that nobody sends.
  await sql`delete from webhook_replay`.execute(database.owner.db)
  const replay = async (body: object, who: Record<string, string>) => {
    received.length = 0
    await sql`update webhook_delivery set status = 'failed' where endpoint_id = ${id}`.execute(database.owner.db)
    const answer = await api.post(`${path}/${id}/replay`, body, who)
    await replayed()
    return [answer.status, sequences()]
  }
  const range = { fromSequence: 1, toSequence: 2 }
  for (const body of [range, { status: 'failed' }]) {
    expect(await replay(body, developer.headers)).toEqual([200, [ofTest!.sequence]])
    expect(await replay({ ...body, liveness: 'main' }, developer.headers)).toEqual([403, []])
    expect(await replay({ ...body, liveness: 'test' }, live.owner.headers)).toEqual([200, [ofTest!.sequence]])
    expect(await replay({ ...body, liveness: 'main' }, live.owner.headers)).toEqual([200, [ofLive!.sequence]])
    expect(await replay(body, live.owner.headers)).toEqual([200, [ofLive!.sequence, ofTest!.sequence]])
  }
  const resend = async (deliveryId: string, who: Record<string, string>) =>
    (await api.post(`${path}/${id}/deliveries/${deliveryId}/resend`, undefined!, who)).status
  expect([await resend(ofTest!.id, developer.headers), await resend(ofLive!.id, developer.headers)]).toEqual([200, 403])
  expect(await resend(ofLive!.id, live.owner.headers)).toBe(200)
})

test('an endpoint is told about its kind of money; a developer of a live business makes and changes those for test money only [BIZ-05, BIZ-07, BIZ-63]', async () => {
  const { live, path, id, developer, prove, cancelBoth } = await createLiveBusiness()
  const owner = live.owner.headers
  const key = await api.post(`/api/accounts/${live.accountId}/api-keys`, { name: 'TestKey', scopes: ['webhooks:write'], liveness: 'test' }, owner)
  const testKey = { 'x-api-key': String(key.body.secret) }
  const create = async (more: object, who: Record<string, string>) => {
    const { status: answered, body } = await api.post(path, { url, ...more }, who)
    if (answered === 200) await prove(body.id)
    return answered === 200 ? (body as { id: string; liveness?: string }) : answered
  }
  const made = { live: await create({ liveness: 'main' }, owner), test: await create({}, developer.headers), key: await create({ liveness: 'test' }, testKey) }
  expect(made).toMatchObject({ live: { liveness: 'main' }, test: { liveness: 'test' }, key: { liveness: 'test' } })
  for (const who of [developer.headers, testKey]) expect(await create({ liveness: 'main' }, who)).toBe(403)
  const idOf = (one: keyof typeof made) => (made[one] as { id: string }).id

  const request = await cancelBoth()
  const toldOf = async (endpointId: string) => {
    const { items } = (await api.get(`${path}/${endpointId}/deliveries`, owner)).body
    return (items as { sequence: number; paymentRequestId: string }[]).map(({ sequence, paymentRequestId }) => [sequence, paymentRequestId])
  }
  expect(await toldOf(id)).toEqual([
    [2, request.test.id],
    [1, request.live.id],
  ])
  expect(await toldOf(idOf('live'))).toEqual([[1, request.live.id]])
  for (const one of ['test', 'key'] as const) expect(await toldOf(idOf(one))).toEqual([[1, request.test.id]])

  for (const who of [developer.headers, testKey]) {
    const listed = (await api.get(path, who)).body as { id: string }[]
    expect(listed.map((one) => one.id)).toEqual([id, idOf('test'), idOf('key')])
    expect((await api.get(`${path}/${idOf('live')}/deliveries`, who)).status).toBe(403)
    for (const [endpointId, expected] of [
      [id, 403],
      [idOf('live'), 403],
      [idOf('test'), 200],
    ] as const) {
      expect((await api.put(`${path}/${endpointId}`, { url: `${url}?moved` }, who)).status).toBe(expected)
      expect((await api.put(`${path}/${endpointId}`, { enabled: false }, who)).status).toBe(expected)
      expect((await api.post(`${path}/${endpointId}/rotate`, undefined!, who)).status).toBe(expected)
    }
  }
})
