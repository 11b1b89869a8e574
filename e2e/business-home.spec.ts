import { randomUUID } from 'node:crypto'
import { expect, type Page, test } from '@playwright/test'
import { web } from './addresses.ts'
import { expectAccessible } from './axe.ts'
import { createPayer } from './pay.ts'
import { createSession } from './session.ts'

type Headers = Record<string, string>

async function send<T>(path: string, headers: Headers, body?: object): Promise<T> {
  const response = await fetch(`${web}/api/${path}`, {
    headers: { ...headers, ...(body && { 'content-type': 'application/json' }) },
    ...(body && { method: 'POST', body: JSON.stringify(body) }),
  })
  if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`)
  return (await response.json()) as T
}

/** A business of the person on the page, with a test shop. */
async function createBusiness(page: Page) {
  const owner = { authorization: `Bearer ${await createSession(page)}` }
  const { id: accountId } = await send<{ id: string }>('accounts', owner, { name: 'Corner Loaf Ltd', type: 'org', test: true })
  const merchant = { accountId, name: 'Corner Loaf', country: 'NZ', test: true, type: 'e-commerce' }
  const { id: merchantId } = await send<{ id: string }>('merchants', owner, merchant)
  const config = await send<{ id: string }>(`merchants/${merchantId}/configs`, owner, { paymentOptions: [{ type: 'nikau.nzd.test' }], allowedRedirectUrls: [] })
  const { secret } = await send<{ secret: string }>(`accounts/${accountId}/api-keys`, owner, { name: 'till', role: 'merchant-terminal' })
  const createRequest = async (amount: string, name: string) => {
    const item = { name, price: amount, qty: '1', sku: 'loaf' }
    const body = { configId: config.id, value: { amount, currency: 'NZD' }, lineItems: [item] }
    return (await send<{ id: string }>('payment-requests', { 'x-api-key': secret }, body)).id
  }
  return { createRequest }
}

async function pay(token: string, requestId: string): Promise<void> {
  const headers = { authorization: `Bearer ${token}` }
  const [membership] = await send<{ accountId: string }[]>('account-memberships', headers)
  const { items } = await send<{ items: { id: string }[] }>(`accounts/${membership!.accountId}/assets`, headers)
  await send(`payment-requests/${requestId}/pay`, headers, { assetType: 'nikau.nzd.test', assetId: items[0]!.id, idempotencyKey: randomUUID() })
}

for (const [name, viewport] of Object.entries({ phone: { width: 390, height: 844 }, desktop: { width: 1280, height: 800 } }))
  test(`a payment appears on Home on a ${name} within three seconds of being paid, in the list and in the takings [BIZ-15, BIZ-11]`, async ({
    page,
    browser,
  }) => {
    await page.setViewportSize(viewport)
    const { createRequest } = await createBusiness(page)
    const token = await createPayer(await (await browser.newContext()).newPage(), '50')
    const requestId = await createRequest('1650', 'Kūmara sourdough')
    const streamed = page.waitForResponse((response) => new URL(response.url()).pathname.endsWith('/events'))
    await page.goto('business')
    await streamed
    const takings = page.getByRole('region', { name: 'Today’s takings' })
    await expect(takings.locator('.n-takings-amount')).toHaveText('$0.00')
    await expect(page.getByText(/^No takings last [A-Z]\w+day$/)).toBeVisible()
    // What nobody has paid is no payment yet.
    await expect(page.getByText('No payments in the last month. New ones show here by themselves.')).toBeVisible()
    const row = page.getByRole('table', { name: 'The latest payments' }).getByRole('row', { name: /Kūmara sourdough/ })

    await pay(token, requestId)
    const paidAt = Date.now()
    await expect(row).toContainText('Paid')
    await expect(takings.locator('.n-takings-amount')).toHaveText('$16.50')
    expect(Date.now() - paidAt).toBeLessThan(3000)

    await page.getByText('Show as a table').click()
    await expect(page.getByRole('table', { name: 'Takings by the hour' }).getByRole('row', { name: /^Total \$16\.50/ })).toBeVisible()
    await expectAccessible(page)
    await page.emulateMedia({ colorScheme: 'dark' })
    await expectAccessible(page)
  })
