import { fakeClock, testDatabase } from '@nikau/testing'
import { buildAuthorizationRequest, callToken, followCallback, openSignIn, signIn } from '@nikau/testing/http-browser'
import { decodeJwt } from 'jose'
import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { codeSentTo, signInForCalls, startTestIdentity } from '../fixtures.ts'
import { tokenHash } from '../provider/adapter.ts'
import { createPasskeyDevice } from '../passkeys/fixtures.ts'
import { deskFixtures, deskOrigin } from './fixtures.ts'

const database = await testDatabase()
const clock = fakeClock(new Date().toISOString())
const identity = await startTestIdentity(database, { clock, env: { DESK_ORIGIN: deskOrigin } })
const desk = deskFixtures(database, identity)
const { client, newBrowser, newDevice, createOperator, createPerson, openDesk, usePasskey, comeBack, signInAtDesk, call } = desk

// The provider dates a sign-in by the system's clock.
beforeEach(() => clock.set(new Date().toISOString()))

const readCode = (phone: string) => codeSentTo(database, phone)
const bearerOf = async (token: string, at = clock.now()) =>
  (
    await sql<{ sub: string; client_id: string; session_uid: string }>`
      select sub, client_id, session_uid from identity.access_token(${tokenHash(token)}, ${at})`.execute(database.owner.db)
  ).rows[0]
const authenticationOf = async (token: string) => {
  const { rows } = await sql<{ acr: string; has_passkey: boolean }>`
    select acr, has_passkey from identity.authentication(${(await bearerOf(token))!.session_uid}, ${clock.now()})`.execute(database.owner.db)
  return rows[0]
}
const messages = async () => Number((await sql<{ n: bigint }>`select count(*) as n from message`.execute(database.owner.db)).rows[0]!.n)

/** A customer's passkey of the person. */
async function addCustomerPasskey(phone: string) {
  const person = await signInForCalls(identity, database, phone)
  const device = createPasskeyDevice(identity.origin)
  const { challenge } = (await person.call('POST', '/passkeys/options')).body
  expect((await person.call('POST', '/passkeys', { response: device.register(challenge) })).status).toBe(200)
  return { person, device }
}

const refused = `${client.redirectUri}?error=access_denied&error_description=NOT_AN_OPERATOR`

test('a desk passkey of an operator signs in; the ID token says who and nothing else, and the token lives for 10 hours without renewal [DESK-02, DESK-03, DESK-06]', async () => {
  const { personId, device } = await createOperator()
  const { tokens } = await signInAtDesk(device)
  const claims = decodeJwt(tokens.id_token)
  expect(claims).toMatchObject({ sub: personId, aud: 'nikau-desk' })
  // The rest is of the protocol.
  expect(Object.keys(claims).filter((name) => !['iss', 'iat', 'exp', 'nonce', 'at_hash', 'auth_time'].includes(name))).toEqual(['sub', 'aud'])
  expect(tokens).toMatchObject({ expires_in: 36_000, scope: 'openid' })
  expect(tokens.refresh_token).toBeUndefined()
  const userinfo = await fetch(`${client.issuer}/me`, { headers: { authorization: `Bearer ${tokens.access_token}` } })
  expect(await userinfo.json()).toEqual({ sub: personId })
  expect(await bearerOf(tokens.access_token)).toMatchObject({ sub: personId, client_id: 'nikau-desk' })
  expect(await authenticationOf(tokens.access_token)).toEqual({ acr: 'passkey', has_passkey: true })
  expect(await bearerOf(tokens.access_token, new Date(Date.now() + 35_900_000))).toBeDefined()
  expect(await bearerOf(tokens.access_token, new Date(Date.now() + 36_001_000))).toBeUndefined()
  const customer = await signIn(newBrowser(), identity.client, '+64200000001', readCode)
  expect(customer.tokens.expires_in).toBe(3600)
})

test('the page offers a passkey with user verification and nothing else [DESK-03]', async () => {
  const browser = newBrowser()
  const { page } = await openDesk(browser, { ui_locales: 'mi' })
  const { text } = await browser.get(page)
  expect(text).toContain('Sign in to the desk')
  expect(text).toContain('Every look and every act is written down.')
  expect(text.match(/<form/g)).toHaveLength(1)
  expect(text).not.toContain('Mobile number')
  expect(JSON.parse((await browser.post(`${page}/passkey/options`, {})).text)).toMatchObject({ userVerification: 'required', allowCredentials: [] })
})

test('every other step of a sign-in answers 403, and no code is sent [DESK-03]', async () => {
  const { phone } = await createOperator()
  const browser = newBrowser()
  const { page } = await openDesk(browser)
  const before = await messages()
  const answers: [string, number][] = []
  for (const step of ['', '/code', '/resend', '/second/send', '/second/code', '/passkey/new/options', '/passkey/new', '/finish'])
    answers.push([`POST ${step}`, (await browser.post(page + step, { phone, code: '123456', channel: 'sms', response: '{}' })).status])
  for (const step of ['/code', '/second', '/second/code', '/passkey']) answers.push([`GET ${step}`, (await browser.get(page + step)).status])
  expect(answers.filter(([, status]) => status !== 403)).toEqual([])
  expect(answers).toHaveLength(12)
  expect(await messages()).toBe(before)
})

test('a customer’s passkey, an unknown one, one without user verification and one of a person without a role are refused alike [DESK-03]', async () => {
  const operator = await createOperator()
  const { device: customers } = await addCustomerPasskey(operator.phone)
  const withoutRoles = await createOperator([])
  const stranger = await createPerson(null)
  const strangers = (await desk.enrolWith(await desk.addLink(stranger.personId))).device
  for (const device of [customers, newDevice(), withoutRoles.device, strangers]) {
    const { callback, request } = await comeBack(device)
    expect(callback.href).toBe(`${refused}&state=${request.state}&iss=${encodeURIComponent(identity.config.issuer.href)}`)
  }
  const browser = newBrowser()
  const { page } = await openDesk(browser)
  const { challenge } = JSON.parse((await browser.post(`${page}/passkey/options`, {})).text) as { challenge: string }
  const response = JSON.stringify(operator.device.authenticate(challenge, { verified: false }))
  const callback = await followCallback(browser, await browser.post(`${page}/passkey`, { response }))
  expect(callback.href.startsWith(refused)).toBe(true)
  expect((await comeBack(operator.device)).callback.searchParams.get('code')).toBeTruthy()
})

test('an answer that is none can be tried again, and one from another sign-in is refused', async () => {
  const { device } = await createOperator()
  const [browser, other] = [newBrowser(), newBrowser()]
  const [{ page }, { page: otherPage }] = [await openDesk(browser), await openDesk(other)]
  expect((await browser.post(`${page}/passkey`, { response: '{' })).status).toBe(400)
  const { challenge } = JSON.parse((await other.post(`${otherPage}/passkey/options`, {})).text) as { challenge: string }
  const answer = await browser.post(`${page}/passkey`, { response: JSON.stringify(device.authenticate(challenge)) })
  expect((await followCallback(browser, answer)).searchParams.get('error')).toBe('access_denied')
})

test('every sign-in asks for the passkey, with and without prompt=login, and prompt=none never answers', async () => {
  const { device } = await createOperator()
  const { browser } = await signInAtDesk(device)
  for (const change of [{}, { prompt: undefined }, { prompt: undefined, max_age: '86400' }]) {
    const { page } = await openDesk(browser, change)
    expect((await browser.get(page)).text).toContain('Sign in to the desk')
  }
  const silent = await browser.get(buildAuthorizationRequest(client, { prompt: 'none' }).url)
  expect(silent.location?.searchParams.get('error')).toBe('login_required')
  expect((await signInAtDesk(device, browser)).tokens.access_token).toBeTruthy()
})

test('a customer and an operator in one browser share neither session nor grant [DESK-02]', async () => {
  const { phone, personId, device } = await createOperator()
  const browser = newBrowser()
  const asCustomer = await signIn(browser, identity.client, phone, readCode)
  const atDesk = await signInAtDesk(device, browser)
  const [customer, operator] = [await bearerOf(asCustomer.tokens.access_token), await bearerOf(atDesk.tokens.access_token)]
  expect([customer?.sub, operator?.sub]).toEqual([personId, personId])
  expect(customer?.session_uid).not.toBe(operator?.session_uid)
  // The desk passkey made the customer's session no stronger, and is no passkey of theirs.
  expect(await authenticationOf(asCustomer.tokens.access_token)).toEqual({ acr: 'code', has_passkey: false })
  expect(await authenticationOf(atDesk.tokens.access_token)).toEqual({ acr: 'passkey', has_passkey: true })
  const silent = await browser.get(buildAuthorizationRequest(identity.client, { prompt: 'none' }).url)
  expect(silent.location?.searchParams.get('code')).toBeTruthy()

  // In a browser with a session at the desk alone, the customers' client has nothing.
  const work = await signInAtDesk(device)
  const asked = await work.browser.get(buildAuthorizationRequest(identity.client, { prompt: 'none' }).url)
  expect(asked.location?.searchParams.get('error')).toBe('login_required')
})

test('the next operator signs in on a shared device, and the one before is signed out', async () => {
  const [first, second] = [await createOperator(), await createOperator()]
  const before = await signInAtDesk(first.device)
  const { browser } = before
  const { request, page } = await openDesk(browser)
  const handedOver = await browser.get((await usePasskey(browser, page, second.device)).location!)
  // The provider ends the session of the other person with a form of its own, and goes on.
  const [action, xsrf] = [/action="([^"]+)"/.exec(handedOver.text)![1]!, /name="xsrf" value="([^"]+)"/.exec(handedOver.text)![1]!]
  const ended = await browser.post(action, { xsrf, logout: 'yes' })
  const callback = (await browser.get(ended.location!)).location!
  expect(await bearerOf(before.tokens.access_token)).toBeUndefined()
  const { body } = await callToken(browser, client, {
    grant_type: 'authorization_code',
    code: callback.searchParams.get('code')!,
    redirect_uri: client.redirectUri,
    code_verifier: request.verifier,
  })
  expect((await bearerOf(body.access_token))?.sub).toBe(second.personId)
})

test('signing out of the desk ends its session and leaves the customer’s; ending all ends both with their grants', async () => {
  const { phone, personId, device } = await createOperator()
  const browser = newBrowser()
  const customer = await signIn(browser, identity.client, phone, readCode)
  const { tokens } = await signInAtDesk(device, browser)
  const url = new URL(`${client.issuer}/session/end`)
  url.search = String(new URLSearchParams({ id_token_hint: tokens.id_token, post_logout_redirect_uri: `${deskOrigin}/desk/signed-out` }))
  const shown = await browser.get(url)
  const [action, xsrf] = [/action="([^"]+)"/.exec(shown.text)![1]!, /name="xsrf" value="([^"]+)"/.exec(shown.text)![1]!]
  expect(shown.headers.get('content-security-policy')).toContain(deskOrigin)
  expect((await browser.post(action, { xsrf, logout: 'yes' })).location?.href).toBe(`${deskOrigin}/desk/signed-out`)
  expect(await bearerOf(tokens.access_token)).toBeUndefined()
  expect(await bearerOf(customer.tokens.access_token)).toBeDefined()

  const again = await signInAtDesk(device, browser)
  await sql`select identity.end_sessions(${personId}::uuid)`.execute(database.owner.db)
  expect(await bearerOf(again.tokens.access_token)).toBeUndefined()
  const { rows } = await sql`select from identity.oidc where model in ('Grant', 'AccessToken') and payload ->> 'accountId' = ${personId}`.execute(
    database.owner.db,
  )
  expect(rows).toEqual([])
})

test('removing the desk passkeys ends the sessions at the desk and no other, and takes the link', async () => {
  const { phone, personId, device } = await createOperator()
  const customer = await signIn(newBrowser(), identity.client, phone, readCode)
  const { tokens } = await signInAtDesk(device)
  const worker = database.openAs('nikau_worker').db
  const code = await desk.addLink(personId)
  const summary = async () =>
    (
      await sql<{
        passkeys: number
        last_used_at: Date | null
      }>`select passkeys, last_used_at from identity.desk_passkeys_of(array[${personId}]::uuid[])`.execute(worker)
    ).rows
  expect(await summary()).toEqual([{ passkeys: 1, last_used_at: expect.any(Date) }])
  expect((await sql`select identity.remove_desk_passkeys(${personId}) as removed`.execute(worker)).rows).toEqual([{ removed: 1 }])
  expect(await summary()).toEqual([{ passkeys: 0, last_used_at: null }])
  expect(await bearerOf(tokens.access_token)).toBeUndefined()
  expect(await bearerOf(customer.tokens.access_token)).toBeDefined()
  expect((await desk.enrolWith(code)).status).toBe(410)
  expect((await comeBack(device)).callback.searchParams.get('error')).toBe('access_denied')
})

test('a token of the desk answers 401 at every call of the web app, and only its step-up by passkey works [DESK-02]', async () => {
  const { device } = await createOperator()
  const { tokens } = await signInAtDesk(device)
  const calls = [
    ['GET', '/sessions'],
    ['DELETE', '/sessions'],
    ['DELETE', '/sessions/x'],
    ['GET', '/passkeys'],
    ['POST', '/passkeys/options'],
    ['POST', '/passkeys'],
    ['DELETE', '/passkeys/x'],
    ['GET', '/step-up'],
    ['POST', '/step-up/code/send'],
    ['POST', '/step-up/code'],
  ] as const
  for (const [method, url] of calls) expect([url, (await call(tokens.access_token, method, url, method === 'GET' ? undefined : {})).status]).toEqual([url, 401])
  expect((await call(tokens.access_token, 'POST', '/step-up/passkey/options')).status).toBe(200)
})

test('a step-up at the desk takes a desk passkey of the operator, on the desk’s origin, with user verification [DESK-07]', async () => {
  const [operator, other] = [await createOperator(), await createOperator()]
  const { device: customers } = await addCustomerPasskey(operator.phone)
  const { tokens } = await signInAtDesk(operator.device)
  const options = async () => (await call(tokens.access_token, 'POST', '/step-up/passkey/options')).body
  const first = await options()
  expect(first).toMatchObject({ userVerification: 'required', allowCredentials: [{ id: operator.device.id }] })
  expect(first.allowCredentials).toHaveLength(1)
  const use = async (device: ReturnType<typeof newDevice>, more: { on?: string; verified?: boolean } = {}) => {
    const { challenge } = await options()
    return (await call(tokens.access_token, 'POST', '/step-up/passkey', { response: device.authenticate(challenge, { on: deskOrigin, ...more }) })).status
  }
  expect(await use(operator.device)).toBe(204)
  expect(await use(customers)).toBe(403)
  expect(await use(other.device)).toBe(403)
  expect(await use(operator.device, { verified: false })).toBe(403)
  expect(await use(operator.device, { on: 'http://localhost:4000' })).toBe(403)
  const { rows } = await sql`select from identity.step_up s where s.session_uid = ${(await bearerOf(tokens.access_token))!.session_uid}`.execute(
    database.owner.db,
  )
  expect(rows).toHaveLength(1)
})

test('to a customer a desk passkey does not exist: it is not listed, removed, asked for, or a sign-in', async () => {
  const { phone, device } = await createOperator()
  const customer = await signInForCalls(identity, database, phone)
  expect((await customer.call('GET', '/passkeys')).body).toEqual({ passkeys: [] })
  expect((await customer.call('DELETE', `/passkeys/${device.id}`)).status).toBe(403)
  expect((await customer.call('GET', '/step-up')).body.methods).toEqual(['code'])
  const options = (await customer.call('POST', '/step-up/passkey/options')).body
  expect(options.allowCredentials).toEqual([])
  expect((await customer.call('POST', '/step-up/passkey', { response: device.authenticate(options.challenge) })).body.message).toBe('PASSKEY_REFUSED')
  const browser = newBrowser()
  const page = await openSignIn(browser, buildAuthorizationRequest(identity.client))
  expect((await usePasskey(browser, page, device)).status).toBe(400)
  expect((await signInAtDesk(device)).tokens.access_token).toBeTruthy()
})

test('the desk’s client is refused where the session is the customer’s, and unknown without its origin', async () => {
  const { url } = buildAuthorizationRequest(client, { prompt: 'login' })
  // A path that the router takes for the same.
  const slashed = await newBrowser().get(url.href.replace('/auth?', '/auth/?'))
  expect(slashed.location?.searchParams.get('error')).toBe('unauthorized_client')
  const through = new URL(buildAuthorizationRequest(identity.client).url)
  through.pathname = through.pathname.replace('/auth', '/desk/auth')
  expect((await newBrowser().get(through)).text).toContain('invalid_client')

  const without = await startTestIdentity(database)
  const answer = await fetch(url.href.replace(client.issuer, without.client.issuer), { redirect: 'manual' })
  expect([answer.status, (await answer.text()).includes('invalid_client')]).toEqual([400, true])
  expect((await without.app.inject({ url: `/desk-passkey/${'a'.repeat(43)}` })).statusCode).toBe(404)
})
