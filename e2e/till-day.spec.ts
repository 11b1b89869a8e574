import { type Page, test } from '@playwright/test'
import { expectAccessible } from './axe.ts'
import { createPayer, expect } from './pay.ts'
import { type Business, createBusiness, handScan, press, send, showCode, stage, startAtTill } from './staff-till.ts'

// What a till took: its list, refunds from it, the close of the day, and sales noted without a connection.
test.describe.configure({ timeout: 240_000 })

const phone = { viewport: { width: 390, height: 844 }, locale: 'en-NZ', timezoneId: 'Pacific/Auckland', reducedMotion: 'reduce' } as const
const today = () => new Intl.DateTimeFormat('en-CA', { timeZone: 'Pacific/Auckland' }).format(new Date())

interface Totals {
  taken: string
  givenBack: string
  takenAtTill: string
  paidCount: number
}
interface Payment {
  id: string
  createdAt: string
  notedAt?: string
  amount: string
  status: string
}

/** What the portal has of the till on this day. */
const ofTill = (what: string, { merchantId }: Business, tillId: string) =>
  `merchants/${merchantId}/payments${what}?where=till:${tillId}&from=${today()}&to=${today()}`
const totalsOf = (business: Business, tillId: string) => send<Totals>(ofTill('/totals', business, tillId), business.owner)
const paymentsOf = async (business: Business, tillId: string) => (await send<{ items: Payment[] }>(ofTill('', business, tillId), business.owner)).items
const dollars = (cents: string | number) => `$${(Number(cents) / 100).toFixed(2)}`
const sum = (till: Page, name: string) =>
  till
    .locator('.n-sum > div')
    .filter({ has: till.locator('dt', { hasText: new RegExp(`^${name}`) }) })
    .locator('dd')

async function sell(till: Page, customer: Page, digits: string, amount: string): Promise<void> {
  await press(till, digits)
  await handScan(till, await showCode(customer))
  await customer.waitForURL('**/deimos/pay/*')
  await customer.getByRole('button', { name: `Pay ${amount}` }).click()
  await stage(till, 'Paid in full')
}

test('a sale is in the list, part of it goes back from there, and the day closes with the totals of the portal [TILL-20]', async ({ page: till, browser }) => {
  const business = await createBusiness(browser)
  const customer = await (await browser.newContext(phone)).newPage()
  await createPayer(customer, '90')
  const tillId = await startAtTill(till, business)
  await sell(till, customer, '1600', '$16.00')
  await till.getByRole('button', { name: 'New sale' }).click()
  await sell(till, customer, '2345', '$23.45')
  await till.getByRole('button', { name: 'Payments of this till' }).click()
  await stage(till, 'Payments')
  const rows = till.locator('.n-item')
  await expect(rows).toHaveCount(2)
  await expect(rows.first()).toContainText('$23.45')
  await expectAccessible(till)
  await rows.nth(1).click()
  await expect(till.getByRole('heading', { name: 'How it was paid' })).toBeVisible()
  await expectAccessible(till)
  await till.getByRole('button', { name: 'Give back', exact: true }).click()
  await till.getByRole('textbox', { name: 'Amount to give back' }).fill('5.5')
  await expectAccessible(till)
  await till.getByRole('button', { name: 'Give back $5.50' }).click()
  await stage(till, 'Given back')
  await till.getByRole('button', { name: 'Back to the payments' }).click()
  await expect(till.getByText('Part refunded')).toBeVisible()
  await till.getByRole('button', { name: 'Close the day' }).click()
  await expect(till.getByText('Taken in 2 payments')).toBeVisible()
  await expectAccessible(till)
  await till.getByRole('button', { name: 'Close the day' }).click()
  await stage(till, 'The day is closed')
  const totals = await totalsOf(business, tillId)
  expect(totals).toMatchObject({ taken: '3945', givenBack: '550', paidCount: 2 })
  await expect(sum(till, 'Nikau wallet')).toHaveText(dollars(totals.taken))
  await expect(sum(till, 'Given back')).toHaveText(`−${dollars(totals.givenBack)}`)
  await expect(sum(till, 'Left of the day')).toHaveText(dollars(Number(totals.taken) - Number(totals.givenBack)))
  await expectAccessible(till)
})

test.describe('without a connection', () => {
  test.use({ serviceWorkers: 'allow' })

  /** Cuts the network or brings it back; Chromium tells a page that is opened meanwhile only through this command. */
  async function setOffline(till: Page, offline: boolean): Promise<void> {
    await till.context().setOffline(offline)
    const devTools = await till.context().newCDPSession(till)
    await devTools.send('Network.overrideNetworkState', { offline, latency: 0, downloadThroughput: -1, uploadThroughput: -1 })
  }

  test('cash and EFTPOS are noted, outlive a restart of the app and lost answers, and are recorded once, in order, with their time [TILL-19]', async ({
    page: till,
    browser,
  }) => {
    const business = await createBusiness(browser)
    const tillId = await startAtTill(till, business)
    await till.evaluate(() => navigator.serviceWorker.ready)
    await till.reload()
    await expect(till.getByRole('status', { name: 'Amount' })).toBeVisible()
    await expect.poll(() => till.evaluate(() => navigator.serviceWorker.controller !== null)).toBe(true)
    const charges: string[] = []
    till.on('request', (request) => request.method() === 'POST' && request.url().includes('/api/payment-requests') && charges.push(request.url()))

    await setOffline(till, true)
    await stage(till, 'This till can’t take Nikau payments right now')
    await expect(till.getByRole('button', { name: /^Charge/ })).toBeDisabled()
    await expectAccessible(till)
    await till.getByRole('button', { name: /^Note a cash or EFTPOS sale/ }).click()
    await press(till, '1603')
    await expectAccessible(till)
    await till.getByRole('button', { name: /^In cash/ }).click()
    await expect(till.getByText(/^Noted: \$16\.00 in cash/)).toBeVisible()
    await press(till, '4250')
    await till.getByRole('button', { name: 'By EFTPOS' }).click()
    await expect(till.getByText(/^Noted: \$42\.50 by EFTPOS/)).toBeVisible()
    await till.getByRole('button', { name: 'Back to the sale' }).click()
    expect(charges).toEqual([])
    await till.reload()
    await setOffline(till, true)
    await expect(till.getByText('2 noted, sent when we’re back')).toBeVisible()
    // Chromium tells the reloaded page late that it is offline; what it tried until then has failed.
    charges.length = 0
    await till.getByRole('button', { name: /^Noted sales/ }).click()
    await expectAccessible(till)
    expect(charges).toEqual([])
    expect(await paymentsOf(business, tillId)).toEqual([])

    // The answers to the first calls are lost after they arrived.
    const lost = new Set<string>()
    await till.context().route('**/api/payment-requests{,/*/pay}', async (route) => {
      const kind = route.request().url().endsWith('/pay') ? 'pay' : 'create'
      if (lost.has(kind)) return await route.continue()
      lost.add(kind)
      await route.fetch()
      await route.abort()
    })
    await setOffline(till, false)
    await expect(till.getByText('Nothing is noted')).toBeVisible({ timeout: 60_000 })
    expect([...lost].toSorted()).toEqual(['create', 'pay'])
    const payments = await paymentsOf(business, tillId)
    expect(payments).toMatchObject([
      { amount: '4250', status: 'paid' },
      { amount: '1603', status: 'paid' },
    ])
    for (const { notedAt, createdAt } of payments) expect(Date.parse(notedAt!)).toBeLessThan(Date.parse(createdAt))
    await till.getByRole('button', { name: 'Back to the sale' }).click()
    await till.getByRole('button', { name: 'Payments of this till' }).click()
    await expect(till.getByText(/Noted at/)).toHaveCount(2)
    await till.getByRole('button', { name: 'Close the day' }).click()
    await expect(sum(till, 'Cash')).toHaveText(['$16.00', '−$0.03'])
    await expect(sum(till, 'EFTPOS')).toHaveText('$42.50')
    const totals = await totalsOf(business, tillId)
    expect(totals).toMatchObject({ taken: '5850', takenAtTill: '5850', paidCount: 2 })
    await expect(sum(till, 'Left of the day')).toHaveText(dollars(totals.taken))
  })
})
