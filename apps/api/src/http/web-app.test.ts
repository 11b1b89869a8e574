import { createHash } from 'node:crypto'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliDecompressSync } from 'node:zlib'
import { ConfigError } from '@nikau/runtime'
import Fastify from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readApiConfig } from '../config.ts'
import { serveWebApp } from './web-app.ts'

const bootScript = 'document.documentElement.dataset.theme = "dark"'
const page = `<!doctype html><head><meta name="nikau-config" content="{}" /><script data-home="/deimos/assets/a.js">${bootScript}</script></head>`
const read = (WEB_CONFIG?: string) => readApiConfig({ DATABASE_URL: 'postgres://x', ...(WEB_CONFIG !== undefined && { WEB_CONFIG }) }).WEB_CONFIG
let folder: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'web-app-'))
  await writeFile(join(folder, 'index.html'), page)
  await writeFile(join(folder, 'checkout.html'), page.replace('</head>', '<title>Pay | Nikau</title></head>'))
  await writeFile(join(folder, 'business.html'), page.replace('</head>', '<title>Nikau for business</title></head>'))
  await writeFile(join(folder, 'till.html'), page.replace('</head>', '<title>Till | Nikau</title></head>'))
})
afterAll(() => rm(folder, { recursive: true }))

async function served(path: string, config: string) {
  const fastify = Fastify()
  await serveWebApp(fastify, { folder, config: read(JSON.stringify({ issuer: 'https://id.example/oidc', ...(JSON.parse(config) as object) })) })
  return fastify.inject(path)
}

/** What a browser would read out of the attribute. */
function configIn(html: string): unknown {
  const content = /<meta name="nikau-config" content="([^"]*)" \/>/.exec(html)?.[1] ?? ''
  return JSON.parse(content.replaceAll('&quot;', '"').replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&'))
}

test('the page carries the deployed flags on every path [FLAG-01]', async () => {
  for (const path of ['/deimos/', '/deimos/index.html', '/deimos/locations'])
    expect(configIn((await served(path, '{"flags":{"showWithdraw":true}}')).body)).toMatchObject({ flags: { showWithdraw: true }, apiBase: '' })
})

test.each([
  '/deimos/pay/abc',
  '/deimos/farmlands/pay/abc',
  '/deimos/farmlands/pay/abc/verify',
  '/deimos/pnz/oidc-callback',
  '/deimos/bnz/oidc-callback',
  '/deimos/westpac/oidc-callback',
  '/deimos/asb/oidc-callback',
])('%s serves the checkout page, which may message the window that opened it [ROUTE-09, ROUTE-11]', async (path) => {
  const { body, headers } = await served(path, '{"flags":{"showWithdraw":true}}')
  expect(body).toContain('<title>Pay | Nikau</title>')
  expect(configIn(body)).toMatchObject({ flags: { showWithdraw: true } })
  expect(headers).toMatchObject({ 'cross-origin-opener-policy': 'unsafe-none', 'cache-control': 'no-cache' })
  expect(headers['content-security-policy']).toContain("frame-ancestors 'none'")
})

test('what the code of a payment link shows leads on to its page, which is the checkout’s and which no search engine lists [BIZ-54]', async () => {
  const code = await served('/l/pl_4nTq8', '{}')
  expect([code.statusCode, code.headers.location]).toEqual([302, '/deimos/l/pl_4nTq8'])
  expect((await served('/l/..%2F..%2Fevil', '{}')).headers.location).toBe('/deimos/l/..%2F..%2Fevil')
  const { body, headers } = await served('/deimos/l/pl_4nTq8', '{}')
  expect(body).toContain('<title>Pay | Nikau</title>')
  expect(headers['x-robots-tag']).toBe('noindex')
})

test.each(['/deimos/business', '/deimos/business/payments', '/deimos/business/payouts/x?shop=y'])(
  '%s is the portal, with the configuration [BIZ-01]',
  async (path) => {
    const { body } = await served(path, '{}')
    expect(body).toContain('<title>Nikau for business</title>')
  },
)

test.each(['/deimos/till', '/deimos/till/?source=home'])('%s is the staff till, with the configuration [TILL-01]', async (path) => {
  const { body, headers } = await served(path, '{}')
  expect(body).toContain('<title>Till | Nikau</title>')
  expect(headers['cache-control']).toBe('no-cache')
})

test.each(['/deimos/anz/oidc-callback', '/deimos/oidc-callback', '/deimos/pay', '/deimos/pay/abc/summary', '/deimos/nikau/pay/abc', '/deimos/checkout.html'])(
  '%s is the wallet [ROUTE-11]',
  async (path) => expect((await served(path, '{}')).body).not.toContain('<title>'),
)

test('code inside a page runs only by its hash, and the wallet’s page is compressed for who can read it', async () => {
  const { headers } = await served('/deimos/', '{}')
  const hashes = /script-src 'self' 'wasm-unsafe-eval' '(sha256-[^']+)'/.exec(String(headers['content-security-policy']))
  expect(hashes?.[1]).toBe(`sha256-${createHash('sha256').update(bootScript).digest('base64')}`)
  expect(String(headers['content-security-policy'])).not.toContain('unsafe-inline')
  const fastify = Fastify()
  await serveWebApp(fastify, { folder, config: read(JSON.stringify({ issuer: 'https://id.example/oidc' })) })
  const compressed = await fastify.inject({ url: '/deimos/', headers: { 'accept-encoding': 'gzip, br' } })
  expect(compressed.headers).toMatchObject({ 'content-encoding': 'br', vary: 'accept-encoding' })
  expect(brotliDecompressSync(compressed.rawPayload).toString()).toBe((await fastify.inject('/deimos/')).body)
})

test('the page preloads the request’s summary, and a malformed id is not put into the page', async () => {
  const preload = (body: string) => /<link rel="preload" as="fetch" crossorigin="anonymous" href="([^"]*)" \/>/.exec(body)?.[1]
  expect(preload((await served('/deimos/pay/5Gv-x_Z', '{}')).body)).toBe('/api/payment-requests/5Gv-x_Z/summary')
  expect(preload((await served('/deimos/farmlands/pay/5Gv/verify', '{}')).body)).toBe('/api/payment-requests/5Gv/summary')
  expect(preload((await served('/deimos/pay/a', '{"apiBase":"https://api.example/v1"}')).body)).toBe('https://api.example/v1/api/payment-requests/a/summary')
  for (const id of ['%22%3E%3Cscript%3E', 'a%2Fb', '..%2f']) expect(preload((await served(`/deimos/pay/${id}`, '{}')).body)).toBeUndefined()
})

test('the page of a transfer is not indexed, and has no preview data [CLAIM-18]', async () => {
  const { body, headers } = await served('/deimos/transfer/abc', '{"people":{"claim":true}}')
  expect(headers).toMatchObject({ 'x-robots-tag': 'noindex', 'cache-control': 'no-cache' })
  expect(headers['content-security-policy']).toContain("frame-ancestors 'none'")
  expect(headers['set-cookie']).toBeUndefined()
  expect(configIn(body)).toMatchObject({ people: { claim: true } })
  const built = await readFile(new URL('../../../web/index.html', import.meta.url), 'utf8')
  expect(built).not.toMatch(/property="og:|name="twitter:/)
  expect((await served('/deimos/locations', '{}')).headers['x-robots-tag']).toBeUndefined()
})

test('text in the configuration cannot break out of its attribute', async () => {
  const address = 'https://m.example/?a="><script>alert(1)</script>&b=$&'
  const { body } = await served('/deimos/', JSON.stringify({ monitoring: { address } }))
  expect(body).not.toContain('<script>')
  expect(configIn(body)).toMatchObject({ monitoring: { address } })
})

test('the policy allows the configured origins and no others', async () => {
  const { headers } = await served('/deimos/', '{"apiBase":"https://api.example/v1","monitoring":{"address":"https://m.example/in"}}')
  expect(headers['content-security-policy']).toContain("connect-src 'self' https://id.example https://api.example https://m.example;")
  const tiled = await served('/deimos/', '{"map":{"tiles":"https://t.example/{z}/{x}/{y}.png","attribution":"Somebody"}}')
  expect(tiled.headers['content-security-policy']).toContain("connect-src 'self' https://id.example https://t.example;")
  expect((await served('/deimos/', '{}')).headers['content-security-policy']).toContain("connect-src 'self' https://id.example;")
})

test('all events are reported unless the deployment says otherwise [CONST-08]', () => {
  expect(read('{"monitoring":{"address":"https://m.example/in"}}').monitoring).toMatchObject({ errors: 1, traces: 1 })
  expect(read('{"monitoring":{"address":"https://m.example/in","traces":0.1}}').monitoring).toMatchObject({ errors: 1, traces: 0.1 })
  expect(read().monitoring).toBeUndefined()
})

test.each([
  '{',
  '{"flags":{"showWithdrawals":true}}',
  '{"flags":{"showWithdraw":"yes"}}',
  '{"apiBase":"nowhere"}',
  '{"monitoring":{"address":"https://m.example","errors":2}}',
  '{"map":{"tiles":"https://t.example/tiles","attribution":"Somebody"}}',
  '{"map":{"tiles":"https://t.example/{z}/{x}/{y}.png"}}',
])('the API does not start on %s', (config) => {
  expect(() => read(config)).toThrow(ConfigError)
})
