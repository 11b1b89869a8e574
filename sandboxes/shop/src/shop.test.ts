import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { exportJWK, generateKeyPair, SignJWT } from 'jose'
import { afterAll, expect, test } from 'vitest'
import { startShop } from './shop.ts'

const { publicKey, privateKey } = await generateKeyPair('ES256', { extractable: true })
const jwk = { ...(await exportJWK(publicKey)), kid: 'k1', alg: 'ES256', use: 'sig' }
const calls: { method: string; path: string; key: unknown; body: Record<string, unknown> }[] = []
let status = 'new'
let refunded = 0
// The parts of Nikau's public API that the shop uses.
const api = createServer((request, response) => {
  let text = ''
  request.on('data', (chunk) => (text += String(chunk)))
  request.on('end', () => {
    const path = request.url ?? ''
    const answer = (body: object, code = 200) => response.writeHead(code, { 'content-type': 'application/json' }).end(JSON.stringify(body))
    if (path === '/.well-known/webhooks/wh_sandboxShop/jwks.json') return answer({ keys: [jwk] })
    calls.push({ method: request.method!, path, key: request.headers['x-api-key'], body: text ? (JSON.parse(text) as Record<string, unknown>) : {} })
    if (path.endsWith('/refund') && status !== 'paid') return answer({ message: 'NOT_PAID' }, 403)
    if (path.endsWith('/refund')) refunded += Number((calls.at(-1)!.body.value as { amount: string }).amount)
    return answer({
      id: 'pr1',
      url: 'http://wallet.example/pay/pr1',
      status,
      shortCode: 'NK-AAAA-BBBB',
      remainingAmount: '0',
      ...(refunded > 0 && { refundedAmount: String(refunded) }),
    })
  })
}).listen(0, '127.0.0.1')
await once(api, 'listening')
afterAll(() => api.close())
const apiUrl = `http://127.0.0.1:${(api.address() as AddressInfo).port}`
const shop = await startShop({ port: 0, api: apiUrl, wallet: 'http://wallet.example', key: 'nk_test', configId: 'mc_1' })
afterAll(() => shop.stop())

const form = (path: string, fields: Record<string, string>) =>
  fetch(shop.origin + path, { method: 'POST', body: new URLSearchParams(fields), redirect: 'manual' })
const page = async (path: string) => await (await fetch(shop.origin + path)).text()

async function signed(body: string, change: { aud?: string; hash?: string; age?: number } = {}) {
  const iat = Math.floor(Date.now() / 1000) - (change.age ?? 0)
  return await new SignJWT({ request_body_sha256: change.hash ?? createHash('sha256').update(body).digest('hex') })
    .setProtectedHeader({ alg: 'ES256', kid: 'k1' })
    .setIssuedAt(iat)
    .setExpirationTime(iat + 300)
    .setAudience(change.aud ?? `${shop.origin}/webhooks`)
    .sign(privateKey)
}
const notify = async (body: string, authorization: string) => {
  const response = await fetch(`${shop.origin}/webhooks`, { method: 'POST', body, headers: { authorization, 'content-type': 'application/json' } })
  return { status: response.status, body: (await response.json()) as { isNew?: boolean } }
}

test('a purchase creates a payment request and redirects to the wallet', async () => {
  const answer = await form('/orders', { sku: 'beans-250', quantity: '2' })
  expect([answer.status, answer.headers.get('location')]).toEqual([303, 'http://wallet.example/pay/pr1'])
  expect(answer.headers.get('content-security-policy')).toContain("form-action 'self' http://wallet.example")
  expect(calls.at(-1)).toMatchObject({
    method: 'POST',
    path: '/api/payment-requests',
    key: 'nk_test',
    body: { configId: 'mc_1', value: { amount: '3600', currency: 'NZD' }, lineItems: [{ qty: '2', price: '3600', tax: '15' }] },
  })
  expect((await form('/orders', { sku: 'beans-250', quantity: '0' })).status).toBe(400)
  expect((await form('/orders', { sku: '<script>', quantity: '1' })).status).toBe(400)
})

test('a webhook needs a signature for this shop and this body, and is applied once', async () => {
  const body = JSON.stringify({
    id: 'n1',
    type: 'payment-request:paid',
    sequence: 1,
    data: { paymentRequestId: 'pr1', activityNumber: 2, type: 'payment', value: { amount: '3600' } },
  })
  expect((await notify(body, 'nonsense')).status).toBe(401)
  expect((await notify(body, await signed(body, { aud: 'https://other.example/' }))).status).toBe(401)
  expect((await notify(body, await signed(body, { age: 400 }))).status).toBe(401)
  expect((await notify(body.replace('3600', '1'), await signed(body))).status).toBe(401)
  expect((await notify(body, await signed(body, { hash: '00' }))).status).toBe(401)
  const token = await signed(body)
  for (let place = 0; place < token.length; place += 7) {
    const changed = token.slice(0, place) + (token[place] === 'A' ? 'B' : 'A') + token.slice(place + 1)
    expect((await notify(body, changed)).status).toBe(401)
  }
  expect(await page('/orders')).toContain('Waiting for payment')
  status = 'paid'
  expect(await notify(body, token)).toEqual({ status: 200, body: { isNew: true } })
  expect(await notify(body, token)).toEqual({ status: 200, body: { isNew: false } })
  expect(await page('/orders')).toContain('Paid')
})

test('a paid order is refunded; a refused refund shows the reason', async () => {
  const [order] = (await (await fetch(`${shop.origin}/api/orders`)).json()) as { id: string }[]
  const thanks = await page(`/orders/${order!.id}`)
  expect(thanks).toContain('Thank you')
  expect(thanks).toContain('$36.00')
  expect((await form(`/orders/${order!.id}/refund`, { dollars: '10.50' })).status).toBe(303)
  expect(calls.findLast((call) => call.path.endsWith('/refund'))?.body).toMatchObject({
    value: { amount: '1050', currency: 'NZD' },
    externalRef: expect.any(String),
  })
  const part = await page(`/orders/${order!.id}`)
  expect(part).toContain('Part refunded')
  expect(part).not.toContain('Thank you')
  expect(part).toContain('max="25.50"')
  await form(`/orders/${order!.id}/refund`, { dollars: '25.50' })
  const whole = await page(`/orders/${order!.id}`)
  expect(whole).toContain('<h1>Refunded</h1>')
  expect(whole).not.toContain('Refund in dollars')
  expect(await page('/orders')).toContain('>Refunded</span>')
  status = 'expired'
  const refused = await form(`/orders/${order!.id}/refund`, { dollars: '1' })
  expect([refused.status, await refused.text()]).toEqual([409, expect.stringContaining('NOT_PAID')])
  expect((await fetch(`${shop.origin}/orders/none`)).status).toBe(404)
})

test('a purchase in a window: the page gets the address, and reads the status from the shop', async () => {
  status = 'new'
  const answer = await fetch(`${shop.origin}/orders`, {
    method: 'POST',
    headers: { accept: 'application/json' },
    body: new URLSearchParams({ sku: 'flat-white' }),
  })
  const order = (await answer.json()) as { id: string }
  expect(order).toEqual({ id: expect.any(String), paymentRequestId: 'pr1', url: 'http://wallet.example/pay/pr1' })
  const read = async (id: string) => (await (await fetch(`${shop.origin}/api/orders/${id}`)).json()) as object
  expect(await read(order.id)).toMatchObject({ status: 'new' })
  status = 'cancelled'
  expect(await read(order.id)).toMatchObject({ status: 'cancelled' })
  expect(await read('none')).toEqual({ problem: 'There is no such order.' })
  expect(await page('/')).toContain('data-wallet="http://wallet.example"')
  const refused = await fetch(`${shop.origin}/orders`, { method: 'POST', headers: { accept: 'application/json' }, body: new URLSearchParams({ sku: 'none' }) })
  expect([refused.status, await refused.json()]).toEqual([400, { problem: 'That cannot be bought.' }])
})

test('the shop answers a signed challenge with its value, and no other', async () => {
  const body = JSON.stringify({ id: 'wh_sandboxShop', type: 'webhook:challenge', data: { challenge: 'value-1' }, accountId: 'a' })
  expect(await notify(body, await signed(body))).toEqual({ status: 200, body: { challenge: 'value-1' } })
  expect((await notify(body, await signed(body, { aud: 'https://other.example/' }))).status).toBe(401)
})
