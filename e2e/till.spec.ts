import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { chromiumLaunch } from '@nikau/testing/chromium'
import { type Browser, chromium, type Page, test } from '@playwright/test'
import { expectAccessible } from './axe.ts'
import { createBarcodeVideo } from './camera-video.ts'
import { recordShifts, shiftOf } from './layout-shift.ts'
import { createPayer, expect, modal, shop, success } from './pay.ts'
import { readApi } from './people.ts'
import { signInPage, web } from './addresses.ts'

// A wallet on a phone and a till on a desktop, side by side.
test.describe.configure({ timeout: 240_000 })

const shots = join(import.meta.dirname, '../.results/till')
mkdirSync(shots, { recursive: true })
const shoot = (page: Page, name: string) => page.screenshot({ path: join(shots, `${name}.png`), fullPage: true })

const tillSize = { viewport: { width: 1280, height: 800 }, locale: 'en-NZ', timezoneId: 'Pacific/Auckland' }

/** A till with two flat whites in its basket: $11.00. */
async function openTill(browser: Browser): Promise<Page> {
  const till = await (await browser.newContext(tillSize)).newPage()
  await till.goto(`${shop}/till`)
  await till.getByRole('button', { name: /Flat white/ }).click()
  await expect(till.getByText('1 × Flat white')).toBeVisible()
  await till.getByRole('button', { name: /^Flat white/ }).click()
  await expect(till.getByText('2 × Flat white')).toBeVisible()
  return till
}

const amount = (till: Page) => till.locator('#amount')
const stage = (till: Page, heading: string) => expect(till.getByRole('heading', { level: 1, name: heading, exact: true })).toBeVisible()

/** What a hand scanner does: types the digits fast, wherever the focus is, and presses Enter. */
async function scanWith(till: Page, digits: string): Promise<void> {
  await till.keyboard.type(digits)
  await till.keyboard.press('Enter')
}

/** Opens the barcode of the wallet and reads its digits from the screen. */
async function showCode(page: Page): Promise<string> {
  await page.goto('my-codes')
  const digits = page.locator('.n-digits').first()
  await expect(digits).toHaveText(/^\d[\d\s]{15,}$/)
  const code = (await digits.innerText()).replaceAll(/\D/g, '')
  expect(code).toMatch(/^999000\d{10}$/)
  return code
}

const waitsForCustomer = (till: Page) => expect(till.getByRole('status').filter({ hasText: 'Waiting for the customer.' })).toBeVisible()

test('the till scans the code on the phone, the phone opens the payment at once, and the till shows Paid and prints a receipt [CODE-08]', async ({
  page,
  browser,
}) => {
  await createPayer(page, '50')
  const till = await openTill(browser)
  const code = await showCode(page)
  await shoot(page, 'wallet-code')
  await till.getByRole('button', { name: 'Charge', exact: true }).click()
  await till.getByRole('heading', { level: 1 }).click() // the focus is nowhere
  await shoot(till, 'till-take')
  // A wrong check digit is said without a call.
  const calls: string[] = []
  till.on('request', (request) => request.url().endsWith('/charge') && calls.push(request.url()))
  await scanWith(till, code.slice(0, 15) + String((Number(code[15]) + 1) % 10))
  await expect(till.getByText('The check digit is wrong.')).toBeVisible()
  expect(calls).toEqual([])
  await scanWith(till, code)
  const scannedAt = Date.now()
  await page.waitForURL('**/deimos/pay/*')
  expect(Date.now() - scannedAt).toBeLessThan(10_000)
  await waitsForCustomer(till)
  await expect(till.getByText(/^[12]:\d\d left$/)).toBeVisible()
  // The sale is on the server: a reload changes nothing.
  await till.reload()
  await waitsForCustomer(till)
  await shoot(till, 'till-waiting')
  await shoot(page, 'wallet-pay')
  await page.getByRole('button', { name: 'Pay $11.00' }).click()
  await expect(success(page)).toContainText('$11.00')
  await expect(success(page)).toContainText('to Tōtara Market')
  await stage(till, 'Paid')
  await expect(amount(till)).toHaveText('$11.00')
  await shoot(till, 'till-paid')
  await expectAccessible(till)
  // The code is used up: another sale cannot be paid with it.
  const other = await openTill(browser)
  await scanWith(other, code)
  await expect(other.getByRole('alert').filter({ hasText: 'Ask for a fresh code.' })).toBeVisible()

  await till.getByRole('link', { name: 'Receipt' }).click()
  const paper = till.getByRole('main')
  for (const text of ['Tōtara Market', '140-107-697', '2 × Flat white', 'GST included', '$1.43', 'NK-', 'TEST']) await expect(paper).toContainText(text)
  await till.evaluate(() => Object.assign(window, { print: () => Object.assign(window, { printed: true }) }))
  await till.getByRole('button', { name: 'Print' }).click()
  expect(await till.evaluate(() => (window as unknown as { printed?: boolean }).printed)).toBe(true)
  await expectAccessible(till)
  await shoot(till, 'till-receipt')
  await till.emulateMedia({ media: 'print' })
  await expect(till.getByRole('button', { name: 'Print' })).toBeHidden()
  await shoot(till, 'till-receipt-printed')
})

test('products that are tapped fast are all charged, also when Charge follows at once', async ({ browser }) => {
  const till = await (await browser.newContext(tillSize)).newPage()
  await till.goto(`${shop}/till`)
  await till.route('**/basket', async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 300))
    await route.continue()
  })
  for (const name of [/^Flat white/, /^Flat white/, /^Cheese scone/]) await till.getByRole('button', { name }).click()
  await till.getByRole('button', { name: 'Charge', exact: true }).click()
  await expect(till.getByLabel('Customer’s code')).toBeFocused()
  await expect(amount(till)).toHaveText('$17.50')
})

test('a part payment: what is left is the largest number, and the cashier takes it in cash', async ({ page, browser }) => {
  await createPayer(page, '8')
  const till = await openTill(browser)
  const code = await showCode(page)
  await scanWith(till, code)
  await page.waitForURL('**/deimos/pay/*')
  await page.getByRole('button', { name: /^Pay/ }).click()
  await modal(page, 'Partial Payment').getByRole('button', { name: 'Continue' }).click()
  await expect(till.getByRole('heading', { level: 1, name: 'Left to pay' })).toBeVisible()
  await expect(amount(till)).toHaveText('$3.00')
  await expect(till.locator('#legs')).toContainText('$8.00')
  const sizes = await till.evaluate(() =>
    [...document.querySelectorAll('main *')].filter((node) => node.checkVisibility()).map((node) => Number.parseFloat(getComputedStyle(node).fontSize)),
  )
  expect(Number.parseFloat(await amount(till).evaluate((node) => getComputedStyle(node).fontSize))).toBe(Math.max(...sizes))
  await shoot(till, 'till-part')
  await expectAccessible(till)
  await till.getByRole('button', { name: 'Cash' }).click()
  await stage(till, 'Paid')
  await expect(till.locator('#legs')).toContainText('Cash')
  await till.getByRole('link', { name: 'Receipt' }).click()
  await expect(till.getByText('$8.00')).toBeVisible()
  await expect(till.getByText(/^Cash · NK-/)).toBeVisible()
  await shoot(till, 'till-part-receipt')
})

test('a charge that is cancelled at the till takes nothing, and the phone says so', async ({ page, browser }) => {
  await createPayer(page, '50')
  const till = await openTill(browser)
  const code = await showCode(page)
  await scanWith(till, code)
  await page.waitForURL('**/deimos/pay/*')
  await expect(page.getByRole('button', { name: 'Pay $11.00' })).toBeVisible()
  await till.getByRole('button', { name: 'Cancel', exact: true }).click()
  await expect(till.getByRole('alert').filter({ hasText: 'Cancelled. Nothing was taken.' })).toBeVisible()
  await expect(amount(till)).toHaveText('$11.00')
  await page.reload()
  await expect(page.getByText(/cancelled/i).first()).toBeVisible()
  await shoot(till, 'till-cancelled')
  await shoot(page, 'wallet-cancelled')
})

test('under the limit that the person set, the till is paid without approval', async ({ page, browser }) => {
  const token = await createPayer(page, '50')
  const code = await showCode(page)
  const [account] = (await readApi<{ accountId: string; accountType: string }[]>(page, '/api/account-memberships')).filter(
    ({ accountType }) => accountType === 'individual',
  )
  const set = await fetch(`${web}/api/accounts/${account!.accountId}/till-settings`, {
    method: 'PUT',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ withoutApproval: '1500' }),
  })
  expect([set.status, await set.text()]).toEqual([200, expect.any(String)])
  const till = await openTill(browser)
  await scanWith(till, code)
  await stage(till, 'Paid')
  await expect(till.locator('#legs')).toContainText('$11.00')
  // Over what is left of the day, the person is asked.
  const second = await openTill(browser)
  await page.goto('scan')
  const next = await showCode(page)
  await scanWith(second, next)
  await page.waitForURL('**/deimos/pay/*')
  await waitsForCustomer(second)
  await shoot(page, 'wallet-asked')
})

test.describe('without signal', () => {
  test.use({ serviceWorkers: 'allow' })

  test('the phone starts and pays without signal, shows the payment when it has signal again, and keeps no code after logout [OFFLINE-01, OFFLINE-02, OFFLINE-04, OFFLINE-05, OFFLINE-06]', async ({
    page,
    context,
    browser,
  }) => {
    await createPayer(page, '50')
    await page.goto('safety/limits')
    await page.getByRole('switch', { name: 'Pay with no signal' }).press('Space')
    await expect(page.getByRole('switch', { name: 'Pay with no signal' })).toBeChecked()
    await page.goto('my-codes')
    await page.evaluate(() => navigator.serviceWorker.ready)
    await page.reload()
    await expect(page.getByText('No signal in the shop? Your code still works, up to $60.00.')).toBeVisible()
    await expect.poll(() => page.evaluate(async () => (await (await caches.open('screens')).keys()).some(({ url }) => url.includes('JsBarcode')))).toBe(true)

    const devTools = await context.newCDPSession(page)
    const setOffline = async (offline: boolean) => {
      await context.setOffline(offline)
      if (offline) await page.reload()
      await devTools.send('Network.overrideNetworkState', { offline, latency: 0, downloadThroughput: -1, uploadThroughput: -1 })
    }
    await setOffline(true)
    await expect(page.getByText('Works for')).toBeVisible()
    await expectAccessible(page)
    await shoot(page, 'wallet-without-signal')
    const code = (await page.locator('.n-digits').first().innerText()).replaceAll(/\D/g, '')
    const till = await openTill(browser)
    await scanWith(till, code)
    await stage(till, 'Paid')
    // The phone cannot know of it: the person says so.
    await expect(page.getByText('Works for')).toBeVisible()
    await page.getByRole('button', { name: 'Paid. Show the next code' }).click()
    await expect(page.getByText(/Your next code works from/)).toBeVisible()
    const again = await openTill(browser)
    await scanWith(again, code)
    await expect(again.getByRole('alert').filter({ hasText: 'Ask for a fresh code.' })).toBeVisible()

    await setOffline(false)
    await page.goto('activity')
    await page
      .getByRole('link', { name: /Tōtara Market/ })
      .first()
      .click()
    await expect(page.getByText('Offline code', { exact: true })).toBeVisible()
    await expectAccessible(page)
    await shoot(page, 'wallet-offline-receipt')
    await page.goto('')
    await page.getByRole('button', { name: 'Menu' }).click()
    await page.getByRole('dialog', { name: 'Menu' }).getByRole('button', { name: 'Logout' }).click()
    await page.waitForURL(signInPage)
    await page.goto('locations')
    expect(await page.evaluate(async () => (await indexedDB.databases()).map(({ name }) => name))).not.toContain('nikau.offline-codes')
  })
})

test('the barcode of a farm-supplies card pays at once; an expired and an empty card say so', async ({ browser }) => {
  const till = await openTill(browser)
  await scanWith(till, '454545454')
  await expect(till.getByRole('alert').filter({ hasText: 'This card has expired.' })).toBeVisible()
  await scanWith(till, '434343434')
  await expect(till.getByRole('alert').filter({ hasText: 'The card was declined.' })).toBeVisible()
  await scanWith(till, '464646464')
  await expect(till.getByRole('alert').filter({ hasText: 'This card is not active.' })).toBeVisible()
  await scanWith(till, '123123123')
  await expect(till.getByRole('alert').filter({ hasText: 'Ask for a fresh code.' })).toBeVisible()
  await shoot(till, 'till-card-refused')
  await scanWith(till, '424242424')
  await stage(till, 'Paid')
  await expect(till.locator('#legs')).toContainText('Farmlands Card ending 0001')
})

test('the camera of the till reads the barcode on the phone, and the browser’s own rules allow it', async ({ page }) => {
  await createPayer(page, '50')
  await showCode(page)
  const bars = await page
    .locator('.n-bars:has(path)') // drawn once the code has come
    .first()
    .evaluate((picture) => {
      const width = Number(picture.getAttribute('viewBox')!.split(' ')[2])
      const dark = [
        ...picture
          .querySelector('path')!
          .getAttribute('d')!
          .matchAll(/M(\d+) 0h(\d+)/g),
      ].map(([, x, w]) => [Number(x), Number(w)] as const)
      return Array.from({ length: width / 2 }, (_, place) => dark.some(([x, w]) => place * 2 >= x && place * 2 < x + w))
    })
  const video = createBarcodeVideo(bars)
  const args = [...chromiumLaunch.args, '--use-fake-device-for-media-stream', `--use-file-for-fake-video-capture=${video}`]
  const withCamera = await chromium.launch({ ...chromiumLaunch, args })
  try {
    const till = await openTill(withCamera)
    await till.context().grantPermissions(['camera'], { origin: shop })
    const errors: string[] = []
    till.on('console', (message) => message.type() === 'error' && errors.push(message.text()))
    await till.getByRole('button', { name: 'Charge', exact: true }).click()
    await till.getByRole('button', { name: 'Scan with the camera' }).click()
    await waitsForCustomer(till)
    await page.waitForURL('**/deimos/pay/*')
    await page.getByRole('button', { name: 'Pay $11.00' }).click()
    await stage(till, 'Paid')
    expect(errors).toEqual([])
  } finally {
    await withCamera.close()
  }
})

for (const colorScheme of ['light', 'dark'] as const)
  for (const [name, viewport] of [
    ['phone', { width: 390, height: 844 }],
    ['desktop', { width: 1280, height: 800 }],
  ] as const)
    test(`the till in ${colorScheme} on a ${name}: accessible, large enough to touch, and nothing jumps`, async ({ browser }) => {
      const till = await (await browser.newContext({ ...tillSize, viewport, colorScheme })).newPage()
      await recordShifts(till)
      await till.goto(`${shop}/till`)
      expect(await shiftOf(till)).toBeLessThanOrEqual(0.05)
      await expectAccessible(till)
      const keypad = till.getByRole('group', { name: 'Keypad' })
      for (const key of ['1', '2', '00', 'Delete']) await keypad.getByRole('button', { name: key, exact: true }).click()
      await expect(till.getByLabel('Amount entered')).toHaveText('$1.20')
      await till.getByRole('button', { name: 'Add amount' }).click()
      await expect(amount(till)).toHaveText('$1.20')
      await till.keyboard.type('550', { delay: 120 }) // a person types an amount
      await expect(till.getByLabel('Amount entered')).toHaveText('$5.50')
      await till.getByRole('button', { name: 'Add amount' }).click()
      await till.getByRole('button', { name: /Mānuka honey/ }).click()
      await expect(amount(till)).toHaveText('$49.20')
      await shoot(till, `till-${name}-${colorScheme}-basket`)
      await expectAccessible(till)
      await till.getByRole('button', { name: 'Charge', exact: true }).click()
      await expect(till.getByLabel('Customer’s code')).toBeFocused()
      await expectAccessible(till)
      await shoot(till, `till-${name}-${colorScheme}-take`)
      const small = await till.evaluate(() =>
        [...document.querySelectorAll('button, a, input')]
          .filter((node) => node.checkVisibility())
          .filter((node) => node.getBoundingClientRect().height < 48 || node.getBoundingClientRect().width < 48)
          .map((node) => node.outerHTML),
      )
      expect(small).toEqual([])
      expect(await till.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true)
      await till.getByRole('button', { name: 'Code to print' }).click()
      await till.getByRole('link', { name: 'Print the code' }).waitFor()
      await expectAccessible(till)
      await shoot(till, `till-${name}-${colorScheme}-slip-waiting`)
      await till.goto(`${till.url()}/slip`)
      await expect(till.getByRole('img', { name: 'Code to pay' })).toBeVisible()
      await expectAccessible(till)
      await shoot(till, `till-${name}-${colorScheme}-slip`)
      await till.goBack()
      await till.getByRole('button', { name: 'Cancel', exact: true }).click()
      await expect(till.getByRole('alert').filter({ hasText: 'Nothing was taken.' })).toBeVisible()
    })
