import { test } from '@playwright/test'
import { web } from './addresses.ts'
import { expectAccessible } from './axe.ts'
import { callAsMerchant, createPayer, expect, payButton, shop, success, walletState } from './pay.ts'

test('the code on a vending machine is scanned and paid, and the machine knows [SCAN-03, API-12]', async ({ page, browser }) => {
  const machine = await (await browser.newContext({ locale: 'en-NZ' })).newPage()
  await machine.goto(`${shop}/machine/7`)
  await expectAccessible(machine)
  const photo = await machine.getByRole('img', { name: /^QR code/ }).screenshot()

  await createPayer(page, '20')
  await page.goto('scan')
  await page.getByLabel('Photo of a QR code').setInputFiles({ name: 'machine.png', mimeType: 'image/png', buffer: photo })
  await page.waitForURL(/\/deimos\/pay\/[\w-]+$/)
  const id = new URL(page.url()).pathname.split('/').at(-1)!
  await expect(page.getByText('Tōtara Market').first()).toBeVisible()
  await payButton(page).click()
  await expect(success(page)).toBeVisible()
  expect(await walletState(page, id)).toEqual({ balance: '1550', movements: ['-450'] })
  await machine.reload()
  await expect(machine.getByRole('status')).toContainText('Take your drink')

  // The same code again is another sale; a machine that the shop does not have is unknown.
  await page.goto('scan')
  await page.getByLabel('Photo of a QR code').setInputFiles({ name: 'machine.png', mimeType: 'image/png', buffer: photo })
  await page.waitForURL((url) => /\/deimos\/pay\/[\w-]+$/.test(url.pathname) && !url.pathname.endsWith(id))
  await page.goto('scan')
  await page.getByRole('button', { name: 'Type the code' }).click()
  await page.getByRole('textbox', { name: 'Payment link' }).fill(`${shop}/machine/8`)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('alert').getByText('QR code not supported. Scan a payment QR code.', { exact: true })).toBeVisible()
  await machine.context().close()
})

const createSlip = () => callAsMerchant<{ id: string; shortCode: string }>('', { value: { amount: '700', currency: 'NZD' }, expirySeconds: 900 })

test('the code on a till’s slip is paid after a scan, and opens the checkout in a phone’s own camera [SCAN-03, API-12]', async ({ page, browser }) => {
  const { id, shortCode } = await createSlip()
  await createPayer(page, '20')
  await page.goto('scan')
  await page.getByRole('button', { name: 'Type the code' }).click()
  await page.getByRole('textbox', { name: 'Payment link' }).fill(`${web}/c/${shortCode}`)
  await page.keyboard.press('Enter')
  await page.waitForURL(`**/deimos/pay/${id}`)
  await payButton(page).click()
  await expect(success(page)).toBeVisible()

  const stranger = await (await browser.newContext({ locale: 'en-NZ' })).newPage()
  const open = await createSlip()
  await stranger.goto(`${web}/c/${open.shortCode}`)
  await stranger.waitForURL(`**/deimos/pay/${open.id}`)
  // Paid, so no longer known.
  await stranger.goto(`${web}/c/${shortCode}`)
  await expect(stranger).toHaveTitle('Not Found | Nikau')
  await stranger.context().close()
})
