import { expect as usual, type Page } from '@playwright/test'
import { asked, remember, signIn } from './people.ts'
import { base, web } from './where.ts'

/** A journey through four servers on a busy machine has its time: what is looked at is what happens, not how fast. */
export const expect = usual.configure({ timeout: 20_000 })

/** The sandbox shop, and what it says to Nikau with its key. */
export const shop = `http://localhost:${base + 20}`

interface Asked {
  id: string
  url: string
}

/** What the world tells its web app to ask for test payments with: the shop's own key. */
async function shopsKey(): Promise<{ apiKey: string; configId: string }> {
  const html = await (await fetch(`${web}/deimos/`)).text()
  const [, content = ''] = /name="nikau-config" content="([^"]*)"/.exec(html) ?? []
  return (JSON.parse(content.replaceAll('&quot;', '"').replaceAll('&amp;', '&')) as { testPayment: { apiKey: string; configId: string } }).testPayment
}

/** A call of the shop's till: `till('', {…})` asks for a payment, `till('/id/void', {})` takes it back. */
export async function till<T = Asked>(path: string, body: Record<string, unknown>): Promise<T> {
  const { apiKey, configId } = await shopsKey()
  const response = await fetch(`${web}/api/payment-requests${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-api-key': apiKey },
    body: JSON.stringify(path === '' ? { configId, ...body } : body),
  })
  if (!response.ok) throw new Error(`the till was refused: ${response.status} ${await response.text()}`)
  return (await response.json()) as T
}

export const ask = (cents: number, more: Record<string, unknown> = {}) =>
  till('', { value: { amount: String(cents), currency: 'NZD' }, expirySeconds: 900, ...more })

/** A new person with this much play money. */
export async function withMoney(page: Page, dollars: string): Promise<void> {
  await remember(page, { testAssetsEnabled: true })
  await page.goto('topup')
  await signIn(page)
  await page.getByRole('textbox', { name: 'Amount' }).fill(dollars)
  await page.getByRole('button', { name: 'Topup' }).click()
  await expect(page).toHaveURL(/\/deimos\/$/)
}

interface Held {
  id: string
  type: string
  status: string
  availableBalance?: string
}
interface Moved {
  value: string
  paymentRequestId?: string
}

/** What the person on the page holds in play money, and every movement of it for this request. */
export async function books(page: Page, requestId: string): Promise<{ balance: string; movements: string[] }> {
  const [account] = (await asked<{ accountId: string; accountType: string }[]>(page, '/api/account-memberships')).filter(
    ({ accountType }) => accountType === 'individual',
  )
  const { items: assets } = await asked<{ items: Held[] }>(page, `/api/accounts/${account!.accountId}/assets`)
  const wallet = assets.find(({ type }) => type === 'nikau.nzd.test')!
  const { items } = await asked<{ items: Moved[] }>(page, `/api/wallets/${wallet.id}/transactions`)
  return { balance: wallet.availableBalance!, movements: items.filter((one) => one.paymentRequestId === requestId).map(({ value }) => value) }
}

export const payButton = (page: Page) => page.getByRole('button', { name: /^Pay/ })
export const success = (page: Page) => page.getByRole('dialog', { name: 'Payment Successful' })
export const modal = (page: Page, name: string) => page.getByRole('alertdialog', { name, exact: true })

/** The keys under which the page asked to pay. */
export function keysOf(page: Page): string[] {
  const keys: string[] = []
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().endsWith('/pay')) keys.push((request.postDataJSON() as { idempotencyKey: string }).idempotencyKey)
  })
  return keys
}
