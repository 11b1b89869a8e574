import { expect, type Page } from '@playwright/test'
import { freshPhone, setLocalConfig } from './people.ts'
import { createSession } from './session.ts'

export const amount = (page: Page) => page.getByRole('textbox', { name: 'Amount' })
export const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: typeof name === 'string' })
export const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name, exact: true })
export const balance = (page: Page) => page.locator('.n-balance .n-money-figure')
export const freshEmail = () => `p${Math.floor(Math.random() * 1e12)}@e2e.example`

/** A test account number that no other test uses. */
export const testNumber = () => `00-0500-${String(Math.floor(Math.random() * 9_000_000) + 1_000_000)}-00`

/** A valid ASB account number, by the published check: branch and account weighted, modulo 11. */
export function realNumber(): string {
  const weigh = (digits: string, weights: number[]) => weights.reduce((sum, weight, place) => sum + weight * Number(digits[place]), 0)
  for (;;) {
    const base = String(Math.floor(Math.random() * 800_000) + 100_000).padStart(7, '0')
    if ((weigh('3140', [6, 3, 7, 9]) + weigh(base, [0, 10, 5, 8, 4, 2, 1])) % 11 === 0) return `12-3140-${base}-00`
  }
}

/** A new person, who enters name and email on the way to the form. Returns their mobile number. */
export async function openLinkForm(page: Page, email: string, mode: 'test' | 'main'): Promise<string> {
  const phone = freshPhone()
  await setLocalConfig(page, { testAssetsEnabled: mode === 'test', showBankAccounts: true, showWithdraw: true, dashboardNoticesEnabled: true })
  await createSession(page, phone)
  await page.goto('link-bank-account')
  await expect(page).toHaveURL(/\/link-bank-account\/profile-basics$/)
  await page.getByLabel('First name').fill('Māia')
  await page.getByLabel('Last name').fill('Tūhoro')
  await button(page, 'Submit').click()
  await expect(page).toHaveURL(/\/link-bank-account\/email$/)
  await page.getByLabel('Email', { exact: true }).fill(email)
  await button(page, 'Submit').click()
  await expect(page).toHaveURL(/\/link-bank-account$/)
  await expect(page.getByLabel('Name on account')).toBeVisible()
  return phone
}

export async function linkAccount(page: Page, number: string): Promise<void> {
  await page.getByLabel('Name on account').fill('M Tūhoro')
  await page.getByLabel('Account number', { exact: true }).fill(number)
  const agree = page.getByText('I agree to the direct debit terms')
  if (await agree.isVisible()) await agree.click()
  await button(page, 'Link Bank Account').click()
}

/** Shown once the account is linked. */
export const prompt = (page: Page) => page.getByRole('dialog', { name: 'Top up to Verify' })
