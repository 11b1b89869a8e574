import { expect } from '@playwright/test'
import { expectAccessible } from './axe.ts'
import { test } from './session.ts'

test.use({ person: 'mia' })

test('from 1024 px the receipt is beside the list, and the list keeps its place', async ({ page }) => {
  await page.goto('')
  const receipt = page.getByRole('complementary', { name: 'Receipt' })
  const rows = page.getByRole('region', { name: 'Activity' }).getByRole('link')
  // The newest movement is a send that waits.
  await expect(receipt).toContainText('Waiting to be claimed')
  await expect(rows.filter({ hasText: 'Sent' }).first()).toHaveAttribute('aria-current', 'true')
  const other = rows.filter({ hasText: 'Dominion Road Dumpling Kitchen' })
  await other.click()
  await expect(receipt.getByRole('heading', { level: 2 })).toHaveText('Dominion Road Dumpling Kitchen')
  await expect(page).toHaveURL(/\/deimos\/\?open=n\d+$/)
  await expect(other).toBeFocused()
  await expectAccessible(page)
  await page.goBack()
  await expect(receipt).toContainText('Waiting to be claimed')
  await page.getByRole('link', { name: 'See all' }).click()
  await page.getByRole('button', { name: 'In', exact: true }).click()
  await page.getByRole('link', { name: 'Pōhutukawa Books Refund' }).click()
  await expect(page).toHaveURL(/\/deimos\/activity\?show=in&open=n\d+$/)
  await expect(receipt).toContainText('Refund')
  await expectAccessible(page)
})
