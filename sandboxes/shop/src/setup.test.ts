import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { exportJWK, generateKeyPair, SignJWT } from 'jose'
import { afterAll, expect, test } from 'vitest'
import { startShop } from './shop.ts'

const { publicKey, privateKey } = await generateKeyPair('ES256', { extractable: true })
const jwk = { ...(await exportJWK(publicKey)), kid: 'k1', alg: 'ES256', use: 'sig' }
const calls: { path: string; key: unknown; body: Record<string, unknown> }[] = []
// The parts of Nikau's public API that setting up uses: one key is right, and shoppers may be sent back to one address.
const api = createServer((request, response) => {
  let text = ''
  request.on('data', (chunk) => (text += String(chunk)))
  request.on('end', () => {
    const path = request.url ?? ''
    const answer = (body: object, code = 200) => response.writeHead(code, { 'content-type': 'application/json' }).end(JSON.stringify(body))
    if (path === '/.well-known/webhooks/wh_own/jwks.json') return answer({ keys: [jwk] })
    const key = request.headers['x-api-key']
    calls.push({ path, key, body: text ? (JSON.parse(text) as Record<string, unknown>) : {} })
    if (key !== 'nk_own') return answer({ message: 'UNAUTHORIZED' }, 401)
    if (path === '/api/merchant-configs/mc_own') return answer({ id: 'mc_own', allowedRedirectUrls: ['https://shop.example/'] })
    return answer({ id: 'pr1', url: 'http://wallet.example/pay/pr1', status: 'new', shortCode: 'NK-AAAA-BBBB', remainingAmount: '0' })
  })
}).listen(0, '127.0.0.1')
await once(api, 'listening')
afterAll(() => api.close())
const apiUrl = `http://127.0.0.1:${(api.address() as AddressInfo).port}`
const shop = await startShop({ port: 0, api: apiUrl, wallet: 'http://wallet.example' })
afterAll(() => shop.stop())

const form = (path: string, fields: Record<string, string>) =>
  fetch(shop.origin + path, { method: 'POST', body: new URLSearchParams(fields), redirect: 'manual' })
const challenge = async () => {
  const body = JSON.stringify({ id: 'wh_own', type: 'webhook:challenge', data: { challenge: 'value-1' }, accountId: 'a' })
  const iat = Math.floor(Date.now() / 1000)
  const authorization = await new SignJWT({ request_body_sha256: createHash('sha256').update(body).digest('hex') })
    .setProtectedHeader({ alg: 'ES256', kid: 'k1' })
    .setIssuedAt(iat)
    .setExpirationTime(iat + 300)
    .setAudience(`${shop.origin}/webhooks`)
    .sign(privateKey)
  return await fetch(`${shop.origin}/webhooks`, { method: 'POST', body, headers: { authorization, 'content-type': 'application/json' } })
}
const keys = `${apiUrl}/.well-known/webhooks/wh_own/jwks.json`

test('a shop without a key sells nothing, and its setup page says where its webhooks go', async () => {
  const first = await fetch(`${shop.origin}/`, { redirect: 'manual' })
  expect([first.status, first.headers.get('location')]).toEqual([303, '/setup'])
  expect((await form('/orders', { sku: 'flat-white' })).headers.get('location')).toBe('/setup')
  expect(await (await fetch(`${shop.origin}/setup`)).text()).toContain(`${shop.origin}/webhooks`)
  expect((await challenge()).status).toBe(503)
  expect(calls).toEqual([])
})

test('a wrong key, and published keys of somebody else, change nothing', async () => {
  const wrong = await form('/setup', { key: 'nk_other', config: 'mc_own', keys })
  expect([wrong.status, await wrong.text()]).toEqual([400, expect.stringContaining('UNAUTHORIZED')])
  expect((await form('/setup', { key: 'nk_own', config: 'mc_own', keys: 'https://evil.example/jwks.json' })).status).toBe(400)
  expect((await fetch(`${shop.origin}/`, { redirect: 'manual' })).headers.get('location')).toBe('/setup')
})

test('connected, it sells under that key and configuration, and takes events signed with those keys', async () => {
  expect((await form('/setup', { key: ' nk_own ', config: 'mc_own', keys })).headers.get('location')).toBe('/setup')
  expect(await (await challenge()).json()).toEqual({ challenge: 'value-1' })
  expect((await form('/orders', { sku: 'flat-white', quantity: '1' })).headers.get('location')).toBe('http://wallet.example/pay/pr1')
  const { key, body } = calls.at(-1)!
  expect([key, body.configId]).toEqual(['nk_own', 'mc_own'])
  // Shoppers may not be sent back to this address.
  expect(body).not.toHaveProperty('redirectPaidUrl')
})
