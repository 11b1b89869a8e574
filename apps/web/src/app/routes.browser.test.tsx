import { I18nProvider } from '@lingui/react'
import { QueryClientProvider } from '@tanstack/react-query'
import { generatePath, MemoryRouter } from 'react-router'
import { beforeEach, expect, test, vi } from 'vitest'
import { render } from 'vitest-browser-react'
import { page } from 'vitest/browser'
import { queryClient } from '../lib/endpoint-hooks.ts'
import { activateLanguage, i18n } from '../lib/i18n.ts'
import { base } from '../lib/paths.ts'
import { TransWithLang } from '../lib/Message.tsx'
import { routes } from './routes.ts'
import { matchRoute } from './matchRoute.ts'
import { Shell } from './Shell.tsx'
import './app.css'

/** A path that matches a row, with an allowed value for each parameter. */
function examplePath(row: (typeof routes)[number]): string {
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

test('all routes are below /deimos [ROUTE-01]', () => expect(base).toBe('/deimos'))

/** Screens that only redirect; the end-to-end tests cover them. */
const redirecting = ['signing-in', 'signed-out', 'sign-up', 'bank-return', 'farm-card-verify']

for (const row of routes.filter(({ name, access }) => access === 'public' && !redirecting.includes(name)))
  test(`${row.path} opens with the focus on its only heading and no console errors`, async () => {
    const errors = vi.spyOn(console, 'error')
    await render(
      <I18nProvider i18n={i18n} defaultComponent={TransWithLang}>
        <QueryClientProvider client={queryClient}>
          <MemoryRouter initialEntries={[examplePath(row)]}>
            <Shell />
          </MemoryRouter>
        </QueryClientProvider>
      </I18nProvider>,
    )
    await expect.element(page.getByRole('heading', { level: 1 })).toHaveFocus()
    expect(document.querySelectorAll('h1').length).toBe(1)
    expect(document.querySelectorAll('main').length).toBe(1)
    expect(errors).not.toHaveBeenCalled()
  })

test('no row hides another, names are unique, and Not Found is last', () => {
  for (const row of routes) expect(matchRoute(routes, examplePath(row)).name).toBe(row.name)
  expect(new Set(routes.map(({ name }) => name)).size).toBe(routes.length)
  expect(routes.at(-1)?.path).toBe('*')
})

test('these four banks have a return path, and no others [ROUTE-11]', () => {
  for (const bank of ['pnz', 'bnz', 'westpac', 'asb'])
    expect(matchRoute(routes, `/${bank}/oidc-callback`)).toMatchObject({ name: 'bank-return', access: 'public' })
  for (const bank of ['anz', 'kiwibank', 'BNZ', 'bnz2']) expect(matchRoute(routes, `/${bank}/oidc-callback`).name).toBe('not-found')
})
