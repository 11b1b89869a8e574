import { generateKeyPairSync, randomBytes } from 'node:crypto'
import { testDatabase } from '@nikau/testing'
import { buildAuthorizationRequest, callToken, signIn, createHttpBrowser } from '@nikau/testing/http-browser'
import { createLocalJWKSet, decodeProtectedHeader, type JSONWebKeySet, jwtVerify } from 'jose'
import { expect, test } from 'vitest'
import { codeSentTo, startTestIdentity } from '../fixtures.ts'

const database = await testDatabase()
const key = (kid: string) => ({ ...generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey.export({ format: 'jwk' }), kid, use: 'sig', alg: 'ES256' })
const [oldKey, newKey] = [key('old'), key('new')]
const [oldCookie, newCookie] = [randomBytes(32).toString('hex'), randomBytes(32).toString('hex')]
const keys = (...list: object[]) => JSON.stringify({ keys: list })
const before = await startTestIdentity(database, { env: { IDENTITY_KEYS: keys(oldKey), COOKIE_KEYS: oldCookie } })
const after = await startTestIdentity(database, {
  env: { IDENTITY_KEYS: keys(newKey, oldKey), COOKIE_KEYS: `${newCookie},${oldCookie}`, IDENTITY_ISSUER: before.config.issuer.href },
})

test('keys rotate without signing anyone out: the first signs, all are accepted', async () => {
  let serving = before
  const person = createHttpBrowser({ via: (url) => serving.local(url) })
  const { tokens } = await signIn(person, before.client, '+64200000001', (phone) => codeSentTo(database, phone))
  expect(decodeProtectedHeader(tokens.id_token).kid).toBe('old')

  serving = after
  const silent = await person.get(buildAuthorizationRequest(before.client, { prompt: 'none' }).url)
  expect(silent.location?.searchParams.get('error')).toBeNull()
  const renewed = await callToken(person, before.client, { grant_type: 'refresh_token', refresh_token: tokens.refresh_token })
  expect(decodeProtectedHeader(renewed.body.id_token).kid).toBe('new')
  const published = JSON.parse((await person.get(`${before.client.issuer}/jwks`)).text) as JSONWebKeySet
  expect(published.keys.every((jwk) => !('d' in jwk))).toBe(true)
  for (const token of [tokens.id_token, renewed.body.id_token]) await jwtVerify(token, createLocalJWKSet(published))
})

test('two instances can share one sign-in', async () => {
  const env = { IDENTITY_KEYS: keys(newKey, oldKey), COOKIE_KEYS: `${newCookie},${oldCookie}`, IDENTITY_ISSUER: before.config.issuer.href }
  const instances = [after, await startTestIdentity(database, { env })]
  let turn = 0
  const person = createHttpBrowser({ via: (url) => instances[turn++ % 2]!.local(url) })
  const { tokens } = await signIn(person, before.client, '+64200000002', (phone) => codeSentTo(database, phone))
  expect(tokens.access_token).toBeTruthy()
  expect(turn).toBeGreaterThan(4)
})
