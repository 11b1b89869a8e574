import { fakeClock, testDatabase } from '@nikau/testing'
import { buildAuthorizationRequest, createHttpBrowser, openSignIn, requestCode, submitCode } from '@nikau/testing/http-browser'
import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { codeSentTo, signInForCalls, startTestIdentity, webOrigin } from '../fixtures.ts'
import { createPasskeyDevice } from './fixtures.ts'

const database = await testDatabase()
const clock = fakeClock(new Date().toISOString())
const identity = await startTestIdentity(database, { clock })
beforeEach(() => clock.set(new Date().toISOString()))

const signedInPerson = (phone: string) => signInForCalls(identity, database, phone)
type Person = Awaited<ReturnType<typeof signedInPerson>>

async function register(person: Person, device = createPasskeyDevice(webOrigin)) {
  const { challenge } = (await person.call('POST', '/passkeys/options')).body
  return { device, answer: await person.call('POST', '/passkeys', { response: device.register(challenge) }, { 'user-agent': 'Android' }) }
}

async function stepUp(person: Person, device: ReturnType<typeof createPasskeyDevice>) {
  clock.set(new Date(Date.now() + 1000).toISOString()) // later than the sign-in, which the provider dates by the system clock
  const { challenge } = (await person.call('POST', '/step-up/passkey/options')).body
  expect((await person.call('POST', '/step-up/passkey', { response: device.authenticate(challenge) })).status).toBe(204)
}

const noticesAbout = async (person: Person, text: string) =>
  (
    await sql<{ channel: string }>`
      select channel from message where purpose = 'security-notice' and body like ${`%${text}%`}
        and recipient in (select unnest(array[phone, email]) from identity.person where id = ${person.id}) order by channel`.execute(database.owner.db)
  ).rows.map(({ channel }) => channel)

const insertPasskey = (personId: string, id: string) =>
  sql`insert into identity.passkey (id, person_id, public_key, counter, backed_up, name) values (${id}, ${personId}, '\\x00', 0, true, 'Phone')`.execute(
    database.owner.db,
  )

test('a person can list and remove only their own passkeys', async () => {
  const [owner, other] = [await signedInPerson('+64200000001'), await signedInPerson('+64200000002')]
  const { device } = await register(owner)
  const listed = await owner.call('GET', '/passkeys')
  expect(listed.body).toMatchObject({ passkeys: [{ id: device.id, name: 'Android phone', lastUsedAt: null }] })
  expect(JSON.stringify(listed.body)).not.toMatch(/key"|counter/i)
  expect(listed.headers['access-control-allow-origin']).toBe(webOrigin)
  expect((await other.call('GET', '/passkeys')).body).toEqual({ passkeys: [] })
  expect((await other.call('DELETE', `/passkeys/${device.id}`)).body).toMatchObject({ statusCode: 403, message: 'FORBIDDEN' })
  await stepUp(owner, device)
  expect((await owner.call('DELETE', `/passkeys/${device.id}`)).status).toBe(204)
  expect((await owner.call('GET', '/passkeys')).body).toEqual({ passkeys: [] })
})

test('a passkey with a very long id can be removed', async () => {
  const owner = await signedInPerson('+64200000003')
  const id = 'owned'.repeat(200)
  const { device } = await register(owner)
  await insertPasskey(owner.id, id)
  await stepUp(owner, device)
  expect((await owner.call('DELETE', `/passkeys/${id}`)).status).toBe(204)
})

test('adding a first passkey requires a sign-in or step-up in the last five minutes [SEC-17]', async () => {
  const person = await signedInPerson('+64200000004')
  expect((await person.call('POST', '/passkeys/options')).body).toMatchObject({
    rp: { id: 'localhost', name: 'Nikau' },
    pubKeyCredParams: [{ alg: -8 }, { alg: -7 }, { alg: -257 }],
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  })
  expect((await person.call('POST', '/passkeys', { response: { id: 'forged' } })).body).toMatchObject({ message: 'PASSKEY_REFUSED' })
  clock.advance(6 * 60_000)
  for (const path of ['/passkeys/options', '/passkeys'])
    expect((await person.call('POST', path, { response: { id: 'any' } })).body).toEqual({
      statusCode: 403,
      error: 'Forbidden',
      message: 'SIGN_IN_AGAIN',
      signIn: { acr: 'code', maxAge: 300 },
    })
})

test('with a passkey, a code is too little to add another or to remove one, and an old proof too [SEC-17]', async () => {
  const person = await signedInPerson('+64200000005')
  const { device } = await register(person)
  const thief = await signedInPerson('+64200000005') // by the code alone
  const refusal = { statusCode: 403, message: 'SIGN_IN_AGAIN', signIn: { acr: 'passkey', maxAge: 300 } }
  expect((await thief.call('POST', '/passkeys/options')).body).toMatchObject(refusal)
  expect((await thief.call('DELETE', `/passkeys/${device.id}`)).body).toMatchObject(refusal)
  await stepUp(person, device)
  clock.advance(301_000)
  expect((await person.call('DELETE', `/passkeys/${device.id}`)).body).toMatchObject(refusal)
  expect((await person.call('GET', '/passkeys')).body.passkeys).toHaveLength(1)
})

test('a sign-in by code cannot add a passkey for a person who has one [SEC-17]', async () => {
  const phone = '+64200000007'
  await register(await signedInPerson(phone))
  const thief = createHttpBrowser({ via: identity.local })
  const page = await openSignIn(thief, buildAuthorizationRequest(identity.client))
  await requestCode(thief, page, phone)
  expect((await submitCode(thief, page, await codeSentTo(database, phone))).status).toBe(303)
  const options = JSON.parse((await thief.post(`${page}/passkey/new/options`, {})).text) as { challenge: string }
  const response = JSON.stringify(createPasskeyDevice(identity.origin).register(options.challenge))
  expect((await thief.post(`${page}/passkey/new`, { response })).status).toBe(400)
  const { rows } = await sql`select from identity.passkey k join identity.person p on p.id = k.person_id where p.phone = ${phone}`.execute(database.owner.db)
  expect(rows).toHaveLength(1)
})

test('adding and removing a passkey is told once on every channel and listed as a security event [SEC-17, SEC-10]', async () => {
  const person = await signedInPerson('+64200000006')
  await sql`update identity.person set email = 'mia@example.nz', email_verified = true where id = ${person.id}`.execute(database.owner.db)
  const { device } = await register(person)
  expect(await noticesAbout(person, 'A passkey (Android phone) was added')).toEqual(['email', 'sms'])
  await stepUp(person, device)
  await person.call('DELETE', `/passkeys/${device.id}`)
  expect(await noticesAbout(person, 'A passkey (Android phone) was removed')).toEqual(['email', 'sms'])
  const { rows } = await sql<{ kind: string; sessions: boolean }>`
    select kind, session_uid is not null as sessions from security_event where person_id = ${person.id} and kind like 'passkey%' order by id`.execute(
    database.owner.db,
  )
  expect(rows).toEqual([
    { kind: 'passkey-added', sessions: true },
    { kind: 'passkey-removed', sessions: true },
  ])
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
