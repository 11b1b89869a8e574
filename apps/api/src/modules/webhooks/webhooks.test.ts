import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Secret, systemClock } from '@nikau/runtime'
import { testDatabase } from '@nikau/testing'
import { createLocalJWKSet, decodeProtectedHeader, jwtVerify } from 'jose'
import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { createPayer, createShop, dispatchEvents, runningApi } from '../../fixtures.ts'
import { challenge } from './challenge.ts'
import { deliver, type DeliverDeps } from './deliver.ts'
import { nextAttemptAt, nextChallengeAt } from './rules.ts'
import { send } from './send.ts'
import { isPublic, parseTarget } from './ssrf-guard.ts'

const database = await testDatabase()
const api = await runningApi(database, { env: { WEBHOOK_LOOPBACK: 'true', WEBHOOK_SECRET: 'test' } })
const shop = await createShop(api, database)
const payer = await createPayer(api, database)

interface Received {
  headers: Record<string, string>
  text: string
}
const received: Received[] = []
const challenges: Received[] = []
let answerChallenge = (value: string, _body: string) => JSON.stringify({ challenge: value })
let answer: (n: number) => number = () => 204
const receiver = createServer((request, response) => {
  let text = ''
  request.on('data', (chunk) => (text += String(chunk)))
  request.on('end', () => {
    const { type, data } = JSON.parse(text) as { type: string; data: { challenge: string } }
    if (type === 'webhook:challenge') {
      challenges.push({ headers: request.headers as Record<string, string>, text })
      return void response.end(answerChallenge(data.challenge, text))
    }
    received.push({ headers: request.headers as Record<string, string>, text })
    const status = answer(received.length)
    response.writeHead(status, status === 302 ? { location: `http://127.0.0.1:${port}/elsewhere` } : {}).end('x'.repeat(status === 299 ? 100_000 : 0))
  })
}).listen(0, '127.0.0.1')
await once(receiver, 'listening')
const { port } = receiver.address() as AddressInfo
afterAll(() => receiver.close())

const url = `http://127.0.0.1:${port}/hook`
const base = `/api/accounts/${shop.accountId}/webhooks`
const { headers } = shop.owner
const deps: DeliverDeps = { db: database.db, clock: systemClock, secret: new Secret('test'), loopback: true, resolve: async () => ['127.0.0.1'] }
/** One attempt of the job that challenges the endpoint's pending URL. */
async function runChallenge(endpointId: string, using: DeliverDeps = deps) {
  const { rows } = await sql<{ challenge: string | null }>`select challenge from webhook_endpoint where id = ${endpointId}`.execute(database.owner.db)
  return await challenge(using, { endpointId, challenge: rows[0]?.challenge ?? 'none' })
}
const endpointOf = async (id: string) => (await api.get(base, headers)).body.find((one: { id: string }) => one.id === id)
const endpoint = (await api.post(base, { url }, headers)).body
await runChallenge(endpoint.id)
const deliveries = async () => {
  await dispatchEvents(database)
  return (await api.get(`${base}/${endpoint.id}/deliveries`, headers)).body.items
}
const paid = async (amount = 100) => {
  const request = await shop.createRequest(amount)
  await payer.pay(request.id)
  return (await deliveries())[0]
}
const queued = async () =>
  (await sql<{ n: bigint }>`select count(*) as n from graphile_worker.jobs where task_identifier = 'deliver-webhook'`.execute(database.db)).rows[0]!.n

test('a payment is delivered with its activity, signed for this receiver and these bytes by a published key', async () => {
  const before = await queued()
  const due = await paid(700)
  expect(due).toMatchObject({ type: 'payment-request:paid', status: 'waiting', sequence: 1, activityNumber: 2 })
  expect((await queued()) - before).toBe(1n)
  expect(await deliver(deps, due.id)).toBe('delivered')
  const { headers: got, text } = received.at(-1)!
  expect(JSON.parse(text)).toMatchObject({
    id: due.id,
    type: 'payment-request:paid',
    sequence: 1,
    accountId: shop.accountId,
    test: true,
    data: { type: 'payment', value: { amount: '700' } },
  })
  const jwks = (await api.get(`/.well-known/webhooks/${endpoint.id}/jwks.json`)).body
  expect(JSON.stringify(jwks)).not.toContain('"d"')
  const { payload } = await jwtVerify(got.authorization!, createLocalJWKSet(jwks), { algorithms: ['ES256'], audience: url })
  expect(payload.exp! - payload.iat!).toBe(300)
  expect(payload.request_body_sha256).toBe(createHash('sha256').update(text).digest('hex'))
  await expect(jwtVerify(got.authorization!, createLocalJWKSet(jwks), { audience: 'https://other.example/' })).rejects.toThrow('aud')
  expect((await deliveries())[0]).toMatchObject({ status: 'delivered', attempts: 1, lastResult: 'status 204', deliveredAt: expect.any(String) })
  expect(await deliver(deps, due.id)).toBe('already-done')
})

test('the end of a connection is delivered, without why or whose it was [GUARD-17]', async () => {
  const connection = (await api.post('/api/connections', { merchantId: shop.merchantId }, shop.till)).body
  await api.post(`/api/connections/${connection.id}/authorize`, { accountId: payer.accountId }, payer.headers)
  expect((await api.delete(`/api/permissions/${connection.id}`, payer.headers)).body).toEqual({})
  const [due] = await deliveries()
  expect(due).toMatchObject({ type: 'connection:ended', connectionId: connection.id, status: 'waiting' })
  expect(due.paymentRequestId).toBeUndefined()
  expect(await deliver(deps, due.id)).toBe('delivered')
  const { text } = received.at(-1)!
  expect(JSON.parse(text)).toEqual({
    id: due.id,
    type: 'connection:ended',
    sequence: due.sequence,
    data: { id: connection.id, merchantId: shop.merchantId, status: 'ended', endedAt: expect.any(String) },
    accountId: shop.accountId,
    test: true,
    createdAt: due.createdAt,
  })
  expect(text).not.toMatch(new RegExp(`${payer.accountId}|${payer.personId}`))
})

test('a failed delivery is retried with the same bytes, and can be resent manually', async () => {
  const due = await paid()
  answer = () => 500
  const jobs = async () =>
    (await sql<{ later: boolean }>`select run_at > now() as later from graphile_worker.jobs where key = ${`deliver:${due.id}`}`.execute(database.db)).rows
  expect(await jobs()).toEqual([{ later: false }])
  expect(await deliver(deps, due.id)).toBe('retrying')
  expect(await deliver(deps, due.id)).toBe('retrying')
  expect(await jobs()).toEqual([{ later: true }])
  expect((await deliveries())[0]).toMatchObject({ status: 'waiting', attempts: 2, lastResult: 'status 500' })
  expect(received.at(-1)!.text).toBe(received.at(-2)!.text)
  answer = () => 200
  expect((await api.post(`${base}/${endpoint.id}/deliveries/${due.id}/resend`, undefined!, headers)).body).toMatchObject({ status: 'waiting' })
  expect(await jobs()).toEqual([{ later: false }])
  expect(await deliver(deps, due.id)).toBe('delivered')
  expect(JSON.parse(received.at(-1)!.text).id).toBe(due.id)
})

test('retries back off from seconds to hours, and end after two weeks', async () => {
  const due = await paid()
  answer = () => 503
  const later = { ...deps, clock: { now: () => new Date(Date.now() + 14 * 86_400_000 + 60_000) } }
  expect(await deliver(later, due.id)).toBe('failed')
  const at = new Date(0)
  expect([1, 2, 5, 9, 40].map((attempts) => nextAttemptAt(attempts, at, 0.5).getTime() / 1000)).toEqual([5, 15, 405, 21_600, 21_600])
})

test('redirects are not followed and oversized responses are aborted', async () => {
  answer = () => 302
  const before = received.length
  await deliver(deps, (await paid()).id)
  expect((await deliveries())[0]).toMatchObject({ status: 'waiting', lastResult: 'status 302' })
  expect(received.length).toBe(before + 1)
  answer = () => 299
  await deliver(deps, (await paid()).id)
  expect((await deliveries())[0]).toMatchObject({ status: 'waiting', lastResult: 'response too large' })
  answer = () => 204
})

test('refunds and cancellations are delivered too, with gapless sequence numbers', async () => {
  const request = await shop.createRequest(300)
  await payer.pay(request.id)
  await api.post(`/api/payment-requests/${request.id}/refund`, { value: { amount: '100', currency: 'NZD' }, externalRef: 'r' }, shop.till)
  await api.post(`/api/payment-requests/${(await shop.createRequest(1)).id}/cancel`, undefined!, shop.till)
  const all = await deliveries()
  expect(all.slice(0, 3).map((one: { type: string }) => one.type)).toEqual([
    'payment-request:cancelled',
    'payment-request:refund-completed',
    'payment-request:paid',
  ])
  expect(all.map((one: { sequence: number }) => one.sequence)).toEqual(all.map((_: unknown, place: number) => all.length - place))
})

test('a rotated key signs at once and the old one stays published for a day; disabled endpoints get nothing', async () => {
  const rotated = (await api.post(`${base}/${endpoint.id}/rotate`, undefined!, headers)).body
  expect(rotated.keyId).not.toBe(endpoint.keyId)
  const { keys } = (await api.get(`/.well-known/webhooks/${endpoint.id}/jwks.json`)).body
  expect(keys.map((key: { kid: string }) => key.kid)).toEqual([rotated.keyId, endpoint.keyId])
  await deliver(deps, (await paid()).id)
  expect(decodeProtectedHeader(received.at(-1)!.headers.authorization!).kid).toBe(rotated.keyId)
  const waiting = await paid()
  await api.put(`${base}/${endpoint.id}`, { enabled: false }, headers)
  expect(await deliver(deps, waiting.id)).toBe('failed')
  const count = (await deliveries()).length
  await payer.pay((await shop.createRequest(10)).id)
  expect((await deliveries()).length).toBe(count)
  await api.put(`${base}/${endpoint.id}`, { enabled: true }, headers)
})

test('a new URL receives nothing until it has answered a signed challenge with its value [SEC-19]', async () => {
  const created = (await api.post(base, { url: `${url}/second` }, headers)).body
  expect(created).toMatchObject({ status: 'pending', pendingUrl: `${url}/second` })
  const deliveriesOf = async () => {
    await dispatchEvents(database)
    return (await api.get(`${base}/${created.id}/deliveries`, headers)).body.items
  }
  const jobs = await sql<{ n: bigint }>`select count(*) as n from graphile_worker.jobs where task_identifier = 'challenge-webhook'`.execute(database.owner.db)
  expect(jobs.rows[0]!.n).toBeGreaterThan(0n)
  await paid()
  expect(await deliveriesOf()).toEqual([])
  // Neither silence, nor another value, nor the request itself proves anything.
  for (const wrong of [() => '', () => JSON.stringify({ challenge: 'other' }), (_: string, body: string) => body, (value: string) => value]) {
    answerChallenge = wrong
    expect(await runChallenge(created.id)).toBe('retrying')
  }
  await paid()
  expect(await deliveriesOf()).toEqual([])
  answerChallenge = (value) => JSON.stringify({ challenge: value })
  expect(await runChallenge(created.id)).toBe('answered')
  expect(await runChallenge(created.id)).toBe('already-done')
  expect(await endpointOf(created.id)).toMatchObject({ status: 'active', url: `${url}/second` })
  const { headers: got, text } = challenges.at(-1)!
  const jwks = createLocalJWKSet((await api.get(`/.well-known/webhooks/${created.id}/jwks.json`)).body)
  const { payload } = await jwtVerify(got.authorization!, jwks, { algorithms: ['ES256'], audience: `${url}/second` })
  expect(payload.request_body_sha256).toBe(createHash('sha256').update(text).digest('hex'))
  await paid()
  // What happened before is not sent later.
  expect((await deliveriesOf()).map((one: { sequence: number }) => one.sequence)).toEqual([1])
  await api.put(`${base}/${created.id}`, { enabled: false }, headers)
})

test('a changed URL has to answer too; the old one receives the events until then, and stays if it never answers [SEC-19]', async () => {
  const next = `${url}/next`
  const changed = await api.put(`${base}/${endpoint.id}`, { url: next }, headers)
  expect(changed.body).toMatchObject({ status: 'active', url, pendingUrl: next })
  const before = received.length
  expect(await deliver(deps, (await paid()).id)).toBe('delivered')
  expect(received.length).toBe(before + 1)
  answerChallenge = () => ''
  const results = []
  for (let n = 0; n < 6; n++) results.push(await runChallenge(endpoint.id))
  expect(results).toEqual([...Array<string>(5).fill('retrying'), 'given-up'])
  expect(await endpointOf(endpoint.id)).toMatchObject({ status: 'active', url })
  expect((await endpointOf(endpoint.id)).pendingUrl).toBeUndefined()
  answerChallenge = (value) => JSON.stringify({ challenge: value })
  await api.put(`${base}/${endpoint.id}`, { url: next }, headers)
  expect(await runChallenge(endpoint.id)).toBe('answered')
  expect(await endpointOf(endpoint.id)).toMatchObject({ status: 'active', url: next })
  await api.put(`${base}/${endpoint.id}`, { url }, headers)
  await runChallenge(endpoint.id)
  const at = new Date(0)
  expect([1, 2, 3, 4, 5, 6].map((attempts) => nextChallengeAt(attempts, at)?.getTime())).toEqual([10_000, 60_000, 300_000, 1_800_000, 7_200_000, undefined])
})

test('a challenge goes to public addresses only [SEC-19]', async () => {
  const created = (await api.post(base, { url: 'https://rebind.example/hook' }, headers)).body
  const before = challenges.length
  expect(await runChallenge(created.id, { ...deps, loopback: false, resolve: async () => ['8.8.8.8', '127.0.0.1'] })).toBe('retrying')
  expect(challenges.length).toBe(before)
  await api.put(`${base}/${created.id}`, { enabled: false }, headers)
})

test('the key set lists one endpoint’s keys, and has a limit [SEC-14]', async () => {
  expect((await api.get('/.well-known/webhooks/jwks.json')).status).toBe(404)
  const other = await createShop(api, database)
  const { body } = await api.post(`/api/accounts/${other.accountId}/webhooks`, { url }, other.owner.headers)
  const keysOf = async (id: string) => (await api.get(`/.well-known/webhooks/${id}/jwks.json`)).body.keys.map((key: { kid: string }) => key.kid)
  expect(await keysOf(body.id)).toEqual([body.keyId])
  expect(await keysOf(endpoint.id)).not.toContain(body.keyId)
  expect(await keysOf('absent')).toEqual([])
  const answers = await Promise.all(Array.from({ length: 70 }, () => api.get(`/.well-known/webhooks/${body.id}/jwks.json`)))
  expect(answers.filter(({ status }) => status === 429).length).toBeGreaterThan(0)
})

test('changes of webhooks are recorded for the owner [SEC-10]', async () => {
  const { rows } = await sql<{ change: string }>`
    select distinct detail ->> 'change' as change from security_event where person_id = ${shop.owner.personId} and kind = 'webhook-changed' order by 1`.execute(
    database.owner.db,
  )
  expect(rows.map(({ change }) => change)).toEqual(['created', 'disabled', 'enabled', 'key rotated', 'url'])
})

test('internal addresses are refused in any notation', () => {
  for (const address of ['8.8.8.8', '203.97.0.1', '2404:6800:4006::1']) expect([address, isPublic(address)]).toEqual([address, true])
  for (const address of ['127.0.0.1', '10.1.2.3', '172.31.0.1', '192.168.1.1', '169.254.169.254', '100.64.0.1', '0.0.0.0', '224.0.0.1', '255.255.255.255'])
    expect([address, isPublic(address)]).toEqual([address, false])
  for (const address of ['::1', '::', 'fc00::1', 'fd12::1', 'fe80::1', '::ffff:127.0.0.1', '::ffff:8.8.8.8', '64:ff9b::7f00:1', '2002:7f00:1::', '2001:db8::1'])
    expect([address, isPublic(address)]).toEqual([address, false])
  expect(parseTarget('https://shop.example/hook', false)?.href).toBe('https://shop.example/hook')
  for (const bad of [
    'http://shop.example/',
    'https://127.1/',
    'https://2130706433/',
    'https://0x7f.1/',
    'https://[::1]/',
    'https://localhost/',
    'https://a.internal/',
    'https://shop.example:22/',
    'https://a@shop.example/',
    'ftp://shop.example/',
    'https://shop/',
  ])
    expect([bad, parseTarget(bad, false)]).toEqual([bad, undefined])
})

test('a name that resolves to a private address is refused at registration and at delivery', async () => {
  const strict = await runningApi(database, { env: { WEBHOOK_SECRET: 'test' } })
  expect((await strict.post(base, { url }, headers)).body.message).toBe('WEBHOOK_URL_INVALID')
  const due = await paid()
  const hostile = { ...deps, loopback: false, resolve: async () => ['8.8.8.8', '10.0.0.1'] }
  await sql`update webhook_endpoint set url = 'https://rebind.example/' where id = ${endpoint.id}`.execute(database.owner.db)
  expect(await deliver(hostile, due.id)).toBe('retrying')
  expect((await deliveries())[0]).toMatchObject({ lastResult: 'address not allowed' })
  await sql`update webhook_endpoint set url = ${url} where id = ${endpoint.id}`.execute(database.owner.db)
})

test('a name that does not resolve in the time of the call is given up', async () => {
  const options = { resolve: () => new Promise<never>(() => {}), loopback: false, bounds: { seconds: 0.1, maxResponseBytes: 100 } }
  const sent = await send(new URL('https://slow.example/hook'), { text: '{}', authorization: '' }, options)
  expect(sent).toEqual({ delivered: false, result: 'name not resolved', text: '' })
}, 5000)
