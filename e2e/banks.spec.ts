import { expect, type Page } from '@playwright/test'
import { expectAccessible } from './axe.ts'
import { amount, balance, button, freshEmail, heading, linkAccount, openLinkForm, prompt, realNumber, testNumber } from './bank-account.ts'
import { setLocalConfig } from './people.ts'
import { test } from './session.ts'
import { messages } from './addresses.ts'

/** Nothing is wider than the narrowest phone. */
async function expectFits320(page: Page): Promise<void> {
  const before = page.viewportSize()!
  await page.setViewportSize({ width: 320, height: 640 })
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320)
  await page.setViewportSize(before)
}

async function expectGood(page: Page): Promise<void> {
  await expectAccessible(page)
  await expectFits320(page)
}

/** The newest statement code texted to the phone: the email address is not verified. */
async function codeTextedTo(phone: string): Promise<string> {
  const to = `+64${phone.replace(/^0/, '')}`
  let code: string | undefined
  await expect
    .poll(
      async () => {
        const response = await fetch(`${messages}/api/messages?to=${encodeURIComponent(to)}`)
        const { messages: list } = (await response.json()) as { messages: { text: string; subject?: string }[] }
        code = list.map(({ subject = '', text }) => /\bCODE (\d{4})\b/.exec(`${subject} ${text}`)?.[1]).find((found) => found !== undefined)
        return code
      },
      { timeout: 40_000 },
    )
    .toBeDefined()
  return code!
}

test('link an account, top up, enter the code, the money is released, withdraw, it arrives [LINK-01, LINK-03, LINK-04, LINK-18, BANK-01, BANK-09, BANK-10, BANK-11, TOP-12, TOP-15, WD-05, WD-10, WD-11, NOTE-02, PROF-09, ROUTE-19, ROUTE-20, ROUTE-21, ROUTE-23]', async ({
  page,
}) => {
  test.setTimeout(240_000)
  const phone = await openLinkForm(page, freshEmail(), 'test')
  await expectGood(page)
  const number = testNumber()
  await linkAccount(page, number)
  await expect(prompt(page)).toBeVisible({ timeout: 15_000 })
  await expectAccessible(page)
  await prompt(page).getByRole('button', { name: 'Top Up' }).click()
  await expect(heading(page, 'Top up to Verify')).toBeVisible()
  await amount(page).fill('50')
  await expectGood(page)
  await button(page, 'Top Up $50.00').click()
  await expect(page).toHaveURL(/\/deimos\/$/)
  await expect(page.getByRole('link', { name: /^\$50\.00/ })).toBeVisible()
  await expect(balance(page)).toHaveText('$0.00')
  await expect(page.getByRole('link', { name: 'Verify Linked Bank' })).toBeVisible()
  await expectGood(page)

  const code = await codeTextedTo(phone)
  await page.getByRole('link', { name: /^\$50\.00/ }).click()
  await expect(heading(page, 'Top-up from Test Bank')).toBeVisible()
  // The screen polls until the bank has paid; then the money is held until the code is entered.
  await expect(page.getByRole('link', { name: 'Enter the 4-digit code to release it' })).toBeVisible({ timeout: 40_000 })
  await expectGood(page)
  await page.getByRole('link', { name: 'Enter the 4-digit code to release it' }).click()

  await expect(heading(page, 'Bank Accounts')).toBeVisible()
  await expect(page.getByText('Not verified')).toBeVisible()
  await expect(page.getByText('$50.00 is held for you')).toBeVisible()
  await expect(page.locator('.n-radio .n-avatar img')).toHaveJSProperty('naturalWidth', 44)
  await button(page, /^Show account number/).click()
  await expect(page.getByText(number)).toBeVisible()
  await button(page, /^Hide account number/).click()
  await expect(page.getByText(number)).toHaveCount(0)
  await expectGood(page)
  await page.getByLabel('4-digit code').fill(code === '0000' ? '0001' : '0000')
  await button(page, 'Verify').click()
  await expect(page.getByText("That code doesn't match. Check the code on your bank statement and try again.")).toBeVisible()
  await expect(page.getByText('4 tries left')).toBeVisible()
  await expectAccessible(page)
  await page.getByLabel('4-digit code').fill(code)
  await button(page, 'Verify').click()
  await expect(page.getByText('Not verified')).toHaveCount(0)
  await page.getByRole('link', { name: 'Back' }).click()
  await expect(balance(page)).toHaveText('$50.00')

  await page.goto('withdraw')
  await expect(heading(page, 'Select Linked Bank Account')).toBeVisible()
  await expectGood(page)
  await page.getByRole('main').getByRole('link', { name: 'Test Bank' }).click()
  await amount(page).fill('60')
  await button(page, 'Withdraw $60.00').click()
  // Known before the call, so it is said at the field.
  await expect(page.getByText('You have $50.00 available.')).toBeVisible()
  await expect(amount(page)).toBeFocused()
  await expectAccessible(page)
  await amount(page).fill('20')
  await expectGood(page)
  await button(page, 'Withdraw $20.00').click()
  await expect(page).toHaveURL(/\/deimos\/$/)
  await expect(balance(page)).toHaveText('$30.00')
  await page.getByRole('region', { name: 'Activity' }).getByRole('link', { name: 'Withdrawal to Test Bank' }).click()
  await expect
    .poll(
      async () => {
        await page.reload()
        await page.getByText('In your bank account').waitFor()
        return await page.getByRole('list', { name: 'What happened' }).getByRole('listitem').last().innerText()
      },
      { timeout: 40_000, intervals: [3000] },
    )
    .toMatch(/^Done\s+In your bank account/)
  await expectGood(page)
})

test('a real account: a top-up that has not gone to the bank is cancelled; linking twice is refused; unlinking works [ERR-20, TOP-13, ROUTE-18, LINK-07]', async ({
  page,
}) => {
  test.setTimeout(150_000)
  await openLinkForm(page, freshEmail(), 'main')
  const number = realNumber()
  await linkAccount(page, number)
  await prompt(page).getByRole('button', { name: 'Do it Later' }).click()
  await expect(page).toHaveURL(/\/deimos\/$/)
  await page.goto('topup')
  await expect(page.getByRole('region', { name: 'From' })).toContainText('ASB')
  await amount(page).fill('25')
  await expectGood(page)
  await button(page, 'Topup $25.00').click()
  await expect(page).toHaveURL(/\/deimos\/$/)
  await page.getByRole('link', { name: /^\$25\.00 on its way, by/ }).click()
  await expect(heading(page, 'Top-up from ASB')).toBeVisible()
  await page.goto('bank-accounts')
  await button(page, 'Unlink').click()
  const unlink = page.getByRole('alertdialog', { name: 'Unlink ASB?' })
  await unlink.getByRole('button', { name: 'Unlink' }).click()
  await expect(unlink).toContainText('A transfer with this account is still in progress')
  await expectAccessible(page)
  await unlink.getByRole('button', { name: 'Keep it' }).click()
  await page.goto('activity?show=pending')
  await page.getByRole('link', { name: 'Top-up from ASB' }).click()
  await button(page, 'Cancel this top-up').click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel top-up' }).click()
  await expect(page.getByRole('list', { name: 'What happened' })).toContainText('You cancelled it')
  await expect(page.getByText('Cancelled', { exact: true })).toBeVisible()
  await expectGood(page)

  await page.goto('withdraw/link-bank-account')
  await linkAccount(page, number)
  const duplicate = page.getByRole('alertdialog', { name: 'Duplicate Bank Account' })
  await expect(duplicate).toContainText('You cannot link a bank account more than once')
  await expectAccessible(page)
  await duplicate.getByRole('button', { name: 'Dismiss' }).click()
  await page.goto('bank-accounts')
  await button(page, 'Unlink').click()
  await unlink.getByRole('button', { name: 'Unlink' }).click()
  await expect(page.getByText('No Bank Accounts')).toBeVisible()
  await expectGood(page)
})

test('the form works by keyboard alone [LINK-02, LINK-09, LINK-10, LINK-16]', async ({ page }) => {
  test.setTimeout(120_000)
  await openLinkForm(page, freshEmail(), 'test')
  await page.getByLabel('Name on account').focus()
  await page.keyboard.type('M Tūhoro')
  await page.keyboard.press('Tab')
  await page.keyboard.type(testNumber().replaceAll('-', ''))
  await expect(page.getByText('Test Bank account')).toBeVisible()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  const terms = page.getByRole('dialog', { name: 'Direct debit terms' })
  await expect(terms).toContainText('120 days')
  await expect(terms).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(terms).toHaveCount(0)
  await page.keyboard.press('Tab')
  await expect(page.getByRole('checkbox')).toBeFocused()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(page.getByText('You must agree in order to use Direct Debit')).toBeVisible()
  await expect(page.getByRole('checkbox')).toBeFocused()
  await page.keyboard.press('Space')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(prompt(page)).toBeVisible({ timeout: 15_000 })
  await page.keyboard.press('Escape')
  await expect(page).toHaveURL(/\/deimos\/$/)
})

test.describe('gift-card lover', () => {
  test.use({ person: 'tama' })

  test('activity shows pending, failed and held top-ups with their dates and reasons [NOTE-02, TOP-14, TOP-15]', async ({ page }) => {
    await page.goto('')
    await expect(page.getByRole('link', { name: 'Verify Linked Bank' })).toHaveAttribute('href', '/deimos/bank-accounts')
    await page.goto('activity')
    await page.getByRole('link', { name: 'Top Up Failed' }).click()
    await expect(page.getByText('Your bank declined it: there wasn’t enough money in the account.')).toBeVisible()
    await expectGood(page)
    await page.goto('activity?show=pending')
    await page.getByRole('link', { name: 'Top-up from Westpac' }).click()
    await expect(page.getByText(/^by (Mon|Tue|Wed|Thu|Fri) \d+ \w{3}$/).last()).toBeVisible()
    await setLocalConfig(page, { testAssetsEnabled: true })
    await page.goto('bank-accounts')
    await expect(page.getByText('$15.00 is held for you')).toBeVisible()
  })
})
