import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createHttpBrowser, type HttpBrowser, signIn as signInOverHttp, type Tokens } from '@nikau/testing/http-browser'
import { type BrowserContext, type Page, test as base } from '@playwright/test'
import { identity, web } from './addresses.ts'
import { codeSentTo, type DemoPerson, freshPhone } from './people.ts'

// Sessions made before a test starts. The sign-in pages are tested by session.spec.ts and security.spec.ts; every other test needs
// only their result: the provider's cookies in the browser, and the tokens in the tab's session storage.

const client = { issuer: `${identity}/oidc`, clientId: 'nikau-web', redirectUri: `${web}/deimos/oidc-callback` }

/** Where oidc-client-ts looks for the signed-in user of this tab. */
export const userKey = `oidc.user:${client.issuer}:${client.clientId}`

/** Cookies of a demo person, in Playwright's own format. */
export const cookiesFile = (person: DemoPerson) => join(import.meta.dirname, `../.results/people/${person}.json`)
/** The session storage of a demo person, which Playwright's storage state leaves out. */
export const userFile = (person: DemoPerson) => join(import.meta.dirname, `../.results/people/${person}.user.json`)

/**
 * `test.use({ person: 'mia' })` starts each test signed in as that demo person, with the session that people.setup.ts stored.
 * They share one session, so a test that signs out must create its own person.
 */
export const test = base.extend<{ person: DemoPerson | undefined }>({
  person: [undefined, { option: true }],
  storageState: async ({ person, storageState }, use) => use(person ? cookiesFile(person) : storageState),
  page: async ({ page, person }, use) => {
    if (person) await storeUser(page, readFileSync(userFile(person), 'utf8'))
    await use(page)
  },
})

/** Signs a new person in without the pages: the same requests as the forms send, then the browser gets cookies and tokens. Returns the access token. */
export async function createSession(page: Page, phone = freshPhone()): Promise<string> {
  const browser = createHttpBrowser()
  const since = Date.now()
  const { tokens } = await signInOverHttp(browser, client, phone, () => codeSentTo(phone, since))
  await addCookies(page.context(), browser.cookies)
  await storeUser(page, JSON.stringify(userOf(tokens)))
  return tokens.access_token
}

async function addCookies(context: BrowserContext, cookies: HttpBrowser['cookies']): Promise<void> {
  await context.addCookies(
    [...cookies].map(([key, { value, path }]) => ({ name: key.split('|')[0]!, value, path, domain: 'localhost', httpOnly: true, sameSite: 'Lax' as const })),
  )
}

/** Session storage belongs to a tab and an origin, so a small page of that origin is opened first. */
async function storeUser(page: Page, user: string): Promise<void> {
  await page.goto(`${web}/readyz`)
  await page.evaluate(([key, text]) => sessionStorage.setItem(key!, text!), [userKey, user])
}

/** The record that oidc-client-ts stores after the code exchange. */
function userOf(tokens: Tokens) {
  const profile = JSON.parse(Buffer.from(tokens.id_token.split('.')[1]!, 'base64url').toString()) as object
  const { id_token, access_token, refresh_token, scope, expires_in } = tokens
  return {
    id_token,
    session_state: null,
    access_token,
    refresh_token,
    token_type: 'Bearer',
    scope,
    profile,
    expires_at: Math.floor(Date.now() / 1000) + expires_in,
  }
}
