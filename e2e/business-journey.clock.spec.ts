import { type Page, test } from '@playwright/test'
import { banks } from './addresses.ts'
import { expectAccessible } from './axe.ts'
import { freshBusinessDay, nextBusinessDay, runWorker, setClock } from './bank-business-days.ts'
import { moveClock } from './bank-control.ts'
import { shortDay } from './bank-days.ts'
import { cents, downloadRows, readSum, total } from './books.ts'
import { businessAccountOf, decide, newGstNumber, newNzbn, newTradingName, openStep, save } from './business.ts'
import { type MerchantAccount, openMerchantAccount, readStatement } from './merchant-bank.ts'
import { type OtherShop, startOtherShop } from './other-shop.ts'
import { expect, payButton, success } from './pay.ts'
import { signIn } from './people.ts'
import { createSession } from './session.ts'
import { handScan, press, showCode, signOn, stage } from './staff-till.ts'

// From nothing to the first payout, with live money of the sandbox. People use pages; only the operator's decision, the clock and the bank's
// acceptance of a customer are commands.

test.use({ viewport: { width: 1280, height: 800 }, actionTimeout: 30_000, navigationTimeout: 30_000 })

let shop: OtherShop | undefined
test.afterEach(async () => {
  await moveClock(new Date())
  await shop?.stop()
})

async function approveAtBank(page: Page): Promise<void> {
  await page.waitForURL(`${banks}/**`)
  await page.getByRole('button', { name: 'Log in', exact: true }).click()
  await page.getByRole('button', { name: /^Approve/ }).click()
}

const goTo = (page: Page, place: string) => page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: place, exact: true }).click()

/** The page before may have rows of the same name. */
async function openPayments(page: Page): Promise<void> {
  await goTo(page, 'Payments')
  await expect(page.getByRole('heading', { level: 1, name: 'Payments' })).toBeVisible()
}

/** Everything that going live needs, up to it. The code on the statement comes later. */
async function openBusiness(page: Page, name: string, account: MerchantAccount): Promise<void> {
  await page.goto('business/open')
  await signIn(page)
  await page.getByRole('link', { name: 'Open a business' }).click()
  await page.getByLabel('NZBN').fill(newNzbn())
  await expect(page.getByText('Found')).toBeVisible()
  await page.getByLabel('Name on checkout and receipts').fill(name)
  await save(page)
  await openStep(page, 'Payout account')
  await page.getByLabel('Account number').fill(account.number)
  await page.getByLabel('Name on account').fill(`${name} Ltd`)
  await save(page)
  await expect(page.getByText('Its bank says that the name matches.')).toBeVisible()
  await page.getByRole('link', { name: 'Open for business' }).click()
  await openStep(page, 'GST number')
  await page.getByText('Registered for GST').click()
  await page.getByLabel('GST number').fill(newGstNumber())
  await save(page)
  await openStep(page, 'Shop address')
  await expect(page.getByLabel('Street')).toHaveValue('1 Sample Street')
  await save(page)
  await openStep(page, 'What you accept')
  await page.getByText('Westpac', { exact: true }).click()
  await save(page)
  await openStep(page, 'First test payment')
  await page.getByRole('button', { name: 'Make a test request' }).click()
  const opening = page.waitForEvent('popup')
  await page.getByRole('link', { name: 'Pay $1.00' }).click()
  const checkout = await opening
  await checkout.getByRole('button', { name: 'ASB', exact: true }).click()
  await approveAtBank(checkout)
  await expect(checkout.getByRole('heading', { name: 'Payment successful' })).toBeVisible()
  await checkout.close()
  await expect(page.getByText('Your test shop has taken its first payment.')).toBeVisible()
  await page.getByRole('link', { name: 'Open for business' }).click()
}

async function goLive(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Send to be checked' }).click()
  await expect(page.getByText('Come back to go live.')).toBeVisible()
  await decide('approve', await businessAccountOf(page))
  await page.reload()
  await page.getByRole('button', { name: 'Go live' }).click()
  await expect(page.getByText('you can take $2,000.00 a day and $200.00 a payment.')).toBeVisible()
  await page.goto('business')
  const testMode = page.getByRole('switch', { name: 'Test mode' })
  await expect(testMode).toBeAttached()
  if (await testMode.isChecked()) await page.getByText('Test mode', { exact: true }).click()
  await expect(page.getByText('TEST', { exact: true })).toHaveCount(0)
}

/** Makes a live key and an endpoint in the portal, and gives them to the shop on its own page. */
async function connectShop(page: Page, shopper: Page, origin: string): Promise<void> {
  await goTo(page, 'Developers')
  await page.getByRole('button', { name: 'Make a key' }).click()
  await page.getByLabel('Name').fill('WebShop')
  await page.getByRole('button', { name: 'Make the key' }).click()
  const shown = page.getByRole('alertdialog')
  const key = await shown.getByText(/^nk_live_[\w-]+$/).innerText()
  await shown.getByText('I’ve stored it safely').click()
  await shown.getByRole('button', { name: 'Done' }).click()
  await expect(page.getByText(key)).toHaveCount(0)
  const [config] = /mc_[\w-]+/.exec(await page.getByLabel('A payment request by curl').innerText())!
  await shopper.goto(origin)
  await expect(shopper.getByRole('heading', { name: 'Connect the shop' })).toBeVisible()
  await expectAccessible(shopper)
  await page.getByRole('link', { name: 'Webhooks' }).click()
  await page.getByRole('button', { name: 'Add an endpoint' }).first().click()
  await page.getByLabel('Address of your server').fill(await shopper.locator('code').innerText())
  await page.getByRole('button', { name: 'Add it' }).click()
  await shopper.getByLabel('API key').fill(key)
  await shopper.getByLabel('Configuration of the shop').fill(config)
  await shopper.getByLabel('Published keys of the webhook').fill(
    await page
      .getByText(/\/jwks\.json$/)
      .last()
      .innerText(),
  )
  await shopper.getByRole('button', { name: 'Connect' }).click()
  await expect(shopper.getByRole('status')).toHaveText(`Connected: the shop sells as ${config}.`)
  // Its first answer was that of a shop without keys; the challenge comes again.
  await expect(page.getByText('On', { exact: true })).toBeVisible({ timeout: 40_000 })
}

async function pairTill(page: Page, till: Page): Promise<void> {
  await goTo(page, 'Take a payment')
  await page.getByRole('link', { name: 'Till', exact: true }).click()
  await page.getByLabel('New code').fill('482913')
  await page.getByRole('button', { name: 'Save the code' }).click()
  await expect(page.getByText('Your code is set.')).toBeVisible()
  await goTo(page, 'Team')
  await page.getByRole('button', { name: 'Add a till' }).click()
  await page.getByLabel('Name').fill('Till 1')
  await page.getByRole('button', { name: 'Add and show its code' }).click()
  await till.goto('till')
  await till.getByRole('textbox', { name: 'Pairing code' }).fill(await page.getByLabel('Pairing code').innerText())
  await till.getByRole('button', { name: 'Pair', exact: true }).click()
  await signOn(till, '482913')
  await page.getByRole('button', { name: 'Done' }).click()
}

async function topUp(customer: Page): Promise<void> {
  await createSession(customer)
  await customer.goto('topup')
  for (const _ of [50, 100]) await customer.getByRole('button', { name: 'Add 50 dollars' }).click()
  await customer.getByText('ASB', { exact: true }).last().click()
  await customer.getByRole('button', { name: 'Approve $100.00 at ASB' }).click()
  await approveAtBank(customer)
  await expect(customer.getByRole('heading', { level: 1, name: '$100.00 is in your wallet' })).toBeVisible({ timeout: 60_000 })
}

async function payByLink(page: Page, customer: Page): Promise<void> {
  await goTo(page, 'Take a payment')
  await page.getByLabel('What is it for').fill('Birthday cake deposit')
  await page.getByLabel('Amount in dollars').fill('48.50')
  await page.getByRole('button', { name: 'Make link for $48.50' }).click()
  const address = await page
    .getByRole('region', { name: 'Birthday cake deposit' })
    .getByText(/\/l\/pl_\w+$/)
    .innerText()
  await customer.goto(`http://${address}`)
  await customer.getByRole('button', { name: 'Pay $48.50' }).click()
  await customer.waitForURL('**/deimos/pay/*')
  await payButton(customer).click()
  await expect(success(customer)).toBeVisible()
}

async function payAtTill(till: Page, customer: Page): Promise<void> {
  await press(till, '1600')
  await handScan(till, await showCode(customer))
  await customer.waitForURL('**/deimos/pay/*')
  await customer.getByRole('button', { name: 'Pay $16.00' }).click()
  await stage(till, 'Paid in full')
}

/** A customer without an account pays an order of the shop by bank. The shop believes the signed webhook, not the browser. */
async function payByBank(shopper: Page, origin: string): Promise<void> {
  await shopper.goto(origin)
  const card = shopper.getByRole('listitem').filter({ has: shopper.getByRole('heading', { name: 'House beans' }) })
  await card.getByLabel('Quantity').fill('2')
  await card.getByRole('button', { name: 'Pay with Nikau' }).click()
  await expect(shopper.getByRole('button', { name: 'Westpac', exact: true })).toHaveCount(0)
  await shopper.getByRole('button', { name: 'ASB', exact: true }).click()
  await approveAtBank(shopper)
  await expect(shopper.getByRole('heading', { name: 'Payment successful' })).toBeVisible()
  await shopper.goto(`${origin}/orders`)
  await shopper.getByRole('link', { name: '2 × House beans' }).click()
  await expect(async () => {
    await shopper.reload()
    await expect(shopper.getByText('Webhooks: paid')).toBeVisible({ timeout: 500 })
  }).toPass()
  await expect(shopper.getByRole('heading', { level: 1, name: 'Thank you' })).toBeVisible()
}

interface PaymentBooks {
  id: string
  rows: Record<string, number>
  toBank: number
}

/** "What you get" of every payment of the day, each of which adds up. */
async function readPayments(page: Page): Promise<PaymentBooks[]> {
  const books: PaymentBooks[] = []
  for (const amount of ['$48.50', '$16.00', '$36.00']) {
    await openPayments(page)
    await page
      .getByRole('row')
      .filter({ hasText: amount })
      .filter({ hasText: /Paid|Part refunded/ })
      .getByRole('link')
      .click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(amount)
    await expect(page.getByText('It is in the payout of')).toBeVisible()
    const { rows, result } = await readSum(page, 'What you get')
    expect(total(Object.values(rows))).toBe(result)
    books.push({ id: new URL(page.url()).pathname.split('/').at(-1)!, rows, toBank: result })
  }
  return books
}

const takings = (home: Page) => home.getByRole('region', { name: 'Today’s takings' })

test('a business opens from nothing, is verified, connects a shop, takes payments by link, barcode and bank, refunds one in part, is paid out the next business day, and bank, payout, payments and fees match to the cent [BIZ-11, BIZ-23, BIZ-34, BIZ-36, BIZ-39, BIZ-44, BIZ-45, BIZ-46, BIZ-71]', async ({
  page,
  browser,
}) => {
  test.setTimeout(420_000)
  const open = async (viewport = { width: 1280, height: 800 }) => await (await browser.newContext({ viewport })).newPage()
  const day = await freshBusinessDay()
  const payday = await nextBusinessDay(day)
  const name = newTradingName()
  const account = await openMerchantAccount(`${name} Ltd`)
  const [bank, shopper, till, customer] = [await open(), await open(), await open(), await open({ width: 390, height: 844 })]

  await setClock(day, '10:00')
  await openBusiness(page, name, account)
  await goLive(page)
  await setClock(day, '15:55')
  await runWorker('build-bank-files')
  await setClock(day, '18:05')
  const [cent] = await readStatement(bank, account)
  expect(cent).toMatchObject({ amount: '+$0.01', code: 'NIKAU', particulars: expect.stringMatching(/^CODE \d{4}$/) })
  await page.goto('business/open/payout-account')
  await page.getByLabel('The code on your statement').fill(cent!.particulars.slice(5))
  await page.getByRole('button', { name: 'Confirm account' }).click()
  await expect(page.getByRole('link', { name: /^Payout account Done/ })).toBeVisible()

  shop = await startOtherShop()
  await connectShop(page, shopper, shop.origin)
  await pairTill(page, till)
  const home = await page.context().newPage()
  await home.goto('business')
  await expect(takings(home)).toContainText('$0.00')
  await topUp(customer)
  await payByLink(page, customer)
  await expect(takings(home)).toContainText('$48.50')
  await payAtTill(till, customer)
  await expect(takings(home)).toContainText('$64.50')
  await payByBank(shopper, shop.origin)
  await expect(takings(home)).toContainText('$100.50')

  await openPayments(page)
  await page
    .getByRole('row', { name: /Birthday cake deposit/ })
    .getByRole('link')
    .click()
  await page.getByRole('button', { name: 'Refund' }).click()
  await page.getByText('Another amount').click()
  await page.getByLabel('Amount to refund').fill('10.50')
  await page.getByRole('button', { name: 'Refund $10.50' }).click()
  await expect(page.getByText('Part refunded').first()).toBeVisible()
  await expect(takings(home)).toContainText(/Given back\s*\$10\.50/)
  await expect(takings(home)).toContainText('$100.50')
  await expect(home.getByRole('region', { name: 'Next payout' })).toContainText(`$89.22so far${shortDay(payday)}`)

  // The next business day: made in the morning, in the file of the afternoon, confirmed in the evening.
  await setClock(payday, '09:00')
  await runWorker('make-payouts')
  await goTo(page, 'Payouts')
  const payout = page.getByRole('table', { name: 'Payouts, newest first' }).getByRole('row').nth(1)
  await expect(payout).toContainText(shortDay(payday))
  await setClock(payday, '15:55')
  await runWorker('build-bank-files')
  await setClock(payday, '18:05')
  await runWorker('ingest-bank-results')

  await page.reload()
  const payments = await readPayments(page)
  await goTo(page, 'Payouts')
  await payout.getByRole('link').first().click()
  await expect(page.getByText(`Payout of ${shortDay(payday)}, payments of ${shortDay(day).split(' ').slice(0, 2).join(' ')}`)).toBeVisible()
  await expect(page.getByText('Paid', { exact: true }).first()).toBeVisible()
  await expect(page.getByText('In your bank account', { exact: true })).toBeVisible()
  await expect(page.getByText('4 of 4 add up')).toBeVisible()
  await expectAccessible(page)
  await page.emulateMedia({ colorScheme: 'dark' })
  await expectAccessible(page)

  // The payout's own sum, and the bank's own statement.
  const { rows, result: net } = await readSum(page, 'How it adds up')
  expect(rows).toEqual({ Payments: 10_050, Refunds: -1050, 'Your own tokens': 0, Fees: -68, 'GST on fees': -10 })
  expect(total(Object.values(rows))).toBe(net)
  expect(net).toBe(8922)
  const text = page.getByRole('region', { name: 'On your bank statement' }).locator('code')
  const [particulars, code, reference] = await text.allInnerTexts()
  const statement = await readStatement(bank, account)
  expect(statement).toHaveLength(2)
  expect(statement[0]).toMatchObject({ amount: '+$89.22', particulars, code, reference })
  for (const part of [particulars, code, reference]) expect(part).toMatch(/^[^,]{1,12}$/)

  // Every cent of it is in a line, and the lines of a payment are what its own page says.
  const lines = await downloadRows(page, 'CSV')
  const sumOf = (column: string, of = lines) => total(of.map((line) => cents(line[column]!)))
  expect(lines.map(({ Type }) => Type)).toEqual(['Payment', 'Payment', 'Payment', 'Refund'])
  expect([sumOf('Net'), sumOf('Amount'), sumOf('Fee'), sumOf('GST on fee')]).toEqual([net, 9000, 68, 10])
  for (const { id, rows: get, toBank } of payments) {
    const own = lines.filter((line) => line['Payment request'] === id)
    expect(sumOf('Net', own)).toBe(toBank)
    expect(sumOf('Fee', own)).toBe(-get.Fee!)
    expect(sumOf('GST on fee', own)).toBe(-get['GST on the fee']!)
  }
  expect(total(payments.map(({ toBank }) => toBank))).toBe(net)
  const shownNets = page.getByRole('table', { name: 'Payments in this payout' }).locator('tbody tr td:last-child')
  expect((await shownNets.allInnerTexts()).map(cents)).toEqual(lines.map(({ Net }) => cents(Net!)))

  // Xero reconciles the bank's line by its reference and has nothing left over.
  const xero = await downloadRows(page, 'Xero file')
  expect(Object.fromEntries(xero.map(({ Description, Amount }) => [Description, cents(Amount!)]))).toEqual({
    Sales: 10_050,
    Refunds: -1050,
    Fees: -68,
    'GST on fees': -10,
    'Payout to bank': -net,
  })
  expect(new Set(xero.map(({ Reference }) => Reference))).toEqual(new Set([reference]))
})
