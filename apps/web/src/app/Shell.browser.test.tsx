import { I18nProvider } from '@lingui/react'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { Page as Column, PageBody, Title } from '@nikau/ui'
import { type ReactNode, useEffect, useState } from 'react'
import { MemoryRouter } from 'react-router'
import { beforeEach, expect, test, vi } from 'vitest'
import { render } from 'vitest-browser-react'
import { page, userEvent } from 'vitest/browser'
import { deployed } from '../lib/config.ts'
import { resolveFlags } from '../lib/flags.ts'
import { activateLanguage, i18n, rememberedLanguage } from '../lib/i18n.ts'
import { lazyScreen } from '../lib/lazy-screen.ts'
import { updateLocalConfig } from '../lib/local-config.ts'
import { TransWithLang } from '../lib/Message.tsx'
import { noteContact } from '../lib/server-clock.ts'
import { moneyItems, visibleItems } from './navigation.ts'
import type { RouteRow } from './route-row.ts'
import { Shell } from './Shell.tsx'
import './app.css'

const phone = [390, 844] as const
const desktop = [1280, 800] as const

beforeEach(async () => {
  localStorage.clear()
  Object.assign(deployed, { business: false, teReo: false })
  await activateLanguage('en-NZ')
  await page.viewport(...phone)
})

const mounts: string[] = []

/** A screen with a counter, which shows whether it was unmounted. */
function screenOf(title: string): RouteRow['Screen'] {
  return function Screen() {
    const [count, setCount] = useState(0)
    useEffect(() => void mounts.push(title), [])
    return (
      <Column>
        <PageBody>
          <Title>{title}</Title>
          <button type="button" onClick={() => setCount(count + 1)}>
            counted {count}
          </button>
          <div style={{ height: '200vh' }} />
        </PageBody>
      </Column>
    )
  }
}

const row = (name: string, path: string, title: string, more: Partial<RouteRow> = {}): RouteRow => ({
  name,
  path,
  title: { id: title, message: title },
  access: 'public',
  Screen: screenOf(title),
  ...more,
})

const dashboard = row('dashboard', '/', 'Dashboard', { bar: true, guides: true })
const scan = row('scan', '/scan', 'Scan', { bar: true, guides: true })
const rows: RouteRow[] = [
  dashboard,
  scan,
  row('my-codes', '/my-codes', 'Barcode', { bar: true }),
  row('send', '/send', 'Send', { bar: true }),
  row('topup', '/topup', 'Topup', { bar: true }),
  row('asset', '/assets/:assetId', 'Asset Details', { bar: true, guides: true, back: '/' }),
  row('withdraw', '/withdraw', 'Select Withdrawal Method'),
  row('bank-accounts', '/bank-accounts', 'Bank Accounts'),
  row('config', '/config', 'Configs'),
  row('components', '/components', 'Components'),
  row('test', '/test', 'Test Payment'),
  row('callback', '/:bank/oidc-callback', 'Pay processing', { values: { bank: ['pnz', 'bnz', 'westpac', 'asb'] } }),
  row('not-found', '*', 'Not Found'),
]

const Providers = ({ at, children }: { at: string; children: ReactNode }) => (
  <I18nProvider i18n={i18n} defaultComponent={TransWithLang}>
    <QueryClientProvider client={new QueryClient()}>
      <MemoryRouter initialEntries={[at]}>{children}</MemoryRouter>
    </QueryClientProvider>
  </I18nProvider>
)

const openApp = (at = '/', table = rows) =>
  render(
    <Providers at={at}>
      <Shell rows={table} />
    </Providers>,
  )

const bar = () => page.getByRole('navigation', { name: 'Main' })
const tabs = () =>
  bar()
    .getByRole('listitem')
    .elements()
    .map((item) => item.textContent)
const openMenu = async () => {
  await bar().getByRole('button', { name: 'Menu' }).click()
  return page.getByRole('dialog', { name: 'Menu' })
}
const heading = (name: string) => page.getByRole('heading', { level: 1, name, exact: true })

test('the bar has home, scan and the menu; send and top up appear with their flags [NAV-01, NAV-03]', async () => {
  await openApp()
  await expect.element(bar()).toBeVisible()
  expect(tabs()).toEqual(['Home', 'Pay', 'Menu'])
  updateLocalConfig({ showSendAsset: true })
  await expect.poll(tabs).toEqual(['Home', 'Send', 'Pay', 'Menu'])
  updateLocalConfig({ showSendAsset: false, testAssetsEnabled: true })
  await expect.poll(tabs).toEqual(['Home', 'Pay', 'Top up', 'Menu'])
})

test('scan is the current tab on /scan and /my-codes, and only one tab is current [NAV-01]', async () => {
  for (const [at, name] of [
    ['/', 'Home'],
    ['/scan', 'Pay'],
    ['/my-codes', 'Pay'],
  ] as const) {
    const { unmount } = await openApp(at)
    await expect.element(bar().getByRole('link', { name })).toHaveAttribute('aria-current', 'page')
    expect(document.querySelectorAll('.n-bottom-bar [aria-current]').length).toBe(1)
    await unmount()
  }
})

test('the bar is on the main screens only [NAV-01]', async () => {
  for (const at of ['/withdraw', '/bnz/oidc-callback', '/nowhere']) {
    const { unmount } = await openApp(at)
    await expect.element(page.getByRole('heading', { level: 1 })).toBeVisible()
    expect(bar().elements()).toEqual([])
    await unmount()
  }
})

test('a tab opens its screen without a page load and focuses the heading', async () => {
  await openApp()
  await bar().getByRole('link', { name: 'Pay' }).click()
  await expect.element(heading('Scan')).toHaveFocus()
  await expect.poll(() => document.title).toBe('Scan | Nikau')
})

test('tapping the current tab scrolls to the top and does not remount the screen [NAV-04]', async () => {
  await openApp()
  await expect.element(heading('Dashboard')).toBeVisible()
  mounts.length = 0
  scrollTo(0, 600)
  await expect.poll(() => scrollY).toBeGreaterThan(500)
  await bar().getByRole('link', { name: 'Home' }).click()
  await expect.poll(() => scrollY).toBe(0)
  expect(mounts).toEqual([])
})

test('on desktop a rail replaces the bar, and its current item scrolls to the top too [NAV-01, NAV-04]', async () => {
  await page.viewport(...desktop)
  updateLocalConfig({ showBankAccounts: true })
  await openApp()
  await expect.element(bar().getByRole('link', { name: 'Bank Accounts' })).toBeVisible()
  expect(getComputedStyle(document.querySelector('.n-bottom-bar')!).display).toBe('none')
  scrollTo(0, 600)
  await bar().getByRole('link', { name: 'Home' }).click()
  await expect.poll(() => scrollY).toBe(0)
})

test('an item without a screen is not shown [NAV-01]', async () => {
  updateLocalConfig({ showSendAsset: true, testAssetsEnabled: true, showWithdraw: true, showBankAccounts: true, devModeEnabled: true })
  await openApp('/', [dashboard, rows.at(-1)!])
  await expect.element(bar()).toBeVisible()
  expect(tabs()).toEqual(['Home', 'Menu'])
  const menu = await openMenu()
  await expect.element(menu).toBeVisible()
  expect(
    menu
      .getByRole('link')
      .elements()
      .map((link) => link.textContent),
  ).toEqual(['Guides'])
})

test('developer items show only in developer mode [MENU-02]', async () => {
  await openApp()
  const menu = await openMenu()
  await expect.element(menu.getByRole('link', { name: 'Guides' })).toBeVisible()
  for (const name of ['Configs', 'Components', 'Test Payment']) expect(menu.getByRole('link', { name }).elements()).toEqual([])
  updateLocalConfig({ devModeEnabled: true })
  for (const [name, path] of [
    ['Configs', '/config'],
    ['Components', '/components'],
    ['Test Payment', '/test'],
  ] as const)
    await expect.element(menu.getByRole('link', { name })).toHaveAttribute('href', path)
})

test('withdraw and bank accounts appear with their flags [MENU-05]', async () => {
  await openApp()
  const menu = await openMenu()
  await expect.element(menu.getByRole('link', { name: 'Guides' })).toBeVisible()
  expect(menu.getByRole('link', { name: /Withdraw|Bank/ }).elements()).toEqual([])
  updateLocalConfig({ showWithdraw: true })
  await expect.element(menu.getByRole('link', { name: 'Withdraw' })).toHaveAttribute('href', '/withdraw')
  updateLocalConfig({ showWithdraw: false, showBankAccounts: true })
  await expect.element(menu.getByRole('link', { name: 'Bank Accounts' })).toHaveAttribute('href', '/bank-accounts')
  expect(menu.getByRole('link', { name: 'Withdraw' }).elements()).toEqual([])
})

test('withdraw shows with its flag, or when the user can withdraw', () => {
  const shown = (showWithdraw: boolean, canWithdraw: boolean) =>
    visibleItems(moneyItems, rows, { flags: resolveFlags({ showWithdraw }, {}), canWithdraw, hasSafety: false }, '').map(({ route }) => route)
  expect([shown(false, false), shown(true, false), shown(false, true)]).toEqual([[], ['withdraw'], ['withdraw']])
})

test('business accounts open on the API host in a new tab, where the deployment has a business page [MENU-03]', async () => {
  const business = async () => {
    const { unmount } = await openApp()
    const menu = await openMenu()
    await expect.element(menu.getByRole('link', { name: 'Guides' })).toBeVisible()
    const found = menu
      .getByRole('link', { name: 'My Business Accounts' })
      .elements()
      .map((link) => [link.getAttribute('href'), link.getAttribute('target'), link.getAttribute('rel')])
    await unmount()
    return found
  }
  expect(await business()).toEqual([])
  deployed.business = true
  expect(await business()).toEqual([[`${location.origin}/business`, '_blank', expect.stringContaining('noreferrer')]])
  deployed.apiBase = 'https://api.example'
  expect(await business()).toEqual([['https://api.example/business', '_blank', expect.stringContaining('noreferrer')]])
  deployed.apiBase = ''
})

test('Escape closes the menu and restores the focus; a link closes it and focuses the new heading', async () => {
  updateLocalConfig({ showBankAccounts: true })
  await openApp()
  const menu = await openMenu()
  await expect.element(menu).toBeVisible()
  await userEvent.keyboard('{Escape}')
  await expect.element(menu).not.toBeInTheDocument()
  await expect.element(bar().getByRole('button', { name: 'Menu' })).toHaveFocus()
  await (await openMenu()).getByRole('link', { name: 'Bank Accounts' }).click()
  await expect.element(heading('Bank Accounts')).toHaveFocus()
  await expect.element(menu).not.toBeInTheDocument()
})

const sizes: [layout: string, size: readonly [number, number]][] = [
  ['drawer on a phone', phone],
  ['panel on desktop', desktop],
  ['panel from 768 px', [768, 900]],
  ['drawer at 767 px', [767, 900]],
]
for (const [layout, size] of sizes)
  test(`guides are a ${layout}; the screen beneath keeps its state and title [GUIDE-01, GUIDE-02, ROUTE-25]`, async () => {
    await page.viewport(size[0], size[1])
    await openApp('/assets/a1')
    await page.getByRole('button', { name: 'counted 0' }).click()
    mounts.length = 0
    const menu = await openMenu()
    await menu.getByRole('link', { name: 'Guides' }).click()
    const guides = page.getByRole(layout.startsWith('drawer') ? 'dialog' : 'complementary', { name: 'Guides' })
    await expect.element(guides).toBeVisible()
    expect(document.title).toBe('Asset Details | Nikau')
    await guides.getByRole('link', { name: 'Making a Payment' }).click()
    await expect.element(page.getByRole('heading', { level: 2, name: 'Making a Payment' })).toHaveFocus()
    await page.getByRole('button', { name: 'Close guides' }).click()
    await expect.element(page.getByRole('button', { name: 'counted 1' })).toBeVisible()
    await expect.element(page.getByRole('heading', { name: 'Making a Payment' })).not.toBeInTheDocument()
    expect(mounts).toEqual([])
    expect(document.title).toBe('Asset Details | Nikau')
  })

for (const beneath of ['', '/scan', '/assets/a1'])
  test(`${beneath}/guides and its subpaths open over ${beneath || '/'} [ROUTE-25, GUIDE-03, GUIDE-04]`, async () => {
    for (const [tail, name] of [
      ['/guides', 'Guides'],
      ['/guides/payments', 'Guides'],
      ['/guides/payments/making-a-payment', 'Making a Payment'],
      ['/guides/payments/unheard-of', 'Guides'],
      ['/guides/unheard-of/making-a-payment', 'Guides'],
    ] as const) {
      const { unmount } = await openApp(beneath + tail)
      await expect.element(page.getByRole('heading', { level: 2, name, exact: true })).toBeVisible()
      await expect.poll(() => document.title).toBe(beneath === '' ? 'Dashboard | Nikau' : beneath === '/scan' ? 'Scan | Nikau' : 'Asset Details | Nikau')
      await unmount()
    }
  })

test('the guide explains a payment in three steps [GUIDE-04]', async () => {
  await openApp('/guides/payments/making-a-payment')
  const steps = page.getByRole('dialog').getByRole('listitem')
  const titles = () => steps.elements().map((step) => step.querySelector('h3')?.textContent)
  await expect.element(steps.nth(2)).toBeVisible()
  expect(titles()).toEqual(['Scan the QR code', 'Check the order', 'Tap Pay'])
  updateLocalConfig({ showBarcode: true })
  await expect.poll(titles).toEqual(['Show your barcode, or scan', 'Check the order', 'Tap Pay'])
})

test('screens without guides: the path is Not Found [ROUTE-25]', async () => {
  await openApp('/send/guides')
  await expect.element(heading('Not Found')).toBeVisible()
})

test('a parameter accepts only its listed values', async () => {
  const { unmount } = await openApp('/bnz/oidc-callback')
  await expect.element(heading('Pay processing')).toBeVisible()
  await unmount()
  await openApp('/anz/oidc-callback')
  await expect.element(heading('Not Found')).toBeVisible()
})

test('in test mode a TEST banner is at the top', async () => {
  await openApp()
  await expect.element(heading('Dashboard')).toBeVisible()
  expect(page.getByText('TEST').elements()).toEqual([])
  updateLocalConfig({ testAssetsEnabled: true })
  await expect.element(page.getByText('TEST')).toBeVisible()
  expect(page.getByText('TEST').element().getBoundingClientRect().top).toBeLessThan(20)
})

test('without signal a banner shows the time of the last contact, and disappears when the signal is back [OFFLINE-07]', async () => {
  await openApp()
  const onLine = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  noteContact(new Date())
  dispatchEvent(new Event('offline'))
  await expect.element(page.getByText(/^No signal\. Showing \d+:\d\d [ap]m$/)).toBeVisible()
  noteContact(new Date('2026-11-09T23:41:00Z'))
  await expect.element(page.getByText('No signal. Showing Tue 10 Nov 12:41 pm')).toBeVisible()
  onLine.mockRestore()
  dispatchEvent(new Event('online'))
  await expect.poll(() => page.getByText('No signal').elements()).toEqual([])
})

test('te reo Māori is English before its catalogue is reviewed, also for an earlier choice of it', () => {
  updateLocalConfig({ language: 'mi' })
  expect(rememberedLanguage()).toBe('en-NZ')
})

test('where te reo Māori is offered, each run of text has its language', async () => {
  deployed.teReo = true
  updateLocalConfig({ showSendAsset: true, language: 'mi' })
  await activateLanguage(rememberedLanguage())
  await openApp()
  const home = () => document.querySelector('.n-bottom-bar a')!
  await expect.poll(() => home().textContent).toBe('Kāinga')
  expect(home().querySelector('[lang]')?.getAttribute('lang')).toBe('mi')
  expect(document.documentElement.lang).toBe('en-NZ')
})

test('a screen that throws shows an error with Refresh, and the next screen renders [ERR-34]', async () => {
  const broken = row('send', '/send', 'Send', {
    bar: true,
    Screen: () => {
      throw new Error('render failed')
    },
  })
  updateLocalConfig({ showSendAsset: true })
  await openApp('/send', [broken, ...rows.filter(({ name }) => name !== 'send')])
  await expect.element(heading('Something Went Wrong')).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'Refresh' })).toBeVisible()
  await bar().getByRole('link', { name: 'Home' }).click()
  await expect.element(heading('Dashboard')).toBeVisible()
})

test('a heading that renders late takes the focus', async () => {
  const late = row('send', '/send', 'Send', {
    bar: true,
    Screen: lazyScreen(async () => {
      const Inner = screenOf('Send')
      return function Late() {
        const [ready, setReady] = useState(false)
        useEffect(() => {
          const timer = setTimeout(setReady, 100, true)
          return () => clearTimeout(timer)
        }, [])
        return ready ? <Inner /> : null
      }
    }),
  })
  updateLocalConfig({ showSendAsset: true })
  await openApp('/', [late, ...rows.filter(({ name }) => name !== 'send')])
  await bar().getByRole('link', { name: 'Send' }).click()
  await expect.element(heading('Send')).toHaveFocus()
})
