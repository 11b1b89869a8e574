import { test } from '@playwright/test'
import { signInPage } from './addresses.ts'
import { withAuthenticator } from './authenticator.ts'
import { expectAccessible } from './axe.ts'
import { amount, balance, button, heading } from './bank-account.ts'
import { confirmItIsYou, confirmSheet } from './confirm.ts'
import { createPayer, createRequest, expect, payButton, success } from './pay.ts'
import { freshPhone } from './people.ts'
import { createSession } from './session.ts'

test.describe.configure({ timeout: 180_000 })

test('a frozen wallet pays nothing; a passkey lifts the freeze in place, and the payment goes through [GUARD-09, GUARD-10, SEC-4]', async ({ page }) => {
  await withAuthenticator(page)
  await createPayer(page, '50')
  // Signed in by a code: with a passkey, that is no longer enough for what needs a proof.
  await page.goto('security')
  await button(page, 'Add a passkey').click()
  await expect(page.getByRole('list', { name: 'Passkeys' }).getByRole('listitem')).toHaveCount(1)

  // Everyday payments and top-ups ask nothing more.
  const small = await createRequest(1000)
  await page.goto(`pay/${small.id}`)
  await payButton(page).click()
  await expect(success(page)).toBeVisible()
  await page.goto('topup')
  await amount(page).fill('10')
  await button(page, 'Topup $10.00').click()
  await expect(balance(page)).toHaveText('$50.00')
  await expect(confirmSheet(page)).toBeHidden()

  await page.getByRole('navigation', { name: 'Main' }).getByRole('button', { name: 'Menu' }).click()
  await page.getByRole('link', { name: 'Safety' }).click()
  await expect(heading(page, 'Safety')).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('link', { name: 'Freeze wallet' }).click()
  await expect(button(page, 'Freeze $50.00')).toBeVisible()
  await expectAccessible(page)
  await button(page, 'Freeze $50.00').click()
  await expect(page.getByRole('heading', { name: 'Nothing can leave' })).toBeVisible()
  await expect(page.getByText(/^Frozen by you, /)).toBeVisible()
  await expect(page.getByRole('navigation', { name: 'Actions' }).getByRole('link', { name: 'Pay' })).toBeDisabled()
  await expectAccessible(page)

  const { id } = await createRequest(1800)
  await page.goto(`pay/${id}`)
  await expect(page.getByRole('heading', { name: 'Your wallet is frozen' })).toBeVisible()
  await expect(button(page, 'Pay')).toBeDisabled()
  await expectAccessible(page)
  await page.getByRole('link', { name: 'See the freeze' }).click()

  // By keyboard: the sheet has the focus, Escape closes it, and the wallet stays frozen.
  await button(page, 'Unfreeze').press('Enter')
  await expect(button(page, 'Use your passkey')).toBeFocused()
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await expect(confirmSheet(page)).toBeHidden()
  await expect(button(page, 'Unfreeze')).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(button(page, 'Use your passkey')).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(heading(page, 'Freeze wallet')).toBeVisible()
  await expect(confirmSheet(page)).toBeHidden()

  await page.goto(`pay/${id}`)
  await payButton(page).click()
  await expect(success(page)).toBeVisible()
  await page.goto('safety/activity')
  const events = page.getByRole('list', { name: 'Recent security activity' })
  for (const text of ['Wallet no longer frozen', 'Wallet frozen', 'You confirmed it’s you']) await expect(events).toContainText(text)
  await expectAccessible(page)
})

test('without the passkey, a code by text and one by email lift the freeze in place [GUARD-10, SEC-4, SEC-17]', async ({ page }) => {
  // The seeded shopkeeper's email address was verified long ago. No other test signs in as him.
  const rangi = { phone: '02000000009', email: 'rangi@demo.example' }
  await withAuthenticator(page)
  await createSession(page, rangi.phone)
  await page.goto('security')
  await button(page, 'Add a passkey').click()
  await expect(page.getByRole('list', { name: 'Passkeys' }).getByRole('listitem')).toHaveCount(1)
  await page.goto('safety/freeze')
  await button(page, /^Freeze \$/).click()
  await expect(page.getByRole('heading', { name: 'Nothing can leave' })).toBeVisible()
  await confirmItIsYou(page, rangi, () => button(page, 'Unfreeze').click())
  await expect(page.getByRole('heading', { name: 'Nothing can leave' })).toBeHidden()

  // Confirmed a moment ago: removing the passkey asks only whether it is meant.
  await page.goto('security')
  await page.getByRole('button', { name: /^Remove / }).click()
  await page.getByRole('dialog', { name: 'Remove this passkey?' }).getByRole('button', { name: 'Remove', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'No passkeys yet' })).toBeVisible()
  await expect(confirmSheet(page)).toBeHidden()
})

test('another device is listed and signed out: it has to sign in again [GUARD-13, SEC-23]', async ({ page, browser }) => {
  const phone = freshPhone()
  await createSession(page, phone)
  const other = await (await browser.newContext({ locale: 'en-NZ', timezoneId: 'Pacific/Auckland', serviceWorkers: 'block' })).newPage()
  await createSession(other, phone)
  await other.goto('auth')
  await expect(heading(other, 'Auth test')).toBeVisible()

  await page.goto('safety/devices')
  const devices = page.getByRole('list', { name: 'Devices' }).getByRole('listitem')
  await expect(devices).toHaveCount(2)
  await expect(devices.first()).toContainText('This device')
  await expectAccessible(page)
  await devices
    .last()
    .getByRole('button', { name: /^Sign out / })
    .click()
  const question = page.getByRole('alertdialog', { name: /^Sign out .*\?$/ })
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await expect(question).toBeHidden()
  await expect(devices).toHaveCount(2)
  await devices
    .last()
    .getByRole('button', { name: /^Sign out / })
    .click()
  await question.getByRole('button', { name: 'Sign out' }).click()
  await expect(devices).toHaveCount(1)
  await expect(button(page, 'Sign out everywhere else')).toHaveCount(0)

  await other.goto('')
  await other.waitForURL(signInPage)
  await page.goto('')
  await expect(page.getByRole('heading', { level: 1, name: 'Kia ora' })).toBeVisible()
  await other.context().close()
})
