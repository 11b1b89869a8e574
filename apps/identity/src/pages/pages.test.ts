import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { chromiumLaunch } from '@nikau/testing/chromium'
import AxeBuilder from '@axe-core/playwright'
import { testDatabase } from '@nikau/testing'
import { authorisation, openSignIn, visitor } from '@nikau/testing/visitor'
import { sql } from 'kysely'
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { codeSentTo, runningIdentity } from '../given.ts'

vi.setConfig({ testTimeout: 60_000 }) // a browser takes part, on whatever machine
const database = await testDatabase()
// The web app is one white sheet here; what matters is that the browser gets back to it.
const web = createServer((_request, response) => response.setHeader('content-type', 'text/html').end('<title>Nikau</title>')).listen(0, '127.0.0.1')
await new Promise((resolve) => web.once('listening', resolve))
afterAll(() => web.close())
const webOrigin = `http://localhost:${(web.address() as AddressInfo).port}`
const identity = await runningIdentity(database, { web: webOrigin })
// A browser knows the provider by its public name, as passkeys and cookies are bound to it.
const client = { ...identity.client, issuer: identity.config.issuer.href }

let browser: Browser
beforeAll(async () => {
  browser = await chromium.launch(chromiumLaunch)
})
afterAll(() => browser.close())

/** Chromium's own make-believe phone, which touches itself when asked. */
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

/** A page whose every complaint counts. */
async function open(options: BrowserContextOptions = {}): Promise<{ page: Page; complaints: string[] }> {
  const context = await browser.newContext({ viewport: { width: 390, height: 844 }, ...options })
  const page = await context.newPage()
  const complaints: string[] = []
  page.on('console', (message) => message.type() === 'error' && !/status of 4\d\d/.test(message.text()) && complaints.push(message.text()))
  page.on('pageerror', (error) => complaints.push(error.message))
  return { page, complaints }
}

async function toCodePage(page: Page, phone: string, change: Record<string, string> = {}): Promise<void> {
  await page.goto(authorisation(client, change).url.href)
  await page.getByLabel('Phone number').fill(national(phone))
  await page.getByRole('button', { name: 'Text me a code' }).click()
  await page.getByRole('heading', { name: 'Enter your code' }).waitFor()
}

const atCallback = (page: Page) => page.waitForURL(`${webOrigin}/deimos/oidc-callback?code=**`)

async function faults(page: Page): Promise<string[]> {
  const { violations } = await new AxeBuilder({ page }).withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']).analyze()
  // Written as text, because what runs in the page is not for this program's types.
  const small: string[] = await page.evaluate(`[...document.querySelectorAll('a, button, input:not([type=hidden])')]
    .filter((element) => element.checkVisibility() && element.getBoundingClientRect().height < 48)
    .map((element) => element.getBoundingClientRect().height + ' px: ' + element.outerHTML.slice(0, 80))`)
  const wide: boolean = await page.evaluate(`document.documentElement.scrollWidth > innerWidth`)
  return [...violations.map((violation) => `${violation.id}: ${violation.nodes[0]?.html}`), ...small, ...(wide ? ['scrolls sideways'] : [])]
}

test('the sixth digit sends the code, nothing breaks the content policy, and the browser is back at the app [SESS-01]', async () => {
  const { page, complaints } = await open()
  const phone = newPhone()
  await toCodePage(page, phone)
  await page.keyboard.type(await codeSentTo(database, phone))
  await page.getByRole('button', { name: 'Not now' }).click()
  await atCallback(page)
  expect(complaints).toEqual([])
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

test('another person can sign in at the same browser, and the first one is signed out of everything', async () => {
  const { page, complaints } = await open()
  for (const change of [{}, { prompt: 'login' }] as Record<string, string>[]) {
    const phone = newPhone()
    await toCodePage(page, phone, change)
    await page.keyboard.type(await codeSentTo(database, phone))
    // The offer of a passkey comes once; whoever declined it is not asked again in this browser.
    if (change.prompt === undefined) await page.getByRole('button', { name: 'Not now' }).click()
    await atCallback(page)
  }
  const { rows } = await sql<{ phone: string }>`
    select p.phone from identity.oidc o join identity.person p on p.id::text = o.payload ->> 'accountId' where o.model = 'Grant'`.execute(database.db)
  expect(rows.map((row) => row.phone)).toContain(`+6420000${String(people).padStart(5, '0')}`)
  expect(rows.map((row) => row.phone)).not.toContain(`+6420000${String(people - 1).padStart(5, '0')}`)
  expect(complaints).toEqual([])
  await page.context().close()
})

test.each([
  { colorScheme: 'light', viewport: { width: 1280, height: 800 } },
  { colorScheme: 'dark', viewport: { width: 320, height: 568 } },
] as const)('no page has an accessibility fault in $colorScheme at $viewport.width', { timeout: 180_000 }, async (options) => {
  const { page } = await open({ ...options, reducedMotion: 'reduce' })
  const found: Record<string, string[]> = {}
  await page.goto(authorisation(client, { signup: '1' }).url.href)
  found.signUp = await faults(page)
  await page.getByRole('button', { name: 'Text me a code' }).click()
  await page.locator('input[aria-invalid=true]').waitFor()
  found.numberRefused = await faults(page)
  const phone = newPhone()
  await toCodePage(page, phone)
  found.code = await faults(page)
  const code = await codeSentTo(database, phone)
  await page.keyboard.type(code === '000000' ? '111111' : '000000')
  await page.getByText('That is not the code').waitFor()
  found.codeRefused = await faults(page)
  await sql`update identity.sign_in set sends = 2, sent_at = now() - interval '1 minute'`.execute(database.db)
  await page.goto(page.url())
  await page.getByRole('button', { name: 'Send it by email' }).waitFor()
  found.resend = await faults(page)
  await page.getByLabel('6-digit code').fill(code)
  await page.getByRole('button', { name: 'Make a passkey' }).waitFor()
  found.passkey = await faults(page)
  await page.getByRole('button', { name: 'Not now' }).click()
  await atCallback(page)
  await page.goto(`${client.issuer}/session/end`)
  found.signOut = await faults(page)
  await page.getByRole('button', { name: 'Log out' }).click()
  await page.getByRole('heading', { name: 'You are logged out' }).waitFor()
  found.signedOut = await faults(page)
  await page.goto(`${identity.origin}/interaction/none`)
  found.gone = await faults(page)
  await page.goto(`${client.issuer}/auth`)
  found.error = await faults(page)
  expect(Object.entries(found).filter(([, list]) => list.length > 0)).toEqual([])
  await page.context().close()
})

test('the resend button appears when its time has come', async () => {
  const { page } = await open()
  // The page's clock stands: running, it would show its first figure for a second only, whether or not anybody has looked by then.
  await page.clock.install()
  await page.clock.pauseAt(Date.now() + 60_000)
  await toCodePage(page, newPhone())
  await page.getByText('Resend in 0:30').waitFor()
  expect(await page.getByRole('button', { name: 'Send a new code' }).isVisible()).toBe(false)
  await page.clock.fastForward(31_000)
  await page.getByRole('button', { name: 'Send a new code' }).waitFor()
  await page.context().close()
})

test('a passkey made after a code opens the door the next time, and first', async () => {
  const { page, complaints } = await open()
  const cdp = await page.context().newCDPSession(page)
  await cdp.send('WebAuthn.enable')
  await cdp.send('WebAuthn.addVirtualAuthenticator', { options: device })
  const phone = newPhone()
  await toCodePage(page, phone)
  await page.keyboard.type(await codeSentTo(database, phone))
  await page.getByRole('button', { name: 'Make a passkey' }).click()
  await atCallback(page)
  const { rows } = await sql<{ name: string; told: bigint }>`
    select k.name, (select count(*) from message where recipient = ${phone} and purpose = 'passkey-added') as told
    from identity.passkey k join identity.person p on p.id = k.person_id where p.phone = ${phone}`.execute(database.db)
  expect(rows).toEqual([{ name: 'Linux computer', told: 1n }])

  const uses = async () => (await sql<{ counter: bigint }>`select counter from identity.passkey where last_used_at is not null`.execute(database.db)).rows
  // From the suggestion under the field, which this device takes by itself.
  await page.context().clearCookies({ name: /nikau_session/ })
  await page.goto(authorisation(client).url.href, { waitUntil: 'commit' })
  await atCallback(page)
  expect(await uses()).toEqual([{ counter: 2n }])

  // And by the button, where a browser has no such suggestion.
  await page.addInitScript('if (globalThis.PublicKeyCredential) PublicKeyCredential.isConditionalMediationAvailable = async () => false')
  await page.context().clearCookies({ name: /nikau_session/ })
  await page.goto('about:blank')
  await page.goto(authorisation(client).url.href)
  const button = page.getByRole('button').first()
  expect(await button.innerText()).toBe('Use a passkey')
  await button.click()
  await atCallback(page)
  expect(await uses()).toEqual([{ counter: 3n }])
  expect(complaints).toEqual([])
  await page.context().close()
})

test('a passkey of another sign-in, a used answer and a forged one are refused', async () => {
  const { page } = await open()
  const cdp = await page.context().newCDPSession(page)
  await cdp.send('WebAuthn.enable')
  await cdp.send('WebAuthn.addVirtualAuthenticator', { options: device })
  const phone = newPhone()
  await toCodePage(page, phone)
  await page.keyboard.type(await codeSentTo(database, phone))
  await page.getByRole('button', { name: 'Make a passkey' }).click()
  await atCallback(page)

  const shown: string[] = []
  page.on('request', (request) => request.method() === 'POST' && request.url().endsWith('/passkey') && shown.push(request.postData() ?? ''))
  await page.context().clearCookies()
  await page.goto(authorisation(client).url.href, { waitUntil: 'commit' })
  await atCallback(page)
  const genuine = new URLSearchParams(shown[0]).get('response')!

  const anyone = visitor({ via: identity.local })
  const elsewhere = await openSignIn(anyone, authorisation(identity.client))
  const refused = async (response: string) => {
    await anyone.post(`${elsewhere}/passkey/options`, {})
    return (await anyone.post(`${elsewhere}/passkey`, { response })).status
  }
  const other = JSON.parse(genuine) as { id: string; response: { clientDataJSON: string; signature: string } }
  const data = JSON.parse(Buffer.from(other.response.clientDataJSON, 'base64url').toString()) as { challenge: string }
  const forged = {
    ...other,
    response: { ...other.response, clientDataJSON: Buffer.from(JSON.stringify({ ...data, challenge: 'AAAA' })).toString('base64url') },
  }
  expect([await refused(genuine), await refused(JSON.stringify(forged)), await refused('{}'), await refused('nonsense')]).toEqual([400, 400, 400, 400])
  await page.context().close()
})
