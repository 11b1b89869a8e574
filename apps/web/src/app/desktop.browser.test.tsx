import { I18nProvider } from '@lingui/react'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { Checkbox, Page as Column, PageBody, PageFooter, Title } from '@nikau/ui'
import { MemoryRouter } from 'react-router'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { render } from 'vitest-browser-react'
import { page, userEvent } from 'vitest/browser'
import { deployed } from '../lib/config.ts'
import { activateLanguage, i18n } from '../lib/i18n.ts'
import { localConfig, updateLocalConfig } from '../lib/local-config.ts'
import { TransWithLang } from '../lib/Message.tsx'
import type { RouteRow } from './route-row.ts'
import { routes } from './routes.ts'
import { Shell } from './Shell.tsx'
import './app.css'

const sessionKey = `oidc.user:${deployed.issuer}:nikau-web`

beforeEach(async () => {
  localStorage.clear()
  sessionStorage.clear()
  await activateLanguage('en-NZ')
  await page.viewport(1280, 800)
})
afterEach(() => sessionStorage.clear())

const row = (name: string, path: string, more: Partial<RouteRow> = {}): RouteRow => ({
  name,
  path,
  title: { id: name, message: name },
  access: 'public',
  Screen: () => (
    <Column>
      <PageBody>
        <Title>{name}</Title>
        <input aria-label="Note" />
      </PageBody>
      <PageFooter>
        <button type="button">Go on</button>
      </PageFooter>
    </Column>
  ),
  ...more,
})

const activity = row('activity', '/activity', {
  bar: true,
  Screen: () => (
    <Column>
      <PageBody>
        <Title>activity</Title>
        <input type="search" aria-label="Search" />
      </PageBody>
    </Column>
  ),
})
const rows = [
  row('dashboard', '/', { bar: true }),
  row('scan', '/scan', { bar: true }),
  activity,
  row('limits', '/limits'),
  row('return', '/return', { bare: true }),
  row('safety', '/safety', { bar: true }),
  row('devices', '/safety/devices', { beside: 'safety' }),
  row('not-found', '*'),
]

const openApp = (at: string) =>
  render(
    <I18nProvider i18n={i18n} defaultComponent={TransWithLang}>
      <QueryClientProvider client={new QueryClient()}>
        <MemoryRouter initialEntries={[at]}>
          <Shell rows={rows} />
        </MemoryRouter>
      </QueryClientProvider>
    </I18nProvider>,
  )

const rail = () => page.getByRole('navigation', { name: 'Main' })
const heading = (name: string) => page.getByRole('heading', { level: 1, name, exact: true })

test('a signed-in person has the rail on every screen but the bare ones, and its place from the first picture; a stranger has not', async () => {
  const stranger = await openApp('/limits')
  await expect.element(heading('limits')).toBeVisible()
  expect(rail().elements()).toEqual([])
  await stranger.unmount()
  sessionStorage.setItem(sessionKey, '{}')
  const signedIn = await openApp('/limits')
  expect(document.querySelector('.n-rail')!.getBoundingClientRect().width).toBe(240)
  await expect.element(rail().getByRole('link', { name: 'Home' })).toBeVisible()
  await signedIn.unmount()
  await openApp('/return')
  await expect.element(heading('return')).toBeVisible()
  expect(rail().elements()).toEqual([])
})

test('of the screens behind a sign-in, only those that another page leads to are bare', () => {
  expect(routes.filter(({ access, bare }) => access === 'login' && bare).map(({ name }) => name)).toEqual(['auth-test', 'authorise-connection'])
  const names = new Set(routes.map(({ name }) => name))
  expect(routes.filter(({ beside }) => beside !== undefined && !names.has(beside))).toEqual([])
})

test('on desktop the action follows its content as far as the window goes; on a phone it is at the window’s end', async () => {
  await openApp('/limits')
  const action = page.getByRole('button', { name: 'Go on' })
  await expect.element(action).toBeVisible()
  const bottom = () => action.element().getBoundingClientRect().bottom
  expect(bottom()).toBeLessThan(400)
  const long = Object.assign(document.createElement('div'), { style: 'height: 3000px' })
  document.querySelector('.n-page-body')!.append(long)
  expect(bottom()).toBeGreaterThan(innerHeight - 64)
  expect(bottom()).toBeLessThanOrEqual(innerHeight)
  long.remove()
  await page.viewport(390, 844)
  await expect.poll(bottom).toBeGreaterThan(780)
})

test('at 200 % text the action does not stick: it is where the page ends', async () => {
  await page.viewport(390, 844)
  await openApp('/limits')
  const footer = page.getByRole('button', { name: 'Go on' })
  await expect.element(footer).toBeVisible()
  document.querySelector('.n-page-body')!.append(Object.assign(document.createElement('div'), { style: 'height: 3000px' }))
  expect(footer.element().getBoundingClientRect().bottom).toBeLessThanOrEqual(844)
  document.documentElement.style.fontSize = '200%'
  await expect.poll(() => footer.element().getBoundingClientRect().top).toBeGreaterThan(3000)
  document.documentElement.style.fontSize = ''
})

test('a box that takes the focus is seen with its whole label (WCAG 2.4.11)', async () => {
  await render(
    <>
      <div style={{ height: 745 }} />
      <Checkbox checked={false} onChange={() => {}}>
        I agree
      </Checkbox>
      <div style={{ height: 900 }} />
    </>,
  )
  scrollTo(0, 0)
  await userEvent.tab()
  const label = () => document.querySelector('label')!.getBoundingClientRect()
  await expect.poll(() => document.activeElement?.getAttribute('type')).toBe('checkbox')
  await expect.poll(() => label().bottom).toBeLessThanOrEqual(innerHeight)
})

test('the list that a screen was chosen from stays beside it; the screen has the h1 and the focus', async () => {
  sessionStorage.setItem(sessionKey, '{}')
  await openApp('/safety/devices')
  await expect.element(heading('devices')).toHaveFocus()
  await expect.element(page.getByRole('heading', { level: 2, name: 'safety' })).toBeVisible()
  expect(document.querySelectorAll('main, h1').length).toBe(2)
})

test('/ focuses search, P opens pay and ? lists the keys', async () => {
  await openApp('/')
  await expect.element(rail().getByRole('button', { name: 'Shortcuts' })).toBeVisible()
  await expect.element(rail().getByRole('link', { name: 'Activity' })).toHaveAttribute('aria-keyshortcuts', '/')
  await userEvent.keyboard('/')
  await expect.element(page.getByRole('searchbox', { name: 'Search' })).toHaveFocus()
  expect(page.getByRole('searchbox').element()).toHaveValue('')
  page.getByRole('searchbox').element().blur()
  await userEvent.keyboard('p')
  await expect.element(heading('scan')).toHaveFocus()
  await userEvent.keyboard('?')
  const list = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
  await expect.element(list).toBeVisible()
  await userEvent.keyboard('/')
  await expect.element(heading('scan')).toBeInTheDocument()
})

test('keys do nothing in a field, with Ctrl, Alt or Command, or when they are switched off (WCAG 2.1.4)', async () => {
  await openApp('/')
  await expect.element(rail().getByRole('button', { name: 'Shortcuts' })).toBeVisible()
  const note = page.getByRole('textbox', { name: 'Note' })
  await note.click()
  await userEvent.keyboard('p/?')
  expect(note.element()).toHaveValue('p/?')
  note.element().blur()
  for (const held of ['Control', 'Alt', 'Meta']) await userEvent.keyboard(`{${held}>}p{/${held}}`)
  await rail().getByRole('button', { name: 'Shortcuts' }).click()
  await page.getByText('Use shortcuts').click()
  await expect.poll(() => localConfig().shortcutsOff).toBe(true)
  await page.getByRole('button', { name: 'Close' }).click()
  await expect.poll(() => document.querySelectorAll('.n-rail kbd').length).toBe(0)
  await userEvent.keyboard('p')
  await expect.element(heading('dashboard')).toBeVisible()
  updateLocalConfig({ shortcutsOff: undefined })
  await userEvent.keyboard('p')
  await expect.element(heading('scan')).toBeVisible()
})
