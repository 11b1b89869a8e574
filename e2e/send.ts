import { randomUUID } from 'node:crypto'
import { type Browser, expect, type Page } from '@playwright/test'
import { messages, web } from './addresses.ts'
import { amount, button, heading } from './bank-account.ts'
import { createPayer } from './pay.ts'
import { freshPhone, readApi, setLocalConfig } from './people.ts'

/** A new person with a name and this much test money, signed in on the page. */
export async function createSender(page: Page, dollars: string, name: { givenName: string; familyName: string }, phone = freshPhone()): Promise<string> {
  const token = await createPayer(page, dollars, phone)
  const response = await fetch(`${web}/api/me/profile/update`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify(name),
  })
  expect(response.ok).toBe(true)
  return phone
}

export const mia = { givenName: 'Mia', familyName: 'Tūhoro' }

/** Another browser, in which nobody is signed in. */
export async function openVisitor(browser: Browser): Promise<Page> {
  const context = await browser.newContext({ storageState: { cookies: [], origins: [] } })
  const page = await context.newPage()
  await setLocalConfig(page, { testAssetsEnabled: true })
  return page
}

/** The link in the text that a recipient got. */
export async function linkSentTo(phone: string): Promise<string> {
  const to = `+64${phone.replace(/^0/, '')}`
  for (const deadline = Date.now() + 20_000; Date.now() < deadline;) {
    const response = await fetch(`${messages}/api/messages?to=${encodeURIComponent(to)}`)
    const { messages: list } = (await response.json()) as { messages: { text: string }[] }
    const link = list.map(({ text }) => /https?:\/\/\S+\/transfer\/\S+#[\w-]+/.exec(text)?.[0]).find((found) => found !== undefined)
    if (link) return link
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  throw new Error(`no link was sent to ${to}`)
}

/** `021 234 5678`, as screens write it. */
export const formatted = (phone: string) => `${phone.slice(0, 3)} ${phone.slice(3, 6)} ${phone.slice(6)}`
/** `021 ••• ••78`. */
export const masked = (phone: string) => `${phone.slice(0, 3)} ••• ••${phone.slice(-2)}`

/** Fills in recipient and amount. What follows depends on the recipient. */
export async function startSend(page: Page, phone: string, dollars: string): Promise<void> {
  await page.goto('send')
  await page.getByLabel('Phone number').fill(phone)
  await button(page, 'Continue').click()
  await amount(page).fill(dollars)
  await button(page, 'Continue').click()
}

/** To a number without an account: up to the last button. */
export async function reachCheck(page: Page, phone: string, dollars: string): Promise<void> {
  await startSend(page, phone, dollars)
  await expect(page.getByText('Not on Nikau yet')).toBeVisible()
  await button(page, 'Yes, the number is right').click()
  await expect(heading(page, 'Check and send')).toBeVisible()
}

export const sendButton = (page: Page) => page.getByRole('button', { name: /^Send \$/ })

/** Sends money to a number without an account, and returns the transfer's id. */
export async function send(page: Page, phone: string, dollars: string): Promise<string> {
  await reachCheck(page, phone, dollars)
  await sendButton(page).click()
  await expect(heading(page, 'Sent')).toBeVisible()
  const [newest] = await transfersOf(page)
  return newest!.id
}

interface Transfer {
  id: string
  status: string
  value?: string
  recipient: string
}
interface Asset {
  id: string
  type: string
  balance: string
}

async function accountOf(page: Page): Promise<string | undefined> {
  const memberships = await readApi<{ accountId: string; accountType: string }[]>(page, '/api/account-memberships')
  return memberships.find(({ accountType }) => accountType === 'individual')?.accountId
}

async function testWalletOf(page: Page): Promise<Asset | undefined> {
  const accountId = await accountOf(page)
  if (accountId === undefined) return undefined
  const { items } = await readApi<{ items: Asset[] }>(page, `/api/accounts/${accountId}/assets`)
  return items.find(({ type }) => type === 'nikau.nzd.test')
}

/** What the person on the page has sent, newest first. */
export async function transfersOf(page: Page): Promise<Transfer[]> {
  return (await readApi<{ items: Transfer[] }>(page, `/api/accounts/${await accountOf(page)}/asset-transfers`)).items
}

/** In cents; a person without a test wallet has none. */
export async function testBalance(page: Page): Promise<string> {
  return (await testWalletOf(page))?.balance ?? '0'
}

/** What anyone with the link can read. */
export async function summaryOf(id: string): Promise<object> {
  return (await (await fetch(`${web}/api/asset-transfers/${id}/summary`)).json()) as object
}

/** Sends $250 past the screens, and returns the refusal. */
export async function refusalOfSend(page: Page, phone: string, purpose?: string): Promise<string> {
  const wallet = await testWalletOf(page)
  const body = { assetId: wallet!.id, recipientAlias: `+64${phone.slice(1)}`, value: '25000', idempotencyKey: randomUUID(), ...(purpose && { purpose }) }
  return (await readApi<{ message: string }>(page, '/api/asset-transfers', body)).message
}

/** What a transfer did to the test wallet of the person on the page, newest first. */
export async function movementsOf(page: Page, transferId: string): Promise<string[]> {
  const wallet = await testWalletOf(page)
  const { items } = await readApi<{ items: { value: string; assetTransferId?: string }[] }>(page, `/api/wallets/${wallet!.id}/transactions`)
  return items.filter(({ assetTransferId }) => assetTransferId === transferId).map(({ value }) => value)
}

/** Says what was claimed, after the sign-in. */
export const arrived = (page: Page) => page.getByRole('dialog', { name: 'It’s in your wallet' })

export const main = (page: Page) => page.getByRole('main')
