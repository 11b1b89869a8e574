import { expect, type Page, type Request, test } from '@playwright/test'
import { expectAccessible } from './axe.ts'
import { clearTabSession, freshPhone, signIn } from './people.ts'
import { createSession } from './session.ts'
import { identity, signInPage, web } from './addresses.ts'

const authorisation = (request: Request) => request.url().startsWith(`${identity}/oidc/auth?`)

async function parametersOf(page: Page, act: () => Promise<unknown>): Promise<URLSearchParams> {
  const request = page.waitForRequest(authorisation)
  await act()
  return new URL((await request).url()).searchParams
}

async function storedUser(page: Page): Promise<{ access_token: string; refresh_token?: string; expires_at: number; profile: Record<string, unknown> }> {
  const text = await page.evaluate(() => Object.entries(sessionStorage).find(([key]) => key.startsWith('oidc.user:'))?.[1])
  return JSON.parse(text ?? '{}') as never
}

/** As if an hour had passed: the stored token has expired. */
async function expireUser(page: Page): Promise<void> {
  await page.evaluate(() => {
    const key = Object.keys(sessionStorage).find((name) => name.startsWith('oidc.user:'))!
    const user = JSON.parse(sessionStorage.getItem(key)!) as { expires_at: number }
    sessionStorage.setItem(key, JSON.stringify({ ...user, expires_at: Math.floor(Date.now() / 1000) - 10 }))
  })
}

const callWith = (token: string, page: Page) =>
  page.evaluate(async (bearer) => (await fetch('/api/account-memberships', { headers: { authorization: `Bearer ${bearer}` } })).status, token)

test('a protected route signs in before anything shows and returns to the requested URL, query included [ROUTE-03, SESS-01, SESS-02, SESS-03, ROUTE-05, ROUTE-07]', async ({
  page,
}) => {
  const parameters = await parametersOf(page, () => page.goto('auth?from=mail&x=1'))
  expect(Object.fromEntries(parameters)).toMatchObject({ response_type: 'code', scope: 'openid', code_challenge_method: 'S256', client_id: 'nikau-web' })
  for (const name of ['state', 'code_challenge']) expect(parameters.get(name)?.length).toBeGreaterThan(20)
  expect(await page.getByText('Auth test').count()).toBe(0)
  await signIn(page)
  await expect(page.getByRole('heading', { name: 'Auth test' })).toBeVisible()
  await expect(page).toHaveTitle('Auth test | Nikau')
  const url = new URL(page.url())
  expect(url.pathname + url.search).toBe('/deimos/auth?from=mail&x=1')
  expect((await storedUser(page)).access_token).toBeTruthy()
  const entries = await page.evaluate(() => history.length)
  await page.goBack()
  expect(page.url()).not.toContain('oidc-callback')
  expect(entries).toBeGreaterThan(0)
})

test('the greeting is kia ora, with the first name once it is known [DASH-01, ROUTE-24, PROF-01, PROF-02, PROF-10]', async ({ page }) => {
  await createSession(page)
  await page.goto('')
  await expect(page).toHaveTitle('Dashboard | Nikau')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Kia ora')
  await page.goto('link-bank-account/profile-basics')
  await page.getByLabel('First name').fill('Māia')
  await page.getByLabel('Last name').fill('Tūī-Henderson')
  await page.getByRole('button', { name: 'Submit' }).click()
  await expect(page).toHaveURL(/link-bank-account\/email$/)
  await page.goto('')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Kia ora, Māia')
  const cached = await page.evaluate(() => Object.keys(sessionStorage).filter((key) => key.startsWith('profile-')))
  expect(cached).toHaveLength(1)
  await page.reload()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Kia ora, Māia')
  // A new token carries the name in its claims, so it shows without the cache.
  await clearTabSession(page)
  await page.goto('')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Kia ora, Māia')
})

test('names are validated with the specified messages [PROF-04, PROF-05, PROF-06]', async ({ page }) => {
  await createSession(page)
  await page.goto('link-bank-account/profile-basics')
  await page.getByRole('button', { name: 'Submit' }).click()
  await expect(page.getByText('First name is required')).toBeVisible()
  await expect(page.getByText('Last name is required')).toBeVisible()
  await expect(page.getByLabel('First name')).toBeFocused()
  await page.getByLabel('First name').fill('a'.repeat(51))
  await page.getByLabel('Last name').fill('b'.repeat(51))
  await page.getByRole('button', { name: 'Submit' }).click()
  await expect(page.getByText('First name must be less then 50 characters')).toBeVisible()
  await expect(page.getByText('Last name must be less then 50 characters')).toBeVisible()
  await page.getByLabel('First name').fill('M@ia')
  await expect(page.getByText("Names can only have A-z 0-9 and , . - '")).toBeVisible()
  await expectAccessible(page)
  await page.getByLabel('First name').fill('ā'.repeat(50))
  await page.getByLabel('Last name').fill("O'Neill-Smith, Jr. 3")
  await page.getByRole('button', { name: 'Submit' }).click()
  await expect(page).toHaveURL(/email$/)
})

test('the email step validates, keeps app emails on, saves and goes up one level; a failed save shows an error and stays [PROF-03, PROF-07, PROF-08, PROF-11]', async ({
  page,
}) => {
  // With a name, so that no other step follows.
  await createSession(page)
  await page.goto('link-bank-account/profile-basics')
  await page.getByLabel('First name').fill('Mia')
  await page.getByLabel('Last name').fill('Tūhoro')
  await page.getByRole('button', { name: 'Submit' }).click()
  await expect(page).toHaveURL(/link-bank-account\/email$/)
  const app = page.getByRole('checkbox', { name: 'My payments and account' })
  await expect(app).toBeChecked()
  await expect(app).toBeDisabled()
  await page.getByRole('button', { name: 'Submit' }).click()
  await expect(page.getByText('Email is required')).toBeVisible()
  await page.getByLabel('Email', { exact: true }).fill('not an address')
  await expect(page.getByText('Must be a valid email')).toBeVisible()
  await expectAccessible(page)
  await page.getByLabel('Email', { exact: true }).fill('mia@example.nz')
  await page.getByRole('checkbox', { name: 'New features' }).check({ force: true })
  await page.route('**/api/me/profile/update', (route) => route.fulfill({ status: 400, json: { statusCode: 400, message: 'no' } }))
  await page.getByRole('button', { name: 'Submit' }).click()
  await expect(page.getByRole('alert').filter({ hasText: 'Something went wrong' })).toBeVisible()
  await expect(page).toHaveURL(/link-bank-account\/email$/)
  await expect(page.getByLabel('Email', { exact: true })).toHaveValue('mia@example.nz')
  await page.unroute('**/api/me/profile/update')
  const saved = page.waitForRequest('**/api/me/profile/update')
  await page.getByRole('button', { name: 'Submit' }).click()
  expect((await saved).postDataJSON()).toEqual({ email: 'mia@example.nz', featureUpdates: true, marketingUpdates: false })
  await expect(page).toHaveURL(/\/link-bank-account$/)
  await expect(page.getByLabel('Name on account')).toBeVisible()
})

test('an expired user is renewed without leaving the screen, by refresh token and by hidden frame [SESS-04]', async ({ page }) => {
  await page.goto('auth')
  await signIn(page)
  const first = await storedUser(page)
  await expireUser(page)
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Auth test' })).toBeVisible()
  const second = await storedUser(page)
  expect(second.access_token).not.toBe(first.access_token)
  await page.evaluate(() => {
    const key = Object.keys(sessionStorage).find((name) => name.startsWith('oidc.user:'))!
    const { refresh_token: _, ...user } = JSON.parse(sessionStorage.getItem(key)!) as { refresh_token: string; expires_at: number }
    sessionStorage.setItem(key, JSON.stringify({ ...user, expires_at: 1 }))
  })
  const framed = page.waitForRequest((request) => authorisation(request) && request.url().includes('prompt=none'))
  await page.reload()
  expect((await framed).frame().parentFrame()).not.toBeNull()
  await expect(page.getByRole('heading', { name: 'Auth test' })).toBeVisible()
  expect((await storedUser(page)).access_token).not.toBe(second.access_token)
})

test('when renewal fails a new sign-in starts [SESS-04, API-02]', async ({ page, context }) => {
  await page.goto('auth')
  const phone = await signIn(page)
  await context.clearCookies()
  await page.evaluate(() => {
    const key = Object.keys(sessionStorage).find((name) => name.startsWith('oidc.user:'))!
    const user = JSON.parse(sessionStorage.getItem(key)!) as object
    sessionStorage.setItem(key, JSON.stringify({ ...user, expires_at: 1, refresh_token: 'gone' }))
  })
  await page.reload()
  await signIn(page, phone)
  await expect(page.getByRole('heading', { name: 'Auth test' })).toBeVisible()
})

test('a token that the API refuses is renewed once and the call succeeds [API-02]', async ({ page }) => {
  await page.goto('link-bank-account/profile-basics')
  await signIn(page)
  const first = await storedUser(page)
  let refused = 0
  await page.route('**/api/me/profile/update', (route) => {
    if (route.request().headers().authorization !== `Bearer ${first.access_token}`) return route.fallback()
    refused++
    return route.fulfill({ status: 401, json: { statusCode: 401, error: 'Unauthorized', message: 'Missing authentication' } })
  })
  await page.getByLabel('First name').fill('Mia')
  await page.getByLabel('Last name').fill('Ward')
  await page.getByRole('button', { name: 'Submit' }).click()
  await expect(page).toHaveURL(/email$/)
  expect(refused).toBe(1)
  expect((await storedUser(page)).access_token).not.toBe(first.access_token)
})

test('sign-out clears the user, revokes the token and ends the provider session; the API refuses the token within 2 s [SESS-07, SESS-08, CONST-07]', async ({
  page,
}) => {
  await page.goto('auth')
  await signIn(page)
  const { access_token: token } = await storedUser(page)
  expect(await callWith(token, page)).toBe(200)
  await page.evaluate(() => {
    localStorage.setItem('sendingAssetId', 'a')
    localStorage.setItem('topupAssetId', 'b')
    sessionStorage.setItem('send-me', '{}')
  })
  const revoked = page.waitForRequest(`${identity}/oidc/token/revocation`)
  const ended = page.waitForRequest((request) => request.url().startsWith(`${identity}/oidc/session/end`))
  await page.getByRole('button', { name: 'Logout' }).click()
  await Promise.all([revoked, ended])
  await page.waitForURL(signInPage)
  const began = Date.now()
  await expect
    .poll(() => page.request.get(`${web}/api/account-memberships`, { headers: { authorization: `Bearer ${token}` } }).then((response) => response.status()), {
      timeout: 2000,
    })
    .toBe(401)
  expect(Date.now() - began).toBeLessThan(2000)
  await page.goto('locations')
  expect(
    await page.evaluate(() => [
      Object.keys(sessionStorage).filter((key) => /^(?:oidc\.user:|send-)/.test(key)).length,
      localStorage.getItem('sendingAssetId'),
      localStorage.getItem('topupAssetId'),
    ]),
  ).toEqual([0, null, null])
})

test('with tokenRevocationEnabled off sign-out does not revoke [SESS-08]', async ({ page }) => {
  await page.addInitScript(() => localStorage.setItem('config.deimos', JSON.stringify({ tokenRevocationEnabled: false })))
  await page.goto('auth')
  await signIn(page)
  const revocations: string[] = []
  page.on('request', (request) => request.url().includes('/token/revocation') && revocations.push(request.url()))
  await page.getByRole('button', { name: 'Logout' }).click()
  await page.waitForURL(signInPage)
  expect(revocations).toEqual([])
})

test('/signup redirects to / and its sign-in passes signup=1 and u [ROUTE-08, SESS-06]', async ({ page }) => {
  const phone = freshPhone()
  const parameters = await parametersOf(page, () => page.goto(`signup?u=${phone}`))
  expect(parameters.get('signup')).toBe('1')
  expect(parameters.get('u')).toBe(phone)
  await expect(page.getByRole('heading', { name: 'Create your wallet' })).toBeVisible()
  await signIn(page, phone)
  expect(new URL(page.url()).pathname).toBe('/deimos/')
  const plain = await page.context().newPage()
  const again = await parametersOf(plain, () => plain.goto(`${web}/deimos/auth`))
  expect(again.get('signup')).toBeNull()
})

test('an invalid callback is logged and leads home [SESS-05, ROUTE-05]', async ({ page }) => {
  const logged: string[] = []
  page.on('console', (message) => message.type() === 'error' && logged.push(message.text()))
  await page.goto('oidc-callback?code=stolen&state=unknown')
  await page.waitForURL(signInPage)
  expect(logged.some((text) => text.includes('sign-in callback failed'))).toBe(true)
  expect(logged.join()).not.toContain('stolen')
  await page.goto('logout/oidc-callback')
  await page.waitForURL(signInPage)
})

test('a second tab uses the provider’s session and signs in without the pages [SESS-03]', async ({ page, context }) => {
  await page.goto('auth')
  await signIn(page)
  const second = await context.newPage()
  await second.goto(`${web}/deimos/auth?tab=2`)
  await expect(second.getByRole('heading', { name: 'Auth test' })).toBeVisible()
  expect(new URL(second.url()).search).toBe('?tab=2')
  expect((await storedUser(second)).access_token).not.toBe((await storedUser(page)).access_token)
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Auth test' })).toBeVisible()
})
