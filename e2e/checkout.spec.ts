import { type Browser, expect, type Page } from '@playwright/test'
import { expectAccessible } from './axe.ts'
import { setLocalConfig } from './people.ts'
import { test } from './session.ts'
import { banks, shop, web } from './addresses.ts'

// These tests pass five servers; on a busy machine that takes time, and they are not about speed.
test.describe.configure({ timeout: 240_000 })

const shopKey = 'nk_the-sandbox-shop-of-this-machine-and-no-other'

/** A payment request by the sandbox shop's server. */
async function createRequest(more: Record<string, unknown> = {}): Promise<{ id: string }> {
  const response = await fetch(`${web}/api/payment-requests`, {
    method: 'POST',
    headers: { 'x-api-key': shopKey, 'content-type': 'application/json' },
    body: JSON.stringify({
      configId: 'mc_sandboxShop',
      value: { amount: '1600', currency: 'NZD' },
      expirySeconds: 900,
      redirectPaidUrl: `${shop}/orders/paid`,
      redirectCancelUrl: `${shop}/orders/left`,
      ...more,
    }),
  })
  const request = (await response.json()) as { id: string; message?: string }
  if (!response.ok) throw new Error(request.message)
  return request
}

async function voidRequest(id: string): Promise<void> {
  await fetch(`${web}/api/payment-requests/${id}/void`, { method: 'POST', headers: { 'x-api-key': shopKey, 'content-type': 'application/json' }, body: '{}' })
}

/** Collects every script and console error on our pages; the tests expect none. */
function errorsOf(page: Page): string[] {
  const errors: string[] = []
  const ours = () => page.url().startsWith(web) || page.url().startsWith(shop)
  page.on('pageerror', (error) => errors.push(error.message))
  page.on('console', (message) => message.type() === 'error' && ours() && errors.push(message.text()))
  return errors
}

const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { level: 1, name })

/** Buys for a price whose cents trigger no sandbox bank behaviour. */
async function buy(page: Page, product: string, quantity = 1): Promise<void> {
  await page.goto(shop)
  const card = page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: product }) })
  await card.getByLabel('Quantity').fill(String(quantity))
  await card.getByRole('button', { name: 'Pay with Nikau' }).click()
  await expect(heading(page, /Amount due/)).toBeVisible()
}

async function decideAtBank(page: Page, name: string, decision: RegExp): Promise<void> {
  await page.getByRole('button', { name, exact: true }).click()
  await page.waitForURL(`${banks}/**`)
  const logIn = page.getByRole('button', { name: 'Log in', exact: true })
  const decide = page.getByRole('button', { name: decision })
  await logIn.or(decide).waitFor()
  if (await logIn.isVisible()) await logIn.click() // the bank remembers an earlier login
  await decide.click()
}

/** Holds the redirect to the shop until the returned function is called: the result page shows for two seconds only. */
async function holdRedirect(page: Page): Promise<() => void> {
  const seen = Promise.withResolvers<void>()
  await page.route(`${shop}/orders/*`, async (route) => {
    await seen.promise
    await route.fallback()
  })
  return seen.resolve
}

const bankButtons = [
  { bank: 'bnz', name: 'BNZ' },
  { bank: 'asb', name: 'ASB' },
  { bank: 'westpac', name: 'Westpac' },
]

for (const { bank, name } of bankButtons) {
  test(`a shopper without a wallet pays from ${name}, and the shop is notified by webhook [ONE-01, ONE-02, ONE-04, ONE-07, ROUTE-11, CHK-15, SESS-10]`, async ({
    page,
  }) => {
    const errors = errorsOf(page)
    const calls: { path: string; authorised: boolean; body: unknown }[] = []
    page.on('request', (request) => {
      const path = new URL(request.url()).pathname
      if (path.startsWith('/api/one-off-payments')) calls.push({ path, authorised: 'authorization' in request.headers(), body: request.postDataJSON() })
    })
    await buy(page, 'House beans')
    const id = new URL(page.url()).pathname.split('/').at(-1)!
    const releaseRedirect = await holdRedirect(page)
    const returning = page.waitForRequest((request) => request.isNavigationRequest() && request.url().startsWith(`${web}/deimos/${bank}/oidc-callback`))
    await decideAtBank(page, name, /^Approve/)
    await returning
    await expect(heading(page, 'Payment successful')).toBeVisible({ timeout: 20_000 })
    expect(new URL(page.url()).pathname).toBe(`/deimos/pay/${id}`)
    expect(new URL(page.url()).hash).toBe('')
    await expect(page.getByRole('link', { name: 'Go to Tōtara Market now' })).toBeVisible()
    releaseRedirect()
    await page.waitForURL(`${shop}/orders/*?paymentRequestId=${id}`)
    await expect(heading(page, 'Thank you')).toBeVisible()
    await expect(async () => {
      await page.reload()
      await expect(page.getByText('Webhooks: paid')).toBeVisible({ timeout: 500 })
    }).toPass()
    expect(calls[0]).toMatchObject({ path: '/api/one-off-payments', body: { paymentRequestId: id, bank } })
    expect(calls.some(({ path }) => path.endsWith('/pay'))).toBe(true)
    expect(calls.some(({ authorised }) => authorised)).toBe(false)
    expect(errors).toEqual([])
  })

  test(`a shopper who declines at ${name} sees it, can still pay, and pays [ONE-05, ONE-07]`, async ({ page }) => {
    const errors = errorsOf(page)
    const paid: string[] = []
    page.on('request', (request) => void (/one-off-payments\/[^/]+\/pay$/.test(request.url()) && paid.push(request.url())))
    await buy(page, 'Cheese scone')
    const address = page.url()
    await decideAtBank(page, name, /^Decline/)
    const notice = page.getByRole('status').filter({ hasText: 'Payment has been cancelled' })
    await expect(notice).toBeVisible({ timeout: 20_000 })
    expect(page.url()).toBe(address)
    expect(paid).toEqual([])
    await expect(page.getByText('Waiting for payment')).toBeVisible()
    await page.waitForTimeout(2500) // longer than a redirect would take
    expect(page.url()).toBe(address)
    await expectAccessible(page)
    await decideAtBank(page, name, /^Approve/)
    await expect(heading(page, 'Thank you')).toBeVisible({ timeout: 20_000 })
    expect(errors).toEqual([])
  })
}

test('in a popup: the shop gets the message, checks with its own server, and closes the popup [CHK-14]', async ({ page }) => {
  const errors = errorsOf(page)
  await page.goto(shop)
  await page.evaluate(() => {
    const received: unknown[] = []
    Object.assign(window, { received })
    addEventListener('message', ({ origin, data }) => received.push({ origin, data: data as unknown }))
  })
  const opening = page.waitForEvent('popup')
  await page.getByRole('listitem').filter({ hasText: 'House beans' }).getByRole('button', { name: 'Pay in a window' }).click()
  const checkout = await opening
  await expect(heading(checkout, /Amount due/)).toBeVisible()
  const id = new URL(checkout.url()).pathname.split('/').at(-1)!
  await expect(page.getByRole('status')).toContainText('Waiting for payment')
  const closed = checkout.waitForEvent('close')
  await decideAtBank(checkout, 'BNZ', /^Approve/)
  await closed
  await expect(page.getByRole('status')).toContainText('Paid. Thank you!')
  expect(await page.evaluate(() => (window as unknown as { received: unknown[] }).received)).toEqual([
    { origin: web, data: { paymentRequestId: id, status: 'paid' } },
  ])
  expect(errors).toEqual([])
})

test('a popup that is closed early loses nothing: the shop keeps polling', async ({ page }) => {
  await page.goto(shop)
  const opening = page.waitForEvent('popup')
  await page.getByRole('listitem').filter({ hasText: 'Flat white' }).getByRole('button', { name: 'Pay in a window' }).click()
  const checkout = await opening
  await expect(heading(checkout, /Amount due/)).toBeVisible()
  const id = new URL(checkout.url()).pathname.split('/').at(-1)!
  await checkout.close()
  await expect(page.getByRole('status')).toContainText('Waiting for payment')
  await voidRequest(id)
  await expect(page.getByRole('status')).toContainText('The payment was cancelled')
})

async function newVisitor(browser: Browser): Promise<Page> {
  return await (await browser.newContext({ locale: 'en-NZ', timezoneId: 'Pacific/Auckland', serviceWorkers: 'block' })).newPage()
}

test('the bank returns to another browser: nothing is paid there; it can pay itself, and the first page updates by itself [SEC-9]', async ({
  page,
  browser,
}) => {
  const { id } = await createRequest({ value: { amount: '571', currency: 'NZD' }, redirectPaidUrl: undefined, redirectCancelUrl: undefined })
  await page.goto(`pay/${id}`)
  const waiting = await newVisitor(browser)
  await waiting.goto(`${web}/deimos/pay/${id}`)
  await decideAtBank(page, 'BNZ', /^Approve/)
  const addressAt = (tab: Page) =>
    tab
      .locator('[data-return]')
      .first()
      .evaluate((element) => (element as HTMLAnchorElement).href || element.textContent)
  const other = await newVisitor(browser)
  await other.goto(await addressAt(page))
  const modal = other.getByRole('alertdialog')
  await expect(modal).toContainText('This payment was started in another browser. You have not been charged.', { timeout: 20_000 })
  await modal.getByRole('button', { name: 'Retry' }).click()
  await decideAtBank(other, 'BNZ', /^Approve/)
  await other.goto(await addressAt(other))
  for (const tab of [other, waiting]) await expect(heading(tab, 'Payment successful')).toBeVisible({ timeout: 20_000 })
  await other.context().close()
  await waiting.context().close()
})

test('a return page that is reloaded while the bank is processing continues [ONE-09]', async ({ page }) => {
  const { id } = await createRequest({ value: { amount: '1017', currency: 'NZD' }, redirectPaidUrl: undefined, redirectCancelUrl: undefined })
  await page.goto(`pay/${id}`)
  const sent: { code: string; idempotencyKey: string }[] = []
  let lost = 2
  await page.route('**/api/one-off-payments/*/pay', async (route) => {
    sent.push(route.request().postDataJSON() as (typeof sent)[number])
    if (lost-- <= 0) return await route.fallback()
    await route.fetch() // the server completes it, and the response is lost
    return await route.abort('connectionreset')
  })
  await decideAtBank(page, 'ASB', /^Approve/)
  await expect(heading(page, 'Checking with ASB…')).toBeVisible()
  await expect(page).toHaveTitle('Pay processing | Nikau')
  await expectAccessible(page)
  await expect.poll(() => sent.length).toBeGreaterThan(0)
  await page.reload()
  await expect(heading(page, 'Payment successful')).toBeVisible({ timeout: 25_000 })
  expect(new Set(sent.map(({ code }) => code)).size).toBe(1)
  expect(new Set(sent.map(({ idempotencyKey }) => idempotencyKey)).size).toBe(1)
  // No other test pays this amount: the bank has one payment of it.
  const { payments } = (await (await fetch(`${banks}/control/payments`)).json()) as { payments: { initiation: { InstructedAmount: { Amount: string } } }[] }
  expect(payments.filter(({ initiation }) => initiation.InstructedAmount.Amount === '10.17')).toHaveLength(1)
})

test('a bank that declines: the reason is shown, Retry starts again, and the request is still payable [ONE-07]', async ({ page }) => {
  const { id } = await createRequest({ value: { amount: '567', currency: 'NZD' } })
  await page.goto(`pay/${id}`)
  await decideAtBank(page, 'Westpac', /^Approve/)
  const modal = page.getByRole('alertdialog', { name: 'Something Went Wrong' })
  await expect(modal).toContainText('It looks like something went wrong. Please try again.', { timeout: 20_000 })
  await expect(modal).toContainText('Your bank declined the payment. You have not been charged.')
  await expectAccessible(page)
  await modal.getByRole('button', { name: 'Retry' }).click()
  await expect(modal).toHaveCount(0)
  await expect(page.getByText('Waiting for payment')).toBeVisible()
})

test('a bank that is down shows an error, and nothing is charged', async ({ page }) => {
  const { id } = await createRequest({ value: { amount: '562', currency: 'NZD' } })
  await page.goto(`pay/${id}`)
  await page.getByRole('button', { name: 'BNZ', exact: true }).click()
  await expect(page.getByRole('alert')).toContainText('We couldn’t open BNZ', { timeout: 30_000 })
  await expectAccessible(page)
})

test('an unknown state leads to Not Found, at every bank [ONE-03, ROUTE-11]', async ({ page }) => {
  for (const bank of ['pnz', 'bnz', 'westpac', 'asb'])
    for (const hash of ['#state=nobody&code=abc', '#code=abc', '']) {
      await page.goto('about:blank')
      await page.goto(`${bank}/oidc-callback${hash}`)
      await expect(page).toHaveURL(`${web}/deimos/404`)
      await expect(page).toHaveTitle('Not Found | Nikau')
    }
})

test('the callback of another bank works too, also that of pnz, which has no button [ONE-02, ONE-08]', async ({ page }) => {
  const { id } = await createRequest({ value: { amount: '1234', currency: 'NZD' }, redirectPaidUrl: undefined, redirectCancelUrl: undefined })
  await page.goto(`pay/${id}`)
  await expect(page.getByRole('button', { name: 'BNZ', exact: true })).toBeVisible()
  await expect(page.getByRole('button', { name: /pnz|payments nz|test bank/i })).toHaveCount(0)
  await page.route(`${web}/deimos/bnz/oidc-callback`, (route) => route.fulfill({ body: 'held', contentType: 'text/html' }))
  await decideAtBank(page, 'BNZ', /^Approve/)
  await page.waitForURL(/bnz\/oidc-callback/)
  const { hash } = new URL(page.url())
  expect(hash).toContain('state=')
  await page.goto(`pnz/oidc-callback${hash}`)
  await expect(heading(page, 'Payment successful')).toBeVisible({ timeout: 20_000 })
  const refused = await page.request.post(`${web}/api/one-off-payments`, { data: { paymentRequestId: id, bank: 'pnz' } })
  expect(refused.status()).toBe(400)
})

test('keyboard, 320 px and accessibility [CHK-01, CHK-02, CHK-04, ROUTE-09]', async ({ page }) => {
  const errors = errorsOf(page)
  const { id } = await createRequest()
  await page.setViewportSize({ width: 320, height: 640 })
  await page.goto(`pay/${id}`)
  await expect(page).toHaveTitle('Pay | Nikau')
  await expect(page.getByText('Tōtara Market')).toBeVisible()
  await expect(heading(page, 'Amount due $16.00')).toBeVisible()
  await expect(page.getByText('Nikau Test')).toBeVisible()
  await expectAccessible(page)
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320)
  for (const control of await page
    .locator('main')
    .getByRole('button')
    .or(page.getByRole('link', { name: 'Pay with Nikau wallet' }))
    .all())
    expect((await control.boundingBox())!.height).toBeGreaterThanOrEqual(48)
  const reached: string[] = []
  for (let step = 0; step < 8; step++) {
    await page.keyboard.press('Tab')
    reached.push(await page.evaluate(() => document.activeElement?.textContent ?? ''))
  }
  expect(reached.map((text) => text.replace(/^(BNZ|ASB|WP)(?=BNZ|ASB|Westpac)/, ''))).toEqual([
    'Pay with Nikau wallet',
    'BNZ',
    'ASB',
    'Westpac',
    'Farmlands appOpens on this phone',
    'Farmlands CardCard number and a code',
    'Pay on another deviceShow a QR code',
    'Cancel and go back',
  ])
  await page.getByRole('button', { name: 'Pay on another device' }).focus()
  await page.keyboard.press('Enter')
  const modal = page.getByRole('dialog', { name: 'Pay on another device' })
  await expect(modal.getByText('Scan the QR Code to pay')).toBeVisible()
  await expect(modal.getByRole('img', { name: 'QR code to pay Tōtara Market' })).toBeVisible()
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await expect(modal).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Pay on another device' })).toBeFocused()
  expect(errors).toEqual([])
})

test('the wallet’s code is not loaded, and there is no redirect to sign-in [ROUTE-04]', async ({ page }) => {
  const { id } = await createRequest()
  const files: string[] = []
  page.on('request', (request) => files.push(request.url()))
  await page.goto(`pay/${id}`)
  await expect(page.getByText('Waiting for payment')).toBeVisible()
  await page.waitForLoadState('load')
  expect(files.filter((file) => /\/assets\/(?:base|start|oidc-client|session)[\w.-]*\.js/.test(file))).toEqual([])
  expect(page.url()).toBe(`${web}/deimos/pay/${id}`)
})

test('each outcome has its message, posts nothing without an opener, and redirects to the right URL [CHK-15, CHK-16]', async ({ page }) => {
  const first = await createRequest()
  const releaseRedirect = await holdRedirect(page)
  await page.goto(`pay/${first.id}`)
  await expect(page.getByText('Waiting for payment')).toBeVisible()
  await voidRequest(first.id)
  await expect(heading(page, 'Payment has been cancelled')).toBeVisible()
  await expect(heading(page, 'Payment has been cancelled')).toBeFocused()
  releaseRedirect()
  await page.waitForURL(`${shop}/orders/left?paymentRequestId=${first.id}`)
  const second = await createRequest({ expirySeconds: 3, redirectPaidUrl: undefined, redirectCancelUrl: undefined })
  await page.goto(`pay/${second.id}`)
  await expect(heading(page, 'Payment has expired')).toBeVisible({ timeout: 10_000 })
  await expect(page.getByText('Ask Tōtara Market for a new request')).toBeVisible()
  await expectAccessible(page)
  await page.waitForTimeout(2500)
  expect(page.url()).toBe(`${web}/deimos/pay/${second.id}`)
})

test('a request that does not exist is Not Found [CHK-13]', async ({ page }) => {
  for (const id of ['nobody', 'no%20id']) {
    await page.goto(`pay/${id}`)
    await expect(heading(page, '404')).toBeVisible()
    await expect(page).toHaveTitle('Not Found | Nikau')
  }
})

test.describe('with a wallet', () => {
  test.use({ person: 'mia' })

  test('a signed-in person gets the Pay screen at the same URL, and a return from the bank ends in the wallet [CHK-01, ONE-06]', async ({ page }) => {
    await setLocalConfig(page, { testAssetsEnabled: true })
    await page.goto('')
    await expect(heading(page, 'Kia ora')).toBeVisible({ timeout: 20_000 })
    const { id } = await createRequest({ value: { amount: '1700', currency: 'NZD' } })
    await page.goto(`pay/${id}`)
    await expect(page).toHaveTitle('Pay | Nikau')
    await expect(page.getByRole('button', { name: /^Pay/ })).toBeVisible()
    await expect(page.getByText('Pay by bank')).toHaveCount(0)
    // The bank payment is started without a session; this signed-in browser is the one that returns.
    const begun = await page.request.post(`${web}/api/one-off-payments`, { data: { paymentRequestId: id, bank: 'bnz' } })
    await page.goto(((await begun.json()) as { authorizationUrl: string }).authorizationUrl)
    await page.getByRole('button', { name: 'Log in', exact: true }).click()
    await page.getByRole('button', { name: /^Approve/ }).click()
    await expect(page).toHaveURL(`${web}/deimos/pay/${id}/summary`, { timeout: 25_000 })
    await expect(page.getByText('Duplicate Payment')).toHaveCount(0)
  })
})
