import { expect, test } from '@playwright/test'
import { expectAccessible } from './axe.ts'

test.use({ contextOptions: { reducedMotion: 'reduce' } })

test('on desktop the map is beside the list: a row selects its pin, a pin its row [MERCH-01]', async ({ page }) => {
  await page.goto('locations')
  await expect(page.getByRole('region', { name: 'Map of shops' })).toBeVisible({ timeout: 30_000 })
  await expect(page.getByRole('listitem').first()).toBeVisible()
  const row = page.getByRole('listitem').nth(3).getByRole('link')
  const name = await row.locator('.n-item-name').innerText()
  await row.press('Enter')
  await expect(row).toHaveAttribute('aria-current', 'true')
  await expect(page.getByRole('button', { name, exact: true })).toHaveAttribute('aria-current', 'true')
  await expectAccessible(page)
  const other = page.locator('.shop-pin:not([aria-current]):has(.shop-pin-leaf)').filter({ visible: true }).first()
  const otherName = (await other.getAttribute('aria-label')) ?? ''
  await other.press('Enter')
  const otherRow = page.getByRole('listitem').filter({ hasText: otherName }).getByRole('link')
  await expect(otherRow).toHaveAttribute('aria-current', 'true')
  await expect(otherRow).toBeInViewport()
})
