import { type Page } from '@playwright/test'
import { expectAccessible } from './axe.ts'
import { createRequest, walletState, expect, idempotencyKeysOf, modal, payButton, success, callAsMerchant, createPayer } from './pay.ts'
import { readApi, setLocalConfig } from './people.ts'
import { test } from './session.ts'

test.describe.configure({ timeout: 240_000 })

test.describe('one payment, whatever goes wrong', () => {
  test('two taps [PAY-16]', async ({ page }) => {
    await createPayer(page, '20')
    const keys = idempotencyKeysOf(page)
    const { id } = await createRequest(500)
    await page.goto(`pay/${id}`)
    await expect(payButton(page)).toBeEnabled()
    let release = () => {}
    const held = new Promise<void>((resolve) => (release = resolve))
    await page.route('**/pay', async (route) => {
      await held
      await route.fallback()
    })
    await payButton(page).dblclick()
    await expect(payButton(page)).toHaveAttribute('aria-busy', 'true')
    await payButton(page).click({ force: true })
    release()
    await expect(success(page)).toBeVisible()
    expect(keys.length).toBe(1)
    expect(await walletState(page, id)).toEqual({ balance: '1500', movements: ['-500'] })
  })

  test('two tabs at once: one pays, the other sees it', async ({ page, context }) => {
    await createPayer(page, '20')
    const { id } = await createRequest(500)
    const other = await context.newPage()
    await setLocalConfig(other, { testAssetsEnabled: true })
    await Promise.all([page.goto(`pay/${id}`), other.goto(`nikau/pay/${id}`)])
    await Promise.all([page, other].map((tab) => expect(payButton(tab)).toBeEnabled()))
    // Both calls wait until both buttons were pressed: a tab that has seen the other's payment has no button.
    const both = Promise.withResolvers<void>()
    let pressed = 0
    await context.route('**/pay', async (route) => {
      if (++pressed === 2) both.resolve()
      await both.promise
      await route.fallback()
    })
    await Promise.all([page, other].map((tab) => payButton(tab).click()))
    await Promise.all([page, other].map((tab) => expect(success(tab).or(modal(tab, 'Duplicate Payment'))).toBeVisible()))
    expect(await walletState(page, id)).toEqual({ balance: '1500', movements: ['-500'] })
  })

  for (const arrived of [true, false])
    test(`the ${arrived ? 'response' : 'request'} is lost: We’re checking, then the receipt`, async ({ page }) => {
      await createPayer(page, '20')
      const keys = idempotencyKeysOf(page)
      const { id } = await createRequest(500)
      await page.goto(`pay/${id}`)
      let lost = 5 // more than the automatic retries
      await page.route('**/pay', async (route) => {
        if (lost-- <= 0) return await route.fallback()
        if (arrived) await route.fetch()
        return await route.abort('connectionreset')
      })
      await payButton(page).click()
      await expect(modal(page, 'We’re checking')).toContainText('You will not be charged twice.')
      await expectAccessible(page)
      await expect(success(page)).toBeVisible({ timeout: 40_000 })
      expect(keys.length).toBeGreaterThan(5)
      expect(new Set(keys).size).toBe(1)
      expect(await walletState(page, id)).toEqual({ balance: '1500', movements: ['-500'] })
    })

  for (const arrived of [true, false])
    test(`the page is reloaded during a payment that has ${arrived ? '' : 'not '}reached the server`, async ({ page }) => {
      await createPayer(page, '20')
      const keys = idempotencyKeysOf(page)
      const { id } = await createRequest(500)
      await page.goto(`pay/${id}`)
      const sent = Promise.withResolvers<void>()
      let calls = 0
      await page.route('**/pay', async (route) => {
        if (calls++ > 0) return await route.fallback()
        if (arrived) await route.fetch()
        return sent.resolve() // and no response ever arrives
      })
      await payButton(page).click()
      await sent.promise
      await page.reload()
      if (!arrived) await payButton(page).click() // nothing is charged without another tap
      await expect(success(page)).toBeVisible()
      expect(keys.length).toBe(2)
      expect(new Set(keys).size).toBe(1)
      expect(await walletState(page, id)).toEqual({ balance: '1500', movements: ['-500'] })
    })

  test('a reload before, after and on the receipt changes nothing', async ({ page }) => {
    await createPayer(page, '20')
    const { id } = await createRequest(500)
    await page.goto(`pay/${id}`)
    await expect(payButton(page)).toBeEnabled()
    await page.reload()
    await payButton(page).click()
    await expect(success(page)).toBeVisible()
    await page.reload()
    await expect(success(page)).toBeVisible()
    await page.goBack()
    await page.goto(`pay/${id}`)
    await expect(modal(page, 'Duplicate Payment')).toBeVisible()
    expect((await walletState(page, id)).movements).toEqual(['-500'])
  })
})

test.describe('a token and money', () => {
  test.describe.configure({ mode: 'serial' })
  test.use({ person: 'tama' })

  const drink = { name: 'Flat white', sku: 'flat-white', qty: '1', price: '550' }
  const pie = { name: 'Venison pie', sku: 'venison-pie', qty: '1', price: '1050' }
  const createRequestForBoth = () => createRequest(1600, { lineItems: [drink, pie] })

  async function open(page: Page, id: string): Promise<void> {
    await setLocalConfig(page, { testAssetsEnabled: true })
    await page.goto(`nikau/pay/${id}`)
    const tile = page.getByRole('region', { name: 'Payment Method' }).getByRole('listitem')
    await expect(tile).toHaveCount(2)
    await expect(tile.first()).toContainText('One hot drink')
    await expect(tile.last()).toContainText('Wallet')
  }

  test('are paid in sequence, the token first, each after the previous one completes [PAY-16, SUMM-01, SUMM-02]', async ({ page }) => {
    const { id } = await createRequestForBoth()
    await open(page, id)
    const inProgress: string[] = []
    const kinds: string[] = []
    await page.route('**/pay', async (route) => {
      const { assetType } = route.request().postDataJSON() as { assetType: string }
      expect(inProgress).toEqual([])
      inProgress.push(assetType)
      kinds.push(assetType)
      const response = await route.fetch()
      inProgress.pop()
      await route.fulfill({ response })
    })
    await page.getByRole('button', { name: 'Pay $16.00' }).click()
    await expect(success(page)).toContainText('$16.00')
    expect(kinds).toEqual(['nikau.token.test', 'nikau.nzd.test'])
    await page.getByRole('button', { name: 'View receipt' }).click()
    await expect(page.locator('.n-pay')).toContainText('One hot drink')
    for (const row of ['Order total$16.00', 'Discounts$5.50', 'Total$10.50']) await expect(page.getByRole('main')).toContainText(row)
    expect((await walletState(page, id)).movements).toEqual(['-1050'])
    await callAsMerchant(`/${id}/void`, {})
  })

  for (const step of [0, 1])
    test(`the response to the ${step === 0 ? 'first' : 'second'} is lost`, async ({ page }) => {
      const { id } = await createRequestForBoth()
      await open(page, id)
      const keys = idempotencyKeysOf(page)
      let calls = 0
      await page.route('**/pay', async (route) => {
        if (calls++ !== step) return await route.fallback()
        await route.fetch()
        return await route.abort('connectionreset')
      })
      await payButton(page).click()
      await expect(success(page)).toBeVisible()
      expect(keys.length).toBe(3)
      expect(new Set(keys).size).toBe(2)
      expect((await walletState(page, id)).movements).toEqual(['-1050'])
      await callAsMerchant(`/${id}/void`, {})
    })

  for (const step of [0, 1])
    test(`the page is reloaded after payment ${step + 1} has reached the server`, async ({ page }) => {
      const { id } = await createRequestForBoth()
      await open(page, id)
      const sent = Promise.withResolvers<void>()
      let calls = 0
      await page.route('**/pay', async (route) => {
        if (calls++ !== step) return await route.fallback()
        await route.fetch()
        return sent.resolve()
      })
      await payButton(page).click()
      await sent.promise
      await page.reload()
      if (step === 0) {
        await expect(page.getByText('$5.50 of $16.00 is paid')).toBeVisible()
        await page.getByRole('button', { name: 'Pay $10.50' }).click()
      }
      await expect(success(page)).toContainText('$16.00')
      expect((await walletState(page, id)).movements).toEqual(['-1050'])
      const request = await readApi<{ paidBy: { assetTotals: { total: { amount: string } }[] } }>(page, `/api/payment-requests/${id}`)
      expect(request.paidBy.assetTotals.map(({ total }) => total.amount)).toEqual(['550', '1050'])
      await callAsMerchant(`/${id}/void`, {})
    })
})
