import { test } from '@playwright/test'
import { createRequest, expect, createPayer } from './pay.ts'

test.describe.configure({ timeout: 240_000 })

test('Order Summary is open above 768 px and closed at 768 px or less; it can be toggled [PAY-04, PAY-05]', async ({ page }) => {
  await createPayer(page, '20')
  const { id } = await createRequest(500, { lineItems: [{ name: 'Cheese scone', qty: '1', price: '500' }] })
  const line = page.getByText('1 × Cheese scone')
  for (const [width, open] of [
    [1280, true],
    [769, true],
    [768, false],
    [390, false],
  ] as const) {
    await page.setViewportSize({ width, height: 800 })
    await page.goto(`nikau/pay/${id}`)
    await expect(page.getByText('Order Summary')).toBeVisible()
    await expect(line).toBeVisible({ visible: open })
    await page.getByText('Order Summary').click()
    await expect(line).toBeVisible({ visible: !open })
  }
})
