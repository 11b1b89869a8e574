import { I18nProvider } from '@lingui/react'
import { QueryClientProvider } from '@tanstack/react-query'
import { generatePath, MemoryRouter } from 'react-router'
import { beforeEach, expect, test, vi } from 'vitest'
import { render } from 'vitest-browser-react'
import { page } from 'vitest/browser'
import { queryClient } from '../lib/hooks.ts'
import { activateLanguage, i18n } from '../lib/i18n.ts'
import { base } from '../lib/paths.ts'
import { Run } from '../lib/Words.tsx'
import { routes } from './routes.ts'
import { rowAt } from './rowAt.ts'
import { Shell } from './Shell.tsx'
import './app.css'

/** A path that leads to a row: each parameter with a value that it may have. */
function exampleOf(row: (typeof routes)[number]): string {
  if (row.path === '*') return '/no/such/page'
  const params = Object.fromEntries([...row.path.matchAll(/:(\w+)/g)].map(([, name = '']) => [name, row.values?.[name]?.[0] ?? 'example']))
  return generatePath(row.path, params)
}

beforeEach(async () => {
  localStorage.clear()
  queryClient.clear()
  await activateLanguage('en-NZ')
  vi.stubGlobal('fetch', async () => Response.json({ items: [] }))
  return () => vi.unstubAllGlobals()
})

test('everything is below /deimos [ROUTE-01]', () => expect(base).toBe('/deimos'))

/** Screens that only lead on, to the provider, home or the page before: the journeys in e2e walk them. */
const leadsOn = ['signing-in', 'signed-out', 'sign-up', 'bank-return', 'farm-card-verify']

for (const row of routes.filter(({ name, access }) => access === 'public' && !leadsOn.includes(name)))
  test(`${row.path} opens under its title, with the focus on its one heading and nothing in the console [ROUTE-02]`, async () => {
    const faults = vi.spyOn(console, 'error')
    await render(
      <I18nProvider i18n={i18n} defaultComponent={Run}>
        <QueryClientProvider client={queryClient}>
          <MemoryRouter initialEntries={[exampleOf(row)]}>
            <Shell />
          </MemoryRouter>
        </QueryClientProvider>
      </I18nProvider>,
    )
    await expect.poll(() => document.title).toBe(`${i18n._(row.title)} | Nikau`)
    await expect.element(page.getByRole('heading', { level: 1 })).toHaveFocus()
    expect(document.querySelectorAll('h1').length).toBe(1)
    expect(document.querySelectorAll('main').length).toBe(1)
    expect(faults).not.toHaveBeenCalled()
  })

test('no row hides another, names are unlike, and Not Found comes last', () => {
  for (const row of routes) expect(rowAt(routes, exampleOf(row)).name).toBe(row.name)
  expect(new Set(routes.map(({ name }) => name)).size).toBe(routes.length)
  expect(routes.at(-1)?.path).toBe('*')
})

test('a bank may send back to these four addresses and no other [ROUTE-11]', () => {
  for (const bank of ['pnz', 'bnz', 'westpac', 'asb']) expect(rowAt(routes, `/${bank}/oidc-callback`)).toMatchObject({ name: 'bank-return', access: 'public' })
  for (const bank of ['anz', 'kiwibank', 'BNZ', 'bnz2']) expect(rowAt(routes, `/${bank}/oidc-callback`).name).toBe('not-found')
})
