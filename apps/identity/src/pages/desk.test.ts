import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import AxeBuilder from '@axe-core/playwright'
import { testDatabase } from '@nikau/testing'
import { headlessLaunch } from '@nikau/testing/chromium'
import { buildAuthorizationRequest } from '@nikau/testing/http-browser'
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { deskFixtures } from '../desk/fixtures.ts'
import { startTestIdentity } from '../fixtures.ts'

vi.setConfig({ testTimeout: 60_000 }) // a real browser, possibly on a slow machine
const database = await testDatabase()
// Stands in for the desk; the tests only check that the browser returns to it.
const desk = createServer((_request, response) => response.setHeader('content-type', 'text/html').end('<title>Desk</title>')).listen(0, '127.0.0.1')
await new Promise((resolve) => desk.once('listening', resolve))
afterAll(() => desk.close())
const deskOrigin = `http://localhost:${(desk.address() as AddressInfo).port}`
const identity = await startTestIdentity(database, { env: { DESK_ORIGIN: deskOrigin } })
const { createPerson, addLink } = deskFixtures(database, identity)
// The browser uses the public host name, because passkeys and cookies are bound to it.
const client = { issuer: identity.config.issuer.href, clientId: 'nikau-desk', redirectUri: `${deskOrigin}/api/desk/oidc-callback` }

let browser: Browser
beforeAll(async () => {
  browser = await chromium.launch(headlessLaunch)
})
afterAll(() => browser.close())

async function open(options: BrowserContextOptions = {}): Promise<{ page: Page; consoleErrors: string[] }> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, ...options })
  const page = await context.newPage()
  const consoleErrors: string[] = []
  page.on('console', (message) => message.type() === 'error' && !/status of 4\d\d/.test(message.text()) && consoleErrors.push(message.text()))
  page.on('pageerror', (error) => consoleErrors.push(error.message))
  const session = await context.newCDPSession(page)
  await session.send('WebAuthn.enable')
  await session.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  return { page, consoleErrors }
}

const linkTo = async () => {
  const { personId } = await createPerson()
  return `${identity.origin}/desk-passkey/${await addLink(personId)}`
}
const toSignIn = (page: Page) => page.goto(buildAuthorizationRequest(client, { prompt: 'login' }).url.href)

test('an operator adds a passkey with a link and signs in with it, under the content security policy [DESK-03]', async () => {
  const { page, consoleErrors } = await open()
  await page.goto(await linkTo())
  await page.getByRole('button', { name: 'Add passkey' }).click()
  await page.getByRole('heading', { name: 'Your passkey is ready' }).waitFor()
  await toSignIn(page)
  await page.getByRole('button', { name: 'Use passkey' }).click()
  await page.waitForURL(`${client.redirectUri}?code=**`)
  expect(consoleErrors).toEqual([])
})

test('a device without a passkey of the desk says so on the page, and another try is possible [DESK-03]', async () => {
  const { page, consoleErrors } = await open()
  await toSignIn(page)
  const button = page.getByRole('button', { name: 'Use passkey' })
  await button.click()
  await page.getByRole('alert').getByText('That didn’t work').waitFor()
  expect(await button.isEnabled()).toBe(true)
  expect(consoleErrors).toEqual([])
})

const looks = [1280, 390].flatMap((width) => (['light', 'dark'] as const).map((colorScheme) => ({ width, colorScheme })))

test.each(looks)('the pages of the desk are accessible at $width px in $colorScheme [DESK-94]', async ({ width, colorScheme }) => {
  const { page } = await open({ viewport: { width, height: width === 390 ? 844 : 800 }, colorScheme })
  const spent = `${identity.origin}/desk-passkey/${'a'.repeat(43)}`
  const link = await linkTo()
  const check = async () => {
    const { violations } = await new AxeBuilder({ page }).withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']).analyze()
    const wide: boolean = await page.evaluate('document.documentElement.scrollWidth > innerWidth')
    expect([...violations.map((violation) => `${violation.id}: ${violation.nodes[0]?.html}`), ...(wide ? ['scrolls sideways'] : [])]).toEqual([])
  }
  await toSignIn(page)
  await check()
  for (const address of [link, spent]) {
    await page.goto(address)
    await check()
  }
  await page.goto(link)
  await page.getByRole('button', { name: 'Add passkey' }).click()
  await page.getByRole('heading', { name: 'Your passkey is ready' }).waitFor()
  await check()
})
