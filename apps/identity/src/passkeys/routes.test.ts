import { fakeClock, testDatabase } from '@nikau/testing'
import { signIn, createHttpBrowser } from '@nikau/testing/http-browser'
import { decodeJwt } from 'jose'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { codeSentTo, startTestIdentity, webOrigin } from '../fixtures.ts'

const database = await testDatabase()
const clock = fakeClock(new Date().toISOString())
const identity = await startTestIdentity(database, { clock })

async function signedInPerson(phone: string) {
  const { tokens } = await signIn(createHttpBrowser({ via: identity.local }), identity.client, phone, (to) => codeSentTo(database, to))
  const call = (method: string, path: string, body?: object) =>
    identity.app.inject({
      method: method as 'GET',
      url: path,
      headers: { authorization: `Bearer ${tokens.access_token}`, origin: webOrigin },
      ...(body ? { payload: body } : {}),
    })
  return { call, id: decodeJwt(tokens.id_token).sub! }
}

const insertPasskey = (personId: string, id: string) =>
  sql`insert into identity.passkey (id, person_id, public_key, counter, backed_up, name) values (${id}, ${personId}, '\\x00', 0, true, 'Phone')`.execute(
    database.db,
  )

test('a person can list and remove only their own passkeys', async () => {
  const [owner, other] = [await signedInPerson('+64200000001'), await signedInPerson('+64200000002')]
  const id = 'owned'.repeat(200)
  await insertPasskey(owner.id, id)
  const listed = await owner.call('GET', '/passkeys')
  expect(listed.json()).toMatchObject({ passkeys: [{ id, name: 'Phone', lastUsedAt: null }] })
  expect(listed.body).not.toMatch(/key"|counter/i)
  expect(listed.headers['access-control-allow-origin']).toBe(webOrigin)
  expect((await other.call('GET', '/passkeys')).json()).toEqual({ passkeys: [] })
  expect((await other.call('DELETE', `/passkeys/${id}`)).statusCode).toBe(403)
  expect((await owner.call('DELETE', `/passkeys/${id}`)).statusCode).toBe(204)
  expect((await owner.call('GET', '/passkeys')).json()).toEqual({ passkeys: [] })
})

test('adding a passkey requires a recent sign-in', async () => {
  const person = await signedInPerson('+64200000003')
  expect((await person.call('POST', '/passkeys/options')).json()).toMatchObject({
    rp: { id: 'localhost', name: 'Nikau' },
    pubKeyCredParams: [{ alg: -8 }, { alg: -7 }, { alg: -257 }],
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  })
  expect((await person.call('POST', '/passkeys', { response: { id: 'forged' } })).json()).toMatchObject({ message: 'PASSKEY_REFUSED' })
  clock.advance(16 * 60_000)
  expect((await person.call('POST', '/passkeys/options')).json()).toMatchObject({ statusCode: 403, message: 'SIGN_IN_AGAIN' })
})

test.each([undefined, 'Bearer wrong-token-wrong-token', 'Bearer ', 'Basic abc'])('without a valid token (%s) the status is 401', async (authorization) => {
  for (const [method, url] of [
    ['GET', '/passkeys'],
    ['POST', '/passkeys'],
    ['POST', '/passkeys/options'],
    ['DELETE', '/passkeys/x'],
  ] as const) {
    const answer = await identity.app.inject({ method, url, headers: authorization ? { authorization } : {} })
    expect([url, answer.statusCode]).toEqual([url, 401])
  }
})

test('malformed JSON gives a JSON error', async () => {
  const answer = await identity.app.inject({ method: 'POST', url: '/passkeys', headers: { 'content-type': 'application/json' }, payload: '{' })
  expect([answer.statusCode, answer.json<{ statusCode: number }>().statusCode]).toEqual([400, 400])
})

test('other origins are not allowed', async () => {
  const answer = await identity.app.inject({ method: 'OPTIONS', url: '/passkeys', headers: { origin: 'https://evil.example' } })
  expect(answer.headers['access-control-allow-origin']).toBeUndefined()
})
