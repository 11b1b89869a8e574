import type { Browser, BrowserContext, BrowserContextOptions, Disposable, Page } from 'playwright'
import type { Where } from './screens-checkout.ts'
import type { ScreenToShow } from './screens.ts'
import { type SignedIn, startTab } from './signed-in.ts'

/** A browser profile that suits the screen. */
export async function newScreenContext(browser: Browser, screen: ScreenToShow, options: BrowserContextOptions): Promise<BrowserContext> {
  return await browser.newContext({
    locale: 'en-NZ',
    timezoneId: 'Pacific/Auckland',
    reducedMotion: 'reduce',
    serviceWorkers: 'block',
    ...options,
    ...(screen.at && { geolocation: screen.at, permissions: ['geolocation'] }),
  })
}

/** Makes a new page, or one that has left another screen, ready for a screen: nothing is left of that one. Disposing of the result ends what only this screen needs. */
export async function prepareScreen(page: Page, screen: ScreenToShow, signedInAs: SignedIn | undefined, where: Where): Promise<Disposable> {
  const context = page.context()
  await context.clearCookies()
  const chrome = await context.newCDPSession(page)
  await chrome.send('Storage.clearDataForOrigin', { origin: where.web, storageTypes: 'local_storage,indexeddb,cache_storage' })
  await chrome.detach()
  return await startTab(page, signedInAs, screen.config)
}

/** Leaves the app for a picture of the same origin, so that the browser keeps its process, with the app's code compiled. */
export async function leaveScreen(page: Page, where: Where): Promise<void> {
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  // A screen that gets its signal back may navigate, and would interrupt the navigation below.
  if (!(await page.evaluate('navigator.onLine'))) await page.goto('about:blank')
  await page.context().setOffline(false)
  await page.goto(`${where.web}/deimos/icon.svg`)
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
  await waitUntilLoaded(page)
}

/** A screen that shows a waiting state stays busy, so this does not wait for ever. */
export async function waitUntilLoaded(page: Page): Promise<void> {
  for (let n = 0; n < 25 && (await page.locator('[aria-busy="true"]').count()) > 0; n++) await page.waitForTimeout(100)
}

async function press(page: Page, name: string): Promise<void> {
  const named = page.getByRole('link', { name }).or(page.getByRole('button', { name })).first()
  await named.waitFor({ timeout: 15_000 })
  await named.click()
}
