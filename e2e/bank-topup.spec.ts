import { expect } from '@playwright/test'
import { banks } from './addresses.ts'
import { expectAccessible } from './axe.ts'
import { createSession, test } from './session.ts'

// It passes five servers; on a busy machine that takes time, and it is not about speed.
test.describe.configure({ timeout: 240_000 })

test('a new person tops up $50 by bank approval, sees it in the wallet, and a reload of the return page adds nothing', async ({ page }) => {
  await createSession(page)
  await page.goto('topup')
  await page.getByRole('button', { name: 'Add 50 dollars' }).click()
  await page.getByText('ASB', { exact: true }).last().click()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Approve $50.00 at ASB' }).click()
  await page.waitForURL(`${banks}/**`)
  const logIn = page.getByRole('button', { name: 'Log in', exact: true })
  const approve = page.getByRole('button', { name: /^Approve/ })
  await logIn.or(approve).waitFor()
  if (await logIn.isVisible()) await logIn.click()
  await approve.click()
  const done = page.getByRole('heading', { level: 1, name: '$50.00 is in your wallet' })
  await expect(done).toBeVisible({ timeout: 60_000 })
  await expect(page).toHaveURL(/\/deimos\/topup\/bank\/tu-\w+$/)
  await expect(page.getByText(/^From .+, ASB …\d{3}-\d{2}$/)).toBeVisible()
  await expectAccessible(page)
  await page.reload()
  await expect(done).toBeVisible()
  await page.getByRole('link', { name: 'Done' }).click()
  await expect(page.locator('.n-balance .n-money-figure')).toHaveText('$50.00')
  await expect(page.getByRole('region', { name: 'Activity' }).getByRole('listitem')).toContainText('Top-up from ASB')
})
