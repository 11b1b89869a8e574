import { testDatabase } from '@nikau/testing'
import { buildAuthorizationRequest, createHttpBrowser, openSignIn, requestCode, signIn } from '@nikau/testing/http-browser'
import { expect, test } from 'vitest'
import { codeSentTo, startTestIdentity } from '../fixtures.ts'

const database = await testDatabase()
const secure = await startTestIdentity(database, { env: { IDENTITY_ISSUER: 'https://id.nikau.example/oidc' } })

/** A sign-in, with every Set-Cookie header of its responses. */
async function signInRecording(identity: typeof secure, phone: string) {
  const lines: string[] = []
  const browser = createHttpBrowser({ via: identity.local })
  const recording = {
    ...browser,
    get: async (...args: Parameters<typeof browser.get>) => record(await browser.get(...args)),
    post: async (...args: Parameters<typeof browser.post>) => record(await browser.post(...args)),
  }
  function record<R extends { headers: Headers }>(response: R): R {
    lines.push(...response.headers.getSetCookie())
    return response
  }
  await signIn(recording, identity.client, phone, (to) => codeSentTo(database, to))
  return { lines }
}

test('with https every cookie has a prefix that browsers enforce, and fulfils what the prefix demands [SEC-22]', async () => {
  const { lines } = await signInRecording(secure, '+64200000101')
  const names = new Set(lines.map((line) => line.split('=')[0]!))
  const signed = ['__Host-nikau_session', '__Secure-nikau_resume', '__Secure-nikau_sign_in']
  expect([...names].sort()).toEqual(['__Host-nikau_device', ...signed, ...signed.map((name) => `${name}.sig`)].sort())
  for (const line of lines) {
    expect(line).toMatch(/; ?secure/i)
    expect(line).toMatch(/; ?httponly/i)
    expect(line).not.toMatch(/; ?domain=/i)
    if (line.startsWith('__Host-')) expect(line).toMatch(/; ?path=\/(;|$)/i)
  }
})

test('the hint that a passkey was declined has the prefix too, and counts only with it [SEC-22]', async () => {
  const browser = createHttpBrowser({ via: secure.local })
  const offered = async () => {
    const page = await openSignIn(browser, buildAuthorizationRequest(secure.client, { prompt: 'login' }))
    await requestCode(browser, page, '+64200000103')
    const answer = await browser.post(`${page}/code`, { code: await codeSentTo(database, '+64200000103'), passkeys: 'yes' })
    return { page, isOffered: answer.location?.pathname.endsWith('/passkey') }
  }
  const first = await offered()
  expect(first.isOffered).toBe(true)
  const declined = await browser.post(`${first.page}/finish`, {})
  expect(declined.headers.getSetCookie()).toContainEqual(
    expect.stringMatching(/^__Host-nikau_no_passkey=1; Path=\/; Max-Age=\d+; HttpOnly; SameSite=Lax; Secure$/),
  )
  expect((await offered()).isOffered).toBe(false)
  browser.cookies.delete('__Host-nikau_no_passkey|/')
  browser.cookies.set('nikau_no_passkey|/', { value: '1', path: '/' })
  expect((await offered()).isOffered).toBe(true)
})

test('http in development has plain names, which browsers accept there', async () => {
  const plain = await startTestIdentity(database)
  const { lines } = await signInRecording(plain, '+64200000102')
  expect(lines.length).toBeGreaterThan(0)
  for (const line of lines) expect(line).toMatch(/^nikau_(?!.*; ?secure)/)
})
