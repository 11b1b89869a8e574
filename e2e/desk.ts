import { createHash } from 'node:crypto'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Browser, type CDPSession, expect, type Page } from '@playwright/test'
import { base, identity } from './addresses.ts'

export const desk = `http://localhost:${base + 6}`

/** The operators of db/seeds/operators.json by their id. */
export type DemoOperator = 'tama' | 'pita' | 'mere' | 'hana' | 'aroha' | 'rangi' | 'kiri' | 'ana' | 'wiremu' | 'ruth'

const passkeys = join(import.meta.dirname, `../.data/e2e-${base}-passkeys`)
const fileOf = (operator: DemoOperator) => join(passkeys, `${operator}.json`)
const linkOf = (operator: DemoOperator) => `${identity}/desk-passkey/${createHash('sha256').update(`nikau-development-desk-${operator}`).digest('base64url')}`

interface Authenticator {
  devtools: CDPSession
  authenticatorId: string
}

/** The authenticator of a work device: it checks who uses it. */
async function addAuthenticator(page: Page): Promise<Authenticator> {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('WebAuthn.enable')
  const options = { protocol: 'ctap2', transport: 'internal', hasResidentKey: true, hasUserVerification: true, isUserVerified: true } as const
  const { authenticatorId } = await devtools.send('WebAuthn.addVirtualAuthenticator', { options: { ...options, automaticPresenceSimulation: true } })
  return { devtools, authenticatorId }
}

/** An operator adds the passkey of their work device by their link, which works once: tests keep the passkey in a file. */
export async function enrol(page: Page, operator: DemoOperator): Promise<void> {
  const { devtools, authenticatorId } = await addAuthenticator(page)
  await page.goto(linkOf(operator))
  await page.getByRole('button', { name: 'Add passkey' }).click()
  await expect(page.getByRole('link', { name: 'Sign in to the desk' })).toBeVisible()
  const { credentials } = await devtools.send('WebAuthn.getCredentials', { authenticatorId })
  mkdirSync(passkeys, { recursive: true })
  writeFileSync(fileOf(operator), JSON.stringify(credentials[0]))
}

/** A work device of its own for an operator who has a passkey, signed in through the provider's page. */
export async function signInToDesk(browser: Browser, operator: DemoOperator, path = ''): Promise<Page> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, locale: 'en-NZ', timezoneId: 'Pacific/Auckland', reducedMotion: 'reduce' })
  const page = await context.newPage()
  const { devtools, authenticatorId } = await addAuthenticator(page)
  const credential = JSON.parse(readFileSync(fileOf(operator), 'utf8')) as object
  // The provider refuses a passkey whose count of signatures goes back.
  const signCount = Math.floor(Date.now() / 1000)
  await devtools.send('WebAuthn.addCredential', { authenticatorId, credential: { ...credential, signCount } as never })
  await page.goto(`${desk}/desk/${path}`)
  await page
    .getByRole('link', { name: 'Use passkey' })
    .or(page.getByRole('button', { name: 'Use passkey' }))
    .click()
  await page.waitForURL((url) => url.href.startsWith(`${identity}/interaction/`) || url.href.startsWith(`${desk}/desk/`))
  if (page.url().startsWith(identity)) await page.getByRole('button', { name: 'Use passkey' }).click()
  await page.waitForURL((url) => url.href.startsWith(`${desk}/desk`) && !url.pathname.endsWith('sign-in'))
  return page
}

/** Calls the desk's API as the operator who is signed in on the page. */
export async function callDesk(page: Page, path: string, body?: object): Promise<{ status: number; body: Record<string, unknown> }> {
  return await page.evaluate(
    async ([url, json]) => {
      const post = { method: 'POST', headers: { 'content-type': 'application/json', 'x-nikau-desk': '1' }, body: json! }
      const response = await fetch(url!, json === undefined ? {} : post)
      return { status: response.status, body: (await response.json()) as Record<string, unknown> }
    },
    [path, body && JSON.stringify(body)],
  )
}
