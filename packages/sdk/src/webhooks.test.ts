import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { exportJWK, generateKeyPair, SignJWT } from 'jose'
import { afterAll, expect, test } from 'vitest'
import { createWebhookVerifier } from './webhooks.ts'

async function newKey(kid: string) {
  const { publicKey, privateKey } = await generateKeyPair('ES256', { extractable: true })
  return { kid, privateKey, jwk: { ...(await exportJWK(publicKey)), kid, alg: 'ES256', use: 'sig' } }
}
const [first, second] = [await newKey('k1'), await newKey('k2')]
let published: object[] = [first.jwk]
let reads = 0
let isDown = false
const server = createServer((_, response) => {
  reads++
  if (isDown) return response.writeHead(500).end()
  response.writeHead(200, { 'cache-control': 'public, max-age=300' }).end(JSON.stringify({ keys: published }))
}).listen(0, '127.0.0.1')
await once(server, 'listening')
afterAll(() => server.close())

let now = new Date('2026-11-02T00:00:00Z')
const later = (seconds: number) => (now = new Date(now.getTime() + seconds * 1000))
const url = 'https://shop.example/webhooks'
const jwksUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/jwks.json`
const newVerifier = (more: { toleranceSeconds?: number } = {}) => createWebhookVerifier({ jwksUrl, url, ...more }, { now: () => now })
const verify = newVerifier()

const body = JSON.stringify({ id: 'n1', type: 'payment-request:paid', sequence: 1, data: { paymentRequestId: 'pr_1' } })
const hash = (text: string) => createHash('sha256').update(text).digest('hex')
const sign = (change: { key?: typeof first; aud?: string; body?: string; age?: number; claims?: object } = {}) => {
  const iat = Math.floor(now.getTime() / 1000) - (change.age ?? 0)
  return new SignJWT({ request_body_sha256: hash(change.body ?? body), ...change.claims })
    .setProtectedHeader({ alg: 'ES256', kid: (change.key ?? first).kid })
    .setIssuedAt(iat)
    .setExpirationTime(iat + 300)
    .setAudience(change.aud ?? url)
    .sign((change.key ?? first).privateKey)
}
const problem = async (authorization: string | undefined, text: string | Uint8Array = body, using = verify) => {
  const result = await using({ authorization, body: text })
  return result.isValid ? 'valid' : result.problem
}

test('a signed event is valid, as text or bytes, and its keys are read once', async () => {
  expect(await verify({ authorization: await sign(), body })).toEqual({ isValid: true, event: JSON.parse(body) })
  expect(await problem(await sign(), Buffer.from(body))).toBe('valid')
  expect(await problem(`Bearer ${await sign()}`)).toBe('valid')
  expect(reads).toBe(1)
})

test('each thing that can be wrong has one name, the first in the order of the checks', async () => {
  expect(await problem(undefined)).toBe('signature-missing')
  for (const text of ['', 'nonsense', 'a.b', 'a.b.c.d', `${(await sign()).split('.').slice(0, 2).join('.')}.`])
    expect(await problem(text)).toBe('signature-missing')
  expect(await problem(await sign({ key: { ...second, kid: 'k1' } }))).toBe('signature-wrong')
  expect(await problem(await sign(), body.replace('pr_1', 'pr_2'))).toBe('body-changed')
  expect(await problem(await sign({ body: 'not json' }), 'not json')).toBe('body-changed')
  expect(await problem(await sign({ aud: 'https://other.example/' }))).toBe('address-not-yours')
  expect(await problem(await sign({ age: 301 }))).toBe('too-old')
  expect(await problem(await sign({ age: 299 }))).toBe('valid')
  expect(await problem(await sign({ age: -301 }))).toBe('too-old')
  expect(await problem(await sign({ age: 31 }), body, newVerifier({ toleranceSeconds: 30 }))).toBe('too-old')
  expect(await problem(await sign({ aud: 'https://other.example/', age: 999 }), `${body} `)).toBe('body-changed')
})

test('no changed character of a signature passes, and no other algorithm', async () => {
  const token = await sign()
  for (let at = 0; at < token.length; at += 5) {
    const changed = token.slice(0, at) + (token[at] === 'A' ? 'B' : 'A') + token.slice(at + 1)
    expect(await problem(changed)).not.toBe('valid')
  }
  const [, payload] = token.split('.')
  const encode = (header: object) => Buffer.from(JSON.stringify(header)).toString('base64url')
  expect(await problem(`${encode({ alg: 'none', kid: 'k1' })}.${payload}.`)).toBe('signature-missing')
  expect(await problem(`${encode({ alg: 'HS256', kid: 'k1' })}.${payload}.${token.split('.')[2]}`)).toBe('signature-missing')
  // The last character of a base64url text has bits that decode to nothing.
  expect(await problem(`${token.slice(0, -1)}${token.endsWith('A') ? 'B' : String.fromCodePoint(token.codePointAt(token.length - 1)! + 1)}`)).not.toBe('valid')
})

test('a new key is found after a rotation; unknown keys do not make us ask again and again', async () => {
  const verify = newVerifier()
  reads = 0
  expect(await problem(await sign({ key: second }), body, verify)).toBe('key-unknown')
  expect(reads).toBe(1)
  for (let count = 0; count < 20; count++) expect(await problem(await sign({ key: second }), body, verify)).toBe('key-unknown')
  expect(reads).toBe(1)
  published = [first.jwk, second.jwk]
  later(10)
  const both = [await sign({ key: second }), await sign({ key: second })]
  expect(await Promise.all(both.map((token) => problem(token, body, verify)))).toEqual(['valid', 'valid'])
  expect(reads).toBe(2)
})

test('keys are read again when they are old, and go on to count while they cannot be', async () => {
  const verify = newVerifier()
  expect(await problem(await sign(), body, verify)).toBe('valid')
  reads = 0
  later(299)
  expect(await problem(await sign(), body, verify)).toBe('valid')
  expect(reads).toBe(0)
  later(2)
  isDown = true
  expect(await problem(await sign(), body, verify)).toBe('valid')
  expect(reads).toBe(1)
  expect(await problem(await sign(), body, newVerifier())).toBe('keys-unavailable')
  isDown = false
})
