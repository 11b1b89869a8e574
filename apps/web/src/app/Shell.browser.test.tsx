import { I18nProvider } from '@lingui/react'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { Page as Column, PageBody, Title } from '@nikau/ui'
import { type ReactNode, useEffect, useState } from 'react'
import { MemoryRouter } from 'react-router'
import { beforeEach, expect, test } from 'vitest'
import { render } from 'vitest-browser-react'
import { page, userEvent } from 'vitest/browser'
import { deployed } from '../lib/config.ts'
import { resolveFlags } from '../lib/flags.ts'
import { activateLanguage, i18n } from '../lib/i18n.ts'
import { lazyScreen } from '../lib/lazy-screen.ts'
import { localConfig, rememberLocally } from '../lib/local-config.ts'
import { Run } from '../lib/Words.tsx'
import { moneyItems, shownItems } from './navigation.ts'
import type { RouteRow } from './routes.ts'
import { Shell } from './Shell.tsx'
import './app.css'

const phone = [390, 844] as const
const desktop = [1280, 800] as const

beforeEach(async () => {
  localStorage.clear()
  deployed.business = false
  await activateLanguage('en-NZ')
  await page.viewport(...phone)
})

const mounts: string[] = []

/** A screen that counts, so that a test can tell whether it was left alone. */
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
  <I18nProvider i18n={i18n} defaultComponent={Run}>
    <QueryClientProvider client={new QueryClient()}>
      <MemoryRouter initialEntries={[at]}>{children}</MemoryRouter>
    </QueryClientProvider>
  </I18nProvider>
)

const open = (at = '/', table = rows) =>
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

test('the bar has home, scan and the menu; send and topup come with their flags [NAV-01, NAV-02, NAV-03]', async () => {
  await open()
  await expect.element(bar()).toBeVisible()
  expect(tabs()).toEqual(['Home', 'Pay', 'Menu'])
  rememberLocally({ showSendAsset: true })
  await expect.poll(tabs).toEqual(['Home', 'Send', 'Pay', 'Menu'])
  rememberLocally({ showSendAsset: false, testAssetsEnabled: true })
  await expect.poll(tabs).toEqual(['Home', 'Pay', 'Top up', 'Menu'])
})

test('scan is the current tab on /scan and on /my-codes, and one tab at a time is [NAV-01]', async () => {
  for (const [at, name] of [
    ['/', 'Home'],
    ['/scan', 'Pay'],
    ['/my-codes', 'Pay'],
  ] as const) {
    const { unmount } = await open(at)
    await expect.element(bar().getByRole('link', { name })).toHaveAttribute('aria-current', 'page')
    expect(document.querySelectorAll('.n-bottom-bar [aria-current]').length).toBe(1)
    await unmount()
  }
})

test('the bar stands on the main screens only [NAV-01]', async () => {
  for (const at of ['/withdraw', '/bnz/oidc-callback', '/nowhere']) {
    const { unmount } = await open(at)
    await expect.element(page.getByRole('heading', { level: 1 })).toBeVisible()
    expect(bar().elements()).toEqual([])
    await unmount()
  }
})

test('a tab leads to its screen without loading the page, and the focus goes to the heading', async () => {
  await open()
  await bar().getByRole('link', { name: 'Pay' }).click()
  await expect.element(heading('Scan')).toHaveFocus()
  expect(document.title).toBe('Scan | Nikau')
})

test('tapping the current tab scrolls to the top and opens nothing anew [NAV-04]', async () => {
  await open()
  await expect.element(heading('Dashboard')).toBeVisible()
  mounts.length = 0
  scrollTo(0, 600)
  await expect.poll(() => scrollY).toBeGreaterThan(500)
  await bar().getByRole('link', { name: 'Home' }).click()
  await expect.poll(() => scrollY).toBe(0)
  expect(mounts).toEqual([])
})

test('on desktop a rail takes the bar’s place, and its current item scrolls to the top as well [NAV-01, NAV-04]', async () => {
  await page.viewport(...desktop)
  rememberLocally({ showBankAccounts: true })
  await open()
  await expect.element(bar().getByRole('link', { name: 'Bank Accounts' })).toBeVisible()
  expect(getComputedStyle(document.querySelector('.n-bottom-bar')!).display).toBe('none')
  scrollTo(0, 600)
  await bar().getByRole('link', { name: 'Home' }).click()
  await expect.poll(() => scrollY).toBe(0)
})

test('an item whose screen does not exist is not there [NAV-01]', async () => {
  rememberLocally({ showSendAsset: true, testAssetsEnabled: true, showWithdraw: true, showBankAccounts: true, devModeEnabled: true })
  await open('/', [dashboard, rows.at(-1)!])
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
  await open()
  const menu = await openMenu()
  await expect.element(menu.getByRole('link', { name: 'Guides' })).toBeVisible()
  for (const name of ['Configs', 'Components', 'Test Payment']) expect(menu.getByRole('link', { name }).elements()).toEqual([])
  rememberLocally({ devModeEnabled: true })
  for (const [name, path] of [
    ['Configs', '/config'],
    ['Components', '/components'],
    ['Test Payment', '/test'],
  ] as const)
    await expect.element(menu.getByRole('link', { name })).toHaveAttribute('href', path)
})

test('withdraw and bank accounts come with their flags [MENU-05]', async () => {
  await open()
  const menu = await openMenu()
  await expect.element(menu.getByRole('link', { name: 'Guides' })).toBeVisible()
  expect(menu.getByRole('link', { name: /Withdraw|Bank/ }).elements()).toEqual([])
  rememberLocally({ showWithdraw: true })
  await expect.element(menu.getByRole('link', { name: 'Withdraw' })).toHaveAttribute('href', '/withdraw')
  rememberLocally({ showWithdraw: false, showBankAccounts: true })
  await expect.element(menu.getByRole('link', { name: 'Bank Accounts' })).toHaveAttribute('href', '/bank-accounts')
  expect(menu.getByRole('link', { name: 'Withdraw' }).elements()).toEqual([])
})

test('withdraw shows by its flag or because one can withdraw, either alone', () => {
  const shown = (showWithdraw: boolean, canWithdraw: boolean) =>
    shownItems(moneyItems, rows, { flags: resolveFlags({ showWithdraw }, {}), canWithdraw }, '').map(({ route }) => route)
  expect([shown(false, false), shown(true, false), shown(false, true)]).toEqual([[], ['withdraw'], ['withdraw']])
})

test('business accounts are on the API host, in a tab of their own [MENU-03]', async () => {
  deployed.business = true
  deployed.apiBase = 'https://api.example'
  await open()
  const link = (await openMenu()).getByRole('link', { name: 'My Business Accounts' })
  await expect.element(link).toHaveAttribute('href', 'https://api.example/business')
  await expect.element(link).toHaveAttribute('target', '_blank')
  deployed.apiBase = ''
})

test('the menu closes by Escape with the focus where it was, and by following a link with the focus on the new heading', async () => {
  rememberLocally({ showBankAccounts: true })
  await open()
  const menu = await openMenu()
  await expect.element(menu).toBeVisible()
  await userEvent.keyboard('{Escape}')
  await expect.element(menu).not.toBeInTheDocument()
  await expect.element(bar().getByRole('button', { name: 'Menu' })).toHaveFocus()
  await (await openMenu()).getByRole('link', { name: 'Bank Accounts' }).click()
  await expect.element(heading('Bank Accounts')).toHaveFocus()
  await expect.element(menu).not.toBeInTheDocument()
})

const sizes: [where: string, size: readonly [number, number]][] = [
  ['drawer on a phone', phone],
  ['panel on desktop', desktop],
  ['panel from 768 px', [768, 900]],
  ['drawer at 767 px', [767, 900]],
]
for (const [where, size] of sizes)
  test(`guides are a ${where}; the screen beneath keeps its state, title and place [GUIDE-01, GUIDE-02, ROUTE-25]`, async () => {
    await page.viewport(size[0], size[1])
    await open('/assets/a1')
    await page.getByRole('button', { name: 'counted 0' }).click()
    mounts.length = 0
    const menu = await openMenu()
    await menu.getByRole('link', { name: 'Guides' }).click()
    const guides = page.getByRole(where.startsWith('drawer') ? 'dialog' : 'complementary', { name: 'Guides' })
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
  test(`${beneath}/guides and what follows it open over ${beneath || '/'} [ROUTE-25, GUIDE-03, GUIDE-04]`, async () => {
    for (const [tail, name] of [
      ['/guides', 'Guides'],
      ['/guides/payments', 'Guides'],
      ['/guides/payments/making-a-payment', 'Making a Payment'],
      ['/guides/payments/unheard-of', 'Guides'],
      ['/guides/unheard-of/making-a-payment', 'Guides'],
    ] as const) {
      const { unmount } = await open(beneath + tail)
      await expect.element(page.getByRole('heading', { level: 2, name, exact: true })).toBeVisible()
      expect(document.title).toBe(beneath === '' ? 'Dashboard | Nikau' : beneath === '/scan' ? 'Scan | Nikau' : 'Asset Details | Nikau')
      await unmount()
    }
  })

test('the guide says how to pay in three steps [GUIDE-04]', async () => {
  await open('/guides/payments/making-a-payment')
  const steps = page.getByRole('dialog').getByRole('listitem')
  await expect.element(steps.nth(2)).toBeVisible()
  expect(steps.elements().map((step) => step.querySelector('h3')?.textContent)).toEqual(['Show your barcode, or scan', 'Check the order', 'Press Pay'])
})

test('other screens have no guides: the path is Not Found [ROUTE-25]', async () => {
  await open('/send/guides')
  await expect.element(heading('Not Found')).toBeVisible()
})

test('a parameter takes its listed values only', async () => {
  const { unmount } = await open('/bnz/oidc-callback')
  await expect.element(heading('Pay processing')).toBeVisible()
  await unmount()
  await open('/anz/oidc-callback')
  await expect.element(heading('Not Found')).toBeVisible()
})

test('in test mode a stripe with the word TEST stands on top', async () => {
  await open()
  await expect.element(heading('Dashboard')).toBeVisible()
  expect(page.getByText('TEST').elements()).toEqual([])
  rememberLocally({ testAssetsEnabled: true })
  await expect.element(page.getByText('TEST')).toBeVisible()
  expect(page.getByText('TEST').element().getBoundingClientRect().top).toBeLessThan(20)
})

test('losing the network is said on top, with the time, and unsaid when it is back', async () => {
  await open()
  dispatchEvent(new Event('offline'))
  await expect.element(page.getByText(/You’re offline\. Showing what we had at \d+:\d\d [ap]m\./)).toBeVisible()
  dispatchEvent(new Event('online'))
  await expect.poll(() => page.getByText('offline').elements()).toEqual([])
})

test('one tap in the menu changes to te reo Māori, where it has words, and is remembered', async () => {
  rememberLocally({ showSendAsset: true })
  await open()
  await (await openMenu()).getByRole('button', { name: 'Te reo Māori' }).click()
  await expect.poll(() => localConfig().language).toBe('mi')
  const home = () => document.querySelector('.n-bottom-bar a')!
  await expect.poll(() => home().textContent).toBe('Kāinga')
  expect(home().querySelector('[lang]')?.getAttribute('lang')).toBe('mi')
  expect(document.documentElement.lang).toBe('en-NZ')
  expect(Object.keys(localStorage)).toEqual(['config.deimos'])
  await page.getByRole('button', { name: 'English' }).click()
  await expect.poll(() => home().textContent).toBe('Home')
})

test('the theme is chosen in the menu, at once, and is remembered', async () => {
  await open()
  const menu = await openMenu()
  await menu.getByText('Dark').click()
  expect(document.documentElement.dataset.theme).toBe('dark')
  expect(localConfig().theme).toBe('dark')
  await menu.getByText('System').click()
  expect(document.documentElement.dataset.theme).toBeUndefined()
  expect(localConfig().theme).toBeUndefined()
})

test('a screen that cannot be drawn gives way to words and a way out, and the next screen is drawn [ERR-34]', async () => {
  const broken = row('send', '/send', 'Send', {
    bar: true,
    Screen: () => {
      throw new Error('not to be drawn')
    },
  })
  rememberLocally({ showSendAsset: true })
  await open('/send', [broken, ...rows.filter(({ name }) => name !== 'send')])
  await expect.element(heading('Something Went Wrong')).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'Refresh' })).toBeVisible()
  await bar().getByRole('link', { name: 'Home' }).click()
  await expect.element(heading('Dashboard')).toBeVisible()
})

test('a heading that comes with its data takes the focus when it comes', async () => {
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
  rememberLocally({ showSendAsset: true })
  await open('/', [late, ...rows.filter(({ name }) => name !== 'send')])
  await bar().getByRole('link', { name: 'Send' }).click()
  await expect.element(heading('Send')).toHaveFocus()
})
