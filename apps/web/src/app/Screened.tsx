import { useLingui } from '@lingui/react'
import { useEffect, useMemo } from 'react'
import { generatePath, useParams } from 'react-router'
import { reporting } from '../lib/reporting.ts'
import { PlaceContext } from '../lib/screen.ts'
import { RequireSession } from './guard.ts'
import type { RouteRow } from './routes.ts'
import { useArrival } from './useArrival.ts'

/** Everything that drawing a row needs, fetched at the same time. */
export async function preloadRow(row: RouteRow): Promise<void> {
  await Promise.all([row.Screen.preload?.(), row.access === 'login' && RequireSession.preload()])
}

/** A screen under its title. `place` is its path without the tail of the guides, which lie over it and change nothing of it. */
export function Screened({ row, place }: { row: RouteRow; place: string }) {
  const { _ } = useLingui()
  const params = useParams()
  const title = _(row.title)
  const back = row.back && generatePath(row.back, params)
  useEffect(() => {
    document.title = `${title} | Nikau`
  }, [title])
  useEffect(() => {
    reporting.enter(row.name)
  }, [row.name])
  useArrival(place)
  void preloadRow(row) // while the session is looked at, and not after
  const here = useMemo(() => ({ name: row.name, back, bar: row.bar ?? false }), [row, back])
  return (
    <PlaceContext value={here}>
      {row.access === 'public' ? (
        <row.Screen />
      ) : (
        <RequireSession>
          <row.Screen />
        </RequireSession>
      )}
    </PlaceContext>
  )
}
