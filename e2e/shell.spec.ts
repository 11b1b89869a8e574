import { expect, type Page, test } from '@playwright/test'
import { expectAccessible } from './axe.ts'
import { recordShifts, shiftOf } from './layout-shift.ts'
import { setLocalConfig } from './people.ts'
import { createSession } from './session.ts'
import { signInPage } from './addresses.ts'

const everything = { showWithdraw: true, showBankAccounts: true, showSendAsset: true, showBarcode: true, testAssetsEnabled: true, devModeEnabled: true }

const bar = (page: Page) => page.getByRole('navigation', { name: 'Main' })
/** The dashboard's heading, not that of the loading screen. */
const greeting = (page: Page) => page.getByRole('heading', { level: 1, name: /^Kia ora/ })
const menuOf = async (page: Page) => {
  await bar(page).getByRole('button', { name: 'Menu' }).click()
  return page.getByRole('dialog', { name: 'Menu' })
}

/** Visible controls smaller than 44 px, except links in running text. */
function smallTargets(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>('a[href], button, input, [role=switch], label:has(input)')]
      .filter(
        (control) =>
          control.checkVisibility({ visibilityProperty: true }) &&
          !control.closest('p, [inert], [aria-hidden=true]') &&
          getComputedStyle(control).clipPath === 'none',
      )
      .filter((control) => !(control instanceof HTMLInputElement && control.closest('label')))
      // A link may be stretched over its whole container.
      .map((control) => ({
        control,
        box: (getComputedStyle(control, '::after').position === 'absolute' ? (control.offsetParent ?? control) : control).getBoundingClientRect(),
      }))
      .filter(({ box }) => box.width > 1 && box.height > 1 && (box.width < 44 || box.height < 44))
      .map(({ control, box }) => `${control.textContent?.trim() || control.getAttribute('aria-label')}: ${Math.round(box.width)} x ${Math.round(box.height)}`),
  )
}

/** Elements beyond the right edge, except in horizontally scrolling shelves. */
function tooWide(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll('body *')]
      .filter((element) => element.getBoundingClientRect().right > screen.width + 1 && !element.closest('.n-tile-carousel, svg'))
      .map((element) => element.className),
  )
}

test('signed in: the bar, the menu with the person’s number, and every link of both opens a screen [NAV-01, MENU-01, ROUTE-25]', async ({ page }) => {
  test.slow()
  await setLocalConfig(page, everything)
  await createSession(page)
  await page.goto('')
  await expect(greeting(page)).toBeVisible()
  await expect(bar(page).getByRole('link', { name: 'Home' })).toHaveAttribute('aria-current', 'page')
  await expectAccessible(page)
  expect(await smallTargets(page)).toEqual([])
  const menu = await menuOf(page)
  await expect(menu.getByText(/^\+64 21 /)).toBeVisible()
  await expect(menu.getByRole('button', { name: 'Logout' })).toBeVisible()
  await expectAccessible(page)
  expect(await smallTargets(page)).toEqual([])
  const links = await page.locator('.n-bottom-bar a, .n-drawer a:not([target])').evaluateAll((all) => all.map((link) => (link as HTMLAnchorElement).href))
  expect(links.length).toBeGreaterThan(4)
  for (const link of links) {
    await page.goto(link)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(page, link).not.toHaveTitle('Not Found | Nikau')
  }
})

test('guides open over the dashboard, which stays unchanged; closing returns to it [GUIDE-01, GUIDE-02, GUIDE-03, ROUTE-25]', async ({ page }) => {
  await createSession(page)
  await page.goto('')
  await expect(greeting(page)).toBeVisible()
  await (await menuOf(page)).getByRole('link', { name: 'Guides' }).click()
  await expect(page).toHaveURL(/\/deimos\/guides$/)
  const guides = page.getByRole('dialog', { name: 'Guides' })
  await expect(guides).toBeVisible()
  await page.evaluate(() => Object.assign(document.querySelector('h1')!, { same: true }))
  await guides.getByRole('link', { name: 'Making a Payment' }).click()
  await expect(page).toHaveURL(/\/deimos\/guides\/payments\/making-a-payment$/)
  await expect(page).toHaveTitle('Dashboard | Nikau')
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Close guides' }).click()
  await expect(page).toHaveURL(/\/deimos\/$/)
  await expect(page.getByRole('dialog')).toHaveCount(0)
  expect(await page.evaluate(() => 'same' in document.querySelector('h1')!)).toBe(true)
})

test('developer mode: tapping logo and greeting as L L G L G G unlocks it permanently, and the menu shows its items [DEV-01, DEV-02, MENU-02]', async ({
  page,
}) => {
  await createSession(page)
  await page.goto('')
  await expect(greeting(page)).toBeVisible()
  for (const letter of 'LLGLGG') await (letter === 'L' ? page.getByRole('img', { name: 'Nikau' }).first() : page.getByRole('heading', { level: 1 })).tap()
  await expect(page.getByText('Developer mode is on')).toBeVisible()
  await page.reload()
  const menu = await menuOf(page)
  for (const name of ['Configs', 'Components']) await expect(menu.getByRole('link', { name })).toBeVisible()
  expect(JSON.parse((await page.evaluate(() => localStorage.getItem('config.deimos')))!)).toEqual({ devModeEnabled: true, visited: true })
})

test('sign-out from the menu ends the session [MENU-01]', async ({ page }) => {
  await createSession(page)
  await page.goto('')
  await (await menuOf(page)).getByRole('button', { name: 'Logout' }).click()
  await page.waitForURL(signInPage)
  await page.goto('locations')
  expect(await page.evaluate(() => Object.keys(sessionStorage).filter((key) => key.startsWith('oidc.user:')))).toEqual([])
})

test('/config has a switch for every flag; Apply stores them and goes home, Reset clears them [DEV-03, ROUTE-06, FLAG-01, FLAG-02]', async ({ page }) => {
  await page.goto('config')
  await expect(page).toHaveTitle('Configs | Nikau')
  const switches = page.getByRole('switch')
  await expect(switches).toHaveCount(13)
  await expect(page.getByRole('switch', { name: 'v2GetPaymentRequestEnabled' })).toBeChecked()
  await expect(page.getByRole('switch', { name: 'showSendAsset' })).toBeChecked() // set by this deployment
  await expect(page.getByRole('switch', { name: 'testAssetsEnabled' })).not.toBeChecked()
  await expectAccessible(page)
  expect(await smallTargets(page)).toEqual([])
  await page.getByText('testAssetsEnabled').click()
  await page.getByText('showSendAsset').click()
  expect(await page.evaluate(() => localStorage.length)).toBe(0)
  const home = page.waitForRequest((request) => request.isNavigationRequest() && new URL(request.url()).pathname === '/deimos/')
  await page.getByRole('button', { name: 'Apply' }).click()
  await home
  await page.waitForURL(signInPage) // home leads there, and would interrupt what is opened before
  await page.goto('config')
  await expect(page.getByRole('switch', { name: 'testAssetsEnabled' })).toBeChecked()
  await expect(page.getByRole('switch', { name: 'showSendAsset' })).not.toBeChecked()
  await expect(page.getByText('TEST', { exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'Reset' }).click()
  await expect(page.getByRole('switch', { name: 'testAssetsEnabled' })).not.toBeChecked()
  await expect(page.getByRole('switch', { name: 'showSendAsset' })).toBeChecked()
  expect(await page.evaluate(() => localStorage.length)).toBe(0)
})

test('local flags are never sent in a call [FLAG-01]', async ({ page }) => {
  await setLocalConfig(page, everything)
  const sent: string[] = []
  page.on('request', (request) => sent.push(`${request.url()} ${JSON.stringify(request.headers())} ${request.postData() ?? ''}`))
  await page.goto('locations')
  await expect(page.getByRole('listitem').first()).toBeVisible()
  expect(sent.filter((text) => /showWithdraw|testAssetsEnabled|devModeEnabled/.test(text))).toEqual([])
})

test('the chosen theme applies before the first paint, without an inline script', async ({ page }) => {
  await setLocalConfig(page, { theme: 'dark' })
  await page.route('**/assets/*.js', () => {}) // the app never loads; only the page itself paints
  await page.goto('locations', { waitUntil: 'commit' })
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
  await expect.poll(() => page.evaluate(() => getComputedStyle(document.body).backgroundColor)).toBe('rgb(8, 15, 12)')
})

test('every page is in New Zealand English; te reo Māori is not offered before its review [CONST-01]', async ({ page }) => {
  await setLocalConfig(page, { language: 'mi' })
  await createSession(page)
  await page.goto('')
  await expect(bar(page).getByRole('link').first()).toHaveText('Home')
  await expect(page.locator('html')).toHaveAttribute('lang', 'en-NZ')
  await (await menuOf(page)).getByRole('link', { name: 'Settings' }).click()
  await expect(page.getByRole('list', { name: 'This browser' })).toContainText('English (NZ)')
  await expect(page.getByRole('link', { name: 'Language' })).toHaveCount(0)
  await expectAccessible(page)
})

for (const path of ['locations', 'config', 'components', 'components/bars', '404']) {
  test(`${path} shifts by less than 0.05 while it loads, and calls no other origin`, async ({ page }) => {
    const origins = new Set<string>()
    page.on('request', (request) => origins.add(new URL(request.url()).origin))
    await recordShifts(page)
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    expect(await shiftOf(page)).toBeLessThan(0.05)
    expect([...origins]).toEqual([new URL(page.url()).origin])
  })

  test(`${path} clips nothing at 320 px and at 200 % text`, async ({ page }) => {
    for (const [width, percent] of [
      [320, 100],
      [320, 200],
      [390, 200],
    ] as const) {
      await page.setViewportSize({ width, height: 700 })
      await page.goto(path)
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      await page.evaluate((size) => (document.documentElement.style.fontSize = `${size}%`), percent)
      const { inner, clipped } = await page.evaluate(() => ({
        inner: document.documentElement.scrollWidth,
        clipped: [...document.querySelectorAll<HTMLElement>('main *')]
          .filter(
            (element) =>
              element.childElementCount === 0 &&
              element.textContent?.trim() &&
              element.checkVisibility() &&
              !element.closest('.n-hidden, .n-frame, .n-tile-carousel, svg'),
          )
          .filter((element) => element.scrollWidth > element.clientWidth + 1 && ['hidden', 'clip'].includes(getComputedStyle(element).overflowX))
          .map((element) => element.textContent),
      }))
      expect(inner, `${width} px at ${percent} %`).toBeLessThanOrEqual(width)
      expect(clipped).toEqual([])
    }
  })
}

test('at 200 % text and 320 px the bar’s labels stay visible and the menu scrolls to its end', async ({ page }) => {
  await setLocalConfig(page, everything)
  await page.setViewportSize({ width: 320, height: 640 })
  await createSession(page)
  await page.goto('')
  await page.route('**/api/**', (route) => setTimeout(() => void route.fallback(), 3000))
  await page.reload()
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.evaluate(() => (document.documentElement.style.fontSize = '200%'))
  await page.waitForTimeout(500)
  expect(await tooWide(page), 'while it loads').toEqual([])
  await expect(page.getByText('See all').or(page.getByText('Get set up')).first()).toBeVisible()
  expect(await tooWide(page)).toEqual([])
  const labels = bar(page).locator('.n-bar-item > span:last-child')
  for (const label of await labels.all()) {
    const box = (await label.boundingBox())!
    expect(box.x).toBeGreaterThanOrEqual(0)
    expect(box.x + box.width).toBeLessThanOrEqual(320)
  }
  const menu = await menuOf(page)
  await menu.getByRole('button', { name: 'Logout' }).scrollIntoViewIfNeeded()
  await expect(menu.getByRole('button', { name: 'Logout' })).toBeInViewport()
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320)
})

test('with reduced motion nothing moves: no animation and no transition', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  for (const path of ['components/progress-indicators', 'components/bars']) {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 2 }).first()).toBeVisible()
    expect(await page.evaluate(() => document.getAnimations().filter((animation) => animation.playState === 'running').length)).toBe(0)
  }
  await page.getByRole('button', { name: 'Drawer' }).click()
  await expect(page.getByRole('dialog')).toBeVisible()
  expect(await page.evaluate(() => document.getAnimations().length)).toBe(0)
})

test('in forced colours the current tab and every button keep an edge', async ({ page }) => {
  await page.emulateMedia({ forcedColors: 'active' })
  await page.goto('components/bars')
  await expect(page.getByRole('heading', { level: 2 }).first()).toBeVisible()
  const edges = await page.evaluate(() =>
    ['.n-bar-item[aria-current] > .n-bar-icon', '.n-button'].map((selector) => getComputedStyle(document.querySelector(selector)!).borderTopStyle),
  )
  expect(edges).toEqual(['solid', 'solid'])
  await page.goto('config')
  await expect(page.getByRole('switch').first()).toBeAttached()
  const track = await page.evaluate(() => getComputedStyle(document.querySelector('.n-switch-track')!).borderTopStyle)
  expect(track).not.toBe('none')
})
