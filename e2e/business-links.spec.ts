import type { Page } from '@playwright/test'
import { readQrCodes } from '@nikau/testing/qr-codes'
import { web } from './addresses.ts'
import { expectAccessible } from './axe.ts'
import { createPayer, expect, payButton, success } from './pay.ts'
import { createSession, test } from './session.ts'

test.describe.configure({ timeout: 180_000 })

type Headers = Record<string, string>

async function send<T>(path: string, headers: Headers, body: object): Promise<T> {
  const response = await fetch(`${web}/api/${path}`, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify(body),
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
  const { id: configId } = await send<{ id: string }>(`merchants/${merchantId}/configs`, owner, {
    paymentOptions: [{ type: 'nikau.nzd.test' }],
    allowedRedirectUrls: [],
  })
  const { secret } = await send<{ secret: string }>(`accounts/${accountId}/api-keys`, owner, { name: 'till', role: 'merchant-terminal' })
  const makeLink = (body: object) => send<{ id: string; url: string }>('payment-links', owner, { merchantId, ...body })
  const request = (body: object) => send<{ id: string }>('payment-requests', { 'x-api-key': secret }, { configId, ...body })
  return { makeLink, request }
}

test('a manager makes a link, a customer opens and pays it, the list has its count and sum, and closing it says so [BIZ-50, BIZ-51, BIZ-54]', async ({
  page,
  browser,
}) => {
  await createBusiness(page)
  await page.goto('business/take')
  await expect(page.getByRole('heading', { level: 1, name: 'Take a payment' })).toBeVisible()
  await expectAccessible(page)
  await page.getByLabel('What is it for').fill('Birthday cake deposit')
  await page.getByLabel('Amount in dollars').fill('64')
  await page.getByLabel('Can be paid').selectOption('Many times')
  await page.getByRole('button', { name: 'Make link for $64.00' }).click()
  const card = page.getByRole('region', { name: 'Birthday cake deposit' })
  const address = await card.getByText(/\/l\/pl_\w+$/).textContent()

  const customer = await (await browser.newContext()).newPage()
  await createPayer(customer, '100')
  // The address that the code shows leads on to the page.
  await customer.goto(`http://${address}`)
  await expect(customer.getByRole('heading', { level: 1, name: 'Birthday cake deposit $64.00' })).toBeVisible()
  await expectAccessible(customer)
  await customer.getByRole('button', { name: 'Pay $64.00' }).click()
  await expect(customer.getByText('Corner Loaf').first()).toBeVisible()
  await payButton(customer).click()
  await expect(success(customer)).toBeVisible()

  await page.reload()
  await expect(page.getByRole('row', { name: /Birthday cake deposit \$64\.00 \$64\.00 1 payment/ })).toBeVisible()
  await page.getByRole('button', { name: 'Close this link' }).click()
  await page.getByRole('button', { name: 'Close it' }).click()
  await expect(page.getByRole('row', { name: /Birthday cake deposit Closed \$64\.00 1 payment/ })).toBeVisible()
  await customer.goto(`http://${address}`)
  await expect(customer.getByRole('heading', { level: 1, name: 'No longer used' })).toBeVisible()
  await expect(customer.getByText('Corner Loaf')).toHaveCount(0)
  await expectAccessible(customer)
})

test('the sticker of a till leads to what the till waits for, and else says to ask there [BIZ-52]', async ({ page, browser }) => {
  const { makeLink, request } = await createBusiness(page)
  const link = await makeLink({ name: 'Till 1', kind: 'till' })
  const customer = await (await browser.newContext()).newPage()
  await customer.goto(link.url)
  await expect(customer.getByRole('heading', { level: 1, name: 'Ask at the till' })).toBeVisible()
  await expectAccessible(customer)
  const { id } = await request({ value: { amount: '1650', currency: 'NZD' }, paymentLinkId: link.id, terminalId: 'till-1' })
  await expect(customer).toHaveURL(`${web}/deimos/pay/${id}`)
  await expect(customer.getByRole('heading', { level: 1, name: 'Amount due $16.50' })).toBeVisible()
})

const papers = [
  { name: 'A6 sticker', width: 105, height: 148, least: 60 },
  { name: 'A4 poster', width: 210, height: 297, least: 90 },
]
const pixelsPerMm = 96 / 25.4
const pointsPerMm = 72 / 25.4

test('sticker and poster print on exactly one page of their size, with a code that a phone reads as the link [BIZ-53]', async ({ page }) => {
  const { makeLink } = await createBusiness(page)
  const link = await makeLink({ name: 'Till 1', kind: 'till' })
  await page.goto('business/take/poster')
  await expect(page.getByRole('article', { name: 'A6 sticker' }).getByRole('img', { name: 'QR code of Till 1' })).toBeVisible()
  await expectAccessible(page)
  // Fits the whole of either paper: some versions of Chromium shift the screenshot of an element larger than the viewport.
  await page.setViewportSize({ width: 1280, height: 1280 })
  for (const { name, width, height, least } of papers) {
    await page.getByRole('radio', { name: new RegExp(`^${name}`) }).check({ force: true })
    const pdf = (await page.pdf({ preferCSSPageSize: true, printBackground: true })).toString('latin1')
    const boxes = [...pdf.matchAll(/\/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]/g)].map(([, right, top]) => [Number(right) / pointsPerMm, Number(top) / pointsPerMm])
    expect(boxes.map((box) => box.map(Math.round))).toEqual([[width, height]])

    await page.emulateMedia({ media: 'print' })
    const paper = page.locator('.n-printed .n-print')
    const box = (await paper.boundingBox())!
    expect([box.width / pixelsPerMm, box.height / pixelsPerMm].map(Math.round)).toEqual([width, height])
    const [code, ...others] = await readQrCodes(await paper.screenshot({ scale: 'css' }))
    expect(others).toEqual([])
    expect(code).toMatchObject({ text: link.url, errorCorrection: 'H' })
    expect(code!.width / pixelsPerMm).toBeGreaterThanOrEqual(least)
    await expect(paper).toContainText('TEST')
    await page.emulateMedia({ media: null })
  }
})
