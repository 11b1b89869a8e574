import { test } from '@playwright/test'
import { expectAccessible } from './axe.ts'
import { createRequest, walletState, expect, idempotencyKeysOf, modal, payButton, shop, success, callAsMerchant, createPayer } from './pay.ts'
import { setLocalConfig, signIn } from './people.ts'
import { createSession } from './session.ts'

test.describe.configure({ timeout: 240_000 })

test('a person buys in the shop, pays from the wallet and returns to a paid order; a refund shows in the summary [PAY-02, PAY-03, PAY-04, PAY-08, PAY-15, PAY-18, SUMM-03, SUMM-05, SUMM-06]', async ({
  page,
}) => {
  await createPayer(page, '50')
  await page.goto(shop)
  await page.getByRole('listitem').filter({ hasText: 'House beans' }).getByRole('button', { name: 'Pay with Nikau' }).click()
  await expect(page).toHaveURL(/\/deimos\/pay\//)
  await expect(page).toHaveTitle('Pay | Nikau')
  const id = /pay\/([^/?]+)/.exec(page.url())![1]!
  const main = page.getByRole('main')
  await expect(main).toContainText('Tōtara Market')
  await expect(page.getByRole('region', { name: 'Payment Method' })).toContainText('Full Payment')
  await expect(page.getByRole('region', { name: 'Payment Method' })).toContainText('$32.00 left after this')
  await page.getByText('Order Summary').click()
  await expect(main).toContainText('1 × House beans, 250 g')
  await expect(main).toContainText('GST included $2.35')
  await expectAccessible(page)
  const read = page.waitForResponse((response) => response.url().endsWith(`/api/payment-requests/${id}`) && response.request().method() === 'GET')
  await page.getByRole('button', { name: 'Pay $18.00' }).click()
  await read
  await expect(page).toHaveURL(new RegExp(`/pay/${id}/summary$`))
  await expect(success(page)).toContainText('Your payment of $18.00 to Tōtara Market has been completed.')
  await expectAccessible(page)
  expect(await walletState(page, id)).toEqual({ balance: '3200', movements: ['-1800'] })
  // A reload shows the dialog again until it is closed.
  await page.reload()
  await expect(success(page)).toBeVisible()
  expect(await page.evaluate((name) => localStorage.getItem(name), `closedPaymentModal-${id}`)).toBeNull()
  await page.getByRole('button', { name: 'View receipt' }).click()
  await expect(page.getByText('GST number')).toBeVisible()
  expect(await page.evaluate((name) => localStorage.getItem(name), `closedPaymentModal-${id}`)).not.toBeNull()
  await page.reload()
  await expect(page.getByText('140-107-697')).toBeVisible()
  await expect(success(page)).toHaveCount(0)
  await expectAccessible(page)
  await page.getByRole('link', { name: 'Back to dashboard' }).click()
  await expect(page).toHaveURL(new RegExp(`^${shop}/orders/[^?]+\\?paymentRequestId=${id}$`))
  await expect(page.getByRole('heading', { level: 1, name: 'Thank you' })).toBeVisible()
  // By webhook, not by polling.
  await expect(async () => {
    await page.reload()
    await expect(page.getByText('Webhooks: paid')).toBeVisible({ timeout: 1000 })
  }).toPass()
  await page.getByRole('spinbutton').or(page.getByRole('textbox')).first().fill('8')
  const refunded = page.waitForResponse((response) => response.request().method() === 'POST' && response.url().endsWith('/refund'))
  await page.getByRole('button', { name: /refund/i }).click()
  await refunded // a reload before that would abort it
  await expect(async () => {
    await page.reload()
    await expect(page.getByText('$8.00')).toBeVisible({ timeout: 1000 })
  }).toPass()
  await page.goto(`pay/${id}/summary`)
  await expect(page.getByText('Part refunded')).toBeVisible()
  await expect(page.getByText('+$8.00')).toBeVisible()
  expect((await walletState(page, id)).movements).toEqual(['800', '-1800'])
  // The movement's receipt links to the order.
  await page.goto('activity')
  await page
    .getByRole('link', { name: /Tōtara Market/ })
    .first()
    .click()
  await page.getByRole('link', { name: 'View order' }).click()
  await expect(page).toHaveURL(new RegExp(`/pay/${id}/summary$`))
})

test('a visitor of /nikau/pay signs in and returns to the request [ROUTE-14]', async ({ page }) => {
  await setLocalConfig(page, { testAssetsEnabled: true })
  const { id } = await createRequest(500)
  await page.goto(`nikau/pay/${id}`)
  await signIn(page)
  await expect(page).toHaveURL(new RegExp(`/nikau/pay/${id}$`))
  await expect(page).toHaveTitle('Pay With Wallet | Nikau')
  await expect(page.getByRole('heading', { level: 1 })).toContainText('$5')
})

test('a new person whose wallet shows real money pays a test request: a test wallet is opened, what is missing is topped up, also after a reload and in another tab, and the payment goes on [PAY-15]', async ({
  page,
  context,
}) => {
  await createSession(page)
  const { id } = await createRequest(1650)
  await page.goto(`pay/${id}`)
  await expect(page.getByText('You have $0.00 of the $16.50 due.')).toBeVisible()
  await expect(page.getByRole('complementary', { name: 'Test mode' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'BNZ' })).toBeVisible()
  await expect(page.getByRole('link', { name: /^Farmlands Card/ })).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('link', { name: 'Top up', exact: true }).click()
  await expect(page.getByLabel('Amount')).toHaveValue('16.50')
  await page.reload()
  await expect(page.getByRole('button', { name: 'Topup $16.50' })).toBeVisible()
  await expect(page.getByRole('complementary', { name: 'Test mode' })).toBeVisible()
  const other = await context.newPage()
  await other.goto(page.url())
  await expect(other.getByRole('button', { name: 'Topup $16.50' })).toBeVisible()
  await other.close()
  await page.getByRole('button', { name: 'Topup $16.50' }).click()
  await expect(page).toHaveURL(new RegExp(`/pay/${id}$`))
  await page.getByRole('button', { name: 'Pay $16.50' }).click()
  await expect(success(page)).toBeVisible()
  expect(await walletState(page, id)).toEqual({ balance: '0', movements: ['-1650'] })
})

test('a partial payment: nothing is paid before it is confirmed or when it is dismissed; then the receipt says what is still due [PAY-03, PAY-08, PAY-10]', async ({
  page,
}) => {
  await createPayer(page, '12.40')
  const keys = idempotencyKeysOf(page)
  const { id } = await createRequest(1600, { partialAllowed: true, basketAmount: '1600' })
  await page.goto(`pay/${id}`)
  await expect(page.getByRole('region', { name: 'Payment Method' })).toContainText('Partial Payment')
  await expect(page.getByRole('contentinfo')).toContainText('Remaining$3.60')
  await page.getByRole('button', { name: 'Pay $12.40' }).click()
  const dialog = modal(page, 'Partial Payment')
  await expect(dialog).toContainText('An extra payment of $3.60 is required to complete this order.')
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await payButton(page).click()
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
  expect(keys).toEqual([])
  await payButton(page).click()
  await dialog.getByRole('button', { name: 'Continue' }).click()
  await expect(success(page)).toContainText('$3.60 left to pay')
  expect(keys.length).toBe(1)
  expect(await walletState(page, id)).toEqual({ balance: '0', movements: ['-1240'] })
  await page.getByRole('button', { name: 'View receipt' }).click()
  await expect(page.getByText('Part paid')).toBeVisible()
})

test('the wallet sheet: continue as the signed-in person, or get the gift card app, which waits for what stands above it [PAY-06, PAY-07]', async ({
  page,
}) => {
  await createPayer(page, '20')
  const { id } = await createRequest(500)
  const loaded = Promise.withResolvers<void>()
  const styles = /\/assets\/checkout-[\w-]+\.css$/
  await page.route(styles, async (route) => {
    await loaded.promise
    await route.continue()
  })
  const preloaded = page.waitForRequest(styles)
  await page.goto(`nikau/pay/${id}`)
  await preloaded
  await page.getByRole('button', { name: 'Change' }).click()
  const sheet = page.getByRole('dialog', { name: 'Select Wallet' })
  await expect(sheet.locator('[aria-busy="true"]')).toBeVisible()
  await expect(sheet.getByRole('link')).toHaveCount(0)
  loaded.resolve()
  await expect(sheet.getByRole('link', { name: /Android/ })).toHaveAttribute('href', 'https://giftstation.example/android')
  await expect(sheet.getByRole('link', { name: /iPhone/ })).toHaveAttribute('href', 'https://giftstation.example/ios')
  await expect(sheet).toContainText('Continue as +6421')
  await expectAccessible(page)
  await sheet.getByRole('button', { name: /Nikau wallet/ }).click()
  await expect(sheet).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Pay $5.00' })).toBeEnabled()
})

test('real refusals: insufficient funds, cancelled and expired meanwhile; each with its modal, and no money moved [ERR-01, ERR-03, ERR-04]', async ({
  page,
}) => {
  await createPayer(page, '20')
  /** The screen keeps seeing an open request, as on a bad connection. */
  const freezeRequest = async (id: string) => {
    const first = await (await fetch(`${new URL(page.url()).origin}/api/payment-requests/${id}/summary`)).json()
    await page.route(`**/api/payment-requests/${id}`, async (route) => {
      const answer = await route.fetch()
      await route.fulfill({
        response: answer,
        json: { ...(await answer.json()), status: 'new', expiresAt: '2099-01-01T00:00:00.000Z', remainingAmount: first.remainingAmount },
      })
    })
  }
  const [large, small, cancelled] = await Promise.all([createRequest(1500), createRequest(1000), createRequest(500)])
  await page.goto(`pay/${large.id}`)
  await expect(payButton(page)).toBeEnabled()
  const other = await page.context().newPage()
  await setLocalConfig(other, { testAssetsEnabled: true })
  await other.goto(`nikau/pay/${small.id}`)
  await payButton(other).click()
  await expect(success(other)).toBeVisible()
  await page.getByRole('button', { name: 'Pay $15.00' }).click()
  await expect(modal(page, 'Insufficient Funds')).toContainText('You have not been charged.')
  await page.getByRole('button', { name: 'Change Payment Method' }).click()
  await page.getByRole('button', { name: 'Close' }).click()
  await expect(page.getByText('You have $10.00 of the $15.00 due.')).toBeVisible()
  await expect(payButton(page)).toBeDisabled()

  await freezeRequest(cancelled.id)
  await page.goto(`pay/${cancelled.id}`)
  await expect(payButton(page)).toBeEnabled()
  await callAsMerchant(`/${cancelled.id}/void`, {})
  await payButton(page).click()
  await expect(modal(page, 'Payment Request Cancelled')).toBeVisible()

  const short = await createRequest(500, { expirySeconds: 5 })
  await freezeRequest(short.id)
  await page.goto(`pay/${short.id}`)
  await expect(payButton(page)).toBeEnabled()
  await page.waitForTimeout(5500)
  await payButton(page).click()
  await expect(modal(page, 'Transaction Timed Out')).toBeVisible()
  for (const { id } of [large, cancelled, short]) expect((await walletState(page, id)).movements).toEqual([])
})

test('changes to an open request are shown: it expires, the merchant voids it, another payer pays; View Payment [PAY-12, PAY-13, PAY-14, ERR-02, ERR-03]', async ({
  page,
}) => {
  await createPayer(page, '20')
  const [short, cancelled, paid] = await Promise.all([createRequest(500, { expirySeconds: 30 }), createRequest(500), createRequest(500)])
  await page.goto(`pay/${short.id}`)
  await expect(page.getByText('sec', { exact: true })).toBeVisible()
  await expectAccessible(page)
  await expect(modal(page, 'Transaction Timed Out')).toContainText('You have not been charged.', { timeout: 30_000 })
  await expectAccessible(page)
  await page.goto(`pay/${cancelled.id}`)
  await expect(payButton(page)).toBeEnabled()
  await callAsMerchant(`/${cancelled.id}/void`, {})
  await expect(modal(page, 'Payment Request Cancelled')).toBeVisible()
  await page.goto(`pay/${paid.id}`)
  await expect(payButton(page)).toBeEnabled()
  await callAsMerchant(`/${paid.id}/pay`, { assetType: 'external.test', transactionId: 'till 4' })
  await expect(modal(page, 'Duplicate Payment')).toBeVisible()
  await page.getByRole('link', { name: 'View Payment' }).click()
  await expect(page).toHaveURL(new RegExp(`/pay/${paid.id}/summary$`))
})

test('an unknown request: the modal, and home [PAY-21]', async ({ page }) => {
  await createSession(page)
  await page.goto('nikau/pay/nothing-like-it')
  await expect(modal(page, 'Payment Request Not Found')).toContainText("We can't find this payment request. Check the link or ask the merchant for a new one.")
  await expectAccessible(page)
  await page.getByRole('link', { name: 'Go Back Home' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Kia ora' })).toBeVisible()
})

test('any other error: Something Went Wrong, and Retry reloads the page [ERR-07]', async ({ page }) => {
  await createPayer(page, '20')
  const { id } = await createRequest(500)
  await page.goto(`pay/${id}`)
  await page.route(
    '**/pay',
    (route) => (route.request().method() === 'POST' ? route.fulfill({ status: 403, json: { message: 'NEVER_HEARD_OF' } }) : route.fallback()),
    { times: 1 },
  )
  await payButton(page).click()
  await expect(modal(page, 'Something Went Wrong')).toContainText('It looks like something went wrong. Please try again.')
  await Promise.all([page.waitForEvent('load'), page.getByRole('button', { name: 'Retry' }).click()])
  await payButton(page).click()
  await expect(success(page)).toBeVisible()
  expect((await walletState(page, id)).movements).toEqual(['-500'])
})

for (const colorScheme of ['light', 'dark'] as const)
  test(`no accessibility violation, ${colorScheme}; everything by keyboard`, async ({ page }) => {
    await page.emulateMedia({ colorScheme })
    await createPayer(page, '20')
    const { id } = await createRequest(500)
    await page.goto(`pay/${id}`)
    await expect(payButton(page)).toBeEnabled()
    await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
    await expectAccessible(page)
    for (const name of ['Change', 'Order Summary', 'Note to the shop', 'Pay $5.00']) {
      await page.keyboard.press('Tab')
      await expect(page.locator(':focus')).toContainText(name)
    }
    await page.keyboard.press('Enter')
    await expect(success(page)).toBeVisible()
    await expectAccessible(page)
    await page.keyboard.press('Tab')
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await expect(page.getByText('GST number')).toBeVisible()
    await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
    await expectAccessible(page)
  })
