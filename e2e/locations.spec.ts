import { expect, type Page, test } from '@playwright/test'
import { expectAccessible } from './axe.ts'

const ponsonby = { latitude: -36.8552, longitude: 174.7433 }

async function kilometres(page: Page): Promise<number[]> {
  const texts = await page
    .getByRole('listitem')
    .getByText(/(\d) (m|km)$/)
    .allInnerTexts()
  return texts.map((text) => Number.parseFloat(text.replace(/^.*?([\d.]+) (m|km)$/s, '$1')) / (text.endsWith(' km') ? 1 : 1000))
}

test('anyone can search shops without a session or a redirect to sign-in [ROUTE-04, ROUTE-29, SESS-10, ROUTE-01]', async ({ page }) => {
  await page.goto('locations')
  await expect(page).toHaveTitle('Locations | Nikau')
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  await expect.poll(() => page.getByRole('listitem').count()).toBeGreaterThan(60)
  await expect(page.getByRole('listitem').first()).toContainText('Nikau NZD')
  expect(new URL(page.url()).pathname).toBe('/deimos/locations')
})

test('with a position the shops are listed nearest first, within 5 km, and none changes places before the eye [MERCH-01, MERCH-02]', async ({
  page,
  context,
}) => {
  await context.grantPermissions(['geolocation'])
  await context.setGeolocation(ponsonby)
  await page.goto('locations')
  await expect(page.getByRole('listitem').first()).toBeVisible()
  const answered = Promise.withResolvers<void>()
  await page.route(/merchants\/search\?.*origin=/, async (route) => {
    await answered.promise
    await route.continue()
  })
  const asked = page.waitForRequest(/merchants\/search\?.*origin=/)
  const button = page.getByRole('button', { name: 'Use my location' })
  await button.click()
  expect((await asked).url()).toContain('origin=-36.855%2C174.743')
  await expect(page.locator('main [aria-busy="true"] .n-skeleton').first()).toBeVisible()
  await expect(page.getByRole('listitem')).toHaveCount(0)
  await expect(button).toBeFocused()
  answered.resolve()
  await expect.poll(() => page.getByRole('listitem').count()).toBeGreaterThan(2)
  const shown = await kilometres(page)
  expect(shown.length).toBeGreaterThan(2)
  expect(shown.every((away) => away <= 5)).toBe(true)
  expect(shown).toEqual(shown.toSorted((a, b) => a - b))
})

test('without location permission the list stays usable and says why [MERCH-01]', async ({ page, context }) => {
  await context.clearPermissions()
  await page.goto('locations')
  await page.getByRole('button', { name: 'Use my location' }).click()
  await expect(page.getByRole('status')).toContainText('We can’t find your location')
  await expect.poll(() => page.getByRole('listitem').count()).toBeGreaterThan(60)
})

test('shops are filtered by what they accept, by keyboard alone [MERCH-01, MERCH-03, MERCH-04]', async ({ page }) => {
  await page.goto('locations')
  await expect(page.getByRole('listitem').first()).toBeVisible()
  await page.getByRole('button', { name: 'All', pressed: true }).focus()
  await page.keyboard.press('Tab')
  await expect(page.getByRole('button', { name: 'Nikau NZD' })).toBeFocused()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: 'GiftStation', pressed: true })).toBeFocused()
  await expect(page.getByRole('listitem').filter({ hasNotText: 'GiftStation' })).toHaveCount(0)
  await expect.poll(() => page.getByRole('listitem').count()).toBeGreaterThan(5)
})

test('shops and suburbs are found by name, and an empty result says so', async ({ page }) => {
  await page.goto('locations')
  await page.getByRole('searchbox').fill('whangarei')
  await expect(page.getByRole('listitem').first()).toContainText('Whangārei')
  await page.getByRole('searchbox').fill('nowhere at all')
  await expect(page.getByRole('heading', { name: 'No shops found' })).toBeVisible()
  await page.getByRole('button', { name: 'Show all shops' }).click()
  await expect(page.getByRole('searchbox')).toHaveValue('')
  await expect(page.getByRole('listitem').nth(20)).toBeVisible()
})

test('a failing search makes four attempts, then shows an error with a retry [API-03]', async ({ page }) => {
  let calls = 0
  await page.route('**/api/merchants/search*', (route) => {
    calls++
    return calls <= 4 ? route.fulfill({ status: 503, json: { statusCode: 503, error: 'Service Unavailable', message: 'UNAVAILABLE' } }) : route.fallback()
  })
  await page.goto('locations')
  await expect(page.getByRole('alert')).toContainText('We couldn’t load the shops', { timeout: 15_000 })
  expect(calls).toBe(4)
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('listitem').first()).toBeVisible()
})

test('a refusal is not retried, a lost connection is, and 429 waits for Retry-After [API-03, API-05]', async ({ page }) => {
  const seen: number[] = []
  let answers: (() => Promise<{ status: number; headers?: Record<string, string> } | 'dropped'>)[] = []
  await page.route('**/api/merchants/search*', async (route) => {
    seen.push(Date.now())
    const answer = await answers.shift()?.()
    if (answer === undefined) return route.fallback()
    return answer === 'dropped'
      ? route.abort('connectionreset')
      : route.fulfill({ ...answer, json: { statusCode: answer.status, message: 'RATE_LIMIT_EXCEEDED' } })
  })
  answers = [async () => ({ status: 400 })]
  await page.goto('locations')
  await expect(page.getByRole('alert')).toBeVisible()
  expect(seen.length).toBe(1)
  seen.length = 0
  answers = [async () => 'dropped', async () => ({ status: 429, headers: { 'retry-after': '2' } })]
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('listitem').first()).toBeVisible({ timeout: 10_000 })
  expect(seen.length).toBeGreaterThanOrEqual(3)
  expect((seen[2] ?? 0) - (seen[1] ?? 0)).toBeGreaterThanOrEqual(1900)
})

test('every page of a long result is read [API-07]', async ({ page }) => {
  const keys: (string | null)[] = []
  page.on('request', (request) => {
    if (request.url().includes('/merchants/search')) keys.push(new URL(request.url()).searchParams.get('pageKey'))
  })
  await page.goto('locations')
  await expect(page.getByRole('listitem').nth(60)).toBeAttached()
  expect(keys.length).toBeGreaterThanOrEqual(2)
  expect(keys[0]).toBeNull()
  expect(keys[1]).not.toBeNull()
})

for (const colorScheme of ['light', 'dark'] as const)
  test(`no accessibility violation on locations and Not Found, ${colorScheme}`, async ({ page }) => {
    await page.emulateMedia({ colorScheme })
    await page.goto('locations')
    await expect(page.getByRole('listitem').first()).toBeVisible()
    await expectAccessible(page)
    await page.goto('404')
    await expect(page.getByText('Oops!')).toBeVisible()
    await expectAccessible(page)
  })

test('no content-security-policy violation, and no request to another origin [API-46]', async ({ page }) => {
  const errors: string[] = []
  page.on('console', (message) => message.type() === 'error' && errors.push(message.text()))
  page.on('pageerror', (error) => errors.push(error.message))
  const origins = new Set<string>()
  page.on('request', (request) => origins.add(new URL(request.url()).origin))
  const response = await page.goto('locations')
  expect(response?.headers()['content-security-policy']).toContain("default-src 'self'")
  expect(response?.headers()['content-security-policy']).not.toContain('unsafe-inline')
  await expect(page.getByRole('listitem').first()).toBeVisible()
  await page.getByRole('searchbox').fill('bakery')
  await page.getByRole('button', { name: 'GiftStation' }).press('Space')
  expect(errors).toEqual([])
  expect([...origins]).toEqual([new URL(page.url()).origin])
})

test('at 320 px nothing is cut off and nothing scrolls sideways', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 640 })
  await page.goto('locations')
  await expect(page.getByRole('listitem').first()).toBeVisible()
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320)
})
