import type { Page } from '@playwright/test'
import { base } from './addresses.ts'
import { expectAccessible } from './axe.ts'
import { recordShifts, shiftOf } from './layout-shift.ts'
import { callAsMerchant, createPayer, createRequest, expect, payButton, success, walletState } from './pay.ts'
import { readApi, setLocalConfig } from './people.ts'
import { test } from './session.ts'

test.describe.configure({ timeout: 240_000 })

const methods = (page: Page) => page.getByRole('region', { name: 'Payment Method' })
const sheet = (page: Page) => page.getByRole('dialog', { name: 'Select Wallet' })

interface Asset {
  id: string
  type: string
  balance?: string
  availableBalance?: string
}

async function assetOf(page: Page, type: string): Promise<Asset> {
  const memberships = await readApi<{ accountId: string; accountType: string }[]>(page, '/api/account-memberships')
  const { accountId } = memberships.find(({ accountType }) => accountType === 'individual')!
  const { items } = await readApi<{ items: Asset[] }>(page, `/api/accounts/${accountId}/assets`)
  return items.find((asset) => asset.type === type)!
}

test.describe('a customer of the farm-supplies company', () => {
  // They spend from one credit line, so each waits for the one before.
  test.describe.configure({ mode: 'serial' })
  test.use({ person: 'hemi' })
  test.beforeEach(async ({ page }) => {
    await setLocalConfig(page, { testAssetsEnabled: true })
    await recordShifts(page)
  })

  test('pays with a token and the rest on credit [PAY-01, PAY-16]', async ({ page }) => {
    const lineItems = [
      { name: 'Flat white', sku: 'flat-white', qty: '1', price: '550' },
      { name: 'Drench', sku: 'drench', qty: '1', price: '9450' },
    ]
    const { id } = await createRequest(10_000, { lineItems })
    await page.goto(`nikau/pay/${id}`)
    await expect(methods(page)).toContainText('Flat white')
    await expect(methods(page)).toContainText('Farmlands Card')
    await expect(methods(page)).toContainText('$905.50 left after this')
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Pay $100.00' }).click()
    await expect(success(page)).toContainText('Your payment of $100.00 to Tōtara Market has been completed.')
    await page.getByRole('button', { name: 'View receipt' }).click()
    await expect(page.getByText('−$94.50')).toBeVisible()
  })

  test('pays on credit alone, gets a refund there, and sees both on the page of the credit line [DASH-06, PAY-01]', async ({ page }) => {
    const { id } = await createRequest(12_300)
    await page.goto(`nikau/pay/${id}`)
    await expect(methods(page)).toContainText('Farmlands Card')
    expect(await shiftOf(page)).toBeLessThanOrEqual(0.05)
    await page.getByRole('button', { name: 'Pay $123.00' }).click()
    await expect(success(page)).toBeVisible()
    await callAsMerchant(`/${id}/refund`, { value: { amount: '300', currency: 'NZD' }, externalRef: `r-${id}` })
    await page.goto('')
    await page.getByRole('link', { name: /^Farmlands Card/ }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Farmlands Card' })).toBeVisible()
    await expect(page.getByText('$214.50 of $1,000.00')).toBeVisible()
    await expect(page.getByText('+$3.00')).toBeVisible()
    await expectAccessible(page)
    await page.reload()
    await expect(page.getByText('+$3.00')).toBeVisible()
    expect(await shiftOf(page)).toBeLessThanOrEqual(0.05)
    await page.getByRole('link', { name: /Tōtara Market.*123 dollars/ }).click()
    await expect(page.getByText('Paid with', { exact: true })).toBeVisible()
    await expect(page.getByRole('main')).toContainText('Farmlands Card')
    await expect(page.getByRole('link', { name: 'View order' })).toBeVisible()
    await expectAccessible(page)
  })

  test('changes from the wallet to the credit line, which says what each would leave [PAY-06]', async ({ page }) => {
    const { id } = await createRequest(1200)
    await page.goto(`nikau/pay/${id}`)
    await expect(methods(page)).toContainText('Wallet')
    const before = await assetOf(page, 'nikau.nzd.test')
    const credit = await assetOf(page, 'farmlands.nzd.test')
    await page.getByRole('button', { name: 'Change' }).click()
    await expect(sheet(page).getByRole('button', { name: /^Wallet Pays all of it/ })).toBeVisible()
    await expectAccessible(page)
    await sheet(page)
      .getByRole('button', { name: /^Farmlands Card Pays all of it/ })
      .click()
    await page.getByRole('button', { name: 'Pay $12.00' }).click()
    await expect(success(page)).toBeVisible()
    expect((await assetOf(page, 'nikau.nzd.test')).balance).toBe(before.balance)
    expect(Number((await assetOf(page, 'farmlands.nzd.test')).availableBalance)).toBe(Number(credit.availableBalance) - 1200)
  })
})

test('a wallet that is short: top up what is missing, come back, and pay [PAY-09]', async ({ page }) => {
  await createPayer(page, '5')
  const { id } = await createRequest(1600)
  await page.goto(`nikau/pay/${id}`)
  await expect(page.getByText('You have $5.00 of the $16.00 due.')).toBeVisible()
  await expect(payButton(page)).toBeDisabled()
  await page.getByRole('link', { name: 'Top up' }).click()
  await expect(page.getByLabel('Amount')).toHaveValue('11.00')
  await page.getByRole('button', { name: 'Topup $11.00' }).click()
  await expect(page).toHaveURL(new RegExp(`/pay/${id}$`))
  await page.getByRole('button', { name: 'Pay $16.00' }).click()
  await expect(success(page)).toBeVisible()
  expect(await walletState(page, id)).toEqual({ balance: '0', movements: ['-1600'] })
})

test('someone signed in pays from a bank, and sees the payment [ONE-06, CHK-11]', async ({ page }) => {
  await createPayer(page, '1')
  const { id } = await createRequest(1800)
  await page.goto(`nikau/pay/${id}`)
  await expect(payButton(page)).toBeDisabled()
  await expect(page.getByRole('button', { name: /^(ANZ|ASB|BNZ|Kiwibank|TSB|Westpac)$/ })).toHaveText([/BNZ$/, /ASB$/, /Westpac$/])
  await page.getByRole('button', { name: 'ASB', exact: true }).click()
  await page.getByRole('button', { name: 'Log in', exact: true }).click()
  await page.getByRole('button', { name: /^Approve/ }).click()
  await expect(success(page)).toBeVisible({ timeout: 60_000 })
  expect((await walletState(page, id)).movements).toEqual([])
})

test('the farm-supplies app pays from its own page, which the checkout’s button opens on a phone [PAY-01, CHK-06]', async ({ page }) => {
  const { id } = await createRequest(1900)
  await page.goto(`pay/${id}`)
  const link = page.getByRole('link', { name: /^Farmlands app/ })
  await expect(link).toHaveAttribute('href', `http://localhost:${base + 22}/pay/${id}`)
  await link.click()
  await expect(page.getByRole('heading', { name: 'Pay $19.00 to Tōtara Market' })).toBeVisible()
  await page.getByRole('button', { name: 'Pay $19.00' }).first().click()
  await expect(page.getByRole('heading', { level: 1, name: 'Payment successful' })).toBeVisible()
  await expect(page.getByText(/^Paid on /)).toBeVisible()
})
