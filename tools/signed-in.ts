import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Browser, BrowserContext, Disposable, Page } from 'playwright'

export type PersonKey = 'aroha' | 'mia' | 'tama' | 'hemi' | 'priya' | 'rangi'

/** What a browser has stored once a person is signed in. The session itself belongs to a tab. */
export interface SignedIn {
  cookies: Parameters<BrowserContext['addCookies']>[0]
  localStorage: [key: string, value: string][]
  session: [key: string, user: string]
}

const people = JSON.parse(readFileSync(join(import.meta.dirname, '../db/seeds/people.json'), 'utf8')) as { key: PersonKey; phone: string }[]

/** Signs seeded people in through the pages, each once. */
export function createSignIn(browser: Browser, where: { web: string; messages: string }): (key: PersonKey) => Promise<SignedIn> {
  const done = new Map<PersonKey, Promise<SignedIn>>()
  return async (key) => {
    const signedIn = done.get(key) ?? signIn(browser, where, people.find((person) => person.key === key)!.phone)
    done.set(key, signedIn)
    return await signedIn
  }
}

let tabs = 0

/**
 * What the page opens next starts like a new tab: signed in, or as anyone. The page writes its storage itself: a context that is created with
 * it first opens a page of its own.
 */
export async function startTab(page: Page, signedInAs: SignedIn | undefined, config?: object): Promise<Disposable> {
  await page.context().addCookies(signedInAs?.cookies ?? [])
  const local = [...(signedInAs?.localStorage ?? []), ...(config ? [['config.deimos', JSON.stringify(config)] as [string, string]] : [])]
  return await page.addInitScript(
    ({ tab, local: stored, session }) => {
      const { location } = globalThis as unknown as { location: URL }
      if (!location.pathname.startsWith('/deimos') || sessionStorage.getItem('tab') === tab) return
      sessionStorage.clear()
      sessionStorage.setItem('tab', tab)
      for (const [key, value] of session) sessionStorage.setItem(key, value)
      for (const [key, value] of stored) localStorage.setItem(key, value)
    },
    { tab: String(++tabs), local, session: signedInAs ? [signedInAs.session] : [] },
  )
}

async function signIn(browser: Browser, where: { web: string; messages: string }, phone: string): Promise<SignedIn> {
  const context = await browser.newContext({ locale: 'en-NZ' })
  const page = await context.newPage()
  await page.goto(`${where.web}/deimos/`)
  await page.getByLabel('Mobile number').fill(phone.replace('+64', '0'))
  const since = Date.now()
  await page.getByRole('button', { name: 'Text me a code' }).click()
  await page.getByLabel('6-digit code').fill(await codeSentTo(where.messages, phone, since))
  const notNow = page.getByRole('button', { name: 'Not now' })
  await notNow
    .or(page.getByRole('heading', { level: 1, name: 'Kia ora' }))
    .first()
    .waitFor()
  if (await notNow.isVisible()) await notNow.click()
  await page.getByRole('heading', { level: 1, name: 'Kia ora' }).waitFor()
  // A new person's account and wallet are created by the page itself.
  await page.locator('.n-action').first().waitFor()
  await page.locator('[aria-busy="true"]').first().waitFor({ state: 'detached' })
  const session = await page.evaluate(() => Object.entries(sessionStorage).find(([key]) => key.startsWith('oidc.user:')))
  if (!session) throw new Error(`${phone} has no session`)
  const localStorageEntries = await page.evaluate(() => Object.entries(localStorage) as [string, string][])
  const cookies = await context.cookies()
  await context.close()
  return { cookies, localStorage: localStorageEntries, session: session as [string, string] }
}

/** The newest code in the message inbox. */
export async function codeSentTo(messages: string, phone: string, since: number): Promise<string> {
  for (const deadline = Date.now() + 15_000; Date.now() < deadline; await new Promise((resolve) => setTimeout(resolve, 100))) {
    const response = await fetch(`${messages}/api/messages?to=${encodeURIComponent(phone)}`)
    const { messages: list } = (await response.json()) as { messages: { text: string; receivedAt: string }[] }
    const code = list.filter(({ receivedAt }) => Date.parse(receivedAt) >= since).map(({ text }) => /\b(\d{6})\b/.exec(text)?.[1])
    if (code[0]) return code[0]
  }
  throw new Error(`no code was sent to ${phone}`)
}
