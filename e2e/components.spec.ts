import { expect, type Page, test } from '@playwright/test'
import { expectAccessible } from './axe.ts'
import { componentPages } from './component-pages.ts'

/** The page's API calls. */
function callsOf(page: Page): string[] {
  const calls: string[] = []
  page.on('request', (request) => {
    if (request.resourceType() === 'fetch' || request.resourceType() === 'xhr') calls.push(request.url())
  })
  return calls
}

test('the component guide lists its fourteen pages, and each opens [COMP-01]', async ({ page }) => {
  await page.goto('components')
  await expect(page).toHaveTitle('Components | Nikau')
  const links = page.getByRole('list', { name: 'Components' }).getByRole('link')
  await expect(links).toHaveCount(14)
  const addresses = await links.evaluateAll((all) => all.map((link) => new URL((link as HTMLAnchorElement).href).pathname))
  expect(addresses).toEqual(componentPages.map((name) => `/deimos/components/${name}`))
  await links.nth(5).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Buttons' })).toBeFocused()
  await page.getByRole('link', { name: 'Back' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Components' })).toBeFocused()
})

for (const name of componentPages)
  test(`components/${name} shows live components, makes no call and has no accessibility violation in either theme [COMP-02]`, async ({ page }) => {
    const calls = callsOf(page)
    const errors: string[] = []
    page.on('console', (message) => message.type() === 'error' && errors.push(message.text()))
    await page.goto(`components/${name}`)
    await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
    await expect(page.getByRole('heading', { level: 2 }).first()).toBeVisible()
    await expectAccessible(page)
    await page.getByText('Dark', { exact: true }).first().click()
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
    await expectAccessible(page)
    expect(calls).toEqual([])
    expect(errors).toEqual([])
  })

test('an unknown page of the component guide is Not Found [COMP-02]', async ({ page }) => {
  await page.goto('components/no-such-page')
  await expect(page).toHaveTitle('Not Found | Nikau')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('404')
})
