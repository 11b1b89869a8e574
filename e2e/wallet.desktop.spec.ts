import { expect, test } from '@playwright/test'
import { expectAccessible } from './axe.ts'
import { stateOf } from './people.ts'

test.use({ storageState: stateOf('mia') })

test('from 1024 px the receipt stands beside the list, and the list stays where it is', async ({ page }) => {
  await page.goto('')
  const receipt = page.getByRole('complementary', { name: 'Receipt' })
  const rows = page.getByRole('region', { name: 'Activity' }).getByRole('link')
  await expect(receipt).toContainText('Sunny Corner Dairy')
  await expect(rows.filter({ hasText: 'Sunny Corner Dairy' })).toHaveAttribute('aria-current', 'true')
  const other = rows.filter({ hasText: 'Dominion Road Dumpling Kitchen' })
  await other.click()
  await expect(receipt.getByRole('heading', { level: 2 })).toHaveText('Dominion Road Dumpling Kitchen')
  await expect(page).toHaveURL(/\/deimos\/\?open=n\d+$/)
  await expect(other).toBeFocused()
  await expectAccessible(page)
  await page.goBack()
  await expect(receipt).toContainText('Sunny Corner Dairy')
  await page.getByRole('link', { name: 'See all' }).click()
  await page.getByRole('button', { name: 'In', exact: true }).click()
  await page.getByRole('link', { name: 'Pōhutukawa Books Refund' }).click()
  await expect(page).toHaveURL(/\/deimos\/activity\?show=in&open=n\d+$/)
  await expect(receipt).toContainText('Refund')
  await expectAccessible(page)
})
