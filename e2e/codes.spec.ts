import { expect, type Page } from '@playwright/test'
import { expectAccessible } from './axe.ts'
import { recordShifts } from './layout-shift.ts'
import { test } from './session.ts'

test.use({ person: 'mia' })

const digits = (page: Page) => page.locator('.n-digits').first().innerText()
const code = (page: Page) => page.getByRole('img', { name: /^Barcode \d{4} \d{4} \d{4} \d{4}$/ }).first()

test('the barcode opens without content moving, the switcher leads to the scanner and back, and the tab to the last of both [ROUTE-28, CODE-01, CODE-12]', async ({
  page,
}) => {
  await recordShifts(page)
  await page.goto('my-codes')
  await expect(page).toHaveTitle('Barcode | Nikau')
  await expect(code(page)).toBeVisible()
  await expect(page.getByText('Ready')).toBeVisible()
  // The page never rests: it asks for requests and keeps a connection open.
  await page.waitForTimeout(1500)
  expect(await page.evaluate(() => (window as unknown as { shifts: number[] }).shifts.reduce((sum, value) => sum + value, 0))).toBeLessThanOrEqual(0.05)
  const shown = await digits(page)
  await page.getByRole('link', { name: 'Scan', exact: true }).click()
  await expect(page).toHaveTitle('Scan | Nikau')
  await page.getByRole('link', { name: 'Barcode', exact: true }).click()
  await expect(code(page)).toBeVisible()
  expect(await digits(page)).toBe(shown)
  const tab = (name: string) => page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name, exact: true })
  await tab('Home').click()
  await expect(page).toHaveTitle('Dashboard | Nikau')
  await tab('Pay').click()
  await expect(page).toHaveTitle('Barcode | Nikau')
})

for (const colorScheme of ['light', 'dark'] as const)
  test(`the barcode and its big print have no accessibility violation and work by keyboard, ${colorScheme}`, async ({ page }) => {
    await page.emulateMedia({ colorScheme })
    await page.goto('my-codes')
    await expect(code(page)).toBeVisible()
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Big print' }).focus()
    await page.keyboard.press('Enter')
    await expect(page.getByRole('dialog', { name: 'Ready to scan' })).toBeVisible()
    await expectAccessible(page)
    await page.keyboard.press('Escape')
    await expect(page.getByRole('button', { name: 'Big print' })).toBeFocused()
    await page.setViewportSize({ width: 320, height: 640 })
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320)
  })

test('the code is renewed half a minute before it expires, without a gap [CODE-03]', async ({ page }) => {
  // The page follows the server's time, so the first code is given a shorter life: it is due after ten seconds.
  const created: number[] = []
  await page.route('**/api/patron-codes', async (route) => {
    const response = await route.fetch()
    const answer = (await response.json()) as { createdAt: string; expiresAt: string }
    const createdAt = Date.parse(answer.createdAt)
    created.push(createdAt)
    await route.fulfill({ response, json: created.length > 1 ? answer : { ...answer, expiresAt: new Date(createdAt + 40_000).toISOString() } })
  })
  await page.goto('my-codes')
  await expect(code(page)).toBeVisible()
  const first = await digits(page)
  await expect.poll(() => digits(page)).not.toBe(first)
  await expect(code(page)).toBeVisible()
  expect(created[1]! - created[0]!).toBeGreaterThanOrEqual(9000)
})
