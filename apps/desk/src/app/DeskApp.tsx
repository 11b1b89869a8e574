import { i18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { Trans, useLingui } from '@lingui/react/macro'
import { EmptyState, LinkProvider } from '@nikau/ui'
import { QueryClientProvider } from '@tanstack/react-query'
import { lazy, Suspense, useEffect, useMemo } from 'react'
import { matchPath, Navigate, Route, Routes, useHref, useLocation, useNavigate, useParams } from 'react-router'
import { LockedScreen, PasskeyDialog } from '../features/session/index.ts'
import { DeskContext, useDeskState, useSession } from '../lib/desk-context.ts'
import type { Desk } from '../lib/desk.ts'
import { shortId } from '../lib/short-id.ts'
import { useSessionUpkeep } from '../lib/useSessionUpkeep.ts'
import { PageHead } from '../parts/PageHead.tsx'
import { ErrorBoundary } from './ErrorBoundary.tsx'
import { Frame } from './Frame.tsx'
import { type DeskRow, mayOpen } from './route-row.ts'
import { useFocusOnNavigate } from './useFocusOnNavigate.ts'

const SignInScreen = lazy(async () => ({ default: (await import('../features/sign-in/index.ts')).SignInScreen }))

/** The desk. Tests pass a desk and a router of their own. */
export function DeskApp({ desk, rows }: { desk: Desk; rows: readonly DeskRow[] }) {
  return (
    <I18nProvider i18n={i18n}>
      <DeskContext value={desk}>
        <QueryClientProvider client={desk.queries}>
          <LinkProvider router={useLinkRouter()}>
            <Gate rows={rows} />
          </LinkProvider>
        </QueryClientProvider>
      </DeskContext>
    </I18nProvider>
  )
}

function useLinkRouter() {
  const navigate = useNavigate()
  const root = useHref('/').replace(/\/$/, '')
  return useMemo(() => ({ href: (to: string) => root + to, navigate: (to: string) => void navigate(to) }), [navigate, root])
}

/** Signed out: the sign-in. Locked: the page stays as it is, out of sight and reach, and the lock lies above it. */
function Gate({ rows }: { rows: readonly DeskRow[] }) {
  const { access, isPasskeyAsked } = useDeskState()
  const { pathname } = useLocation()
  useSessionUpkeep()
  const isLocked = access === 'locked'
  if (access === 'unknown') return <FirstAnswer />
  if (access === 'signed-out')
    return (
      <Suspense fallback={<div className="min-h-dvh" aria-busy="true" />}>
        <SignInScreen />
      </Suspense>
    )
  if (pathname === '/sign-in') return <Navigate to="/" replace />
  return (
    <>
      <div className="dk-page" inert={isLocked}>
        <Pages rows={rows} />
      </div>
      {isPasskeyAsked && !isLocked && <PasskeyDialog />}
      {isLocked && <LockedScreen />}
    </>
  )
}

function FirstAnswer() {
  const { isAway } = useDeskState()
  if (!isAway) return <div className="min-h-dvh" aria-busy="true" />
  return (
    <main className="dk-main" role="alert">
      <EmptyState drawing="offline" level={1} title={<Trans>The desk does not answer</Trans>}>
        <Trans>It is asked again every few seconds.</Trans>
      </EmptyState>
    </main>
  )
}

function Pages({ rows }: { rows: readonly DeskRow[] }) {
  const { i18n, t } = useLingui()
  const { operator } = useSession()
  const { pathname } = useLocation()
  const row = rows.find(({ path }) => matchPath(path, pathname))
  const first = rows.find((candidate) => candidate.place && mayOpen(operator.roles, candidate))
  const isAllowed = row !== undefined && mayOpen(operator.roles, row)
  const name = !row ? t`Not found` : isAllowed ? i18n._(row.title) : t`Not in your role`
  const id = row && Object.values(matchPath(row.path, pathname)?.params ?? {})[0]
  const title = id === undefined || !isAllowed || row.isIdHidden ? name : `${name} ${shortId(id)}`
  const pageTitle = t`${title} | Nikau desk`
  useEffect(() => {
    document.title = pageTitle
  }, [pageTitle])
  useFocusOnNavigate(pathname)
  if (pathname === '/' && first) return <Navigate to={first.path} replace />
  return (
    <Frame rows={rows} row={isAllowed ? row : undefined} title={title}>
      <ErrorBoundary key={pathname}>
        <Suspense fallback={<div className="dk-loading" aria-busy="true" />}>
          {isAllowed ? (
            <Routes>
              <Route path={row.path} element={<Keyed row={row} />} />
            </Routes>
          ) : row ? (
            <PageHead
              title={<Trans>Not in your role</Trans>}
              lede={<Trans>Your role does not include this page. An admin and a second person can change that.</Trans>}
            />
          ) : (
            <PageHead title={<Trans>Not found</Trans>} lede={<Trans>This page does not exist, or no longer does.</Trans>} />
          )}
        </Suspense>
      </ErrorBoundary>
    </Frame>
  )
}

/** Another proposal is another screen: nothing typed about one is kept for the next. */
function Keyed({ row: { Screen } }: { row: DeskRow }) {
  return <Screen key={Object.values(useParams()).join('/')} />
}
