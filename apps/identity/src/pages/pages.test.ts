import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { headlessLaunch } from '@nikau/testing/chromium'
import AxeBuilder from '@axe-core/playwright'
import { testDatabase } from '@nikau/testing'
import { buildAuthorizationRequest, openSignIn, createHttpBrowser } from '@nikau/testing/http-browser'
import { sql } from 'kysely'
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { codeSentTo, startTestIdentity } from '../fixtures.ts'

vi.setConfig({ testTimeout: 60_000 }) // a real browser, possibly on a slow machine
const database = await testDatabase()
// Stands in for the web app; the tests only check that the browser returns to it.
const web = createServer((_request, response) => response.setHeader('content-type', 'text/html').end('<title>Nikau</title>')).listen(0, '127.0.0.1')
await new Promise((resolve) => web.once('listening', resolve))
afterAll(() => web.close())
const webOrigin = `http://localhost:${(web.address() as AddressInfo).port}`
const identity = await startTestIdentity(database, { web: webOrigin })
// The browser uses the public host name, because passkeys and cookies are bound to it.
const client = { ...identity.client, issuer: identity.config.issuer.href }

let browser: Browser
beforeAll(async () => {
  browser = await chromium.launch(headlessLaunch)
})
afterAll(() => browser.close())

/** Chromium's virtual authenticator, which confirms by itself. */
const device = {
  protocol: 'ctap2',
  transport: 'internal',
  hasResidentKey: true,
  hasUserVerification: true,
  isUserVerified: true,
  automaticPresenceSimulation: true,
} as const

let people = 0
const newPhone = () => `+6420000${String(++people).padStart(5, '0')}`
const national = (phone: string) => phone.replace('+64', '0')

/** A page that records console errors. */
async function open(options: BrowserContextOptions = {}): Promise<{ page: Page; consoleErrors: string[] }> {
  const context = await browser.newContext({ viewport: { width: 390, height: 844 }, ...options })
  const page = await context.newPage()
  const consoleErrors: string[] = []
  page.on('console', (message) => message.type() === 'error' && !/status of 4\d\d/.test(message.text()) && consoleErrors.push(message.text()))
  page.on('pageerror', (error) => consoleErrors.push(error.message))
  return { page, consoleErrors }
}

async function toCodePage(page: Page, phone: string, change: Record<string, string> = {}): Promise<void> {
  await page.goto(buildAuthorizationRequest(client, change).url.href)
  await page.getByLabel('Mobile number').fill(national(phone))
  await page.getByRole('button', { name: 'Text me a code' }).click()
  await page.getByRole('heading', { name: 'Enter your code' }).waitFor()
}

/** The person of the number has not signed in for more than a year. */
async function makeDormant(phone: string, email: string | null): Promise<void> {
  await sql`
    insert into identity.person (id, phone, phone_verified, email, email_verified, last_signed_in_at)
    values (gen_random_uuid(), ${phone}, true, ${email}, ${email !== null}, now() - interval '400 days')
    on conflict (phone) do update set last_signed_in_at = excluded.last_signed_in_at`.execute(database.owner.db)
}

const atCallback = (page: Page) => page.waitForURL(`${webOrigin}/deimos/oidc-callback?code=**`)

async function violationsOn(page: Page): Promise<string[]> {
  const { violations } = await new AxeBuilder({ page }).withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']).analyze()
  // As text, because the code in the page has other types.
  const small: string[] = await page.evaluate(`[...document.querySelectorAll('a, button, input:not([type=hidden])')]
    .filter((element) => element.checkVisibility() && element.getBoundingClientRect().height < 48)
    .map((element) => element.getBoundingClientRect().height + ' px: ' + element.outerHTML.slice(0, 80))`)
  const wide: boolean = await page.evaluate(`document.documentElement.scrollWidth > innerWidth`)
  return [...violations.map((violation) => `${violation.id}: ${violation.nodes[0]?.html}`), ...small, ...(wide ? ['scrolls sideways'] : [])]
}

test('the sixth digit submits the code, the content security policy holds, and the browser returns to the app [SESS-01]', async () => {
  const { page, consoleErrors } = await open()
  const phone = newPhone()
  await toCodePage(page, phone)
  await page.keyboard.type(await codeSentTo(database, phone))
  await page.getByRole('button', { name: 'Not now' }).click()
  await atCallback(page)
  expect(consoleErrors).toEqual([])
  await page.context().close()
})

test('every page works without script', async () => {
  const { page } = await open({ javaScriptEnabled: false })
  const phone = newPhone()
  await toCodePage(page, phone)
  await page.getByLabel('6-digit code').fill('12345')
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByText('Enter the 6 digits').waitFor()
  await page.getByLabel('6-digit code').fill(await codeSentTo(database, phone))
  await page.getByRole('button', { name: 'Continue' }).click()
  await atCallback(page)
  expect(new URL(page.url()).searchParams.get('code')).toBeTruthy()
  await page.context().close()
})

test('another person can sign in in the same browser, and the first one is signed out everywhere', async () => {
  const { page, consoleErrors } = await open()
  for (const change of [{}, { prompt: 'login' }] as Record<string, string>[]) {
    const phone = newPhone()
    await toCodePage(page, phone, change)
    await page.keyboard.type(await codeSentTo(database, phone))
    // The passkey offer is shown once per browser.
    if (change.prompt === undefined) await page.getByRole('button', { name: 'Not now' }).click()
    await atCallback(page)
  }
  const { rows } = await sql<{ phone: string }>`
    select p.phone from identity.oidc o join identity.person p on p.id::text = o.payload ->> 'accountId' where o.model = 'Grant'`.execute(database.owner.db)
  expect(rows.map((row) => row.phone)).toContain(`+6420000${String(people).padStart(5, '0')}`)
  expect(rows.map((row) => row.phone)).not.toContain(`+6420000${String(people - 1).padStart(5, '0')}`)
  expect(consoleErrors).toEqual([])
  await page.context().close()
})

test.each([
  { colorScheme: 'light', viewport: { width: 1280, height: 800 } },
  { colorScheme: 'dark', viewport: { width: 320, height: 568 } },
] as const)('no page has accessibility violations in $colorScheme at $viewport.width', { timeout: 180_000 }, async (options) => {
  const { page } = await open({ ...options, reducedMotion: 'reduce' })
  const found: Record<string, string[]> = {}
  await page.goto(buildAuthorizationRequest(client, { signup: '1' }).url.href)
  found.signUp = await violationsOn(page)
  await page.getByRole('button', { name: 'Text me a code' }).click()
  await page.locator('input[aria-invalid=true]').waitFor()
  found.numberRefused = await violationsOn(page)
  const phone = newPhone()
  await toCodePage(page, phone)
  found.code = await violationsOn(page)
  const code = await codeSentTo(database, phone)
  await page.keyboard.type(code === '000000' ? '111111' : '000000')
  await page.getByText('That code is incorrect').waitFor()
  found.codeRefused = await violationsOn(page)
  await sql`update identity.sign_in set sends = 2, sent_at = now() - interval '1 minute'`.execute(database.owner.db)
  await page.goto(page.url())
  await page.getByRole('button', { name: 'Send it by email' }).waitFor()
  found.resend = await violationsOn(page)
  await page.getByLabel('6-digit code').fill(code)
  await page.getByRole('button', { name: 'Create a passkey' }).waitFor()
  found.passkey = await violationsOn(page)
  await page.getByRole('button', { name: 'Not now' }).click()
  await atCallback(page)
  await page.goto(`${client.issuer}/session/end`)
  found.signOut = await violationsOn(page)
  await page.getByRole('button', { name: 'Sign out' }).click()
  await page.getByRole('heading', { name: 'You’re signed out' }).waitFor()
  found.signedOut = await violationsOn(page)
  const [mailed, alone] = [newPhone(), newPhone()]
  await makeDormant(mailed, `pages-${mailed.slice(1)}@example.nz`)
  await makeDormant(alone, null)
  await toCodePage(page, mailed)
  await page.keyboard.type(await codeSentTo(database, mailed))
  await page.getByRole('heading', { name: 'One more step' }).waitFor()
  found.secondProof = await violationsOn(page)
  await page.getByRole('button', { name: 'Email me a code' }).click()
  await page.getByText('We emailed 6 digits').waitFor()
  found.secondCode = await violationsOn(page)
  await page.keyboard.type(await codeSentTo(database, `pages-${mailed.slice(1)}@example.nz`))
  await atCallback(page)
  await page.context().clearCookies({ name: /nikau_session/ })
  await toCodePage(page, alone)
  await page.keyboard.type(await codeSentTo(database, alone))
  await page.getByRole('heading', { name: 'Let’s check that it’s you' }).waitFor()
  found.dormant = await violationsOn(page)
  await page.goto(`${identity.origin}/interaction/none`)
  found.gone = await violationsOn(page)
  await page.goto(`${client.issuer}/auth`)
  found.error = await violationsOn(page)
  expect(Object.entries(found).filter(([, list]) => list.length > 0)).toEqual([])
  await page.context().close()
})

test('the resend button appears after the countdown', async () => {
  const { page } = await open()
  // The page's clock is paused; running, it would show the first value for a second only.
  await page.clock.install()
  await page.clock.pauseAt(Date.now() + 60_000)
  await toCodePage(page, newPhone())
  await page.getByText('Resend in 0:30').waitFor()
  expect(await page.getByRole('button', { name: 'Send a new code' }).isVisible()).toBe(false)
  await page.clock.fastForward(31_000)
  await page.getByRole('button', { name: 'Send a new code' }).waitFor()
  await page.context().close()
})

test('a passkey created after a code signs in the next time and is then offered first', async () => {
  const { page, consoleErrors } = await open()
  const cdp = await page.context().newCDPSession(page)
  await cdp.send('WebAuthn.enable')
  await cdp.send('WebAuthn.addVirtualAuthenticator', { options: device })
  const phone = newPhone()
  await toCodePage(page, phone)
  await page.keyboard.type(await codeSentTo(database, phone))
  await page.getByRole('button', { name: 'Create a passkey' }).click()
  await atCallback(page)
  const { rows } = await sql<{ name: string; messages: bigint }>`
    select k.name, (select count(*) from message where recipient = ${phone} and body like 'A passkey (%) was added%') as messages
    from identity.passkey k join identity.person p on p.id = k.person_id where p.phone = ${phone}`.execute(database.owner.db)
  expect(rows).toEqual([{ name: 'Linux computer', messages: 1n }])

  const uses = async () => (await sql<{ counter: bigint }>`select counter from identity.passkey where last_used_at is not null`.execute(database.owner.db)).rows
  // By autofill, which this authenticator accepts by itself.
  await page.context().clearCookies({ name: /nikau_session/ })
  await page.goto(buildAuthorizationRequest(client).url.href, { waitUntil: 'commit' })
  await atCallback(page)
  expect(await uses()).toEqual([{ counter: 2n }])

  // By the button, in a browser without passkey autofill.
  await page.addInitScript('if (globalThis.PublicKeyCredential) PublicKeyCredential.isConditionalMediationAvailable = async () => false')
  await page.context().clearCookies({ name: /nikau_session/ })
  await page.goto('about:blank')
  await page.goto(buildAuthorizationRequest(client).url.href)
  const button = page.getByRole('button').first()
  expect(await button.innerText()).toBe('Use a passkey')
  await button.click()
  await atCallback(page)
  expect(await uses()).toEqual([{ counter: 3n }])
  expect(consoleErrors).toEqual([])
  await page.context().close()
})

test('a passkey is a second proof for a number without use for a year [SEC-4]', async () => {
  const { page, consoleErrors } = await open()
  const cdp = await page.context().newCDPSession(page)
  await cdp.send('WebAuthn.enable')
  await cdp.send('WebAuthn.addVirtualAuthenticator', { options: device })
  const phone = newPhone()
  await toCodePage(page, phone)
  await page.keyboard.type(await codeSentTo(database, phone))
  await page.getByRole('button', { name: 'Create a passkey' }).click()
  await atCallback(page)

  await makeDormant(phone, null)
  await page.context().clearCookies()
  // Otherwise the passkey signs in on the first page by itself.
  await page.addInitScript('if (globalThis.PublicKeyCredential) PublicKeyCredential.isConditionalMediationAvailable = async () => false')
  await toCodePage(page, phone)
  await page.keyboard.type(await codeSentTo(database, phone))
  await page.getByRole('heading', { name: 'One more step' }).waitFor()
  expect(await page.getByRole('button').allInnerTexts()).toEqual(['Use a passkey'])
  await page.getByRole('button', { name: 'Use a passkey' }).click()
  await atCallback(page)
  expect(consoleErrors).toEqual([])
  await page.context().close()
})

test('a response of another sign-in, a replayed one and a forged one are refused', async () => {
  const { page } = await open()
  const cdp = await page.context().newCDPSession(page)
  await cdp.send('WebAuthn.enable')
  await cdp.send('WebAuthn.addVirtualAuthenticator', { options: device })
  const phone = newPhone()
  await toCodePage(page, phone)
  await page.keyboard.type(await codeSentTo(database, phone))
  await page.getByRole('button', { name: 'Create a passkey' }).click()
  await atCallback(page)

  const sent: string[] = []
  page.on('request', (request) => request.method() === 'POST' && request.url().endsWith('/passkey') && sent.push(request.postData() ?? ''))
  await page.context().clearCookies()
  await page.goto(buildAuthorizationRequest(client).url.href, { waitUntil: 'commit' })
  await atCallback(page)
  const genuine = new URLSearchParams(sent[0]).get('response')!

  const attacker = createHttpBrowser({ via: identity.local })
  const otherPage = await openSignIn(attacker, buildAuthorizationRequest(identity.client))
  const refused = async (response: string) => {
    await attacker.post(`${otherPage}/passkey/options`, {})
    return (await attacker.post(`${otherPage}/passkey`, { response })).status
  }
  const parsed = JSON.parse(genuine) as { id: string; response: { clientDataJSON: string; signature: string } }
  const data = JSON.parse(Buffer.from(parsed.response.clientDataJSON, 'base64url').toString()) as { challenge: string }
  const forged = {
    ...parsed,
    response: { ...parsed.response, clientDataJSON: Buffer.from(JSON.stringify({ ...data, challenge: 'AAAA' })).toString('base64url') },
  }
  expect([await refused(genuine), await refused(JSON.stringify(forged)), await refused('{}'), await refused('nonsense')]).toEqual([400, 400, 400, 400])
  await page.context().close()
})
