import type { Page } from '@playwright/test'
import { banks } from './addresses.ts'
import { realNumber } from './bank-account.ts'
import { controlBank } from './bank-control.ts'

// The merchant's own bank: what its pages show is the bank's own book.

export interface MerchantAccount {
  /** Of the bank account. */
  number: string
  customer: string
}

/** A new business customer of the sandbox bank, with an account. */
export async function openMerchantAccount(name: string): Promise<MerchantAccount> {
  const number = realNumber()
  const customer = String(Math.floor(Math.random() * 89_999_999) + 10_000_000)
  await controlBank('customers', { bank: 'asb', number: customer, name, accounts: [{ number, name: 'Business', opening: 100_000 }] })
  return { number, customer }
}

export interface StatementLine {
  amount: string
  name: string
  particulars: string
  code: string
  reference: string
}

/** The statement in the bank's internet banking, newest first. */
export async function readStatement(page: Page, { customer }: MerchantAccount): Promise<StatementLine[]> {
  await page.goto(`${banks}/asb/accounts`)
  const account = page.getByRole('link', { name: /^Business/ })
  const number = page.getByLabel('Customer number')
  await account.or(number).waitFor()
  if (await number.isVisible()) {
    await number.fill(customer)
    await page.getByRole('button', { name: 'Log in', exact: true }).click()
  }
  await account.click()
  await page.getByRole('heading', { name: 'Statement' }).waitFor()
  return await page.locator('.rows > li').evaluateAll((lines) =>
    lines.map((line) => {
      const words = Object.fromEntries([...line.querySelectorAll('.words > span')].map((word) => [word.firstChild!.textContent, word.lastChild!.textContent]))
      const { Particulars: particulars = '', Code: code = '', Reference: reference = '' } = words as Record<string, string>
      return { amount: line.querySelector('.num')!.textContent, name: line.querySelector('strong')!.textContent, particulars, code, reference }
    }),
  )
}
