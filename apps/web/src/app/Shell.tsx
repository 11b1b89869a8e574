import { Trans, useLingui } from '@lingui/react/macro'
import { calendarDate, shortDate, timeOfDay } from '@nikau/nz/nz-time'
import { LinkProvider, ListPanes, NoSignalContext, OfflineBanner, Panes, Shell as Frame, TestBanner } from '@nikau/ui'
import { Suspense, useMemo, useState, useSyncExternalStore } from 'react'
import { Route, Routes, useHref, useLocation, useNavigate } from 'react-router'
import { lazyScreen } from '../lib/lazy-screen.ts'
import { useMode } from '../lib/mode.ts'
import { guidesAt } from '../lib/paths.ts'
import { ScreenPathsContext } from '../lib/current-screen.ts'
import { useStepUpPending } from '../lib/step-up.ts'
import { hasStoredSession } from '../lib/stored-session.ts'
import { useHasToasts } from '../lib/toasts.ts'
import { lastContact, onContact } from '../lib/server-clock.ts'
import { hasTwoPanes, useTwoPanes } from '../lib/useMediaQuery.ts'
import { useOnline } from '../lib/useOnline.ts'
import { ErrorBoundary } from './ErrorBoundary.tsx'
import type { RouteRow } from './route-row.ts'
import { routes } from './routes.ts'
import { matchRoute } from './matchRoute.ts'
import { preloadRoute, RouteScreen } from './RouteScreen.tsx'

const Navigation = lazyScreen(async () => (await import('./signed-in-frame.ts')).Navigation)
const Menu = lazyScreen(async () => (await import('./Menu.tsx')).Menu)
const Guides = lazyScreen(async () => (await import('../features/guides/index.ts')).Guides)
const ListBeside = lazyScreen(async () => (await import('./ListBeside.tsx')).ListBeside)
const NothingChosen = lazyScreen(async () => (await import('./ListBeside.tsx')).NothingChosen)
const StepUpSheet = lazyScreen(async () => (await import('../features/step-up/index.ts')).StepUpSheet)
const Toasts = lazyScreen(async () => (await import('./Toasts.tsx')).Toasts)

const enabledRows = (rows: RouteRow[]) => rows.filter(({ isEnabled }) => isEnabled?.() !== false)
const listOf = (rows: RouteRow[], row: RouteRow) => rows.find(({ name }) => name === row.beside)

/** Preloads the code of a screen and its navigation, before the first render. */
export async function preloadPath(pathname: string): Promise<void> {
  const rows = enabledRows(routes)
  const row = matchRoute(rows, pathname)
  const list = hasTwoPanes() ? listOf(rows, row) : undefined
  await Promise.all([preloadRoute(row), (row.bar || hasTwoPanes()) && Navigation.preload(), list && Promise.all([preloadRoute(list), ListBeside.preload()])])
}

/** The frame around all screens. Tests pass their own route table. */
export function Shell({ rows: allRows = routes }: { rows?: RouteRow[] }) {
  const rows = useMemo(() => enabledRows(allRows), [allRows])
  const online = useOnline()
  const { pathname, search, key } = useLocation()
  const row = matchRoute(rows, pathname)
  const guides = row.guides ? guidesAt(pathname) : undefined
  const beneath = guides?.beneath ?? pathname
  /** A later step of a flow is a screen of its own: without the bar, and with the focus on its heading. */
  const step = row.isFlow ? new URLSearchParams(search).get('step') : null
  const bar = row.bar === true && step === null
  const rail = row.bar === true || (!row.bare && (row.access === 'login' || hasStoredSession()))
  const panes = useTwoPanes()
  const list = panes ? listOf(rows, row) : undefined
  const isList = panes && rows.some(({ beside }) => beside === row.name)
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
  const screen = (
    <Routes>
      <Route path={row.path} element={<RouteScreen key={row.name} row={row} path={step === null ? beneath : `${beneath}?step=${step}`} bar={bar} />}>
        <Route index element={null} />
        <Route path="guides/:guideCategory?/:guidePage?" element={null} />
      </Route>
    </Routes>
  )
  return (
    <LinkProvider router={useLinkRouter(step === null ? pathname : pathname + search)}>
      <NoSignalContext value={online ? undefined : <Trans>No signal</Trans>}>
        <ScreenPathsContext value={screenPaths}>
          <Frame top={<Banners online={online} showTime={!row.hasOwnTimes} />} rail={rail ? navigation('rail') : undefined} bar={bar && navigation('bar')}>
            <ErrorBoundary resetKey={beneath}>
              <ListPanes
                list={
                  list && (
                    <Suspense>
                      <ListBeside key={list.name} row={list} />
                    </Suspense>
                  )
                }
              >
                <Suspense fallback={<div className="min-h-dvh" aria-busy="true" />}>
                  {isList ? <Panes detail={<NothingChosen />}>{screen}</Panes> : screen}
                </Suspense>
              </ListPanes>
            </ErrorBoundary>
          </Frame>
          <ErrorBoundary resetKey={key} isOverlay>
            <Suspense>
              {menuKey !== undefined && <Menu {...current} isOpen={menuOpen} onClose={() => setMenuKey('')} />}
              {guides && (
                <Suspense fallback={<div className="beside" />}>
                  <Guides at={guides} search={search} />
                </Suspense>
              )}
              {useHasToasts() && <Toasts />}
            </Suspense>
            <Suspense>{useStepUpPending() && <StepUpSheet />}</Suspense>
          </ErrorBoundary>
        </ScreenPathsContext>
      </NoSignalContext>
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
function Banners({ online, showTime }: { online: boolean; showTime: boolean }) {
  const { t } = useLingui()
  const isTest = useMode() === 'test'
  return (
    <>
      {isTest && (
        <aside aria-label={t`Test mode`}>
          <TestBanner word={t`TEST`}>
            <Trans>No real money moves</Trans>
          </TestBanner>
        </aside>
      )}
      {!online && <NoSignalBanner showTime={showTime} />}
    </>
  )
}

/** `showTime`: of the last contact, because nothing on the page is newer. */
function NoSignalBanner({ showTime }: { showTime: boolean }) {
  const at = useSyncExternalStore(onContact, lastContact)
  const [today] = useState(() => calendarDate(new Date()))
  const time = showTime && at && (calendarDate(at) === today ? '' : `${shortDate(at)} `) + timeOfDay(at)
  return <OfflineBanner>{time ? <Trans>No signal. Showing {time}</Trans> : <Trans>No signal</Trans>}</OfflineBanner>
}
