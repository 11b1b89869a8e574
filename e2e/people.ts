import { join } from 'node:path'
import { expect, type Page } from '@playwright/test'
import { messages, signInPage, web } from './where.ts'

/** A number that nobody else in this run has. */
export function freshPhone(): string {
  return `021${String(Math.floor(Math.random() * 9_000_000) + 1_000_000)}`
}

/** The newest six-digit code that the phone was sent. */
export async function codeSentTo(phone: string, since: number): Promise<string> {
  const to = `+64${phone.replace(/^0/, '')}`
  for (const deadline = Date.now() + 15_000; Date.now() < deadline;) {
    const response = await fetch(`${messages}/api/messages?to=${encodeURIComponent(to)}`)
    const { messages: list } = (await response.json()) as { messages: { text: string; receivedAt: string }[] }
    const fresh = list.filter((message) => Date.parse(message.receivedAt) >= since)
    const code = fresh.map((message) => /\b(\d{6})\b/.exec(message.text)?.[1]).find((found) => found !== undefined)
    if (code) return code
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  throw new Error(`no code came to ${to}`)
}

/** Walks through the provider's pages, from wherever the app sent the browser, back to the app. */
export async function signIn(page: Page, phone = freshPhone()): Promise<string> {
  await page.waitForURL(signInPage)
  const since = Date.now()
  await page.getByLabel('Phone number').fill(phone)
  await page.getByRole('button', { name: 'Text me a code' }).click()
  const code = page.getByLabel('6-digit code')
  await page.locator('.code.drawn').waitFor() // from then on the sixth digit sends it
  await code.fill(await codeSentTo(phone, since))
  const notNow = page.getByRole('button', { name: 'Not now' })
  await expect.poll(async () => page.url().startsWith(web) || (await notNow.isVisible())).toBe(true)
  if (!page.url().startsWith(web)) await notNow.click()
  await page.waitForURL((url) => url.href.startsWith(`${web}/deimos/`) && !url.pathname.endsWith('/oidc-callback'))
  return phone
}

/** Takes away what the tab knows of a session, from a page that does not need one: any other would at once be on its way to sign in. */
export async function forgetTab(page: Page): Promise<void> {
  await page.goto('locations')
  await page.evaluate(() => sessionStorage.clear())
}

/** The people of the demo world, by their key in db/seeds/people.json, with the end of their number. */
export const demoPeople = { aroha: '01', mia: '02', tama: '03', hemi: '04', priya: '05' } as const
export type DemoPerson = keyof typeof demoPeople

/** What the browser of a demo person has kept from signing in: `test.use({ storageState: stateOf('mia') })`. */
export function stateOf(person: DemoPerson): string {
  return join(import.meta.dirname, `../.results/people/${person}.json`)
}

/** Calls the API as the person who is signed in on the page. */
export async function asked<T>(page: Page, path: string): Promise<T> {
  return (await page.evaluate(async (address) => {
    const key = Object.keys(sessionStorage).find((name) => name.startsWith('oidc.user:'))!
    const { access_token: token } = JSON.parse(sessionStorage.getItem(key)!) as { access_token: string }
    return (await fetch(address, { headers: { authorization: `Bearer ${token}` } })).json()
  }, path)) as T
}

/** What this browser remembers before the app starts. */
export async function remember(page: Page, config: Record<string, boolean>): Promise<void> {
  await page.addInitScript((text) => localStorage.setItem('config.deimos', text), JSON.stringify(config))
}
