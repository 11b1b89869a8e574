import { expect, type Page } from '@playwright/test'
import QRCode from 'qrcode'
import { expectAccessible } from './axe.ts'
import { setLocalConfig } from './people.ts'
import { test } from './session.ts'
import { web } from './addresses.ts'

// The scanner without a camera, and its error messages.
test.use({ person: 'mia' })

const alert = (page: Page) => page.getByRole('alert')

async function type(page: Page, text: string): Promise<void> {
  await page.getByRole('button', { name: 'Type the code' }).click()
  await page.getByRole('textbox', { name: 'Payment link' }).fill(text)
  await page.keyboard.press('Enter')
}

test('without a session the scanner is not shown', async ({ browser }) => {
  const page = await (await browser.newContext({ baseURL: `${web}/deimos/`, storageState: { cookies: [], origins: [] } })).newPage()
  await page.goto('scan')
  await page.waitForURL(/\/interaction\//)
  await page.context().close()
})

test('no camera and denied access each show their message; keyboard can try again [SCAN-04, SCAN-06]', async ({ page, context }) => {
  await context.grantPermissions(['camera'])
  await page.goto('scan')
  await expect(alert(page).getByText('No camera found on this device.', { exact: true })).toBeVisible()
  await expectAccessible(page)
  // A headless browser cannot show the permission prompt.
  await page.evaluate(() => {
    navigator.mediaDevices.getUserMedia = () => Promise.reject(new DOMException('no', 'NotAllowedError'))
  })
  await alert(page).getByRole('button', { name: 'Refresh' }).press('Enter')
  await expect(alert(page).getByText('Camera access denied. Allow camera access in your browser settings.', { exact: true })).toBeVisible()
  await expect(page.getByText('Choose the icon next to the address and allow the camera for this site.')).toBeVisible()
  await expectAccessible(page)
})

// A code that the server knows is paid in vending.spec.ts.
test('another URL is resolved by the server; an unknown one is not supported [SCAN-03, SCAN-05]', async ({ page }) => {
  await page.goto('scan')
  const asked = page.waitForRequest('**/payments/cca')
  await type(page, 'https://vend.example/machine/7')
  expect((await asked).postDataJSON()).toEqual({ url: 'https://vend.example/machine/7' })
  await expect(alert(page).getByText('QR code not supported. Scan a payment QR code.', { exact: true })).toBeVisible()
})

test('a photo of a code is read; one without a code says so [SCAN-02]', async ({ page }) => {
  await page.goto('scan')
  const photo = page.getByLabel('Photo of a QR code')
  await photo.setInputFiles({ name: 'note.txt', mimeType: 'image/png', buffer: Buffer.from('no picture') })
  await expect(alert(page).getByText('There’s no QR code in this photo.')).toBeVisible()
  const buffer = await QRCode.toBuffer(`${web}/deimos/pay/pr_photographed`, { width: 800 })
  await photo.setInputFiles({ name: 'code.png', mimeType: 'image/png', buffer })
  await page.waitForURL('**/deimos/pay/pr_photographed')
})

test('the mock scanner has a text field instead of the camera [FLAG-06, SCAN-02, SCAN-03]', async ({ page }) => {
  await setLocalConfig(page, { mockQrScannerEnabled: true })
  let calls = 0
  page.on('request', (request) => request.url().endsWith('/payments/cca') && calls++)
  await page.goto('scan')
  const field = page.getByRole('textbox', { name: 'Scanned code' })
  await expect(field).toBeVisible()
  await expect(page.locator('video')).toHaveCount(0)
  await expectAccessible(page)
  await field.fill('pr_1')
  await page.keyboard.press('Enter')
  await expect(alert(page).getByText('QR code not supported. Scan a payment QR code.', { exact: true })).toBeVisible()
  expect(calls).toBe(0)
  await page.getByRole('button', { name: 'Refresh' }).click()
  await field.fill(`${web}/deimos/pay/pr_mocked`)
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.waitForURL('**/deimos/pay/pr_mocked')
})
