import type { Page } from '@playwright/test'
import { expectAccessible } from './axe.ts'
import { button, heading } from './bank-account.ts'
import { createPayer, expect, payButton, success } from './pay.ts'
import { freshPhone, signIn } from './people.ts'
import { arrived, main, openVisitor } from './send.ts'
import { createSession, test } from './session.ts'
import { send } from './staff-till.ts'

test.describe.configure({ timeout: 240_000 })

/** A business of the person on the page, with a test shop that takes tokens. */
async function createBusiness(page: Page) {
  const owner = { authorization: `Bearer ${await createSession(page)}` }
  const { id: accountId } = await send<{ id: string }>('accounts', owner, { name: 'Corner Loaf Ltd', type: 'org', test: true })
  const merchant = { accountId, name: 'Corner Loaf', country: 'NZ', test: true, type: 'e-commerce' }
  const { id: merchantId } = await send<{ id: string }>('merchants', owner, merchant)
  const paymentOptions = [{ type: 'nikau.nzd.test' }, { type: 'nikau.token.test' }]
  const { id: configId } = await send<{ id: string }>(`merchants/${merchantId}/configs`, owner, { paymentOptions, allowedRedirectUrls: [] })
  const { secret } = await send<{ secret: string }>(`accounts/${accountId}/api-keys`, owner, { name: 'till', role: 'merchant-terminal' })
  const request = (body: object) => send<{ id: string }>('payment-requests', { 'x-api-key': secret }, { configId, ...body })
  return { request }
}

const year = new Date().getFullYear() + 1
/** As the form takes it, and as screens write it. */
const lastDay = { typed: `${year}-03-31`, shown: `31 March ${year}` }
const numbers = (page: Page) => page.getByRole('region', { name: 'In numbers' })
const giveOut = (page: Page) => page.getByRole('button', { name: 'Give out', exact: true })

/** Claims what a link leads to, as somebody new. */
async function claim(visitor: Page, link: string, phone: string): Promise<void> {
  await visitor.goto(link)
  await expect(heading(visitor, 'Corner Loaf Ltd sent you Tenth coffee')).toBeVisible()
  await expectAccessible(visitor)
  await button(visitor, 'Claim Tenth coffee').click()
  await signIn(visitor, phone)
  await expect(arrived(visitor)).toContainText('Tenth coffee')
}

test('a token is made, given out to people and by link, held with its last day, redeemed in the shop, counted, and closed [BIZ-76, BIZ-77, BIZ-78, BIZ-80, BIZ-82]', async ({
  page,
  browser,
}) => {
  const { request } = await createBusiness(page)
  await page.goto('business/tokens')
  await expect(page.getByText('No tokens yet')).toBeVisible()
  await page.getByRole('link', { name: 'New token' }).click()
  await page.getByLabel('Name', { exact: true }).fill('Tenth coffee')
  await page.getByLabel('Worth each').fill('5.50')
  await page.getByRole('combobox', { name: 'Lasts' }).selectOption('To a day you choose')
  await page.getByLabel('Last day').fill(lastDay.typed)
  await page.getByLabel('Item', { exact: true }).fill('Flat white')
  await page.getByLabel('Item code at your till (SKU)').fill('flat-white')
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Make the token' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Tenth coffee' })).toBeVisible()
  await expect(main(page)).toContainText('Product: Flat white, at Corner Loaf')
  await expect(main(page)).toContainText(`Ends ${lastDay.shown}`)
  await expectAccessible(page)

  const [withWallet, without] = [freshPhone(), freshPhone()]
  const customer = await openVisitor(browser)
  await createPayer(customer, '10', withWallet)
  await giveOut(page).click()
  await page.getByLabel('Mobile numbers or emails').fill(`${withWallet}\n${without}`)
  await page.getByRole('button', { name: 'Give out 2 tokens' }).click()
  // A test token reaches only people who have a wallet, and nobody else gets a message.
  await expect(numbers(page)).toContainText(/Given out\s*1/)
  await expect(main(page)).toContainText('has no wallet, which test tokens need')

  await customer.goto('')
  await customer.getByRole('link', { name: 'Corner Loaf Ltd' }).click()
  await customer.getByRole('button', { name: 'Show' }).click()
  await customer.getByRole('list', { name: 'Tenth coffee' }).getByRole('link').click()
  await expect(heading(customer, 'Tenth coffee')).toBeVisible()
  await expect(main(customer)).toContainText(`Expires ${lastDay.shown}`)
  await expectAccessible(customer)

  await giveOut(page).click()
  await page.getByText('By link').click()
  await page.getByLabel('How many links').fill('1')
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Make 1 link' }).click()
  const link = (await page.getByRole('group', { name: 'Links' }).textContent())!
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Done' }).click()
  await expect(numbers(page)).toContainText(/Given out\s*2/)
  await claim(await openVisitor(browser), link, freshPhone())
  // Somebody else has used it.
  await customer.goto(link)
  await expect(heading(customer, 'Already Claimed')).toBeVisible()

  const flatWhite = { name: 'Flat white', qty: '1', price: '550', sku: 'flat-white' }
  const { id } = await request({ value: { amount: '550', currency: 'NZD' }, lineItems: [flatWhite] })
  await customer.goto(`pay/${id}`)
  await expect(customer.getByRole('region', { name: 'Payment Method' })).toContainText('Tenth coffee')
  await payButton(customer).click()
  await expect(success(customer)).toBeVisible()
  await customer.getByRole('button', { name: 'View receipt' }).click()
  await expect(customer.getByRole('region', { name: 'Payment Method' })).toContainText(`Flat white · Expires ${lastDay.shown}`)
  await expectAccessible(customer)

  await expect(numbers(page)).toContainText(/Redeemed\s*−1/)
  await expect(numbers(page)).toContainText(/Still out there\s*1/)
  await expect(page.getByRole('table', { name: 'Redemptions, newest first' })).toContainText('Corner Loaf')
  await page.getByRole('button', { name: 'Stop giving out' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Stop giving out' }).click()
  await expect(main(page).getByText('Closed', { exact: true })).toBeVisible()
  await expect(giveOut(page)).toHaveCount(0)
})

test('the poster of a token prints on one page with its name, shop and last day [BIZ-77]', async ({ page }) => {
  await createBusiness(page)
  await page.goto('business/tokens/new')
  await page.getByText('Gift card, sold').click()
  await page.getByLabel('Name', { exact: true }).fill('Corner Loaf gift card')
  await page.getByLabel('Worth each').fill('40')
  await page.getByRole('button', { name: 'Make the token' }).click()
  await page.getByRole('link', { name: 'Poster' }).click()
  const poster = page.getByRole('article', { name: 'A4 poster' })
  for (const text of ['Corner Loaf gift card', '1. Buy it here for $40.00', '3. Use it within 3 years of getting it', 'TEST'])
    await expect(poster).toContainText(text)
  await expectAccessible(page)
  const pdf = (await page.pdf({ preferCSSPageSize: true, printBackground: true })).toString('latin1')
  const boxes = [...pdf.matchAll(/\/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]/g)].map(([, right, top]) => [Number(right), Number(top)])
  expect(boxes.map((box) => box.map((points) => Math.round((points * 25.4) / 72)))).toEqual([[210, 297]])
})
