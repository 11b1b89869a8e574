import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'

// What pages and files say about money, in whole cents, for comparing them.

export function cents(text: string): number {
  const digits = Number(text.replaceAll(/[^\d.]/g, '').replace('.', ''))
  if (!/\d\.\d\d\b/.test(text)) throw new Error(`not an amount: ${text}`)
  return /[-−]/.test(text) ? -digits : digits
}

export const total = (amounts: readonly number[]) => amounts.reduce((sum, amount) => sum + amount, 0)

/** A card's column of amounts: its rows, and the result under the line. */
export async function readSum(page: Page, card: string): Promise<{ rows: Record<string, number>; result: number }> {
  const sum = page.getByRole('region', { name: card }).locator('dl').first()
  await sum.waitFor()
  const read = await sum.locator(':scope > div').evaluateAll((lines) =>
    lines.map((line) => ({
      name: line.querySelector('dt')!.firstChild!.textContent!,
      amount: line.querySelector('dd')!.textContent,
      isResult: line.hasAttribute('data-result'),
    })),
  )
  const rows = Object.fromEntries(read.filter(({ isResult }) => !isResult).map(({ name, amount }) => [name, cents(amount)]))
  return { rows, result: cents(read.find(({ isResult }) => isResult)!.amount) }
}

/** Presses the button, and reads the file that comes as its rows by column. None of the cells has a comma. */
export async function downloadRows(page: Page, button: string): Promise<Record<string, string>[]> {
  const downloading = page.waitForEvent('download')
  await page.getByRole('button', { name: button, exact: true }).click()
  const text = await readFile(await (await downloading).path(), 'utf8')
  const [head, ...rows] = text
    .replace(/^\uFEFF/, '')
    .trim()
    .split(/\r?\n/)
    .map((line) => line.split(',').map((cell) => cell.replaceAll('"', '')))
  return rows.map((cells) => Object.fromEntries(head!.map((name, at) => [name, cells[at] ?? ''])))
}
