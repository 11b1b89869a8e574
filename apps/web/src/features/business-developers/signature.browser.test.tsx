import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { queryClient } from '../../lib/endpoint-hooks.ts'
import { expectAccessible } from '../../testing/axe.ts'
import { cornerLoaf, cornerLoafNow } from '../../testing/corner-loaf.ts'
import { mockServerPerTest } from '../../testing/fixtures.tsx'
import { answerFromPress, refusal, server } from '../../testing/mock-server.ts'
import { openPortal } from '../../testing/portal.tsx'

// Signs as the server does. That the server signs so, and that its own signatures pass or fail here, is shown on the whole product
// by e2e/business-developers.spec.ts.

mockServerPerTest()

const url = 'https://shop.cornerloaf.example/nikau/events'
const published = 'GET /.well-known/webhooks/wh_1/jwks.json'
const body = JSON.stringify({ id: 'n1', type: 'webhook:test', data: { message: 'Kia ora, “Corner Loaf”' } })
const bytes = (text: string) => new TextEncoder().encode(text)
const base64url = (data: Uint8Array) =>
  btoa(String.fromCodePoint(...data))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')

async function newKey(kid: string) {
  const pair = await crypto.subtle.generateKey({ name: 'ECDSA', namedCurve: 'P-256' }, true, ['sign', 'verify'])
  return { kid, privateKey: pair.privateKey, jwk: { ...(await crypto.subtle.exportKey('jwk', pair.publicKey)), kid, alg: 'ES256', use: 'sig' } }
}
const ours = await newKey('whk_4fQ2hLx9')
const before = await newKey('whk_before')
const others = await newKey('whk_others')

interface Signed {
  key?: typeof ours
  of?: string
  audience?: string
  ageSeconds?: number
}

async function sign({ key = ours, of = body, audience = url, ageSeconds = 0 }: Signed = {}): Promise<string> {
  const iat = Math.floor(Date.parse(cornerLoafNow) / 1000) - ageSeconds
  const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes(of)))
  const digest = Array.from(hash, (byte) => byte.toString(16).padStart(2, '0')).join('')
  const parts = [
    { alg: 'ES256', kid: key.kid, typ: 'JWT' },
    { request_body_sha256: digest, iat, exp: iat + 300, aud: audience },
  ]
  const text = parts.map((part) => base64url(bytes(JSON.stringify(part)))).join('.')
  const signature = await crypto.subtle.sign({ name: 'ECDSA', hash: 'SHA-256' }, key.privateKey, bytes(text))
  return `${text}.${base64url(new Uint8Array(signature))}`
}

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  vi.setSystemTime(cornerLoafNow)
  await page.viewport(1280, 900)
  Object.assign(server.answers, cornerLoaf)
  server.answers[published] = { keys: [ours.jwk, before.jwk] }
})
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

async function openCheck(): Promise<void> {
  await openPortal('/business/developers/webhooks?shop=test')
  await page.getByRole('button', { name: 'Check a signature' }).click()
  await expect.poll(() => server.to(published)).toHaveLength(1)
  await expect.poll(() => queryClient.isFetching()).toBe(0)
}

async function check(authorization: string, received = body): Promise<void> {
  await page.getByRole('textbox', { name: 'Authorization header' }).fill(authorization)
  await page.getByRole('textbox', { name: 'Body, as received' }).fill(received)
  await expect.element(page.getByRole('heading', { level: 3, name: /^(?:Genuine|No signature|Key|Signature|Body|Address|Too)/ })).not.toBeInTheDocument()
  await page.getByRole('button', { name: 'Check it' }).click()
}

const result = (title: string) => page.getByRole('heading', { level: 3, name: title, exact: true })

test('a signature by a published key, for this address, over these bytes and not older than five minutes is genuine [BIZ-65]', async () => {
  await openCheck()
  await expect.element(page.getByText('It is checked in this browser and sent nowhere.', { exact: false })).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'Check it' })).toBeDisabled()
  const token = await sign()
  for (const pasted of [token, `Bearer ${token}`, `Authorization: ${token}`, ` authorization:  Bearer ${token} `]) {
    await check(pasted)
    await expect.element(result('Genuine, and the body is unchanged')).toBeVisible()
  }
  await expect.element(page.getByText('Signed by whk_4fQ2hLx9 for your address at 4:20:00 pm, good until 4:25:00 pm.')).toBeVisible()
  await expectAccessible()
  await check(await sign({ key: before, ageSeconds: 290 }))
  await expect.element(result('Genuine, and the body is unchanged')).toBeVisible()
})

test('the first thing that is wrong is named: key unknown, signature wrong, body changed, address not yours, too old [BIZ-65]', async () => {
  await openCheck()
  const elsewhere = 'https://old.cornerloaf.example/events'
  const forged = { ...others, kid: ours.kid }
  const changed = body.replace('Kia ora', 'Kia kaha')
  // Each has everything wrong that comes after it as well.
  const wrong: [title: string, text: string, Signed, received?: string][] = [
    ['Key unknown', 'This endpoint publishes no key whk_others.', { key: others, audience: elsewhere, ageSeconds: 301 }, changed],
    [
      'Signature wrong',
      'The key is ours, but it didn’t sign this header. Do not trust the call.',
      { key: forged, audience: elsewhere, ageSeconds: 301 },
      changed,
    ],
    ['Body changed', 'The signature is genuine, but for other bytes.', { audience: elsewhere, ageSeconds: 301 }, changed],
    ['Address not yours', `It was signed for ${elsewhere}, and this endpoint is ${url}.`, { audience: elsewhere, ageSeconds: 301 }],
    ['Too old', 'It was signed at 4:14:59 pm, and a signature is good for 5 minutes.', { ageSeconds: 301 }],
  ]
  for (const [title, text, signed, received] of wrong) {
    await check(await sign(signed), received)
    await expect.element(result(title)).toBeVisible()
    await expect.element(page.getByRole('dialog').getByText(text, { exact: false })).toBeVisible()
    await expectAccessible()
  }
  // One sign of the header, one space of the body.
  const token = await sign()
  await check(`${token.slice(0, -9)}${token.at(-9) === 'A' ? 'B' : 'A'}${token.slice(-8)}`)
  await expect.element(result('Signature wrong')).toBeVisible()
  await check(token, `${body} `)
  await expect.element(result('Body changed')).toBeVisible()
  await check('Bearer nonsense')
  await expect.element(result('No signature')).toBeVisible()
})

test('neither the header nor the body leaves the page or is kept, whatever comes out of the check [BIZ-65]', async () => {
  await openCheck()
  await new Promise((resolve) => setTimeout(resolve, 500))
  const [requests, resources] = [server.requests.length, performance.getEntriesByType('resource').length]
  const ways = [
    vi.spyOn(navigator, 'sendBeacon'),
    vi.spyOn(XMLHttpRequest.prototype, 'send'),
    vi.spyOn(window, 'WebSocket'),
    vi.spyOn(window, 'EventSource'),
    vi.spyOn(Storage.prototype, 'setItem'),
    vi.spyOn(indexedDB, 'open'),
  ]
  const token = await sign()
  for (const [authorization, received, title] of [
    [token, body, 'Genuine, and the body is unchanged'],
    [token, body.replace('n1', 'n2'), 'Body changed'],
    [await sign({ key: others }), body, 'Key unknown'],
  ] as const) {
    await check(authorization, received)
    await expect.element(result(title)).toBeVisible()
  }
  await new Promise((resolve) => setTimeout(resolve, 500))
  expect(server.requests.slice(requests)).toEqual([])
  expect(
    performance
      .getEntriesByType('resource')
      .slice(resources)
      .map(({ name }) => name),
  ).toEqual([])
  expect(ways.flatMap(({ mock }) => mock.calls as unknown[])).toEqual([])
  expect(location.href).not.toContain(token.slice(0, 20))
})

test('a delivery is filled in and checked, and one that was signed long ago is right but for its age [BIZ-65]', async () => {
  const [id, call] = ['5b2f8c1e-0d3a-4f6b-9c7d-000000004182', '/api/accounts/org/webhooks/wh_1/deliveries']
  const delivery = cornerLoaf[`GET ${call}/${id}`] as { headers: object }
  server.answers[`GET ${call}/${id}`] = { ...delivery, body, headers: { ...delivery.headers, authorization: await sign({ ageSeconds: 3600 }) } }
  await openPortal(`/business/developers/webhooks/${id}?webhook=wh_1&shop=test`)
  await page.getByRole('button', { name: 'Fill in this delivery' }).click()
  await page.getByRole('button', { name: 'Check it' }).click()
  await expect.element(result('Too old')).toBeVisible()
  await expect.element(page.getByText('Everything else is right.', { exact: false })).toBeVisible()
})

test('an address that has still to answer counts as yours, because its challenge is signed for it [BIZ-65]', async () => {
  const pendingUrl = 'https://new.cornerloaf.example/events'
  server.answers['GET /api/accounts/org/webhooks'] = [{ ...(cornerLoaf['GET /api/accounts/org/webhooks'] as object[])[0], pendingUrl }]
  await openCheck()
  await check(await sign({ audience: pendingUrl }))
  await expect.element(result('Genuine, and the body is unchanged')).toBeVisible()
})

test('without the published keys nothing is checked, and they can be read again [BIZ-65]', async () => {
  server.answers[published] = () => refusal('RATE_LIMIT_EXCEEDED', {}, 400)
  await openPortal('/business/developers/webhooks?shop=test')
  await page.getByRole('button', { name: 'Check a signature' }).click()
  await expect.element(page.getByText('Couldn’t load the published keys')).toBeVisible()
  await expectAccessible()
  answerFromPress(() => {
    server.answers[published] = { keys: [ours.jwk] }
  })
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect.element(page.getByText('Couldn’t load the published keys')).not.toBeInTheDocument()
  await check(await sign())
  await expect.element(result('Genuine, and the body is unchanged')).toBeVisible()
})
