import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { exportJWK, generateKeyPair, SignJWT } from 'jose'
import { afterAll, expect, test } from 'vitest'
import { startShop } from './shop.ts'

const { publicKey, privateKey } = await generateKeyPair('ES256', { extractable: true })
const jwk = { ...(await exportJWK(publicKey)), kid: 'fc_1', alg: 'ES256', use: 'sig' }
const calls: { path: string; body: Record<string, unknown> }[] = []
let [connection, requestStatus] = ['created', 'paid']
/** Nikau takes the call, and its answer is lost. */
let isSilent = false
// The parts of Nikau's public API that machines and connections use.
const answers: Record<string, () => object> = {
  '/.well-known/fixed-codes/fc_1/jwks.json': () => ({ keys: [jwk] }),
  '/api/fixed-codes': () => ({ id: 'fc_1' }),
  '/api/merchant-configs/mc_1': () => ({ merchantId: 'm_1' }),
  '/api/connections': () => ({ id: 'con_1', url: 'http://wallet.example/deimos/connect/con_1', status: connection }),
  '/api/connections/con_1/summary': () => ({ id: 'con_1', url: 'http://wallet.example/deimos/connect/con_1', status: connection }),
}
const api = createServer((request, response) => {
  let text = ''
  request.on('data', (chunk) => (text += String(chunk)))
  request.on('end', () => {
    const path = request.url ?? ''
    if (text !== '' || request.method === 'POST') calls.push({ path, body: text === '' ? {} : (JSON.parse(text) as Record<string, unknown>) })
    if (isSilent && request.method === 'POST') return response.destroy()
    const isPaused = path === '/api/payment-requests' && connection === 'paused'
    const answered = isPaused
      ? { message: 'CONNECTION_NOT_FOUND' }
      : (answers[path]?.() ?? { id: 'pr1', url: 'http://wallet.example/pay/pr1', status: requestStatus })
    response.writeHead(isPaused ? 403 : 200, { 'content-type': 'application/json' }).end(JSON.stringify(answered))
  })
}).listen(0, '127.0.0.1')
await once(api, 'listening')
afterAll(() => api.close())
const apiUrl = `http://127.0.0.1:${(api.address() as AddressInfo).port}`
const shop = await startShop({ port: 0, api: apiUrl, wallet: 'http://wallet.example', key: 'nk_test', configId: 'mc_1' })
afterAll(() => shop.stop())
const target = `${shop.origin}/machine-payments`
const page = async (path: string) => await (await fetch(shop.origin + path)).text()

async function ask(body: object, change: { aud?: string; text?: string } = {}) {
  const text = JSON.stringify(body)
  const iat = Math.floor(Date.now() / 1000)
  const authorization = await new SignJWT({ request_body_sha256: createHash('sha256').update(text).digest('hex') })
    .setProtectedHeader({ alg: 'ES256', kid: 'fc_1' })
    .setIssuedAt(iat)
    .setExpirationTime(iat + 300)
    .setAudience(change.aud ?? target)
    .sign(privateKey)
  const response = await fetch(target, { method: 'POST', body: change.text ?? text, headers: { authorization, 'content-type': 'application/json' } })
  return { status: response.status, body: await response.json() }
}
const scanned = (url: string) => ({ id: 'fc_1', type: 'fixed-code:scanned', data: { url }, accountId: 'a' })

test('a machine has a code that never changes, and its target answers nobody before it is registered', async () => {
  expect(await page('/machine/7')).toContain(`QR code of ${shop.origin}/machine/7`)
  expect(await page('/machine/7/code.svg')).toMatch(/^<svg .*<\/svg>$/)
  expect((await fetch(`${shop.origin}/machine/8`)).status).toBe(404)
  expect((await ask(scanned(`${shop.origin}/machine/7`))).status).toBe(401)
  await shop.registerMachines()
  expect(calls.slice(-2)).toEqual([
    { path: '/api/fixed-codes', body: { prefix: `${shop.origin}/machine/`, target } },
    { path: '/api/fixed-codes/fc_1/verify', body: {} },
  ])
})

test('a scanned code gets the request for what the machine sells; only Nikau asks', async () => {
  expect(await ask(scanned(`${shop.origin}/machine/7`))).toEqual({ status: 200, body: { paymentRequestId: 'pr1' } })
  expect(calls.at(-1)).toMatchObject({ path: '/api/payment-requests', body: { value: { amount: '450', currency: 'NZD' } } })
  expect(await page('/machine/7')).toContain('Take your drink')
  expect((await ask({ type: 'webhook:challenge', data: { challenge: 'v' } })).body).toEqual({ challenge: 'v' })
  for (const url of [`${shop.origin}/machine/9`, `${shop.origin}/machine/constructor`, 'https://other.example/machine/7'])
    expect((await ask(scanned(url))).status).toBe(404)
  const good = scanned(`${shop.origin}/machine/7`)
  expect((await ask(good, { aud: 'https://other.example/' })).status).toBe(401)
  expect((await ask(good, { text: JSON.stringify(good).replace('/7', '/8') })).status).toBe(401)
})

test('a connection is asked for, shown as a code and a link, and charged', async () => {
  const form = (path: string, fields: Record<string, string> = {}) =>
    fetch(shop.origin + path, { method: 'POST', body: new URLSearchParams(fields), redirect: 'manual' })
  expect((await fetch(`${shop.origin}/connect/con_1`)).status).toBe(404)
  const asked = await form('/connect')
  expect([asked.status, asked.headers.get('location')]).toEqual([303, '/connect/con_1'])
  expect(calls.at(-1)).toEqual({ path: '/api/connections', body: { merchantId: 'm_1' } })
  expect(await page('/connect/con_1')).toContain('href="http://wallet.example/deimos/connect/con_1"')
  expect(await page('/connect/con_1/code.svg')).toMatch(/^<svg .*<\/svg>$/)
  connection = 'authorized'
  expect((await form('/connect/con_1/charge', { quantity: '2' })).status).toBe(303)
  expect(calls.at(-1)).toMatchObject({
    path: '/api/payment-requests',
    body: { value: { amount: '1100' }, connectionId: 'con_1', idempotencyKey: expect.any(String) },
  })
  expect(await page('/connect/con_1')).toContain('Paid')
  requestStatus = 'new'
  await form('/connect/con_1/charge')
  expect(await page('/connect/con_1')).toContain('Waiting for the customer’s approval')
  const charged = () =>
    calls.filter(({ path, body }) => path === '/api/payment-requests' && body.connectionId === 'con_1').map(({ body }) => body.idempotencyKey)
  const order = /name="order" value="([^"]+)"/.exec(await page('/connect/con_1'))![1]!
  const before = charged().length
  await Promise.all([form('/connect/con_1/charge', { order }), form('/connect/con_1/charge', { order })])
  expect(charged().slice(before)).toEqual([order])
  isSilent = true
  expect((await form('/connect/con_1/charge')).status).toBe(303)
  isSilent = false
  expect(await page('/connect/con_1')).not.toContain('No answer from Nikau yet')
  expect(new Set(charged().slice(before + 1)).size).toBe(1)
  connection = 'paused'
  const refused = await form('/connect/con_1/charge')
  expect([refused.status, await refused.text()]).toEqual([409, expect.stringContaining('CONNECTION_NOT_FOUND')])
})
