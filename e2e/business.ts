import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { Page } from '@playwright/test'
import { base } from './addresses.ts'
import { readApi } from './people.ts'

/** An operator's decision about a business, by their command and with the login that operators have. */
export async function decide(command: 'approve', accountId: string): Promise<void> {
  const env = { ...process.env, DATABASE_URL: `postgres://nikau_desk:nikau@127.0.0.1:${base + 32}/nikau` }
  const args = ['tools/business.ts', command, accountId, '--reason', 'NZBN and director checked', '--by', 'mere']
  await promisify(execFile)(process.execPath, args, { cwd: join(import.meta.dirname, '..'), env })
}

/** A sample business of the register that no other run has opened: its number ends with the check digit 0. */
export function newNzbn(): string {
  for (;;) {
    const nzbn = `9429${String(Math.floor(Math.random() * 1e8)).padStart(8, '0')}0`
    const sum = Array.from(nzbn).reduce((total, digit, place) => total + Number(digit) * (place % 2 === 0 ? 1 : 3), 0)
    if (sum % 10 === 0) return nzbn
  }
}

/** A name that looks like no other shop's: one that does waits for an operator. Short enough for a bank account with Ltd. */
export function newTradingName(): string {
  const syllables = ['ka', 'ma', 'to', 'ru', 'pe', 'ho', 'wa', 'ti', 'ne', 'po', 'ra', 'hu']
  const word = Array.from({ length: 5 }, () => syllables[Math.floor(Math.random() * syllables.length)]!).join('')
  return `${word[0]!.toUpperCase()}${word.slice(1)} Loaf`
}

/** A GST number with a right check digit, which no other shop has. */
export function newGstNumber(): string {
  for (;;) {
    const body = `12${String(Math.floor(Math.random() * 1e6)).padStart(6, '0')}`
    const rest = [3, 2, 7, 6, 5, 4, 3, 2].reduce((sum, weight, place) => sum + weight * Number(body[place]), 0) % 11
    if (rest !== 1) return `${body}${rest === 0 ? 0 : 11 - rest}`
  }
}

/** The business of the person on the page. */
export async function businessAccountOf(page: Page): Promise<string> {
  const memberships = await readApi<{ accountId: string; accountType: string }[]>(page, '/api/account-memberships')
  return memberships.find(({ accountType }) => accountType === 'org')!.accountId
}

export const save = (page: Page) => page.getByRole('button', { name: 'Save and go on' }).click()
export const openStep = (page: Page, name: string) => page.getByRole('listitem').filter({ hasText: name }).getByRole('link').click()
