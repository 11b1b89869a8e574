import { expect, type Page } from '@playwright/test'
import { expectAccessible } from './axe.ts'
import { readApi, setLocalConfig } from './people.ts'
import { createSession, test } from './session.ts'

interface Asset {
  id: string
  type: string
  balance?: string
  availableBalance?: string
  limit?: string
  description?: string
  issuer?: string
  liveness: string
  status: string
  expiresAt?: string
}

async function assetsOf(page: Page): Promise<Asset[]> {
  const [account] = await readApi<{ accountId: string; accountType: string }[]>(page, '/api/account-memberships').then((all) =>
    all.filter(({ accountType }) => accountType === 'individual'),
  )
  return (await readApi<{ items: Asset[] }>(page, `/api/accounts/${account!.accountId}/assets?paginationLimit=100`)).items
}

const dollars = (cents: string | undefined) => {
  const size = cents!.replace('-', '').padStart(3, '0')
  return `${cents!.startsWith('-') ? '−' : ''}$${size.slice(0, -2).replaceAll(/\B(?=(\d{3})+$)/g, ',')}.${size.slice(-2)}`
}
const figure = (page: Page) => page.locator('.n-balance .n-money-figure')
const section = (page: Page, name: string) => page.getByRole('region', { name })

test.describe('everyday', () => {
  test.use({ person: 'mia' })

  test('the dashboard shows greeting, balance, issuers, gift cards and activity [DASH-01, DASH-02, DASH-03, DASH-04, DASH-07, DASH-09, ROUTE-24, CONST-04, ACT-01]', async ({
    page,
  }) => {
    await page.goto('')
    await expect(page).toHaveTitle('Dashboard | Nikau')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Kia ora, Mia')
    const assets = await assetsOf(page)
    const wallet = assets.find(({ type }) => type === 'nikau.nzd.main')!
    await expect(figure(page)).toHaveText(dollars(wallet.balance))
    const issuers = new Set(assets.filter(({ type, status }) => type === 'nikau.token.main' && status === 'active').map(({ issuer }) => issuer))
    const links = section(page, 'Tokens').getByRole('link')
    await expect(links).toHaveCount(issuers.size)
    await expect(links.first()).toHaveAttribute('href', '/deimos/token-issuer/flat-white-society')
    const { items } = await readApi<{ items: { value: string; createdAt: string }[] }>(page, `/api/wallets/${wallet.id}/transactions?paginationLimit=5`)
    const rows = section(page, 'Activity').getByRole('listitem')
    await expect(rows).toHaveCount(5)
    const shown = await rows.locator('.n-amount [aria-hidden]').allInnerTexts()
    expect(shown).toEqual(items.map(({ value }) => `${value.startsWith('-') ? '' : '+'}${dollars(value)}`))
    await page.getByRole('link', { name: 'View Details' }).click()
    await expect(page).toHaveURL(/\/deimos\/giftstation$/)
    await page.goBack()
    await page.getByRole('link', { name: 'Guides' }).click()
    await expect(page).toHaveURL(/\/deimos\/guides$/)
    await expect(page.getByRole('heading', { name: 'Guides' })).toBeVisible()
  })

  test('the balance can be hidden, stored in the browser under one key [CONST-07]', async ({ page }) => {
    await page.goto('')
    await page.getByRole('button', { name: 'Hide balance' }).click()
    await expect(page.getByText('Balance hidden')).toBeAttached()
    await expect(page.locator('.n-balance')).not.toContainText('$')
    await page.reload()
    await expect(page.getByRole('button', { name: 'Show balance' })).toBeVisible()
    await expect(page.locator('.n-balance')).not.toContainText('$')
    // The other key says that what waited for this person was claimed.
    expect((await page.evaluate(() => Object.keys(localStorage))).filter((key) => !key.startsWith('assetsResolved-'))).toEqual(['config.deimos'])
    await page.getByRole('button', { name: 'Show balance' }).press('Enter')
    await expect(figure(page)).toContainText('$')
  })

  test('an unknown balance is never shown as a figure; the failed part says so and the rest works [DASH-10]', async ({ page }) => {
    let broken = true
    await page.route('**/api/accounts/*/assets*', (route) => (broken ? route.fulfill({ status: 400, json: { message: 'BAD_REQUEST' } }) : route.fallback()))
    await page.goto('')
    await expect(page.getByText('We couldn’t load your balance')).toBeVisible()
    await expect(page.getByText('We couldn’t load your tokens')).toBeVisible()
    await expect(page.getByText('$0.00')).toHaveCount(0)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Kia ora, Mia')
    await expectAccessible(page)
    broken = false
    await page.locator('.n-balance').getByRole('button', { name: 'Try again' }).click()
    await expect(figure(page)).toContainText('$')
    await expect(section(page, 'Activity').getByRole('listitem')).toHaveCount(5)
    await expect(section(page, 'Tokens').getByRole('link').first()).toBeVisible()
  })

  test('failed memberships or a failed list leave the rest usable [DASH-10]', async ({ page }) => {
    let broken = true
    await page.route('**/api/account-memberships', (route) => (broken ? route.fulfill({ status: 400, json: { message: 'BAD_REQUEST' } }) : route.fallback()))
    await page.goto('')
    await expect(page.getByText('We couldn’t load your balance')).toBeVisible()
    await expect(page.getByText('$0.00')).toHaveCount(0)
    await page.getByRole('button', { name: 'Menu' }).click()
    await expect(page.getByRole('dialog', { name: 'Menu' })).toBeVisible()
    await page.keyboard.press('Escape')
    broken = false
    await page.locator('.n-balance').getByRole('button', { name: 'Try again' }).click()
    await expect(figure(page)).toContainText('$')
    await page.route('**/api/wallets/*/transactions*', (route) => route.fulfill({ status: 400, json: { message: 'BAD_REQUEST' } }))
    await page.reload()
    await expect(page.getByText('We couldn’t load your activity')).toBeVisible()
    await expect(figure(page)).toContainText('$')
  })

  test('test mode shows only test assets, main mode only main ones; the uplink needs its flag [FLAG-04, FLAG-05, CONST-04, CONST-05, CONST-06]', async ({
    page,
  }) => {
    await setLocalConfig(page, { testAssetsEnabled: true, testUplinkEnabled: true })
    await page.goto('')
    await expect(page.getByText('No real money moves')).toBeVisible()
    await expect(figure(page)).toContainText('$')
    const assets = await assetsOf(page)
    await expect(figure(page)).toHaveText(dollars(assets.find(({ type }) => type === 'nikau.nzd.test')!.balance))
    const others = section(page, 'Other wallets').getByRole('listitem')
    await expect(others).toHaveCount(1)
    await expect(others).toContainText('uplinkapi.test')
    await expect(others).toContainText('$100,000.00')
    await expect(section(page, 'Activity').getByRole('listitem').first()).toContainText('Test money')
  })

  for (const colorScheme of ['light', 'dark'] as const)
    test(`no accessibility violation on the dashboard, ${colorScheme}; nothing scrolls sideways at 320 px`, async ({ page }) => {
      await page.emulateMedia({ colorScheme })
      await page.goto('')
      await expect(section(page, 'Activity').getByRole('listitem').first()).toBeVisible()
      await expectAccessible(page)
      await page.setViewportSize({ width: 320, height: 640 })
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320)
    })
})

test.describe('power user', () => {
  test.use({ person: 'priya' })

  test('without a bank account a notice suggests linking one; it disappears when dismissed or without the flag [DASH-08, NOTE-01]', async ({ page }) => {
    await page.goto('')
    await expect(page.getByRole('heading', { name: 'Link Bank Account' })).toBeVisible()
    await page.getByRole('button', { name: 'Dismiss' }).click()
    await expect(page.getByRole('heading', { name: 'Link Bank Account' })).toHaveCount(0)
    await page.getByRole('link', { name: 'See all' }).click()
    await page.getByRole('link', { name: 'Back' }).click()
    await expect(section(page, 'Activity')).toBeVisible()
    await expect(page.getByRole('heading', { name: 'Link Bank Account' })).toHaveCount(0)
    await setLocalConfig(page, { dashboardNoticesEnabled: false })
    await page.reload()
    await expect(section(page, 'Activity').getByRole('listitem').first()).toBeVisible()
    await expect(page.getByRole('heading', { name: 'Link Bank Account' })).toHaveCount(0)
  })
})

test.describe('gift-card lover', () => {
  test.use({ person: 'tama' })

  test('cola tokens share one tile, which opens the one that expires first [DASH-05]', async ({ page }) => {
    await page.goto('')
    const tile = section(page, 'Tokens').getByRole('link', { name: 'Coca-Cola' })
    await expect(tile).toBeVisible()
    const cola = (await assetsOf(page)).filter(({ type, status }) => type === 'cca.coke.main' && status === 'active')
    const [first] = cola.toSorted((a, b) => (a.expiresAt ?? '9').localeCompare(b.expiresAt ?? '9') || (a.id < b.id ? -1 : 1))
    await expect(tile).toHaveAttribute('href', `/deimos/assets/${first!.id}`)
    await expect(tile).toContainText(`×${cola.length}`)
  })
})

test.describe('farmer', () => {
  test.use({ person: 'hemi' })

  test('a farm-supplies credit line has a tile with its title, balance and limit [DASH-06]', async ({ page }) => {
    await page.goto('')
    const tokens = section(page, 'Tokens')
    await expect(tokens).toBeVisible()
    const line = (await assetsOf(page)).find(({ type }) => type === 'farmlands.nzd.main')!
    const tile = tokens.getByRole('listitem').filter({ hasText: line.description! })
    await expect(tile).toContainText(`Balance ${dollars(line.balance)}`)
    await expect(tile).toContainText(`Limit ${dollars(line.limit)}`)
  })
})

test('a new person gets one account and one wallet, even with two tabs open [SESS-14, SESS-12]', async ({ page, context }) => {
  const made: string[] = []
  context.on('request', (request) => {
    if (request.method() === 'POST' && /\/api\/(accounts|wallet-assets)$/.test(request.url())) made.push(new URL(request.url()).pathname)
  })
  await createSession(page)
  await page.goto('auth')
  await expect(page.getByRole('heading', { name: 'Auth test' })).toBeVisible()
  expect(made).toEqual([])
  const other = await context.newPage()
  await Promise.all([page.goto(''), other.goto('')])
  for (const tab of [page, other]) {
    await expect(figure(tab)).toHaveText('$0.00')
    await expect(tab.getByText('Get set up')).toBeVisible()
    await expect(tab.getByText('1 of 3 done')).toBeVisible()
  }
  expect(made.toSorted()).toEqual(['/api/accounts', '/api/wallet-assets'])
  expect((await assetsOf(page)).map(({ type }) => type)).toEqual(['nikau.nzd.main'])
  const [membership] = await readApi<{ accountType: string; role: string }[]>(page, '/api/account-memberships')
  expect(membership).toMatchObject({ accountType: 'individual', role: 'account-owner' })
})
