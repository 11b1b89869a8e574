import { Trans, useLingui } from '@lingui/react/macro'
import { timeOfDay } from '@nikau/contract/nz-time'
import { LinkProvider, OfflineBar, Shell as Frame, TestStripe } from '@nikau/ui'
import { Suspense, useMemo, useState } from 'react'
import { Route, Routes, useHref, useLocation, useNavigate } from 'react-router'
import { useFlags } from '../lib/flags.ts'
import { lazyScreen } from '../lib/lazy-screen.ts'
import { guidesAt } from '../lib/paths.ts'
import { WaysContext } from '../lib/screen.ts'
import { useAnyToast } from '../lib/toasts.ts'
import { useOnline } from '../lib/useOnline.ts'
import { UntilBroken } from './Broken.tsx'
import { type RouteRow, routes } from './routes.ts'
import { rowAt } from './rowAt.ts'
import { preloadRow, Screened } from './Screened.tsx'

const Navigation = lazyScreen(async () => (await import('./Navigation.tsx')).Navigation)
const Menu = lazyScreen(async () => (await import('./Menu.tsx')).Menu)
const Guides = lazyScreen(async () => (await import('../features/guides/index.ts')).Guides)
const Toasts = lazyScreen(async () => (await import('./Toasts.tsx')).Toasts)

/** The code of a screen and of what stands around it, before the frame is drawn for the first time. */
export async function preloadAt(pathname: string): Promise<void> {
  const row = rowAt(routes, pathname)
  await Promise.all([preloadRow(row), row.bar && Navigation.preload()])
}

/** The frame that stays while screens change. Tests hand in a table of their own. */
export function Shell({ rows = routes }: { rows?: RouteRow[] }) {
  const { pathname, search, key } = useLocation()
  const row = rowAt(rows, pathname)
  const guides = row.guides ? guidesAt(pathname) : undefined
  const beneath = guides?.beneath ?? pathname
  /** Where one was when the menu was opened: going elsewhere, by a link or by the browser's back, closes it, and coming back does not open it. */
  const [menuAt, setMenuAt] = useState<string>()
  if (menuAt && menuAt !== key) setMenuAt('')
  const menuOpen = menuAt === key
  const here = { rows, row, beneath }
  const ways = useMemo(() => Object.fromEntries(rows.map(({ name, path }) => [name, path])), [rows])
  const navigation = (as: 'bar' | 'rail') => (
    <Suspense fallback={<div className={as === 'rail' ? 'n-rail' : 'n-bottom-bar'} />}>
      <Navigation as={as} {...here} menuOpen={menuOpen} onMenu={() => setMenuAt(key)} />
    </Suspense>
  )
  return (
    <LinkProvider router={useLinks(pathname)}>
      <Frame top={<Bars />} {...(row.bar && { rail: navigation('rail'), bar: navigation('bar') })}>
        <UntilBroken at={beneath}>
          <WaysContext value={ways}>
            <Suspense fallback={<div className="min-h-dvh" aria-busy="true" />}>
              <Routes>
                <Route path={row.path} element={<Screened key={row.name} row={row} place={beneath} />}>
                  <Route index element={null} />
                  <Route path="guides/:guideCategory?/:guidePage?" element={null} />
                </Route>
              </Routes>
            </Suspense>
          </WaysContext>
        </UntilBroken>
      </Frame>
      <Suspense>
        {menuAt !== undefined && <Menu {...here} isOpen={menuOpen} onClose={() => setMenuAt('')} />}
        {guides && <Guides at={guides} search={search} />}
        {useAnyToast() && <Toasts />}
      </Suspense>
    </LinkProvider>
  )
}

/** Links inside the app. One that leads to where one is brings one back to the top. */
function useLinks(pathname: string) {
  const navigate = useNavigate()
  const root = useHref('/').replace(/\/$/, '')
  return useMemo(
    () => ({
      href: (to: string) => root + to,
      navigate: (to: string) => {
        if (to === pathname) scrollTo({ top: 0, behavior: matchMedia('(prefers-reduced-motion: reduce)').matches ? 'auto' : 'smooth' })
        else void navigate(to)
      },
    }),
    [navigate, root, pathname],
  )
}

/** Above everything: that no real money moves, that there is no network. */
function Bars() {
  const { t } = useLingui()
  const { testAssetsEnabled } = useFlags()
  const { online, lostAt } = useOnline()
  const time = lostAt && timeOfDay(lostAt)
  return (
    <>
      {testAssetsEnabled && (
        <aside aria-label={t`Test mode`}>
          <TestStripe word={t`TEST`}>
            <Trans>No real money moves</Trans>
          </TestStripe>
        </aside>
      )}
      {!online && <OfflineBar>{time ? <Trans>You’re offline. Showing what we had at {time}.</Trans> : <Trans>You’re offline.</Trans>}</OfflineBar>}
    </>
  )
}
