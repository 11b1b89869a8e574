import { expect, type Page } from '@playwright/test'
import { expectAccessible } from './axe.ts'
import { readApi, setLocalConfig } from './people.ts'
import { test } from './session.ts'

const main = (page: Page) => page.getByRole('main')

test.describe('tokens', () => {
  test.use({ person: 'tama' })

  test('a cola token: title, count, expiry, the voucher provider, conditions [ROUTE-33, ASSET-01, ASSET-02, ASSET-04, ASSET-07, ASSET-08, ASSET-09]', async ({
    page,
  }) => {
    await page.goto('')
    await page.getByRole('link', { name: 'Coca-Cola' }).click()
    await expect(page).toHaveTitle('Asset Details | Nikau')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Coca-Cola')
    await expect(main(page)).toContainText(/Expires \d{1,2} [A-Z][a-z]+ 20\d\d/)
    await expect(main(page)).toContainText(/1\s*Coke/)
    await expect(page.getByRole('link', { name: 'About these vouchers' })).toHaveAttribute('href', 'https://vouchers.example/')
    for (const condition of ['Cannot be replaced if lost or stolen.', 'Redeemable at participating venues only.', 'Not exchangeable for cash or refundable.'])
      await expect(page.getByRole('listitem').filter({ hasText: condition })).toBeVisible()
    // The page has its own URL: a reload shows it again, and back leads home.
    await page.reload()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Coca-Cola')
    const path = new URL(page.url()).pathname
    await page.getByRole('link', { name: 'Guides' }).click()
    await expect(page).toHaveURL(new RegExp(`${path}/guides$`))
    await expect(page).toHaveTitle('Asset Details | Nikau')
    await page.getByRole('button', { name: 'Close guides' }).click()
    await page.getByRole('link', { name: 'Back' }).click()
    await expect(page).toHaveURL(/\/deimos\/$/)
  })

  test('a test cola token is marked as test [ASSET-04]', async ({ page }) => {
    await setLocalConfig(page, { testAssetsEnabled: true })
    await page.goto('')
    await page.getByRole('link', { name: 'Coca-Cola' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Coca-Cola (Test)')
  })

  test('an issuer: logo and name, both tabs, collections that open to their tokens, close [ROUTE-34, ISS-01, ISS-03, ISS-04, ISS-05, ISS-06, DASH-03]', async ({
    page,
  }) => {
    await page.goto('')
    await page.getByRole('link', { name: 'Flat White Society' }).click()
    await expect(page).toHaveURL(/\/token-issuer\/flat-white-society$/)
    await expect(page).toHaveTitle('Issuer Tokens | Nikau')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Flat White Society')
    await expect(main(page).locator('img').first()).toBeVisible()
    await expect(page.getByRole('link', { name: 'Assets' })).toHaveAttribute('aria-current', 'page')
    await expect(main(page)).toContainText(/×\d+ Tokens/)
    const count = Number(/×(\d+) Tokens/.exec(await main(page).innerText())?.[1])
    const show = page.getByRole('button', { name: 'Show' })
    await show.press('Enter')
    const tokens = page.getByRole('list', { name: 'One hot drink' }).getByRole('link')
    await expect(tokens).toHaveCount(count)
    for (const text of await tokens.allInnerTexts()) expect(text).toMatch(/^Expires \d{1,2} [A-Z][a-z]+ 20\d\d$/)
    await page.getByRole('button', { name: 'Hide' }).press('Enter')
    await expect(tokens).toHaveCount(0)
    await page.getByRole('link', { name: 'Details' }).click()
    await expect(page).toHaveURL(/\/token-issuer\/flat-white-society\/details$/)
    await expect(page).toHaveTitle('Issuer Details | Nikau')
    await expect(page.getByRole('link', { name: 'flatwhite.example' })).toHaveAttribute('href', 'https://flatwhite.example/')
    await expect(page.getByRole('link', { name: 'Report an Issue' })).toHaveAttribute('href', /^mailto:help@nikau\.example/)
    await expect(page.getByRole('listitem').filter({ hasText: 'One token buys one hot drink' })).toHaveCount(1)
    await page.getByRole('link', { name: 'Close' }).click()
    await expect(page).toHaveURL(/\/deimos\/$/)
  })

  test('an unknown issuer is Not Found [ISS-01]', async ({ page }) => {
    await page.goto('token-issuer/nobody')
    await expect(page.getByText('Oops!')).toBeVisible()
    await expect(page).toHaveTitle('Not Found | Nikau')
  })

  test("an issuer's token: description, picture, expiry, issuer, conditions, support [ASSET-02, ASSET-10, ASSET-11, ASSET-12, ENT-11]", async ({ page }) => {
    await page.goto('token-issuer/turn-the-page')
    await page.getByRole('button', { name: 'Show' }).first().click()
    await page.getByRole('link', { name: 'Expires' }).first().click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('$25 book voucher')
    await expect(main(page).locator('img')).toHaveAttribute('src', /^data:image/)
    await expect(main(page)).toContainText(/Expires \d{1,2} [A-Z][a-z]+ 20\d\d/)
    await expect(main(page)).toContainText('Turn the Page')
    await expect(page.getByRole('link', { name: 'turnthepage.example' })).toHaveAttribute('href', 'https://turnthepage.example/')
    await expect(page.getByRole('listitem').filter({ hasText: 'Not refundable.' })).toBeVisible()
    await expect(page.getByRole('link', { name: 'Report an Issue' })).toHaveAttribute('href', /^mailto:help@nikau\.example/)
  })

  for (const colorScheme of ['light', 'dark'] as const)
    test(`no accessibility violation on tokens and issuers, ${colorScheme}`, async ({ page }) => {
      await page.emulateMedia({ colorScheme })
      await page.goto('')
      await page.getByRole('link', { name: 'Coca-Cola' }).click()
      await expect(page.getByRole('heading', { name: 'Conditions' })).toBeVisible()
      await expectAccessible(page)
      await page.goto('token-issuer/flat-white-society')
      await page.getByRole('button', { name: 'Show' }).click()
      await expectAccessible(page)
      await page.getByRole('link', { name: 'Details' }).click()
      await expect(page.getByRole('heading', { name: 'Issued by' })).toBeVisible()
      await expectAccessible(page)
    })
})

test.describe('an asset that cannot be shown', () => {
  test.use({ person: 'mia' })

  test('an unknown id, another type and a failed load show the same modal: Refresh, Go Home [ASSET-03, ERR-30]', async ({ page }) => {
    await page.goto('assets/nothing')
    const modal = page.getByRole('alertdialog', { name: 'Something Went Wrong' })
    await expect(modal).toBeVisible()
    await expectAccessible(page)
    await page.keyboard.press('Escape')
    await expect(modal).toBeVisible()
    await Promise.all([page.waitForEvent('load'), modal.getByRole('button', { name: 'Refresh' }).click()])
    await modal.getByRole('link', { name: 'Go Home' }).click()
    await expect(page).toHaveURL(/\/deimos\/$/)
    const [account] = (await readApi<{ accountId: string; accountType: string }[]>(page, '/api/account-memberships')).filter(
      ({ accountType }) => accountType === 'individual',
    )
    const { items } = await readApi<{ items: { id: string; type: string }[] }>(page, `/api/accounts/${account!.accountId}/assets`)
    const wallet = items.find(({ type }) => type === 'nikau.nzd.main')!
    await page.goto(`assets/${wallet.id}`)
    await expect(modal).toBeVisible()
    await page.route('**/api/accounts/*/assets*', (route) => route.fulfill({ status: 400, json: { message: 'BAD_REQUEST' } }))
    await page.reload()
    await expect(modal).toBeVisible()
  })
})

test('anyone can read what GiftStation is and continue to the shops that accept it [ROUTE-30]', async ({ page }) => {
  await page.goto('giftstation')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('GiftStation')
  await expect(page.getByRole('link', { name: 'For Android' })).toHaveAttribute('href', 'https://giftstation.example/android')
  await expect(page.getByRole('link', { name: 'For iPhone' })).toHaveAttribute('href', 'https://giftstation.example/ios')
  await expectAccessible(page)
  await page.getByRole('link', { name: 'Shops that accept GiftStation' }).click()
  await expect(page).toHaveURL(/\/locations\?asset=epay\.main$/)
  await expect(page.getByRole('button', { name: 'GiftStation', pressed: true })).toBeVisible()
})
