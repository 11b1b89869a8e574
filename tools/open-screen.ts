import type { Browser, BrowserContextOptions, Page } from 'playwright'
import type { Where } from './screens-checkout.ts'
import type { ScreenToShow } from './screens.ts'
import { restoreSession, type SignedIn } from './signed-in.ts'

/** A page in a context of its own, signed in as the screen asks for it. Closing its context ends it. */
export async function newScreenPage(browser: Browser, screen: ScreenToShow, signedInAs: SignedIn | undefined, options: BrowserContextOptions): Promise<Page> {
  const context = await browser.newContext({
    locale: 'en-NZ',
    timezoneId: 'Pacific/Auckland',
    reducedMotion: 'reduce',
    serviceWorkers: 'block',
    ...options,
    ...(signedInAs && { storageState: signedInAs.storageState }),
    ...(screen.at && { geolocation: screen.at, permissions: ['geolocation'] }),
  })
  if (signedInAs) await restoreSession(context, signedInAs)
  if (screen.config) await context.addInitScript((config) => localStorage.setItem('config.deimos', config), JSON.stringify(screen.config))
  return await context.newPage()
}

/** Opens a screen, and waits until it shows what it should. */
export async function openScreen(page: Page, screen: ScreenToShow, where: Where): Promise<void> {
  if (screen.open) await screen.open(page, where)
  else await page.goto(`${where.web}/deimos${screen.path}`)
  if (screen.at) await page.getByRole('button', { name: 'Use my location' }).click()
  await screen.act?.(page)
  for (const name of screen.press ?? []) await press(page, name)
  await page.getByText(screen.until).first().waitFor({ timeout: 15_000 })
  await page.evaluate('document.fonts.ready')
  // Wait for loading to finish. A screen that shows a waiting state stays busy, so not for ever.
  for (let n = 0; n < 25 && (await page.locator('[aria-busy="true"]').count()) > 0; n++) await page.waitForTimeout(100)
}

async function press(page: Page, name: string): Promise<void> {
  const named = page.getByRole('link', { name }).or(page.getByRole('button', { name })).first()
  await named.waitFor({ timeout: 15_000 })
  await named.click()
}
