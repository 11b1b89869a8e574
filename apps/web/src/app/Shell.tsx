import { useLingui } from '@lingui/react'
import { LinkProvider } from '@nikau/ui'
import { lazy, Suspense, useEffect, useMemo } from 'react'
import { Route, Routes, useHref, useLocation, useNavigate } from 'react-router'
import { type RouteRow, routes } from './routes.ts'

/** Loaded with the first screen that needs it: a public page costs no sign-in code. */
const RequireSession = lazy(async () => ({ default: (await import('../lib/session.tsx')).RequireSession }))

/** The frame that stays while screens change. */
export function Shell() {
  const navigate = useNavigate()
  const root = useHref('/')
  const links = useMemo(() => ({ href: (to: string) => root.replace(/\/$/, '') + to, navigate: (to: string) => void navigate(to) }), [navigate, root])
  return (
    <LinkProvider router={links}>
      <Suspense fallback={<div className="min-h-dvh" aria-busy="true" />}>
        <Routes>
          {routes.map((row) => (
            <Route key={row.name} path={row.path} element={<Screened row={row} />} />
          ))}
        </Routes>
      </Suspense>
    </LinkProvider>
  )
}

/** A screen under its title. On every change of screen the focus goes to the heading, so that a screen reader begins there. */
function Screened({ row }: { row: RouteRow }) {
  const { _ } = useLingui()
  const { pathname } = useLocation()
  const title = _(row.title)
  useEffect(() => {
    document.title = `${title} | Nikau`
  }, [title])
  useEffect(() => {
    document.querySelector<HTMLElement>('h1')?.focus({ preventScroll: true })
    window.scrollTo(0, 0)
  }, [pathname])
  return row.access === 'public' ? (
    <row.Screen />
  ) : (
    <RequireSession>
      <row.Screen />
    </RequireSession>
  )
}
