import type { Browser, Page } from '@playwright/test'
import { web } from './addresses.ts'
import { expect } from './pay.ts'
import { freshPhone } from './people.ts'
import { createSession } from './session.ts'

type Headers = Record<string, string>

export async function send<T>(path: string, headers: Headers, body?: object, method = body ? 'POST' : 'GET'): Promise<T> {
  const response = await fetch(`${web}/api/${path}`, {
    method,
    headers: { ...headers, ...(body && { 'content-type': 'application/json' }) },
    ...(body && { body: JSON.stringify(body) }),
  })
  if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`)
  return (await response.json()) as T
}

export interface Business {
  owner: Headers
  ownerId: string
  accountId: string
  merchantId: string
  /** Of the owner, who works at the till too. */
  code: string
}

async function memberOf(owner: Headers, accountId: string, role: string): Promise<string> {
  const members = await send<{ userId: string; role: string }[]>(`accounts/${accountId}/members`, owner)
  return members.find((member) => member.role === role)!.userId
}

/** A business with a test shop whose owner has a code for tills. */
export async function createBusiness(browser: Browser): Promise<Business> {
  const page = await (await browser.newContext()).newPage()
  const owner = { authorization: `Bearer ${await createSession(page)}` }
  await page.context().close()
  await send('me/profile/update', owner, { givenName: 'Hana', familyName: 'Parata' })
  const { id: accountId } = await send<{ id: string }>('accounts', owner, { name: 'Corner Loaf Ltd', type: 'org', test: true })
  const { id: merchantId } = await send<{ id: string }>('merchants', owner, { accountId, name: 'Corner Loaf', country: 'NZ', test: true, type: 'e-commerce' })
  await send(`merchants/${merchantId}/configs`, owner, { paymentOptions: [{ type: 'nikau.nzd.test' }, { type: 'external.test' }], allowedRedirectUrls: [] })
  const code = '482913'
  await send(`accounts/${accountId}/till-code`, owner, { code }, 'PUT')
  return { owner, ownerId: await memberOf(owner, accountId, 'account-owner'), accountId, merchantId, code }
}

export async function makePairingCode({ owner, accountId, merchantId }: Business, name = 'Till 1'): Promise<{ code: string; tillId: string }> {
  const { till, pairing } = await send<{ till: { id: string }; pairing: { code: string } }>(`accounts/${accountId}/tills`, owner, { name, merchantId })
  return { code: pairing.code, tillId: till.id }
}

/** A new person who may give back up to $50.00 of a payment, with a code for tills. */
export async function addCashier(browser: Browser, { owner, accountId }: Business): Promise<{ code: string; name: string; personId: string }> {
  const page = await (await browser.newContext()).newPage()
  const phone = freshPhone()
  const cashier = { authorization: `Bearer ${await createSession(page, phone)}` }
  await page.context().close()
  const name = 'Sione'
  await send('me/profile/update', cashier, { givenName: name, familyName: 'Latu' })
  const { id } = await send<{ id: string }>(`accounts/${accountId}/invitations`, owner, { name, alias: `+64${phone.slice(1)}`, role: 'cashier' })
  await send(`invitations/${id}/accept`, cashier, {})
  const code = '739154'
  await send(`accounts/${accountId}/till-code`, cashier, { code }, 'PUT')
  return { code, name, personId: await memberOf(owner, accountId, 'cashier') }
}

/** Pairs the page as a device and starts at it. */
export async function startAtTill(till: Page, business: Business, person?: { code: string; name: string }): Promise<string> {
  const { code, tillId } = await makePairingCode(business)
  await till.goto('till')
  await till.getByRole('textbox', { name: 'Pairing code' }).fill(code)
  await till.getByRole('button', { name: 'Pair', exact: true }).click()
  await signOn(till, person?.code ?? business.code, person?.name)
  return tillId
}

export async function signOn(till: Page, code: string, name?: string): Promise<void> {
  await expect(till.getByRole('heading', { name: 'Who’s at the till?' })).toBeVisible()
  await expect(till.getByRole('radio').first()).toBeAttached()
  if (name !== undefined) await till.getByText(name, { exact: true }).click()
  await press(till, code)
  await expect(till.getByRole('status', { name: 'Amount' })).toBeVisible()
}

export async function press(till: Page, digits: string): Promise<void> {
  const keypad = till.getByRole('group', { name: 'Keypad' })
  for (const digit of digits) await keypad.getByRole('button', { name: digit, exact: true }).click()
}

/** What a hand scanner does, wherever the focus is. It types at once: no round trip between two keys. */
export async function handScan(till: Page, digits: string): Promise<void> {
  await till.evaluate((all) => {
    // Made before the first is handled: their times are those of the scanner, however long the page takes.
    const events = [...all.split(''), 'Enter'].map((key) => new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }))
    for (const event of events) (document.activeElement ?? document.body).dispatchEvent(event)
  }, digits)
}

/** Opens the barcode of the wallet and reads its digits. */
export async function showCode(page: Page): Promise<string> {
  await page.goto('my-codes')
  const digits = page.locator('.n-digits').first()
  await expect(digits).toHaveText(/^\d[\d\s]{15,}$/)
  return (await digits.innerText()).replaceAll(/\D/g, '')
}

export const stage = (till: Page, heading: string) => expect(till.getByRole('heading', { level: 1, name: heading, exact: true })).toBeVisible()
