import { test } from '@playwright/test'
import { expectAccessible } from './axe.ts'
import { expect } from './pay.ts'
import { signIn } from './people.ts'

test.describe.configure({ timeout: 240_000 })

test.describe('the test payment page', () => {
  test('creates a payment request as a merchant would: defaults, errors, cents in the call, and on to the payment [ROUTE-35, TEST-01, TEST-02, TEST-03, TEST-04, TEST-05, TEST-06]', async ({
    page,
  }) => {
    const code = new Set<string>()
    page.on('response', (response) => void (response.ok() && response.url().endsWith('.js') && code.add(response.url())))
    await page.goto('test')
    await expect(page).toHaveTitle('Test Payment | Nikau')
    const field = (name: string) => page.getByRole('textbox', { name, exact: true })
    const create = page.getByRole('button', { name: 'Create payment request' })
    await expect(field('Amount')).toHaveValue('1')
    await expect(field('Payment Expiry Seconds')).toHaveValue('120')
    await expect(page.getByRole('switch', { name: 'Partial payment allowed' })).not.toBeChecked()
    await expect(field('Basket Amount')).toHaveValue('1')
    await expect(field('Config ID')).toHaveValue('mc_sandboxShop')
    const key = await field('API key').or(page.getByLabel('API key')).inputValue()
    expect(key).toMatch(/^nk_/)
    // The server writes it into the page; no script contains it.
    const texts = await Promise.all(Array.from(code, async (address) => await (await page.request.get(address)).text()))
    expect(texts.length).toBeGreaterThan(2)
    expect(texts.filter((text) => text.includes(key) || text.includes('mc_sandboxShop'))).toEqual([])
    await expectAccessible(page)
    for (const [text, said] of [
      ['', 'Amount is required'],
      ['-2', 'Amount must be a positive number'],
      ['0', 'Amount must be a positive number'],
      ['two', 'Amount must be a positive number'],
    ] as const) {
      await field('Amount').fill(text)
      await create.click()
      await expect(page.getByText(said, { exact: true })).toBeVisible()
    }
    await field('Amount').fill('12.5')
    for (const [text, said] of [
      ['', 'Payment Expiry Seconds is required'],
      ['soon', 'Payment Expiry Seconds must be a positive number'],
      ['0', 'Payment Expiry Seconds must be a positive number'],
    ] as const) {
      await field('Payment Expiry Seconds').fill(text)
      await create.click()
      await expect(page.getByText(said, { exact: true })).toBeVisible()
    }
    await field('Payment Expiry Seconds').fill('120')
    await page.getByRole('switch', { name: 'Partial payment allowed' }).press('Space')
    await field('Basket Amount').fill('30')
    const sending = page.waitForRequest((request) => request.method() === 'POST' && request.url().endsWith('/api/payment-requests'))
    await create.click()
    expect((await sending).postDataJSON()).toMatchObject({
      configId: 'mc_sandboxShop',
      value: { amount: '1250', currency: 'NZD' },
      expirySeconds: 120,
      partialAllowed: true,
      basketAmount: '3000',
    })
    await page.getByRole('link', { name: 'Go to Payment' }).click()
    await expect(page).toHaveURL(/\/deimos\/pay\/[\w-]+$/)
    await expect(page.getByRole('heading', { level: 1, name: /Amount due/ })).toBeVisible()
    await page.getByRole('link', { name: 'Pay with Nikau wallet' }).click()
    await signIn(page)
    await expect(page.getByRole('main')).toContainText('Amount due')
  })

  test('the server’s error is shown unchanged [TEST-07]', async ({ page }) => {
    await page.goto('test')
    await page.getByRole('textbox', { name: 'Config ID' }).fill('mc_nobodys')
    await page.getByRole('button', { name: 'Create payment request' }).click()
    await expect(page.getByRole('alert')).toContainText('"message":"FORBIDDEN"')
  })
})
