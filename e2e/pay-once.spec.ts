import { type Page, test } from '@playwright/test'
import { expectAccessible } from './axe.ts'
import { ask, books, expect, keysOf, modal, payButton, success, till, withMoney } from './pay.ts'
import { asked, remember, stateOf } from './people.ts'

test.describe.configure({ timeout: 240_000 })

test.describe('one movement, whatever happens on the way', () => {
  test('two taps [PAY-16]', async ({ page }) => {
    await withMoney(page, '20')
    const keys = keysOf(page)
    const { id } = await ask(500)
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
    expect(await books(page, id)).toEqual({ balance: '1500', movements: ['-500'] })
  })

  test('two tabs at once: one pays, the other hears of it', async ({ page, context }) => {
    await withMoney(page, '20')
    const { id } = await ask(500)
    const other = await context.newPage()
    await remember(other, { testAssetsEnabled: true })
    await Promise.all([page.goto(`pay/${id}`), other.goto(`nikau/pay/${id}`)])
    await Promise.all([page, other].map((one) => expect(payButton(one)).toBeEnabled()))
    // Neither goes before both were pressed: a tab that has heard of the other's payment has no button any more.
    const both = Promise.withResolvers<void>()
    let pressed = 0
    await context.route('**/pay', async (route) => {
      if (++pressed === 2) both.resolve()
      await both.promise
      await route.fallback()
    })
    await Promise.all([page, other].map((one) => payButton(one).click()))
    await Promise.all([page, other].map((one) => expect(success(one).or(modal(one, 'Duplicate Payment'))).toBeVisible()))
    expect(await books(page, id)).toEqual({ balance: '1500', movements: ['-500'] })
  })

  for (const arrived of [true, false])
    test(`no answer, because the ${arrived ? 'answer' : 'question'} was lost: We’re checking, then the receipt`, async ({ page }) => {
      await withMoney(page, '20')
      const keys = keysOf(page)
      const { id } = await ask(500)
      await page.goto(`pay/${id}`)
      let lost = 5 // more than the call repeats by itself
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
      expect(await books(page, id)).toEqual({ balance: '1500', movements: ['-500'] })
    })

  for (const arrived of [true, false])
    test(`the page is loaded anew while a payment that has ${arrived ? '' : 'not '}arrived is under way`, async ({ page }) => {
      await withMoney(page, '20')
      const keys = keysOf(page)
      const { id } = await ask(500)
      await page.goto(`pay/${id}`)
      const sent = Promise.withResolvers<void>()
      let calls = 0
      await page.route('**/pay', async (route) => {
        if (calls++ > 0) return await route.fallback()
        if (arrived) await route.fetch()
        return sent.resolve() // and no answer ever comes
      })
      await payButton(page).click()
      await sent.promise
      await page.reload()
      if (!arrived) await payButton(page).click() // nothing is taken without another tap
      await expect(success(page)).toBeVisible()
      expect(keys.length).toBe(2)
      expect(new Set(keys).size).toBe(1)
      expect(await books(page, id)).toEqual({ balance: '1500', movements: ['-500'] })
    })

  test('a reload before, after and on the receipt changes nothing', async ({ page }) => {
    await withMoney(page, '20')
    const { id } = await ask(500)
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
    expect((await books(page, id)).movements).toEqual(['-500'])
  })
})

test.describe('a token and money', () => {
  test.describe.configure({ mode: 'serial' })
  test.use({ storageState: stateOf('tama') })

  const drink = { name: 'Flat white', sku: 'flat-white', qty: '1', price: '550' }
  const pie = { name: 'Venison pie', sku: 'venison-pie', qty: '1', price: '1050' }
  const askBoth = () => ask(1600, { lineItems: [drink, pie] })

  async function open(page: Page, id: string): Promise<void> {
    await remember(page, { testAssetsEnabled: true })
    await page.goto(`nikau/pay/${id}`)
    const tile = page.getByRole('region', { name: 'Payment Method' }).getByRole('listitem')
    await expect(tile).toHaveCount(2)
    await expect(tile.first()).toContainText('One hot drink')
    await expect(tile.last()).toContainText('Wallet')
  }

  test('are paid in turn, the token first, each once the one before is done [PAY-16, SUMM-01, SUMM-02]', async ({ page }) => {
    const { id } = await askBoth()
    await open(page, id)
    const under: string[] = []
    const kinds: string[] = []
    await page.route('**/pay', async (route) => {
      const { assetType } = route.request().postDataJSON() as { assetType: string }
      expect(under).toEqual([])
      under.push(assetType)
      kinds.push(assetType)
      const response = await route.fetch()
      under.pop()
      await route.fulfill({ response })
    })
    await page.getByRole('button', { name: 'Pay $16.00' }).click()
    await expect(success(page)).toContainText('$16.00')
    expect(kinds).toEqual(['nikau.token.test', 'nikau.nzd.test'])
    await page.getByRole('button', { name: 'View receipt' }).click()
    await expect(page.locator('.n-pay')).toContainText('One hot drink')
    for (const row of ['Order total$16.00', 'Discounts$5.50', 'Total$10.50']) await expect(page.getByRole('main')).toContainText(row)
    expect((await books(page, id)).movements).toEqual(['-1050'])
    await till(`/${id}/void`, {})
  })

  for (const step of [0, 1])
    test(`the answer to the ${step === 0 ? 'first' : 'second'} is lost`, async ({ page }) => {
      const { id } = await askBoth()
      await open(page, id)
      const keys = keysOf(page)
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
      expect((await books(page, id)).movements).toEqual(['-1050'])
      await till(`/${id}/void`, {})
    })

  for (const step of [0, 1])
    test(`the page is loaded anew between, after payment ${step + 1} has arrived`, async ({ page }) => {
      const { id } = await askBoth()
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
      expect((await books(page, id)).movements).toEqual(['-1050'])
      const request = await asked<{ paidBy: { assetTotals: { total: { amount: string } }[] } }>(page, `/api/payment-requests/${id}`)
      expect(request.paidBy.assetTotals.map(({ total }) => total.amount)).toEqual(['550', '1050'])
      await till(`/${id}/void`, {})
    })
})
