import { expect, type Page } from '@playwright/test'
import { messages, signInPage, web } from './addresses.ts'

let lastEnding = Math.floor(Math.random() * 100)

/** A number that no other test uses. Its last two digits, which masked numbers show, differ from those of the one before. */
export function freshPhone(): string {
  lastEnding = (lastEnding + 1) % 100
  return `021${Math.floor(Math.random() * 90_000) + 10_000}${String(lastEnding).padStart(2, '0')}`
}

/** The newest six-digit code sent to a mobile number or an email address. */
export async function codeSentTo(recipient: string, since: number): Promise<string> {
  const to = recipient.includes('@') ? recipient : `+64${recipient.replace(/^0/, '')}`
  for (const deadline = Date.now() + 15_000; Date.now() < deadline;) {
    const response = await fetch(`${messages}/api/messages?to=${encodeURIComponent(to)}`)
    const { messages: list } = (await response.json()) as { messages: { text: string; receivedAt: string }[] }
    const fresh = list.filter((message) => Date.parse(message.receivedAt) >= since)
    const code = fresh.map((message) => /\b(\d{6})\b/.exec(message.text)?.[1]).find((found) => found !== undefined)
    if (code) return code
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  throw new Error(`no code was sent to ${to}`)
}

/** Signs in through the provider's pages, from the redirect by the app back to the app. Tests that only need a session use session.ts. */
export async function signIn(page: Page, phone = freshPhone()): Promise<string> {
  await page.waitForURL(signInPage)
  const since = Date.now()
  await page.getByLabel('Mobile number').fill(phone)
  await page.getByRole('button', { name: 'Text me a code' }).click()
  const code = page.getByLabel('6-digit code')
  await page.locator('.code.boxed').waitFor() // from then on the sixth digit submits the form
  await code.fill(await codeSentTo(phone, since))
  const notNow = page.getByRole('button', { name: 'Not now' })
  await expect.poll(async () => page.url().startsWith(web) || (await notNow.isVisible())).toBe(true)
  if (!page.url().startsWith(web)) await notNow.click()
  await page.waitForURL((url) => url.href.startsWith(`${web}/deimos/`) && !url.pathname.endsWith('/oidc-callback'))
  return phone
}

/** Clears the tab's session, on a page that needs none: any other would redirect to sign-in at once. */
export async function clearTabSession(page: Page): Promise<void> {
  await page.goto('locations')
  await page.evaluate(() => sessionStorage.clear())
}

/** The people of db/seeds/people.json by their key, with the end of their number. */
export const demoPeople = { aroha: '01', mia: '02', tama: '03', hemi: '04', priya: '05' } as const
export type DemoPerson = keyof typeof demoPeople

/** Reads from the API, or posts to it, as the person signed in on the page. Refusals are returned as well. */
export async function readApi<T>(page: Page, path: string, body?: object): Promise<T> {
  return (await page.evaluate(
    async ([url, json]) => {
      const key = Object.keys(sessionStorage).find((name) => name.startsWith('oidc.user:'))!
      const { access_token: token } = JSON.parse(sessionStorage.getItem(key)!) as { access_token: string }
      const headers = { authorization: `Bearer ${token}` }
      const post = { method: 'POST', headers: { ...headers, 'content-type': 'application/json' }, body: json! }
      return (await fetch(url!, json === undefined ? { headers } : post)).json()
    },
    [path, body && JSON.stringify(body)],
  )) as T
}

/** Sets the browser's own flags before the app starts. */
export async function setLocalConfig(page: Page, config: Record<string, boolean | string>): Promise<void> {
  await page.addInitScript((text) => localStorage.setItem('config.deimos', text), JSON.stringify(config))
}
