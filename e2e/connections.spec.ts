import { type Page, test } from '@playwright/test'
import { messages } from './addresses.ts'
import { withAuthenticator } from './authenticator.ts'
import { expectAccessible } from './axe.ts'
import { button, heading } from './bank-account.ts'
import { confirmSheet } from './confirm.ts'
import { createPayer, createRequest, expect, modal, payButton, shop, success } from './pay.ts'
import { freshPhone } from './people.ts'

test.describe.configure({ timeout: 300_000 })

const textsTo = async (phone: string) => {
  const response = await fetch(`${messages}/api/messages?to=${encodeURIComponent(`+64${phone.replace(/^0/, '')}`)}`)
  return ((await response.json()) as { messages: { text: string }[] }).messages.map(({ text }) => text)
}

/** The shop charges the connected wallet, and its page shows the outcome. */
async function charge(atShop: Page, quantity: number): Promise<void> {
  await atShop.getByLabel('Quantity').fill(String(quantity))
  await atShop.getByRole('button', { name: /^Charge/ }).click()
}

test('a shop is connected with step-up and limits, takes money within them, asks above them, is paused and ended [CONN-01, CONN-02, CONN-04, GUARD-15, GUARD-16, GUARD-17]', async ({
  page,
  browser,
}) => {
  const phone = freshPhone()
  await withAuthenticator(page)
  await createPayer(page, '50', phone)
  // With a passkey, the sign-in by a code is no longer enough for what needs a proof.
  await page.goto('security')
  await button(page, 'Add a passkey').click()
  await expect(page.getByRole('list', { name: 'Passkeys' }).getByRole('listitem')).toHaveCount(1)

  const atShop = await (await browser.newContext({ locale: 'en-NZ' })).newPage()
  await atShop.goto(shop)
  await atShop.getByRole('link', { name: 'Connect your wallet' }).click()
  await expectAccessible(atShop)
  await atShop.getByRole('button', { name: 'Connect your wallet' }).click()
  await expect(atShop.getByText('Waiting for you in Nikau')).toBeVisible()
  await expect(atShop.getByRole('img', { name: 'QR code of the connection' })).toBeVisible()
  await expectAccessible(atShop)
  const link = (await atShop.getByRole('link', { name: 'Open in Nikau' }).getAttribute('href'))!

  await page.goto(link)
  await expect(heading(page, 'Connect your wallet to Tōtara Market')).toBeVisible()
  await expect(page.getByRole('img', { name: 'Verified' })).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('link', { name: /^Nikau/ }).click()
  await expect(heading(page, 'Connect Tōtara Market?')).toBeVisible()
  await page.getByText('Pay without asking me').click()
  await expect(page.getByText('Take up to $30.00 each time and $120.00 a month without asking')).toBeVisible()
  await button(page, /^Each time: \$30\.00/).click()
  await page.getByRole('textbox', { name: 'Each time' }).fill('6')
  await button(page, 'Set limit').click()
  await expect(page.getByText('Take up to $6.00 each time and $120.00 a month without asking')).toBeVisible()
  await expectAccessible(page)
  await button(page, 'Connect').click()
  await expect(confirmSheet(page)).toBeVisible()
  await button(page, 'Use your passkey').click()
  await expect(page.getByRole('heading', { level: 1, name: /Tōtara Market/ })).toBeVisible()
  await expect(page).toHaveURL(/\/safety\/permissions\//)
  await expect(page.getByRole('switch', { name: /Use my tokens first/ })).toBeChecked()
  await expectAccessible(page)
  const permission = page.url()

  // Within the limits the shop is paid at once, and the customer is told.
  await atShop.getByRole('link', { name: 'Check again' }).click()
  await expect(atShop.getByText('Connected', { exact: true })).toBeVisible()
  await charge(atShop, 1)
  await expect(atShop.locator('.kind.paid')).toHaveCount(1)
  await expect.poll(() => textsTo(phone)).toContainEqual(expect.stringContaining('You paid $5.50 to Tōtara Market without being asked.'))

  // Above them, the customer is asked.
  await charge(atShop, 2)
  await expect(atShop.getByText('Waiting for the customer’s approval')).toBeVisible()
  await page.goto((await atShop.getByRole('link', { name: 'Approve in Nikau' }).getAttribute('href'))!)
  await payButton(page).click()
  await expect(success(page)).toBeVisible()
  await atShop.getByRole('link', { name: 'Check again' }).click()
  await expect(atShop.locator('.kind.paid')).toHaveCount(2)

  // It is listed with what it took; paused, it takes nothing.
  await page.goto('safety')
  await page.getByRole('link', { name: /What may take money from me/ }).click()
  await expect(page.getByText('$5.50 taken so far')).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('link', { name: /Tōtara Market/ }).click()
  await expect(page).toHaveURL(permission)
  await button(page, 'Pause').click()
  await expect(page.getByRole('heading', { name: 'Paused' })).toBeVisible()
  await charge(atShop, 1)
  await expect(atShop.getByRole('alert')).toContainText('CONNECTION_NOT_FOUND')

  // Disconnected for good.
  await button(page, 'Disconnect').click()
  await page.getByRole('alertdialog', { name: 'Disconnect Tōtara Market?' }).getByRole('button', { name: 'Disconnect' }).click()
  await expect(page).toHaveURL(/\/safety\/permissions$/)
  await expect(page.getByRole('heading', { name: 'Nothing takes money without asking' })).toBeVisible()
  await atShop.getByRole('link', { name: 'Check again' }).click()
  await expect(atShop.getByText('Disconnected')).toBeVisible()
  await page.goto(link)
  await expect(heading(page, 'Connection failed')).toBeVisible()
  await atShop.context().close()
})

test('an own limit stops a payment over it at once, and a higher one waits and can be taken back [GUARD-11, GUARD-12]', async ({ page }) => {
  await createPayer(page, '50')
  await page.goto('safety')
  await page.getByRole('link', { name: /My limits/ }).click()
  await expect(heading(page, 'My limits')).toBeVisible()
  await expectAccessible(page)
  await button(page, /^One payment: No limit/).click()
  await page.getByRole('textbox', { name: 'One payment' }).fill('15')
  await expectAccessible(page)
  await button(page, 'Set limit').click()
  await expect(button(page, /^One payment: \$15\.00/)).toBeVisible()

  const { id } = await createRequest(1501)
  await page.goto(`pay/${id}`)
  await expect(page.getByRole('heading', { name: 'Over your limit' })).toBeVisible() // before anything is pressed
  await payButton(page).click()
  await expect(modal(page, 'Over your own limit')).toContainText('You have not been charged.')
  await expectAccessible(page)
  await modal(page, 'Over your own limit').getByRole('link', { name: 'See your limits' }).click()

  await button(page, /^One payment: \$15\.00/).click()
  await page.getByRole('textbox', { name: 'One payment' }).fill('20')
  await expect(page.getByText('Takes effect in 24 hours.')).toBeVisible()
  await button(page, 'Set limit').click()
  await expect(page.getByRole('heading', { name: 'One payment rises to $20.00' })).toBeVisible()
  await expectAccessible(page)
  await page.goto(`pay/${id}`)
  await payButton(page).click()
  await modal(page, 'Over your own limit').getByRole('link', { name: 'See your limits' }).click()
  await button(page, 'Keep $15.00').click()
  await expect(page.getByRole('heading', { name: 'One payment rises to $20.00' })).toBeHidden()
  const within = await createRequest(1500)
  await page.goto(`pay/${within.id}`)
  await payButton(page).click()
  await expect(success(page)).toBeVisible()
})
