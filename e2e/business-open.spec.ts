import { expectAccessible } from './axe.ts'
import { businessAccountOf, decide, newNzbn, openStep, save } from './business.ts'
import { createPayer, expect, payButton, success } from './pay.ts'
import { test } from './session.ts'

test.describe.configure({ timeout: 240_000 })

test('a person opens a business from nothing, an operator verifies it, and it goes live [BIZ-68, BIZ-69, BIZ-71, BIZ-73]', async ({ page }) => {
  await createPayer(page, '20')
  await page.goto('business/open')
  await expect(page.getByRole('heading', { level: 1, name: 'Open for business' })).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('link', { name: 'Open a business' }).click()

  await page.getByLabel('NZBN').fill(newNzbn())
  await expect(page.getByText('Found')).toBeVisible()
  await expect(page.getByLabel('Registered name')).toHaveValue(/^Sample Business \d{8} Limited$/)
  await expectAccessible(page)
  await save(page)
  await expect(page.getByText('2 of 7 done. You can take test payments already.')).toBeVisible()
  await expect(page.getByText('TEST', { exact: true })).toBeVisible()
  await expectAccessible(page)

  await openStep(page, 'GST number')
  await page.getByText('Not registered').click()
  await save(page)
  await openStep(page, 'Shop address')
  await expect(page.getByLabel('Street')).toHaveValue('1 Sample Street')
  await expectAccessible(page)
  await save(page)
  await openStep(page, 'Payout account')
  await page.getByLabel('Account number').fill('12-3050-0235047-00')
  await page.getByLabel('Name on account').fill('Southerly Cycles Ltd')
  await save(page)
  await expect(page.getByText('Its bank says that the name matches.')).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('link', { name: 'Open for business' }).click()

  await openStep(page, 'First test payment')
  await page.getByRole('button', { name: 'Make a test request' }).click()
  const link = page.getByRole('link', { name: 'Pay $1.00' })
  await expect(link).toHaveAttribute('target', '_blank')
  const id = (await link.getAttribute('href'))!.split('/').at(-1)!
  await page.goto(`nikau/pay/${id}`)
  await payButton(page).click()
  await expect(success(page)).toBeVisible()

  await page.goto('business/open')
  await page.getByRole('button', { name: 'Send to be checked' }).click()
  await expect(page.getByText('Come back to go live.')).toBeVisible()
  await decide('approve', await businessAccountOf(page))
  await page.reload()
  await page.getByRole('button', { name: 'Go live' }).click()
  await expect(page.getByText('you can take $2,000.00 a day and $200.00 a payment.')).toBeVisible()
  await expectAccessible(page)
})
