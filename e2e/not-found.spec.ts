import { expect, test } from '@playwright/test'

for (const path of ['404', 'no-such-page', 'anz/oidc-callback', 'deep/er/still'])
  test(`/${path} is Not Found [ROUTE-36]`, async ({ page }) => {
    await page.goto(path)
    await expect(page).toHaveTitle('Not Found | Nikau')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('404')
    await expect(page.getByText("Oops! We can't find that page.")).toBeVisible()
  })

test('Go Back Home loads / with a full page reload [ROUTE-37]', async ({ page }) => {
  await page.goto('404')
  await page.evaluate(() => Object.assign(window, { before: true }))
  const loaded = page.waitForRequest((request) => request.isNavigationRequest() && new URL(request.url()).pathname === '/deimos/')
  await page.getByRole('link', { name: 'Go Back Home' }).click()
  await loaded
  // The old page stays until the new one loads, which then redirects to sign-in.
  await expect.poll(() => page.evaluate(() => 'before' in window).catch(() => true)).toBe(false)
})
