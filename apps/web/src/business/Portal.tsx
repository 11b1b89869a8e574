import { Trans, useLingui } from '@lingui/react/macro'
import { Button, LinkProvider, NoSignalContext, PortalPage } from '@nikau/ui'
import { Suspense, useEffect, useMemo } from 'react'
import { matchPath, Navigate, Route, Routes, useHref, useLocation, useNavigate } from 'react-router'
import { ErrorBoundary } from '../app/ErrorBoundary.tsx'
import { useFocusOnNavigate } from '../app/useFocusOnNavigate.ts'
import { type Business, BusinessContext, counterpartOf, useChooseShop, useCurrentBusiness, useMemberAccounts, useShopInAddress } from '../lib/business.ts'
import { lazyScreen } from '../lib/lazy-screen.ts'
import { LoadFailed } from '../lib/LoadFailed.tsx'
import { businessPaths } from '../lib/business-paths.ts'
import { reporting } from '../lib/reporting.ts'
import { RequireSession } from '../lib/session.tsx'
import { useStepUpPending } from '../lib/step-up.ts'
import { useHasToasts } from '../lib/toasts.ts'
import { useOnline } from '../lib/useOnline.ts'
import { FirstLoad } from './FirstLoad.tsx'
import { mayOpen, placesOf } from './places.ts'
import { PortalFrame } from './PortalFrame.tsx'
import type { PortalRow } from './route-row.ts'
import { portalRoutes } from './routes.ts'

const StepUpSheet = lazyScreen(async () => (await import('../features/step-up/index.ts')).StepUpSheet)
const Toasts = lazyScreen(async () => (await import('../app/Toasts.tsx')).Toasts)

/** Fetches the code of a screen before it is shown. */
export async function preloadPath(pathname: string): Promise<void> {
  await rowAt(portalRoutes, pathname).Screen.preload?.()
}

const rowAt = (rows: readonly PortalRow[], pathname: string) => rows.find(({ path }) => matchPath(path, pathname)) ?? rows.at(-1)!

/** The merchant portal, for members of a business. Tests pass their own route table. */
export function Portal({ rows = portalRoutes }: { rows?: PortalRow[] }) {
  const online = useOnline()
  return (
    <LinkProvider router={useLinkRouter()}>
      <NoSignalContext value={online ? undefined : <Trans>No signal</Trans>}>
        <RequireSession>
          <MemberPages rows={rows} />
        </RequireSession>
        <Suspense>
          {useHasToasts() && <Toasts />}
          {useStepUpPending() && <StepUpSheet />}
        </Suspense>
      </NoSignalContext>
    </LinkProvider>
  )
}

/** Links keep the shop in the address. */
function useLinkRouter() {
  const navigate = useNavigate()
  const root = useHref('/').replace(/\/$/, '')
  const shop = new URLSearchParams(useLocation().search).get('shop')
  return useMemo(() => {
    const withShop = (to: string) => (shop === null || to.includes('shop=') ? to : `${to}${to.includes('?') ? '&' : '?'}shop=${encodeURIComponent(shop)}`)
    return { href: (to: string) => root + withShop(to), navigate: (to: string) => void navigate(withShop(to)) }
  }, [navigate, root, shop])
}

/** People without a business open one; all others see the screens that their role may see. */
function MemberPages({ rows }: { rows: PortalRow[] }) {
  const accounts = useMemberAccounts()
  const current = useCurrentBusiness(accounts)
  const { pathname, search } = useLocation()
  const row = rowAt(rows, pathname)
  useTitle(row)
  useFocusOnNavigate(pathname)
  useShopInAddress(current.data ?? undefined)
  if (current.failed)
    return (
      <PortalPage title={<Trans>Nikau for business</Trans>}>
        <LoadFailed source={current}>
          <Trans>Couldn’t load your business</Trans>
        </LoadFailed>
      </PortalPage>
    )
  if (current.data === undefined) return <div className="min-h-dvh" aria-busy="true" />
  const business = current.data ?? undefined
  if (!business && !row.withoutBusiness) return <Navigate to={businessPaths.open} replace />
  const isAllowed = mayOpen(business, row)
  const [first] = placesOf(rows, business)
  // The start of a role without Home is its first place: for a cashier, the till.
  if (!isAllowed && pathname === businessPaths.home && first) return <Navigate to={{ pathname: first.path, search }} replace />
  return (
    <BusinessContext value={business}>
      <PortalFrame rows={rows} row={row} accounts={accounts.data ?? []} business={business}>
        <ErrorBoundary resetKey={pathname}>
          <Suspense fallback={<div className="min-h-dvh" aria-busy="true" />}>
            {isAllowed ? (
              // Another shop starts the screen anew: nothing of one is shown under the name of the other.
              <FirstLoad key={`${business?.shop.id ?? ''} ${pathname}`}>
                <Routes>
                  <Route path={row.path} element={<row.Screen />} />
                </Routes>
              </FirstLoad>
            ) : (
              <AskAnOwner business={business} />
            )}
          </Suspense>
        </ErrorBoundary>
      </PortalFrame>
    </BusinessContext>
  )
}

function useTitle(row: PortalRow) {
  const { t, i18n } = useLingui()
  const name = i18n._(row.title)
  const title = t`${name} | Nikau for business`
  useEffect(() => {
    document.title = title
    reporting.setScreen(`business-${row.name}`)
  }, [title, row.name])
}

/** A member has opened a screen by its address that their role may not see. What a developer may see is in the test view. */
function AskAnOwner({ business }: { business: Business | undefined }) {
  const choose = useChooseShop()
  const testShop = business?.role === 'developer' && !business.isTest ? counterpartOf(business) : undefined
  return (
    <PortalPage title={<Trans>Ask an owner</Trans>}>
      <p className="text-ink-2">
        <Trans>Your role doesn’t include this page. An owner of the business can change that.</Trans>
      </p>
      {testShop && (
        <div className="grid justify-items-start gap-4 pt-4">
          <p className="text-ink-2">
            <Trans>Developers work in test mode.</Trans>
          </p>
          <Button variant="outlined" onPress={() => choose({ accountId: testShop.accountId, merchantId: testShop.id })}>
            <Trans>Switch on test mode</Trans>
          </Button>
        </div>
      )}
    </PortalPage>
  )
}
