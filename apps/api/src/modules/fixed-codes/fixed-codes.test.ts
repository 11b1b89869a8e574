import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { systemClock } from '@nikau/runtime'
import { fakeClock, testDatabase } from '@nikau/testing'
import { createLocalJWKSet, jwtVerify } from 'jose'
import { sql } from 'kysely'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { createPayer, createShop, runningApi } from '../../fixtures.ts'
import { prefixesOf, shortCodeLookups } from './rules.ts'

const database = await testDatabase()
const clock = fakeClock(new Date().toISOString())
const env = { WEBHOOK_LOOPBACK: 'true', WEB_ORIGIN: 'https://pay.example', API_ORIGIN: 'https://pay.example' }
const api = await runningApi(database, { clock, wallClock: systemClock, env })
const shop = await createShop(api, database)
const payer = await createPayer(api, database)

// A vending machine's server. It answers with what `answer` returns, and challenges with their value.
interface Asked {
  type: string
  data: { url?: string; challenge?: string }
}
const asked: { body: Asked; text: string; authorization: string; path: string }[] = []
let answer: () => unknown
let answersChallenge: boolean
const machine = createServer((request, response) => {
  let text = ''
  request.on('data', (chunk) => (text += String(chunk)))
  request.on('end', () => {
    const body = JSON.parse(text) as Asked
    asked.push({ body, text, authorization: request.headers.authorization ?? '', path: request.url ?? '' })
    const challenged = { challenge: answersChallenge ? body.data.challenge : 'other' }
    void Promise.resolve(body.type === 'webhook:challenge' ? challenged : answer()).then((answered) =>
      answered === undefined ? response.writeHead(404).end() : response.end(typeof answered === 'string' ? answered : JSON.stringify(answered)),
    )
  })
}).listen(0, '127.0.0.1')
await once(machine, 'listening')
afterAll(() => machine.close())
const origin = `http://127.0.0.1:${(machine.address() as AddressInfo).port}`

beforeEach(() => {
  clock.advance(61_000)
  answersChallenge = true
  answer = async () => ({ paymentRequestId: (await shop.createRequest(450)).id })
})

const find = (url: string, on = api) => on.post('/payments/cca', { url })
const unknown = { status: 404, body: { statusCode: 404, error: 'Not Found', message: 'UNKNOWN_CODE' } }
const register = (prefix: string, target = `${origin}/nikau`, key = shop.till) => api.post('/api/fixed-codes', { prefix, target }, key)
const verify = (id: string, key = shop.till) => api.post(`/api/fixed-codes/${id}/verify`, undefined!, key)
async function activate(prefix: string, target?: string, key = shop.till): Promise<string> {
  const { id } = (await register(prefix, target, key)).body
  expect((await verify(id, key)).body).toMatchObject({ status: 'active' })
  return id as string
}

test('a registered machine’s code leads to the request that its owner creates, asked with a signature and without the customer [API-12]', async () => {
  const id = await activate(`${origin}/machine/`)
  let created: string | undefined
  answer = async () => ({ paymentRequestId: (created = (await shop.createRequest(450)).id) })
  const found = await find(`${origin}/machine/7?tray=3`)
  expect(found).toMatchObject({ status: 200, body: `https://pay.example/deimos/pay/${created}` })
  const { text, body, authorization, path } = asked.at(-1)!
  expect(path).toBe('/nikau')
  expect(body).toEqual({
    id,
    type: 'fixed-code:scanned',
    data: { url: `${origin}/machine/7?tray=3` },
    accountId: shop.accountId,
    createdAt: expect.any(String),
  })
  const keys = createLocalJWKSet((await api.get(`/.well-known/fixed-codes/${id}/jwks.json`)).body)
  const { payload } = await jwtVerify(authorization, keys, { algorithms: ['ES256'], audience: `${origin}/nikau`, currentDate: clock.now() })
  expect(payload.request_body_sha256).toBe(createHash('sha256').update(text).digest('hex'))
  expect((await payer.pay(created!)).status).toBe(200)
})

test('the longest prefix of the code is asked, and ends at a boundary [API-12]', async () => {
  await activate(`${origin}/depth/`, `${origin}/short`)
  await activate(`${origin}/depth/of/`, `${origin}/long`)
  await activate(`${origin}/query?m=`, `${origin}/query`)
  const askedAt = async (path: string) => ((await find(`${origin}${path}`)).status === 200 ? asked.at(-1)!.path : undefined)
  expect(await askedAt('/depth/of/7')).toBe('/long')
  expect(await askedAt('/depth/off')).toBe('/short')
  expect(await askedAt('/depth/../depth/of/1')).toBe('/long')
  expect(await askedAt('/query?m=7')).toBe('/query')
  expect(await askedAt('/depths')).toBeUndefined()
  expect(await askedAt('/query?n=7')).toBeUndefined()
  expect(prefixesOf(new URL('https://v.example/a/b?m=1'))).toEqual(['https://v.example/a/b?m=', 'https://v.example/a/'])
})

test('every other code is unknown, whatever its owner answers [API-12, SCAN-05]', async () => {
  await activate(`${origin}/odd/`)
  const other = await createShop(api, database)
  const paid = (await shop.createRequest(100)).id
  await payer.pay(paid)
  const late = (await shop.createRequest(100, { expirySeconds: 1 })).id
  clock.advance(2000)
  const foreign = (await other.createRequest(100)).id
  for (const answered of [undefined, '', 'no json', {}, { paymentRequestId: 7 }, { paymentRequestId: 'nosuch' }, 'x'.repeat(5000)])
    expect([answered, await odd(answered)]).toMatchObject([answered, unknown])
  for (const paymentRequestId of [paid, late, foreign]) expect(await odd({ paymentRequestId })).toMatchObject(unknown)
  answer = () => new Promise((resolve) => setTimeout(() => resolve({ paymentRequestId: paid }), 4000))
  const before = Date.now()
  expect(await find(`${origin}/odd/1`)).toMatchObject(unknown)
  expect(Date.now() - before).toBeLessThan(3900)
  for (const url of ['https://nobody.example/machine/7', 'https://pay.example/elsewhere', `${origin}/`, 'mailto:a@b.example'])
    expect([url, await find(url)]).toMatchObject([url, unknown])
})
async function odd(answered: unknown) {
  answer = () => answered
  return await find(`${origin}/odd/1`)
}

test('a code stays unknown until its target has answered a challenge, and after it was removed [API-12]', async () => {
  const created = await register(`${origin}/proof/`)
  expect(created.body).toMatchObject({ status: 'pending', jwksUrl: `https://pay.example/.well-known/fixed-codes/${created.body.id}/jwks.json` })
  expect(await find(`${origin}/proof/1`)).toMatchObject(unknown)
  answersChallenge = false
  expect((await verify(created.body.id)).body.message).toBe('CHALLENGE_NOT_ANSWERED')
  expect(await find(`${origin}/proof/1`)).toMatchObject(unknown)
  answersChallenge = true
  await verify(created.body.id)
  expect((await find(`${origin}/proof/1`)).status).toBe(200)
  expect((await register(`${origin}/proof/`)).body).toMatchObject({ id: created.body.id, status: 'active' })
  expect((await api.get('/api/fixed-codes', shop.till)).body.map(({ prefix }: { prefix: string }) => prefix)).toContain(`${origin}/proof/`)
  for (const _ of [1, 2]) expect(await api.delete(`/api/fixed-codes/${created.body.id}`, shop.till)).toMatchObject({ status: 200, body: {} })
  expect(await find(`${origin}/proof/1`)).toMatchObject(unknown)
  expect((await verify(created.body.id)).body.message).toBe('FORBIDDEN')
  expect((await api.get(`/.well-known/fixed-codes/${created.body.id}/jwks.json`)).body).toEqual({ keys: [] })
})

test('nobody registers a code of somebody else, of ours, or without a path of its own', async () => {
  const other = await createShop(api, database)
  await activate(`${origin}/taken/here/`)
  for (const overlapping of ['/taken/', '/taken/here/', '/taken/here/deeper/'])
    expect((await register(`${origin}${overlapping}`, undefined, other.till)).body.message).toBe('FIXED_CODE_TAKEN')
  expect((await register(`${origin}/taken/here/`, `${origin}/elsewhere`)).body.message).toBe('FIXED_CODE_TAKEN')
  expect((await register(`${origin}/taken/there/`, undefined, other.till)).body.status).toBe('pending')
  // Both are pending; the first that is proved has it.
  const [mine, theirs] = [(await register(`${origin}/race/`)).body, (await register(`${origin}/race/`, undefined, other.till)).body]
  const answers = await Promise.all([verify(mine.id), verify(theirs.id, other.till)])
  expect(answers.map(({ status }) => String(status)).toSorted()).toEqual(['200', '403'])
  for (const [prefix, target] of [
    [`${origin}/`, `${origin}/nikau`],
    [`${origin}/machine`, `${origin}/nikau`],
    ['https://v.example/m/', 'https://w.example/nikau'],
    ['https://v.example/m/', 'http://v.example/nikau'],
    ['http://v.example/m/', 'http://v.example/nikau'],
    ['https://v.example/m/#/', 'https://v.example/nikau'],
    ['https://10.0.0.1/m/', 'https://10.0.0.1/nikau'],
    ['https://pay.example/c/', 'https://pay.example/nikau'],
    ['https://pay.example:8443/c/', 'https://pay.example:8443/nikau'],
  ])
    expect([prefix, (await register(prefix!, target)).body.message]).toEqual([prefix, 'FIXED_CODE_INVALID'])
  const live = await createShop(api, database, { test: false })
  expect((await register(`${origin}/live/`, undefined, live.till)).body.message).toBe('FIXED_CODE_INVALID')
  expect((await verify(mine.id, other.till)).body.message).toBe('FORBIDDEN')
  expect((await api.delete(`/api/fixed-codes/${mine.id}`, other.till)).body.message).toBe('FORBIDDEN')
})

test('a target that has moved to an internal address is not called', async () => {
  const id = await activate(`${origin}/moved/`)
  const count = asked.length
  const strict = await runningApi(database, { clock, wallClock: systemClock, env: { ...env, WEBHOOK_LOOPBACK: 'false' } })
  expect(await find(`${origin}/moved/1`, strict)).toMatchObject(unknown)
  await sql`update fixed_code set target = 'https://localhost/nikau' where id = ${id}`.execute(database.owner.db)
  expect(await find(`${origin}/moved/1`, strict)).toMatchObject(unknown)
  expect(asked.length).toBe(count)
})

test('the code on a till’s slip leads to its request, in the app and in a phone’s camera, while it is new [API-12]', async () => {
  const request = await shop.createRequest(450)
  const slip = `https://pay.example/c/${request.shortCode}`
  expect(await find(slip)).toMatchObject({ status: 200, body: request.url })
  expect(await find(`https://pay.example/c/${request.shortCode.replaceAll('-', '').toLowerCase()}`)).toMatchObject({ status: 200, body: request.url })
  const opened = await api.app.inject({ url: `/c/${request.shortCode}` })
  expect([opened.statusCode, opened.headers.location]).toEqual([302, request.url])
  expect(await find(slip.replace('pay.example', 'other.example'))).toMatchObject(unknown)
  await payer.pay(request.id)
  expect(await find(slip)).toMatchObject(unknown)
  for (const code of [request.shortCode, 'NK-0000-0001', 'nonsense', 'x'])
    expect((await api.app.inject({ url: `/c/${code}` })).headers.location).toBe('https://pay.example/deimos/404')
})

test('short codes cannot be tried out: each lookup counts, hit or not, for the source and for all sources together', async () => {
  const { perSource, together } = shortCodeLookups
  const { shortCode, url } = await shop.createRequest(450)
  const from = (address: string) =>
    api.app.inject({ method: 'POST', url: '/payments/cca', remoteAddress: address, payload: { url: `https://pay.example/c/${shortCode}` } })
  const statuses = []
  for (let n = 0; n <= perSource; n++) statuses.push((await from('192.0.2.1')).statusCode)
  expect(statuses.filter((status) => status === 200)).toHaveLength(perSource)
  expect(statuses.at(-1)).toBe(429)
  expect((await from('192.0.2.2')).json()).toBe(url)
  expect((await api.app.inject({ url: `/c/${shortCode}`, remoteAddress: '192.0.2.1' })).statusCode).toBe(429)
  // What cannot be a code costs nothing.
  expect((await api.app.inject({ url: '/c/NK-0000-0001', remoteAddress: '192.0.2.1' })).statusCode).toBe(302)
  // With ten thousand requests open at a time, all sources together find less than one a day.
  const guessesADay = together * 60 * 24
  expect((guessesADay * 10_000) / 32 ** 7).toBeLessThan(1)
})
