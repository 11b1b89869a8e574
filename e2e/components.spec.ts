import { expect, type Page, test } from '@playwright/test'
import { expectAccessible } from './axe.ts'

const pages = [
  'colors',
  'typography',
  'spacing',
  'icons',
  'asset-medias',
  'buttons',
  'lists',
  'list-items',
  'radio-groups',
  'form-validation',
  'input',
  'bars',
  'barcodes',
  'progress-indicators',
]

/** What the page asked a server for, apart from its own files. */
function callsOf(page: Page): string[] {
  const calls: string[] = []
  page.on('request', (request) => {
    if (request.resourceType() === 'fetch' || request.resourceType() === 'xhr') calls.push(request.url())
  })
  return calls
}

test('the guide lists its fourteen pages, and each of them opens [COMP-01, ROUTE-38]', async ({ page }) => {
  await page.goto('components')
  await expect(page).toHaveTitle('Components | Nikau')
  const links = page.getByRole('list', { name: 'Components' }).getByRole('link')
  await expect(links).toHaveCount(14)
  const addresses = await links.evaluateAll((all) => all.map((link) => new URL((link as HTMLAnchorElement).href).pathname))
  expect(addresses).toEqual(pages.map((name) => `/deimos/components/${name}`))
  await links.nth(5).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Buttons' })).toBeFocused()
  await page.getByRole('link', { name: 'Back' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Components' })).toBeFocused()
})

for (const name of pages)
  test(`components/${name} shows live components, calls nobody and has no accessibility fault in either theme [COMP-02]`, async ({ page }) => {
    const calls = callsOf(page)
    const faults: string[] = []
    page.on('console', (message) => message.type() === 'error' && faults.push(message.text()))
    await page.goto(`components/${name}`)
    await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
    await expect(page.getByRole('heading', { level: 2 }).first()).toBeVisible()
    await expectAccessible(page)
    await page.getByText('Dark', { exact: true }).first().click()
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
    await expectAccessible(page)
    expect(calls).toEqual([])
    expect(faults).toEqual([])
  })

test('an unknown page of the guide is Not Found [COMP-02]', async ({ page }) => {
  await page.goto('components/no-such-page')
  await expect(page).toHaveTitle('Not Found | Nikau')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('404')
})
