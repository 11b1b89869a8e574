// Operators for tests: a person of the company, with a passkey that was enrolled by a link.
import { createHash, randomBytes, randomUUID } from 'node:crypto'
import type { TestDatabase } from '@nikau/testing'
import { buildAuthorizationRequest, createHttpBrowser, exchangeCode, followCallback, type HttpBrowser, openSignIn } from '@nikau/testing/http-browser'
import { sql } from 'kysely'
import type { startTestIdentity } from '../fixtures.ts'
import { createPasskeyDevice } from '../passkeys/fixtures.ts'

export const deskOrigin = 'http://localhost:4010'

export function deskFixtures(database: TestDatabase, identity: Awaited<ReturnType<typeof startTestIdentity>>) {
  const client = { issuer: identity.client.issuer, clientId: 'nikau-desk', redirectUri: `${deskOrigin}/api/desk/oidc-callback` }
  const newBrowser = () => createHttpBrowser({ via: identity.local })
  /** Signs on the pages of identity. The passkey of an operator's device is used at the desk too. */
  const newDevice = () => createPasskeyDevice(identity.origin)
  let people = 0

  /** A person, who is an operator unless `roles` is null. */
  async function createPerson(roles: string[] | null = ['support']): Promise<{ personId: string; phone: string }> {
    const [personId, phone] = [randomUUID(), `+6427000${String(++people).padStart(5, '0')}`]
    await sql`insert into identity.person (id, phone, phone_verified, given_name, family_name, last_signed_in_at)
      values (${personId}, ${phone}, true, 'Mere', 'Kahu', now())`.execute(database.owner.db)
    if (roles)
      await sql`insert into operator (id, name, login, person_id, roles, created_at)
        values (${`mere-${people}`}, 'Mere Kahu', ${`mere-${people}`}, ${personId}, ${roles}, now())`.execute(database.owner.db)
    return { personId, phone }
  }

  /** The code of a link, as the worker adds it. */
  async function addLink(personId: string, expiresAt = new Date(Date.now() + 3_600_000)): Promise<string> {
    const code = randomBytes(32).toString('base64url')
    const hash = createHash('sha256').update(code).digest()
    await sql`select identity.add_desk_enrolment(${personId}, ${hash}, ${expiresAt})`.execute(database.openAs('nikau_worker').db)
    return code
  }

  async function enrolWith(code: string, device = newDevice(), browser = newBrowser()) {
    const link = `${identity.origin}/desk-passkey/${code}`
    const options = await browser.post(`${link}/options`, {})
    if (options.status !== 200) return { status: options.status, text: options.text, device }
    const { challenge } = JSON.parse(options.text) as { challenge: string }
    const { status, text } = await browser.post(link, { response: JSON.stringify(device.register(challenge)) })
    return { status, text, device }
  }

  async function createOperator(roles?: string[]) {
    const person = await createPerson(roles)
    const { device } = await enrolWith(await addLink(person.personId))
    return { ...person, device }
  }

  /** Opens the sign-in at the desk; the desk always sends `prompt=login`. */
  async function openDesk(browser: HttpBrowser, change: Record<string, string | undefined> = {}) {
    const request = buildAuthorizationRequest(client, { prompt: 'login', ...change })
    return { request, page: await openSignIn(browser, request) }
  }

  async function usePasskey(browser: HttpBrowser, page: string, device: ReturnType<typeof newDevice>) {
    const { challenge } = JSON.parse((await browser.post(`${page}/passkey/options`, {})).text) as { challenge: string }
    return await browser.post(`${page}/passkey`, { response: JSON.stringify(device.authenticate(challenge)) })
  }

  /** The address that the browser comes back to, with `code` or `error`. */
  async function comeBack(device: ReturnType<typeof newDevice>, browser = newBrowser()) {
    const { request, page } = await openDesk(browser)
    return { request, callback: await followCallback(browser, await usePasskey(browser, page, device)) }
  }

  async function signInAtDesk(device: ReturnType<typeof newDevice>, browser = newBrowser()) {
    const { request, callback } = await comeBack(device, browser)
    const { status, body } = await exchangeCode(browser, client, request, callback.searchParams.get('code') ?? '')
    if (status !== 200) throw new Error(`no tokens: ${status} ${JSON.stringify(body)} ${callback.href}`)
    return { tokens: body, browser, request }
  }

  async function call(token: string, method: 'GET' | 'POST' | 'DELETE', url: string, payload?: object) {
    const answer = await identity.app.inject({ method, url, headers: { authorization: `Bearer ${token}` }, ...(payload && { payload }) })
    return { status: answer.statusCode, body: answer.body === '' ? undefined : answer.json() }
  }

  return { client, newBrowser, newDevice, createPerson, addLink, enrolWith, createOperator, openDesk, usePasskey, comeBack, signInAtDesk, call }
}
