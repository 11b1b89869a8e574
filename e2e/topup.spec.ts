import { expect, type Page } from '@playwright/test'
import { expectAccessible } from './axe.ts'
import { setLocalConfig } from './people.ts'
import { createSession, test } from './session.ts'

async function open(page: Page): Promise<void> {
  await setLocalConfig(page, { testAssetsEnabled: true })
  await createSession(page)
  await page.goto('topup')
  await expect(amount(page)).toBeVisible()
}

const amount = (page: Page) => page.getByRole('textbox', { name: 'Amount' })
const button = (page: Page) => page.getByRole('button', { name: 'Topup' })
const balance = (page: Page) => page.locator('.n-balance .n-money-figure')

test('the screen shows the wallet, adds in cents, checks the minimum, formats the amount and keeps the draft [ROUTE-32, TOP-01, TOP-03, TOP-04, TOP-05, TOP-06, TOP-07, TOP-08, NAV-03]', async ({
  page,
}) => {
  await open(page)
  await expect(page).toHaveTitle('Topup | Nikau')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Topup')
  await expect(page.getByText('NZD balance $0.00')).toBeVisible()
  await expect(page.locator('.n-amount-currency')).toHaveText('$')
  let calls = 0
  page.on('request', (request) => void (request.url().endsWith('/topup') && request.method() === 'POST' && calls++))
  await button(page).click()
  await expect(page.getByText('The minimum topup amount is $0.01')).toBeVisible()
  await amount(page).fill('0.00')
  await button(page).click()
  await expect(page.getByText('The minimum topup amount is $0.01')).toBeVisible()
  expect(calls).toBe(0)
  await amount(page).fill('0.1')
  await amount(page).blur()
  await expect(amount(page)).toHaveValue('0.10')
  await page.getByRole('button', { name: 'Add 50 dollars' }).click()
  await expect(amount(page)).toHaveValue('50.10')
  for (const [dollars, result] of [
    [100, '150.10'],
    [200, '350.10'],
    [500, '850.10'],
  ] as const) {
    await page.getByRole('button', { name: `Add ${dollars} dollars` }).click()
    await expect(amount(page)).toHaveValue(result)
  }
  await expectAccessible(page)
  await page.getByRole('link', { name: 'Home' }).click()
  await expect(balance(page)).toHaveText('$0.00')
  await page.getByRole('link', { name: 'Top up', exact: true }).first().click()
  await expect(amount(page)).toHaveValue('850.10')
})

test('a top-up sends cents and the asset, goes home and clears the draft; the balance changes only when it is done [TOP-09, TOP-10]', async ({ page }) => {
  await open(page)
  await amount(page).fill('12.5')
  let release = () => {}
  const held = new Promise<void>((resolve) => (release = resolve))
  await page.route('**/api/wallets/*/topup', async (route) => {
    await held
    await route.fallback()
  })
  const sending = page.waitForRequest((request) => request.method() === 'POST' && request.url().endsWith('/topup'))
  await button(page).click()
  const request = await sending
  const walletId = /wallets\/([^/]+)\/topup/.exec(request.url())?.[1]
  expect(request.postDataJSON()).toEqual({ amount: '1250', assetId: walletId, idempotencyKey: expect.any(String) })
  await expect(page.getByText('NZD balance $0.00')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Adding' })).toHaveAttribute('aria-busy', 'true')
  release()
  await expect(page).toHaveURL(/\/deimos\/$/)
  await expect(balance(page)).toHaveText('$12.50')
  await expect(page.getByRole('region', { name: 'Activity' }).getByRole('listitem')).toContainText('+$12.50')
  await page.getByRole('link', { name: 'Top up', exact: true }).first().click()
  await expect(amount(page)).toHaveValue('')
})

test('a lost response: the modal, Retry, the same idempotency key, and the money is added once [TOP-11, ERR-29, API-04]', async ({ page }) => {
  await open(page)
  await amount(page).fill('20')
  const keys: string[] = []
  let lost = true
  await page.route('**/api/wallets/*/topup', async (route) => {
    keys.push((route.request().postDataJSON() as { idempotencyKey: string }).idempotencyKey)
    if (!lost) return await route.fallback()
    await route.fetch() // the server completes it, and the response is lost
    return await route.abort('connectionreset')
  })
  await button(page).click()
  const modal = page.getByRole('alertdialog', { name: 'Something Went Wrong' })
  await expect(modal).toContainText('It looks like something went wrong while processing your topup. Please try again.', { timeout: 15_000 })
  await expectAccessible(page)
  lost = false
  await Promise.all([page.waitForEvent('load'), modal.getByRole('button', { name: 'Retry' }).click()])
  await expect(amount(page)).toHaveValue('20.00')
  await button(page).click()
  await expect(page).toHaveURL(/\/deimos\/$/)
  await expect(balance(page)).toHaveText('$20.00')
  expect(keys.length).toBe(5)
  expect(new Set(keys).size).toBe(1)
})

test('the asset is the one in topupAssetId; an unknown one shows an error [TOP-02, TOP-03]', async ({ page }) => {
  await open(page)
  await page.evaluate(() => localStorage.setItem('topupAssetId', 'nothing'))
  await page.reload()
  await expect(page.getByText('No asset here')).toBeVisible()
  await expect(amount(page)).toHaveCount(0)
  await page.evaluate(() => localStorage.setItem('config.deimos', '{"testAssetsEnabled":true,"testUplinkEnabled":true}'))
  await page.addInitScript(() => localStorage.setItem('config.deimos', '{"testAssetsEnabled":true,"testUplinkEnabled":true}'))
  await page.evaluate(() => localStorage.setItem('topupAssetId', 'test-uplink'))
  await page.reload()
  await expect(page.getByText('uplinkapi.test balance $100,000.00')).toBeVisible()
})

test('a limit is mentioned from 75 % on, and a top-up over it says what is left [QUOTA-02, QUOTA-03, QUOTA-04]', async ({ page }) => {
  await open(page)
  const near = page.getByRole('heading', { name: 'Near your limit' })
  const add = async (dollars: string) => {
    await page.goto('topup')
    await amount(page).fill(dollars)
    await button(page).click()
    await expect(page).toHaveURL(/\/deimos\/$/)
  }
  await add('749.99')
  await page.goto('limits')
  await expect(page.getByText('$749.99 of $1,000.00')).toBeVisible()
  await expect(page.getByText('You can top up')).toHaveCount(0)
  await add('0.01')
  await page.goto('limits')
  await expect(page.getByText('You can top up $250.00 more this month.')).toBeVisible()
  await expectAccessible(page)
  await page.goto('')
  await page.getByRole('button', { name: 'Dismiss' }).click()
  await expect(near).toBeVisible()
  await page.goto('topup')
  await expect(near).toBeVisible()
  await expect(page.getByText('$250.00 left this month')).toBeVisible()
  await amount(page).fill('300')
  await expect(page.getByRole('button', { name: 'You can top up at most $250.00' })).toBeDisabled()
  await add('250')
  await page.goto('limits')
  await expect(page.getByText('You can top up $0.00 more this month.')).toBeVisible()
})

test.describe('power user', () => {
  test.use({ person: 'priya' })

  test('limits show spending and top-ups of the month and the year [QUOTA-01]', async ({ page }) => {
    await page.goto('limits')
    await expect(page).toHaveTitle('Limits | Nikau')
    for (const kind of ['Spending', 'Top-ups'])
      for (const period of ['This month', 'This year'])
        await expect(page.getByRole('region', { name: kind }).getByRole('meter', { name: period })).toHaveAttribute(
          'aria-valuetext',
          /^\$[\d,.]+ of \$[\d,.]+$/,
        )
  })
})
