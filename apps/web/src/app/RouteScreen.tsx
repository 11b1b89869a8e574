import { useLingui } from '@lingui/react'
import { useEffect, useMemo } from 'react'
import { generatePath, useParams } from 'react-router'
import { reporting } from '../lib/reporting.ts'
import { ScreenContext } from '../lib/current-screen.ts'
import { RequireSession } from './RequireSession.ts'
import type { RouteRow } from './route-row.ts'
import { useFocusOnNavigate } from './useFocusOnNavigate.ts'

/** Fetches everything that a screen needs to render, in parallel. */
export async function preloadRoute(row: RouteRow): Promise<void> {
  await Promise.all([row.Screen.preload?.(), row.access === 'login' && RequireSession.preload()])
}

/**
 * Renders the screen of a route, with its document title. `path` excludes the guides' suffix, because opening guides does not change
 * the screen, and includes the step of a flow.
 */
export function RouteScreen({ row, path, bar }: { row: RouteRow; path: string; bar: boolean }) {
  const { _ } = useLingui()
  const params = useParams()
  const title = _(row.title)
  const back = row.back && generatePath(row.back, params)
  useEffect(() => {
    document.title = `${title} | Nikau`
  }, [title])
  useEffect(() => {
    reporting.setScreen(row.name)
  }, [row.name])
  useFocusOnNavigate(path)
  void preloadRoute(row) // in parallel with the session check
  const screen = useMemo(() => ({ name: row.name, back, bar }), [row, back, bar])
  return (
    <ScreenContext value={screen}>
      {row.access === 'public' ? (
        <row.Screen />
      ) : (
        <RequireSession withoutSignal={row.WithoutSignal && <row.WithoutSignal />}>
          <row.Screen />
        </RequireSession>
      )}
    </ScreenContext>
  )
}
