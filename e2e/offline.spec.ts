import type { Page } from '@playwright/test'
import { signInPage } from './addresses.ts'
import { expectAccessible } from './axe.ts'
import { expect } from './pay.ts'
import { readApi, setLocalConfig } from './people.ts'
import { createSession, test } from './session.ts'

test.use({ serviceWorkers: 'allow' })
test.describe.configure({ timeout: 240_000 })

const home = 'nikau.home'
const databases = (page: Page) => page.evaluate(async () => (await indexedDB.databases()).map(({ name }) => name))
const balance = (page: Page) => page.locator('.n-balance .n-money')
const actions = (page: Page) => page.getByRole('navigation', { name: 'Actions' })
const bar = (page: Page) => page.locator('.n-offline-banner')

/** Opens home until the device has kept it, and the service worker what home needs. */
async function openHome(page: Page): Promise<void> {
  await page.goto('')
  await expect(balance(page)).toBeVisible()
  await page.evaluate(() => navigator.serviceWorker.ready)
  await page.reload()
  await expect(balance(page)).toBeVisible()
  await expect.poll(() => page.evaluate(() => navigator.serviceWorker.controller !== null)).toBe(true)
  await expect.poll(() => databases(page)).toContain(home)
}

/** Cuts the network, and lets this page know: Chromium tells a page that is opened afterwards only through this command. */
async function loseSignal(page: Page): Promise<void> {
  await page.context().setOffline(true)
  const devTools = await page.context().newCDPSession(page)
  await devTools.send('Network.overrideNetworkState', { offline: true, latency: 0, downloadThroughput: -1, uploadThroughput: -1 })
}

async function findSignal(page: Page): Promise<void> {
  await page.context().setOffline(false)
  const devTools = await page.context().newCDPSession(page)
  await devTools.send('Network.overrideNetworkState', { offline: false, latency: 0, downloadThroughput: -1, uploadThroughput: -1 })
}

/** A new tab, or the installed app opened again: neither has a session. */
async function openAgain(page: Page, { installed }: { installed: boolean }): Promise<Page> {
  const opened = await page.context().newPage()
  // As Safari on iOS tells it; Chromium has no command for the other way.
  if (installed) await opened.addInitScript(() => Object.assign(navigator, { standalone: true }))
  await loseSignal(opened)
  await opened.goto('')
  await loseSignal(opened)
  return opened
}

test.describe('a person with a history', () => {
  test.use({ person: 'mia' })

  test('after a reload without signal home has the last balance and 20 activities with their time, money cannot move, and all of it works again by itself [OFFLINE-07, OFFLINE-08]', async ({
    page,
  }) => {
    await setLocalConfig(page, { showSendAsset: true })
    await openHome(page)
    const shown = await balance(page).innerText()
    const [account] = await readApi<{ accountId: string }[]>(page, '/api/account-memberships')
    const assets = await readApi<{ items: { id: string; type: string }[] }>(page, `/api/accounts/${account!.accountId}/assets`)
    const wallet = assets.items.find(({ type }) => type === 'nikau.nzd.main')!
    const { items } = await readApi<{ items: unknown[] }>(page, `/api/wallets/${wallet.id}/transactions?paginationLimit=50`)
    expect(items.length).toBeGreaterThanOrEqual(20)

    await loseSignal(page)
    await page.reload()
    await loseSignal(page)
    await expect(bar(page)).toHaveText(/^No signal\. Showing \d+:\d\d [ap]m$/)
    await expect(page.getByText(/^as of \d+:\d\d [ap]m$/)).toBeVisible()
    expect(await balance(page).innerText()).toBe(shown)
    await expect(page.getByRole('main').getByRole('listitem')).toHaveCount(20)
    for (const name of ['Send No signal', 'Top up No signal'])
      await expect(actions(page).getByRole('link', { name, exact: true })).toHaveAttribute('aria-disabled', 'true')
    await actions(page).getByRole('link', { name: /^Send/ }).click({ force: true })
    expect(new URL(page.url()).pathname).toBe('/deimos/')
    await expect(page.getByText('We couldn’t load')).toHaveCount(0)
    await expectAccessible(page)

    // A screen that was never opened here says so in one sentence, and opens by itself.
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Send' }).click()
    await expect(page.getByText('This page opens by itself when it’s back.')).toBeVisible()
    await findSignal(page)
    await expect(page.getByRole('heading', { level: 1, name: 'Who to?' })).toBeVisible()
    await page.goBack()
    await expect(bar(page)).toHaveCount(0)
    await expect(page.getByText(/^as of /)).toHaveCount(0)
    await expect(actions(page).getByRole('link', { name: 'Send', exact: true })).toHaveAttribute('href', '/deimos/send')
  })

  test('a balance of eight days ago is not shown, and is erased [OFFLINE-07]', async ({ page }) => {
    await openHome(page)
    await page.addInitScript(() => {
      const { now } = Date
      Date.now = () => now() + 8 * 86_400_000
    })
    await loseSignal(page)
    await page.reload()
    await loseSignal(page)
    await expect(page.getByText('Your balance shows when signal is back')).toBeVisible()
    await expect(balance(page)).toHaveCount(0)
    await expect.poll(() => databases(page)).not.toContain(home)
  })
})

test('the installed app opened again without signal shows the last balance, a new tab of a browser does not; after signing out neither does [OFFLINE-07]', async ({
  page,
}) => {
  await createSession(page)
  await openHome(page)
  const tab = await openAgain(page, { installed: false })
  await expect(tab.getByText('You need signal to sign in. This page goes on by itself when it’s back.')).toBeVisible()
  await tab.close()
  const app = await openAgain(page, { installed: true })
  await expect(app.getByText(/^as of \d+:\d\d [ap]m$/)).toBeVisible()
  await expect(bar(app)).toHaveText(/^No signal\. Showing \d+:\d\d [ap]m$/)
  await app.close()

  await findSignal(page)
  await page.getByRole('navigation', { name: 'Main' }).getByRole('button', { name: 'Menu' }).click()
  await page.getByRole('button', { name: 'Logout' }).click()
  await page.waitForURL(signInPage)
  await page.goto('locations')
  expect(await databases(page)).not.toContain(home)
  const after = await openAgain(page, { installed: true })
  await expect(after.getByText('You need signal to sign in.')).toBeVisible()
  await expect(balance(after)).toHaveCount(0)
})

test('another person on the same device sees nothing of the first, and it is erased [OFFLINE-07]', async ({ page }) => {
  await createSession(page)
  await openHome(page)
  await createSession(page)
  await loseSignal(page)
  await page.goto('')
  await loseSignal(page)
  await expect(page.getByText('Your balance shows when signal is back')).toBeVisible()
  await expect(balance(page)).toHaveCount(0)
  await expect.poll(() => databases(page)).not.toContain(home)
})
