import { type Page, test } from '@playwright/test'
import { expectAccessible } from './axe.ts'
import { createPayer, expect, success } from './pay.ts'
import { addCashier, createBusiness, handScan, press, send, showCode, stage, startAtTill } from './staff-till.ts'

// A staff till on a counter and a wallet on a phone, side by side.
test.describe.configure({ timeout: 240_000 })

const phone = { viewport: { width: 390, height: 844 }, locale: 'en-NZ', timezoneId: 'Pacific/Auckland', reducedMotion: 'reduce' } as const

test('a device is paired, a person starts, a customer’s code is paid from their wallet, and Undo gives it back [TILL-01, TILL-02, TILL-03, TILL-06, TILL-07, TILL-11, TILL-12]', async ({
  page: till,
  browser,
}) => {
  const business = await createBusiness(browser)
  const customer = await (await browser.newContext(phone)).newPage()
  await createPayer(customer, '50')
  await till.goto('till')
  await stage(till, 'Pair this till')
  await expectAccessible(till)
  const tillId = await startAtTill(till, business)
  await expect(till.getByText('TEST', { exact: true })).toBeVisible()
  await expectAccessible(till)
  const creations: string[] = []
  till.on('request', (request) => request.method() === 'POST' && request.url().endsWith('/api/payment-requests') && creations.push(request.postData() ?? ''))
  await press(till, '1600')
  const code = await showCode(customer)
  await handScan(till, code.slice(0, 15) + String((Number(code[15]) + 1) % 10))
  await expect(till.getByText('The check digit is wrong. Scan or type the code again.')).toBeVisible()
  expect(creations).toEqual([])
  await handScan(till, code)
  await expect(till.getByText('Waiting for their approval')).toBeVisible()
  await expectAccessible(till)
  // The app is killed while the customer reads: it goes on waiting for the same request.
  await till.reload()
  await expect(till.getByText('Waiting for their approval')).toBeVisible()
  await customer.waitForURL('**/deimos/pay/*')
  await customer.getByRole('button', { name: 'Pay $16.00' }).click()
  await expect(success(customer)).toContainText('$16.00')
  await stage(till, 'Paid in full')
  await expect(till.getByText('Nikau wallet')).toBeVisible()
  await expectAccessible(till)
  expect(creations).toHaveLength(1)
  const body = JSON.parse(creations[0]!) as Record<string, unknown>
  expect(body).toMatchObject({ terminalId: tillId, conditionsEnabled: true, partialAllowed: true, basketAmount: '1600', barcode: code })
  for (const name of ['deviceId', 'operatorId', 'idempotencyKey']) expect(body[name]).toBeTruthy()
  // The code is used up.
  await till.getByRole('button', { name: 'New sale' }).click()
  await press(till, '500')
  await handScan(till, code)
  await expect(till.getByText('This code doesn’t work. Ask for a fresh code.')).toBeVisible()

  const second = await showCode(customer)
  await handScan(till, second)
  await customer.waitForURL('**/deimos/pay/*')
  await customer.getByRole('button', { name: 'Pay $5.00' }).click()
  await stage(till, 'Paid in full')
  await till.getByRole('button', { name: 'Undo' }).click()
  await till.getByRole('button', { name: 'Give back $5.00' }).click()
  await stage(till, 'Given back')
})

test('our own QR code is the request’s, the till’s sticker leads to it, and a Cancel gives it up [TILL-08, TILL-10, BIZ-52]', async ({
  page: till,
  browser,
}) => {
  const business = await createBusiness(browser)
  const tillId = await startAtTill(till, business)
  const { merchantId } = business
  const sticker = await send<{ url: string }>('payment-links', business.owner, { merchantId, name: 'Till 1', kind: 'till', tillId })
  const scanner = await (await browser.newContext(phone)).newPage()
  await scanner.goto(sticker.url)
  await expect(scanner.getByRole('heading', { level: 1, name: 'Ask at the till' })).toBeVisible()
  await press(till, '1600')
  await till.getByRole('button', { name: 'Charge $16.00' }).click()
  const created = till.waitForResponse((response) => response.request().method() === 'POST' && response.url().endsWith('/api/payment-requests'))
  await till.getByRole('button', { name: 'Show our QR' }).click()
  const { url } = (await (await created).json()) as { url: string }
  const code = till.getByRole('img', { name: /^QR code to pay Corner Loaf/ })
  await expect(code).toBeVisible()
  const box = (await code.boundingBox())!
  expect(Math.min(box.width, box.height)).toBeGreaterThanOrEqual(240)
  const customer = await (await browser.newContext(phone)).newPage()
  await customer.goto(url)
  await expect(customer.getByText('$16.00').first()).toBeVisible()
  // The customer who scanned the sticker is led to the same request.
  await scanner.waitForURL(new URL(url).pathname)
  await expect(scanner.getByText('$16.00').first()).toBeVisible()
  await till.getByRole('button', { name: 'Cancel this payment' }).click()
  await stage(till, 'Cancelled')
  await expectAccessible(till)
})

test('a till that is switched off is refused at its next call [TILL-02]', async ({ page: till, browser }) => {
  const business = await createBusiness(browser)
  const tillId = await startAtTill(till, business)
  await send(`accounts/${business.accountId}/tills/${tillId}/switch-off`, business.owner, {})
  await press(till, '1600')
  await handScan(till, '9990001234567890')
  await expect(till.getByText('This till was switched off')).toBeVisible()
})

test('killed before the answer to Charge came, the till finds out by itself and charges nobody twice [TILL-18]', async ({ page: till, browser }) => {
  const business = await createBusiness(browser)
  await startAtTill(till, business)
  await press(till, '1600')
  await till.getByRole('button', { name: 'Charge $16.00' }).click()
  // The request reaches the server; its answer does not reach the till.
  let [arrived, answered] = [0, 0]
  await till.route('**/api/payment-requests', async (route) => {
    arrived++
    await route.fetch()
    answered++
    await route.abort()
  })
  await till.route('**/abandon', (route) => route.abort())
  await till.getByRole('button', { name: 'Show our QR' }).click()
  await stage(till, 'We’re checking')
  expect([arrived, answered]).toEqual([1, 1])
  await till.reload()
  await stage(till, 'We’re checking')
  await expect(till.getByRole('button', { name: /Charge/ })).toHaveCount(0)
  await expectAccessible(till)
  await till.unroute('**/abandon')
  await stage(till, 'Cancelled')
  await expect(till.getByText('Nothing was taken from them.')).toBeVisible()
  expect(arrived).toBe(1)
})

test('5 wrong codes lock a person at this till [TILL-03]', async ({ page: till, browser }) => {
  const business = await createBusiness(browser)
  await startAtTill(till, business)
  await till.getByRole('button', { name: /Change person, items and sound/ }).click()
  await till.getByRole('button', { name: 'Change person', exact: true }).click()
  await stage(till, 'Who’s at the till?')
  const problem = till.getByRole('alert')
  for (const left of ['4 tries left', '3 tries left', '2 tries left', '1 try left']) {
    await press(till, '111222')
    await expect(problem).toContainText(left)
  }
  await press(till, '111222')
  await expect(problem).toContainText('Too many wrong codes')
  await press(till, business.code)
  await expect(problem).toContainText('Too many wrong codes')
})

test('a cashier refunds above their limit with a manager’s code on the same screen, and both are recorded [TILL-21]', async ({ page: till, browser }) => {
  const business = await createBusiness(browser)
  const cashier = await addCashier(browser, business)
  const customer = await (await browser.newContext(phone)).newPage()
  await createPayer(customer, '90')
  await startAtTill(till, business, cashier)
  await press(till, '6000')
  await handScan(till, await showCode(customer))
  await customer.waitForURL('**/deimos/pay/*')
  const requestId = new URL(customer.url()).pathname.split('/').at(-1)!
  await customer.getByRole('button', { name: 'Pay $60.00' }).click()
  await stage(till, 'Paid in full')
  await till.getByRole('button', { name: 'Undo' }).click()
  const field = till.getByRole('textbox', { name: 'Manager’s code' })
  await field.fill('000000')
  await till.getByRole('button', { name: 'Give back $60.00' }).click()
  await expect(till.getByText(/That code doesn’t work/)).toBeVisible()
  const { code } = await send<{ code: string }>(`accounts/${business.accountId}/refund-approvals`, business.owner, {})
  await field.fill(code)
  await till.getByRole('button', { name: 'Give back $60.00' }).click()
  await stage(till, 'Given back')
  const [refund] = (await send<{ items: object[] }>(`payment-requests/${requestId}/activities`, business.owner)).items
  expect(refund).toMatchObject({
    type: 'refund',
    value: { amount: '6000' },
    createdBy: `crn::user:${cashier.personId}`,
    approvedBy: `crn::user:${business.ownerId}`,
  })
})

test('a part is paid by a wallet, the rest in rounded cash, or by another customer’s code, and the sums agree with the portal [TILL-13, TILL-15]', async ({
  page: till,
  browser,
}) => {
  const business = await createBusiness(browser)
  const customer = await (await browser.newContext(phone)).newPage()
  await createPayer(customer, '25')
  await startAtTill(till, business)
  await press(till, '3862')
  await handScan(till, await showCode(customer))
  await customer.waitForURL('**/deimos/pay/*')
  const requestId = new URL(customer.url()).pathname.split('/').at(-1)!
  await payPart(customer, 'Pay $25.00')
  await stage(till, 'Still to take')
  await expect(till.getByText('Take $13.62 by')).toBeVisible()
  await expectAccessible(till)
  // The customer has their receipt, and the app of the till is killed.
  await expect(customer.getByText('Part paid')).toBeVisible()
  await till.reload()
  await till.getByRole('button', { name: 'Cash rounds to $13.60' }).click()
  await stage(till, 'Paid in full')
  for (const text of ['Nikau wallet', '$25.00', 'Cash', '$13.60', 'Rounding', '$0.02']) await expect(till.getByText(text, { exact: true })).toBeVisible()
  await expectAccessible(till)
  const payment = await send<{ status: string; rounding: string; legs: { amount: string; tender?: string }[] }>(
    `merchants/${business.merchantId}/payments/${requestId}`,
    business.owner,
  )
  expect(payment).toMatchObject({ status: 'paid', rounding: '2', legs: [{ amount: '2500' }, { amount: '1360', tender: 'cash' }] })

  await till.getByRole('button', { name: 'New sale' }).click()
  const [first, second] = [await (await browser.newContext(phone)).newPage(), await (await browser.newContext(phone)).newPage()]
  await createPayer(first, '10')
  await createPayer(second, '50')
  await press(till, '1600')
  await handScan(till, await showCode(first))
  await first.waitForURL('**/deimos/pay/*')
  await payPart(first, 'Pay $10.00')
  await stage(till, 'Still to take')
  await till.getByRole('button', { name: 'Another Nikau code' }).click()
  await handScan(till, await showCode(second))
  await expect(till.getByText('Waiting for their approval')).toBeVisible()
  await expectAccessible(till)
  await second.waitForURL('**/deimos/pay/*')
  await second.getByRole('button', { name: 'Pay $6.00' }).click()
  await stage(till, 'Paid in full')
  for (const text of ['$10.00', '$6.00']) await expect(till.getByText(text, { exact: true })).toBeVisible()
})

/** Of an amount that the wallet does not cover. */
async function payPart(customer: Page, name: string): Promise<void> {
  await customer.getByRole('button', { name }).click()
  await customer.getByRole('alertdialog').getByRole('button', { name: 'Continue' }).click()
}
