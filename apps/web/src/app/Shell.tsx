import { Trans, useLingui } from '@lingui/react/macro'
import { timeOfDay } from '@nikau/nz/nz-time'
import { LinkProvider, OfflineBanner, Shell as Frame, TestBanner } from '@nikau/ui'
import { Suspense, useMemo, useState } from 'react'
import { Route, Routes, useHref, useLocation, useNavigate } from 'react-router'
import { useFlags } from '../lib/flags.ts'
import { lazyScreen } from '../lib/lazy-screen.ts'
import { guidesAt } from '../lib/paths.ts'
import { ScreenPathsContext } from '../lib/current-screen.ts'
import { useStepUpPending } from '../lib/step-up.ts'
import { useHasToasts } from '../lib/toasts.ts'
import { useOnline } from '../lib/useOnline.ts'
import { ErrorBoundary } from './ErrorBoundary.tsx'
import { type RouteRow, routes } from './routes.ts'
import { matchRoute } from './matchRoute.ts'
import { preloadRoute, RouteScreen } from './RouteScreen.tsx'

const Navigation = lazyScreen(async () => (await import('./Navigation.tsx')).Navigation)
const Menu = lazyScreen(async () => (await import('./Menu.tsx')).Menu)
const Guides = lazyScreen(async () => (await import('../features/guides/index.ts')).Guides)
const StepUpSheet = lazyScreen(async () => (await import('../features/step-up/index.ts')).StepUpSheet)
const Toasts = lazyScreen(async () => (await import('./Toasts.tsx')).Toasts)

const enabledRows = (rows: RouteRow[]) => rows.filter(({ isEnabled }) => isEnabled?.() !== false)

/** Preloads the code of a screen and its navigation, before the first render. */
export async function preloadPath(pathname: string): Promise<void> {
  const row = matchRoute(enabledRows(routes), pathname)
  await Promise.all([preloadRoute(row), row.bar && Navigation.preload()])
}

/** The frame around all screens. Tests pass their own route table. */
export function Shell({ rows: allRows = routes }: { rows?: RouteRow[] }) {
  const rows = useMemo(() => enabledRows(allRows), [allRows])
  const { pathname, search, key } = useLocation()
  const row = matchRoute(rows, pathname)
  const guides = row.guides ? guidesAt(pathname) : undefined
  const beneath = guides?.beneath ?? pathname
  /** A later step of a flow is a screen of its own: without the bar, and with the focus on its heading. */
  const step = row.isFlow ? new URLSearchParams(search).get('step') : null
  const bar = row.bar === true && step === null
  /** Key of the location at which the menu was opened: any navigation closes it, and navigating back does not reopen it. */
  const [menuKey, setMenuKey] = useState<string>()
  if (menuKey && menuKey !== key) setMenuKey('')
  const menuOpen = menuKey === key
  const current = { rows, row, beneath }
  const screenPaths = useMemo(() => Object.fromEntries(rows.map(({ name, path }) => [name, path])), [rows])
  const navigation = (as: 'bar' | 'rail') => (
    <Suspense fallback={<div className={as === 'rail' ? 'n-rail' : 'n-bottom-bar'} />}>
      <Navigation as={as} {...current} menuOpen={menuOpen} onMenu={() => setMenuKey(key)} />
    </Suspense>
  )
  return (
    <LinkProvider router={useLinkRouter(step === null ? pathname : pathname + search)}>
      <ScreenPathsContext value={screenPaths}>
        <Frame top={<Banners />} {...(bar && { rail: navigation('rail'), bar: navigation('bar') })}>
          <ErrorBoundary resetKey={beneath}>
            <Suspense fallback={<div className="min-h-dvh" aria-busy="true" />}>
              <Routes>
                <Route path={row.path} element={<RouteScreen key={row.name} row={row} path={step === null ? beneath : `${beneath}?step=${step}`} bar={bar} />}>
                  <Route index element={null} />
                  <Route path="guides/:guideCategory?/:guidePage?" element={null} />
                </Route>
              </Routes>
            </Suspense>
          </ErrorBoundary>
        </Frame>
        <Suspense>
          {menuKey !== undefined && <Menu {...current} isOpen={menuOpen} onClose={() => setMenuKey('')} />}
          {guides && <Guides at={guides} search={search} />}
          {useHasToasts() && <Toasts />}
        </Suspense>
        <Suspense>{useStepUpPending() && <StepUpSheet />}</Suspense>
      </ScreenPathsContext>
    </LinkProvider>
  )
}

/** Links inside the app. A link to the current path scrolls to the top. */
function useLinkRouter(current: string) {
  const navigate = useNavigate()
  const root = useHref('/').replace(/\/$/, '')
  return useMemo(
    () => ({
      href: (to: string) => root + to,
      navigate: (to: string) => {
        if (to === current) scrollTo({ top: 0, behavior: matchMedia('(prefers-reduced-motion: reduce)').matches ? 'auto' : 'smooth' })
        else void navigate(to)
      },
    }),
    [navigate, root, current],
  )
}

/** Test mode and offline banners, above everything else. */
function Banners() {
  const { t } = useLingui()
  const { testAssetsEnabled } = useFlags()
  const { online, offlineSince } = useOnline()
  const time = offlineSince && timeOfDay(offlineSince)
  return (
    <>
      {testAssetsEnabled && (
        <aside aria-label={t`Test mode`}>
          <TestBanner word={t`TEST`}>
            <Trans>No real money moves</Trans>
          </TestBanner>
        </aside>
      )}
      {!online && <OfflineBanner>{time ? <Trans>You’re offline. Showing what we had at {time}.</Trans> : <Trans>You’re offline.</Trans>}</OfflineBanner>}
    </>
  )
}
