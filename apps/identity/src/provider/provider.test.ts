import { testDatabase } from '@nikau/testing'
import {
  requestCode,
  buildAuthorizationRequest,
  callToken,
  followCallback,
  exchangeCode,
  submitCode,
  openSignIn,
  signIn,
  type Tokens,
  createHttpBrowser,
} from '@nikau/testing/http-browser'
import { createLocalJWKSet, decodeJwt, type JSONWebKeySet, jwtVerify } from 'jose'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { codeSentTo, startTestIdentity, webOrigin } from '../fixtures.ts'
import { tokenHash } from './adapter.ts'

const database = await testDatabase()
const identity = await startTestIdentity(database)
const { client, local } = identity
const readCode = (phone: string) => codeSentTo(database, phone)
const browser = () => createHttpBrowser({ via: local })

async function holder(token: string): Promise<string | undefined> {
  const { rows } = await sql<{ sub: string }>`select sub from identity.access_token(${tokenHash(token)})`.execute(database.owner.db)
  return rows[0]?.sub
}

const refresh = (tokens: Tokens) => callToken(browser(), client, { grant_type: 'refresh_token', refresh_token: tokens.refresh_token })

test('a number and its code give tokens, with the profile in the ID token [SESS-01] [PROF-01]', async () => {
  const { tokens, request } = await signIn(browser(), client, '+64200000001', readCode)
  const keys = (await (await fetch(`${client.issuer}/jwks`)).json()) as JSONWebKeySet
  const { payload, protectedHeader } = await jwtVerify(tokens.id_token, createLocalJWKSet(keys), { issuer: identity.config.issuer.href, audience: 'nikau-web' })
  expect(protectedHeader.alg).toBe('ES256')
  expect(payload).toMatchObject({
    nonce: request.nonce,
    phone_number: '+64200000001',
    phone_number_verified: true,
    feature_updates: false,
    marketing_updates: false,
  })
  expect(tokens).toMatchObject({ expires_in: 3600, scope: 'openid' })
  expect(await holder(tokens.access_token)).toBe(payload.sub)
})

test('a second sign-in finds the same person, and a renewed ID token has the updated profile [PROF-01]', async () => {
  const first = await signIn(browser(), client, '+64200000002', readCode)
  const again = await signIn(browser(), client, '+64200000002', readCode)
  const sub = decodeJwt(first.tokens.id_token).sub!
  expect(decodeJwt(again.tokens.id_token).sub).toBe(sub)
  await sql`select identity.update_profile(${sub}::uuid, given_name => 'Aroha', family_name => 'Ngata', email => 'aroha@example.nz', marketing_updates => true)`.execute(
    database.owner.db,
  )
  const renewed = await refresh(again.tokens)
  expect(decodeJwt(renewed.body.id_token)).toMatchObject({
    given_name: 'Aroha',
    family_name: 'Ngata',
    email: 'aroha@example.nz',
    email_verified: false,
    marketing_updates: true,
    feature_updates: false,
  })
})

test('a code works once, and replaying it revokes its tokens', async () => {
  const { tokens, request, code } = await signIn(browser(), client, '+64200000003', readCode)
  expect(await holder(tokens.access_token)).toBeDefined()
  expect((await exchangeCode(browser(), client, request, code)).body.error).toBe('invalid_grant')
  expect(await holder(tokens.access_token)).toBeUndefined()
  expect((await refresh(tokens)).status).toBe(400)
})

test('of twenty concurrent exchanges of a code at most one gets tokens, and those are revoked', async () => {
  const anyone = browser()
  const request = buildAuthorizationRequest(client)
  const page = await openSignIn(anyone, request)
  await requestCode(anyone, page, '+64200000004')
  const callback = await followCallback(anyone, await submitCode(anyone, page, await readCode('+64200000004')))
  const code = callback.searchParams.get('code')!
  const answers = await Promise.all(Array.from({ length: 20 }, () => exchangeCode(browser(), client, request, code)))
  const winners = answers.filter((answer) => answer.status === 200)
  expect(winners.length).toBeLessThanOrEqual(1)
  for (const { body } of winners) {
    expect(await holder(body.access_token)).toBeUndefined()
    expect((await refresh(body)).status).toBe(400)
  }
})

test('reusing a refresh token revokes the whole family', async () => {
  const { tokens } = await signIn(browser(), client, '+64200000005', readCode)
  const second = await refresh(tokens)
  expect(second.status).toBe(200)
  const third = await refresh(second.body)
  expect(third.status).toBe(200)
  expect((await refresh(tokens)).body.error).toBe('invalid_grant')
  expect((await refresh(third.body)).status).toBe(400)
  expect(await holder(third.body.access_token)).toBeUndefined()
})

test('of concurrent uses of a refresh token at most one succeeds, and the family is revoked', async () => {
  const { tokens } = await signIn(browser(), client, '+64200000006', readCode)
  const answers = await Promise.all(Array.from({ length: 8 }, () => refresh(tokens)))
  const winners = answers.filter((answer) => answer.status === 200)
  expect(winners.length).toBeLessThanOrEqual(1)
  for (const { body } of winners) {
    expect(await holder(body.access_token)).toBeUndefined()
    expect((await refresh(body)).status).toBe(400)
  }
})

test('revoking the access token ends access immediately, with a response oidc-client-ts accepts [SESS-08]', async () => {
  const { tokens } = await signIn(browser(), client, '+64200000007', readCode)
  const answer = await browser().post(`${client.issuer}/token/revocation`, {
    client_id: client.clientId,
    token: tokens.access_token,
    token_type_hint: 'access_token',
  })
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, null])
  expect(await holder(tokens.access_token)).toBeUndefined()
})

test('revoking an access token notifies listeners with its hash', async () => {
  const { tokens } = await signIn(browser(), client, '+64200000008', readCode)
  const listener = await database.pool.connect()
  const notified = new Promise<string | undefined>((resolve) => listener.on('notification', (notice) => resolve(notice.payload)))
  await listener.query('listen identity_revoked')
  await browser().post(`${client.issuer}/token/revocation`, { client_id: client.clientId, token: tokens.access_token })
  expect(await notified).toBe(tokenHash(tokens.access_token))
  listener.release(true)
})

test('logout ends the session and tokens and returns to the registered URL without confirmation [SESS-07]', async () => {
  const person = browser()
  const { tokens } = await signIn(person, client, '+64200000009', readCode)
  const back = `${webOrigin}/deimos/logout/oidc-callback`
  const url = new URL(`${client.issuer}/session/end`)
  url.search = String(new URLSearchParams({ id_token_hint: tokens.id_token, post_logout_redirect_uri: back, state: 'xyz' }))
  const page = await person.get(url)
  const nonce = /'nonce-([^']+)'/.exec(page.headers.get('content-security-policy') ?? '')?.[1]
  expect(page.text).toContain(`<script nonce="${nonce}">`)
  const xsrf = /name="xsrf" value="([^"]+)"/.exec(page.text)![1]!
  const done = await person.post(`${client.issuer}/session/end/confirm`, { xsrf, logout: 'yes' })
  expect(done.location?.href).toBe(`${back}?state=xyz`)
  expect(await holder(tokens.access_token)).toBeUndefined()
  expect((await refresh(tokens)).status).toBe(400)
  const silent = await person.get(buildAuthorizationRequest(client, { prompt: 'none' }).url)
  expect(silent.location?.searchParams.get('error')).toBe('login_required')
})

test('a logout without an ID token of this session asks for confirmation', async () => {
  const person = browser()
  await signIn(person, client, '+64200000010', readCode)
  const page = await person.get(`${client.issuer}/session/end`)
  expect(page.text).not.toContain('<script')
  expect(page.text).toContain('Stay signed in')
})

test('a session renews silently with prompt=none [SESS-04]', async () => {
  const person = browser()
  await signIn(person, client, '+64200000011', readCode)
  const request = buildAuthorizationRequest({ ...client, redirectUri: `${webOrigin}/deimos/silent.html` }, { prompt: 'none' })
  const answer = await person.get(request.url)
  expect(answer.location?.pathname).toBe('/deimos/silent.html')
  const tokens = await callToken(browser(), client, {
    grant_type: 'authorization_code',
    code: answer.location!.searchParams.get('code')!,
    redirect_uri: `${webOrigin}/deimos/silent.html`,
    code_verifier: request.verifier,
  })
  expect(tokens.status).toBe(200)
  expect(await holder(tokens.body.access_token)).toBeDefined()
})

test('only our own origins are allowed by CORS', async () => {
  for (const path of ['/.well-known/openid-configuration', '/jwks']) {
    const [ours, theirs] = await Promise.all([webOrigin, 'https://evil.example'].map((origin) => fetch(client.issuer + path, { headers: { origin } })))
    expect([ours!.headers.get('access-control-allow-origin'), theirs!.headers.get('access-control-allow-origin')]).toEqual([webOrigin, null])
  }
  const { tokens } = await signIn(browser(), client, '+64200000012', readCode)
  const from = (origin: string) =>
    browser().post(`${client.issuer}/token`, { client_id: client.clientId, grant_type: 'refresh_token', refresh_token: tokens.refresh_token }, { origin })
  expect((await from('https://evil.example')).status).toBe(400)
})

test('bearer secrets are stored only as hashes', async () => {
  const person = browser()
  const { tokens, code } = await signIn(person, client, '+64200000013', readCode)
  await sql`delete from message`.execute(database.owner.db)
  const session = [...person.cookies].find(([name]) => name.startsWith('nikau_session|'))![1].value
  const { rows } = await sql<{ all: string }>`select string_agg(o::text, ' ') as all from identity.oidc o`.execute(database.owner.db)
  for (const secret of [tokens.access_token, tokens.refresh_token, code, session]) {
    expect(rows[0]?.all).not.toContain(secret)
    expect(rows[0]?.all).toContain(tokenHash(secret))
  }
})

test('the issuer does not depend on forwarded host headers', async () => {
  const answer = await browser().get(`${client.issuer}/.well-known/openid-configuration`, {
    'x-forwarded-host': 'evil.example',
    forwarded: 'host=evil.example',
  })
  const found = JSON.parse(answer.text) as Record<string, string>
  expect(found.issuer).toBe(identity.config.issuer.href)
  expect(new URL(found.token_endpoint!).origin).toBe(identity.origin)
})
