import { expect, type Page, test } from '@playwright/test'
import { amount, balance, button, freshEmail, heading, linkAccount, openLinkForm, prompt, realNumber } from './bank-account.ts'
import { banks } from './addresses.ts'
import { controlBank, moveClock } from './bank-control.ts'

// A real account: the file goes to the bank, the bank debits, and the code is on the customer's bank statement.

const offset = new Intl.DateTimeFormat('en-NZ', { timeZone: 'Pacific/Auckland', timeZoneName: 'longOffset' })

/** A local time in Auckland, this many days from now. */
function auckland(days: number, time: string): string {
  const day = new Date(Date.now() + days * 86_400_000)
  const zone = offset
    .formatToParts(day)
    .find(({ type }) => type === 'timeZoneName')!
    .value.slice(3)
  return `${new Intl.DateTimeFormat('en-CA', { timeZone: 'Pacific/Auckland' }).format(day)}T${time}:00${zone}`
}

const isWeekday = (days: number) => ![0, 6].includes(new Date(`${auckland(days, '12:00').slice(0, 10)}T00:00:00Z`).getUTCDay())

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

async function fileCount(): Promise<number> {
  const { files } = (await (await fetch(`${banks}/control/files`)).json()) as { files: unknown[] }
  return files.length
}

/** Until the bank has a new file. The worker builds files once a minute; on a public holiday none is sent, and the next day is tried. */
async function waitForFile(before: number): Promise<void> {
  for (const deadline = Date.now() + 75_000; Date.now() < deadline && (await fileCount()) <= before;) await new Promise((resolve) => setTimeout(resolve, 500))
}

/** Moves the clock from one business day to the next, past the file cut-off and the bank's debit run, until the statement shows the code. */
async function codeOnStatement(page: Page, customer: string): Promise<string> {
  await page.goto(`${banks}/asb/accounts`)
  await page.getByLabel('Customer number').fill(customer)
  await page.getByRole('button', { name: 'Log in', exact: true }).click()
  await page.getByRole('link', { name: /^Everyday/ }).click()
  for (const days of [1, 2, 3, 4, 5, 6].filter(isWeekday)) {
    const before = await fileCount()
    await controlBank('clock', { now: auckland(days, '15:45') })
    await waitForFile(before)
    await controlBank('clock', { now: auckland(days, '18:05') })
    await page.reload()
    const [, code] = /CODE (\d{4})/.exec(await page.getByRole('main').innerText()) ?? []
    if (code) return code
  }
  throw new Error('no business day brought the code')
}
