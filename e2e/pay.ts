import { randomUUID } from 'node:crypto'
import { expect as baseExpect, type Page } from '@playwright/test'
import { freshPhone, readApi, setLocalConfig } from './people.ts'
import { createSession } from './session.ts'
import { base, web } from './addresses.ts'

/** Payments pass four servers; on a busy machine that takes time, and these tests are not about speed. */
export const expect = baseExpect.configure({ timeout: 20_000 })

/** The sandbox shop. */
export const shop = `http://localhost:${base + 20}`

interface CreatedRequest {
  id: string
  url: string
}

/** The shop's API key, which the environment also gives to the web app's test payment page. */
async function readShopKey(): Promise<{ apiKey: string; configId: string }> {
  const html = await (await fetch(`${web}/deimos/`)).text()
  const [, content = ''] = /name="nikau-config" content="([^"]*)"/.exec(html) ?? []
  return (JSON.parse(content.replaceAll('&quot;', '"').replaceAll('&amp;', '&')) as { testPayment: { apiKey: string; configId: string } }).testPayment
}

/** A call by the shop's server: path `''` creates a payment request, `'/id/void'` voids one. */
export async function callAsMerchant<T = CreatedRequest>(path: string, body: Record<string, unknown>): Promise<T> {
  const { apiKey, configId } = await readShopKey()
  const response = await fetch(`${web}/api/payment-requests${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-api-key': apiKey },
    body: JSON.stringify(path === '' ? { configId, ...body } : body),
  })
  if (!response.ok) throw new Error(`the merchant call was refused: ${response.status} ${await response.text()}`)
  return (await response.json()) as T
}

export const createRequest = (cents: number, more: Record<string, unknown> = {}) =>
  callAsMerchant('', { value: { amount: String(cents), currency: 'NZD' }, expirySeconds: 900, ...more })

/** A new person, signed in, with this much test money. Returns the access token. */
export async function createPayer(page: Page, dollars: string, phone = freshPhone()): Promise<string> {
  await setLocalConfig(page, { testAssetsEnabled: true })
  const token = await createSession(page, phone)
  const create = async (path: string, body: object): Promise<{ id: string }> => {
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
    const response = await fetch(`${web}/api/${path}`, { method: 'POST', headers, body: JSON.stringify(body) })
    if (!response.ok) throw new Error(`POST ${path}: ${response.status} ${await response.text()}`)
    return (await response.json()) as { id: string }
  }
  const account = await create('accounts', { name: 'Payer', type: 'individual' })
  const wallet = await create('wallet-assets', { accountId: account.id, ledgerId: 'nikau.nzd.test' })
  await create(`wallets/${wallet.id}/topup`, { amount: String(Math.round(Number(dollars) * 100)), idempotencyKey: randomUUID() })
  return token
}

interface Asset {
  id: string
  type: string
  status: string
  availableBalance?: string
}
interface Movement {
  value: string
  paymentRequestId?: string
}

/** The test wallet of the person on the page: its balance and its movements for this request. */
export async function walletState(page: Page, requestId: string): Promise<{ balance: string; movements: string[] }> {
  const [account] = (await readApi<{ accountId: string; accountType: string }[]>(page, '/api/account-memberships')).filter(
    ({ accountType }) => accountType === 'individual',
  )
  const { items: assets } = await readApi<{ items: Asset[] }>(page, `/api/accounts/${account!.accountId}/assets`)
  const wallet = assets.find(({ type }) => type === 'nikau.nzd.test')!
  const { items } = await readApi<{ items: Movement[] }>(page, `/api/wallets/${wallet.id}/transactions`)
  return { balance: wallet.availableBalance!, movements: items.filter(({ paymentRequestId }) => paymentRequestId === requestId).map(({ value }) => value) }
}

export const payButton = (page: Page) => page.getByRole('button', { name: /^Pay/ })
export const success = (page: Page) => page.getByRole('dialog', { name: 'Payment Successful' })
export const modal = (page: Page, name: string) => page.getByRole('alertdialog', { name, exact: true })

/** Collects the idempotency keys of the page's payments. */
export function idempotencyKeysOf(page: Page): string[] {
  const keys: string[] = []
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().endsWith('/pay')) keys.push((request.postDataJSON() as { idempotencyKey: string }).idempotencyKey)
  })
  return keys
}
