import { expect, type Page } from '@playwright/test'
import { expectAccessible } from './axe.ts'
import { codeSentTo, setLocalConfig } from './people.ts'
import { test } from './session.ts'
import { shop, web } from './addresses.ts'

// These tests pass six servers; on a busy machine that takes time, and they are not about speed.
test.describe.configure({ timeout: 240_000 })

const shopKey = 'nk_the-sandbox-shop-of-this-machine-and-no-other'

/** The sandbox company's cards, by their behaviour. */
const cards = { good: 1, empty: 2, expired: 3, inactive: 4, nowhereToSend: 5, trusted: 6, byEmail: 7, byPhone: 8 }
const numberOf = (card: keyof typeof cards) => `600509100000000${cards[card]}`
const phoneOf = (card: keyof typeof cards) => `02755501${String(cards[card]).padStart(2, '0')}`

async function createRequest(): Promise<string> {
  const response = await fetch(`${web}/api/payment-requests`, {
    method: 'POST',
    headers: { 'x-api-key': shopKey, 'content-type': 'application/json' },
    body: JSON.stringify({ configId: 'mc_sandboxShop', value: { amount: '1875', currency: 'NZD' }, expirySeconds: 900 }),
  })
  const { id, message } = (await response.json()) as { id?: string; message?: string }
  if (id === undefined) throw new Error(message)
  return id
}

const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { level: 1, name })

async function enterCard(page: Page, card: keyof typeof cards, cvc = '123'): Promise<void> {
  await page.getByLabel('Card number').fill(numberOf(card))
  await page.getByLabel('Expiry date (MM/YY)').fill('1230')
  await page.getByLabel('CVC').fill(cvc)
  await page.getByRole('button', { name: 'Submit' }).click()
}

test('a shopper without a wallet pays with a card and the code that its owner is sent [PAY-01, CHK-08, CARD-17, CARD-24, OTP-02, OTP-07, OTP-08, ROUTE-15, ROUTE-16, API-44]', async ({
  page,
}) => {
  const errors: string[] = []
  page.on('pageerror', (error) => errors.push(error.message))
  page.on('console', (message) => message.type() === 'error' && page.url().startsWith(web) && errors.push(message.text()))
  const loads: string[] = []
  page.on('request', (request) => request.isNavigationRequest() && loads.push(new URL(request.url()).pathname))
  await page.goto(shop)
  await page
    .getByRole('listitem')
    .filter({ has: page.getByRole('heading', { name: 'House beans' }) })
    .getByRole('button', { name: 'Pay with Nikau' })
    .click()
  await expect(heading(page, /Amount due/)).toBeVisible()
  const id = new URL(page.url()).pathname.split('/').at(-1)!
  await page.getByRole('link', { name: 'Farmlands Card' }).click()
  await expect(heading(page, 'Farmlands Card')).toBeVisible()
  expect(new URL(page.url()).pathname).toBe(`/deimos/farmlands/pay/${id}`)
  await expect(page).toHaveTitle('Pay By Farmlands Card | Nikau')
  await expectAccessible(page)
  const since = Date.now()
  await enterCard(page, 'good')
  await expect(heading(page, 'Security verification')).toBeVisible()
  expect(new URL(page.url()).pathname).toBe(`/deimos/farmlands/pay/${id}/verify`)
  await expect(page).toHaveTitle('Verify card | Nikau')
  // Masked: recognisable, but not usable.
  const sent = page.getByText(/^Sent at .+ to .+ and .+/)
  await expect(sent).toContainText('@farm.example')
  await expect(sent).not.toContainText('ngaire@')
  expect(loads).not.toContain(`/deimos/farmlands/pay/${id}/verify`)
  await expectAccessible(page)
  await page.getByLabel('6-digit code').fill(await codeSentTo(phoneOf('good'), since))
  const paying = page.waitForRequest((request) => request.url().endsWith(`/api/payment-requests/${id}/pay`))
  await page.getByRole('button', { name: 'Complete' }).click()
  const payment = await paying
  expect(payment.headers().authorization).toMatch(/^Bearer \S+$/)
  expect(payment.postDataJSON()).toMatchObject({ assetType: 'farmlands.nzd.test' })
  await expect(heading(page, 'Payment successful').or(heading(page, 'Thank you'))).toBeVisible({ timeout: 30_000 })
  await page.waitForURL(`${shop}/orders/*?paymentRequestId=${id}`)
  await expect(heading(page, 'Thank you')).toBeVisible()
  await expect(async () => {
    await page.reload()
    await expect(page.getByText('Webhooks: paid')).toBeVisible({ timeout: 500 })
  }).toPass()
  expect(errors).toEqual([])
})

test('a trusted card pays without a code [CARD-18]', async ({ page }) => {
  const id = await createRequest()
  await page.goto(`farmlands/pay/${id}`)
  await enterCard(page, 'trusted')
  await expect(heading(page, 'Payment successful')).toBeVisible({ timeout: 30_000 })
  expect(new URL(page.url()).pathname).toBe(`/deimos/pay/${id}`)
})

test('a payment whose response is lost is retried under its idempotency key and found completed [CARD-18]', async ({ page }) => {
  const id = await createRequest()
  const sent: { idempotencyKey: string }[] = []
  const released = Promise.withResolvers<void>()
  let lost = 1
  await page.route('**/api/payment-requests/*/pay', async (route) => {
    sent.push(route.request().postDataJSON() as (typeof sent)[number])
    if (lost-- <= 0) {
      await released.promise
      return await route.fallback()
    }
    await route.fetch() // the server completes it, and the response is lost
    return await route.abort('connectionreset')
  })
  // Polling of the request is blocked: the payment's own response must be enough.
  let read = 0
  await page.route('**/api/payment-requests/*/summary', async (route) =>
    read++ === 0 || page.url().includes('/deimos/pay/') ? await route.fallback() : undefined,
  )
  await page.goto(`farmlands/pay/${id}`)
  await enterCard(page, 'trusted')
  await expect(heading(page, 'We’re checking')).toBeVisible({ timeout: 20_000 })
  released.resolve()
  await expect(heading(page, 'Payment successful')).toBeVisible({ timeout: 30_000 })
  expect([sent.length, new Set(sent.map(({ idempotencyKey }) => idempotencyKey)).size]).toEqual([2, 1])
})

test('each card that cannot pay says why, another can be tried, and a reload of the code page starts over [ERR-10, ERR-11, ERR-12, ERR-13, ERR-14, CARD-21, OTP-06]', async ({
  page,
}) => {
  await page.emulateMedia({ colorScheme: 'dark' })
  await page.goto(`farmlands/pay/${await createRequest()}`)
  for (const [card, title] of [
    ['empty', 'Insufficient balance'],
    ['expired', 'Card expired'],
    ['inactive', 'Card inactive'],
  ] as const) {
    await enterCard(page, card)
    await expect(heading(page, title)).toBeVisible()
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Try another Farmlands Card' }).click()
    await expect(page.getByLabel('Card number')).toHaveValue('')
  }
  await enterCard(page, 'nowhereToSend')
  await expect(page.getByRole('alert')).toContainText('Please contact Farmlands on 0800 200 600.')
  await expectAccessible(page)
  await enterCard(page, 'byEmail', '999')
  await expect(heading(page, 'Card verification failed')).toBeVisible()
  await page.getByRole('button', { name: 'Check what I entered' }).click()
  await enterCard(page, 'byEmail')
  await expect(heading(page, 'Security verification')).toBeVisible()
  await expect(page.getByText(/^Sent at .+ to \S+@farm\.example$/)).toBeVisible()
  await page.reload()
  await expect(heading(page, 'Farmlands Card')).toBeVisible()
  await expect(page.getByLabel('Card number')).toHaveValue('')
  expect(page.url()).not.toContain('verify')
})

test('wrong codes end the attempt; a resent code replaces the previous one [OTP-09, OTP-10, OTP-12, OTP-15, ERR-09, ERR-16]', async ({ page }) => {
  const id = await createRequest()
  await page.goto(`farmlands/pay/${id}`)
  const since = Date.now()
  await enterCard(page, 'byPhone')
  await expect(heading(page, 'Security verification')).toBeVisible()
  const first = await codeSentTo(phoneOf('byPhone'), since)
  const resend = page.getByRole('button', { name: 'Resend', exact: true })
  await expect(resend).toBeEnabled({ timeout: 30_000 })
  const again = page.waitForResponse('**/api/auth/verify-farmlands-card')
  await resend.click()
  expect((await again).ok()).toBe(true)
  await expect(page.getByRole('button', { name: /^Resend in/ })).toBeVisible() // the form for the new code is shown
  const submitCode = async (code: string) => {
    await page.getByLabel('6-digit code').fill(code)
    const answered = page.waitForResponse('**/api/auth/verify-farmlands-card')
    await page.getByRole('button', { name: 'Complete' }).click()
    await answered
  }
  for (const code of [first, '000001', '000002']) {
    await submitCode(code)
    await expect(page.getByRole('alert')).toContainText('Code verification failed')
  }
  await submitCode('000003')
  await expect(heading(page, 'Payment Failed')).toBeVisible()
  expect(new URL(page.url()).pathname).toBe(`/deimos/farmlands/pay/${id}`)
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Cancel' }).click()
  await expect(heading(page, /Amount due/)).toBeVisible()
  expect(new URL(page.url()).pathname).toBe(`/deimos/pay/${id}`)
})

test.describe('with a wallet', () => {
  test.use({ person: 'mia' })

  test('a signed-in person can pay with a card too, and ends in the wallet [CARD-18]', async ({ page }) => {
    await setLocalConfig(page, { testAssetsEnabled: true })
    await page.goto('')
    await expect(heading(page, 'Kia ora')).toBeVisible({ timeout: 20_000 })
    const id = await createRequest()
    await page.goto(`farmlands/pay/${id}`)
    await expect(heading(page, 'Farmlands Card')).toBeVisible({ timeout: 20_000 })
    await expect(page).toHaveTitle('Pay By Farmlands Card | Nikau')
    await expectAccessible(page)
    await enterCard(page, 'byPhone', '999')
    await expect(heading(page, 'Card verification failed')).toBeVisible()
    await page.getByRole('button', { name: 'Try another Farmlands Card' }).click()
    await enterCard(page, 'trusted')
    await expect(page).toHaveURL(`${web}/deimos/pay/${id}/summary`, { timeout: 25_000 })
    await expect(page.getByText('Duplicate Payment')).toHaveCount(0)
  })
})
