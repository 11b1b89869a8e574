import { expect, type Page, test } from '@playwright/test'
import { amount, balance, button, freshEmail, heading, linkAccount, openLinkForm, prompt, realNumber } from './bank-account.ts'
import { banks } from './addresses.ts'
import { passBankDay, weekdaysAfter } from './bank-days.ts'
import { controlBank, moveClock } from './bank-control.ts'

// A real account: the file goes to the bank, the bank debits, and the code is on the customer's bank statement.

test.afterEach(() => moveClock(new Date()))

test('the code that verifies a real account is on the bank statement [BANK-09, BANK-11]', async ({ page, context }) => {
  test.setTimeout(420_000)
  const number = realNumber()
  const customer = String(Math.floor(Math.random() * 89_999_999) + 10_000_000)
  await controlBank('customers', { bank: 'asb', number: customer, name: 'Maia Tuhoro', accounts: [{ number, name: 'Everyday', opening: 100_000 }] })
  await openLinkForm(page, freshEmail(), 'main')
  await linkAccount(page, number)
  await prompt(page).getByRole('button', { name: 'Top Up' }).click()
  await amount(page).fill('50')
  await button(page, 'Top Up $50.00').click()
  await expect(page).toHaveURL(/\/deimos\/$/)
  await expect(balance(page)).toHaveText('$0.00')

  const bank = await context.newPage()
  const code = await codeOnStatement(bank, customer)
  await page.goto('bank-accounts')
  await expect(page.getByText('Not verified')).toBeVisible()
  await page.getByLabel('4-digit code').fill(code)
  await button(page, 'Verify').click()
  await expect(page.getByText('Not verified')).toHaveCount(0)
  await page.getByRole('link', { name: 'Back' }).click()
  await page.getByRole('link', { name: /^\$50\.00 on its way, by/ }).click()
  await expect(heading(page, 'Top-up from ASB')).toBeVisible()
  await expect(page.getByRole('list', { name: 'What happened' })).toContainText('Sent to your bank')
})

/** Moves the clock from one business day to the next, past the file cut-off and the bank's debit run, until the statement shows the code. */
async function codeOnStatement(page: Page, customer: string): Promise<string> {
  await page.goto(`${banks}/asb/accounts`)
  await page.getByLabel('Customer number').fill(customer)
  await page.getByRole('button', { name: 'Log in', exact: true }).click()
  await page.getByRole('link', { name: /^Everyday/ }).click()
  for (const days of weekdaysAfter(0)) {
    await passBankDay(days)
    await page.reload()
    const [, code] = /CODE (\d{4})/.exec(await page.getByRole('main').innerText()) ?? []
    if (code) return code
  }
  throw new Error('no business day brought the code')
}
