import { Trans } from '@lingui/react/macro'
import { EmptyState } from '@nikau/ui'
import { useMemo } from 'react'
import { ScreenContext } from '../lib/current-screen.ts'
import { RequireSession } from '../lib/session.tsx'
import type { RouteRow } from './route-row.ts'

/** The list that the open screen was chosen from, on desktop. */
export function ListBeside({ row }: { row: RouteRow }) {
  const screen = useMemo(() => ({ name: row.name, back: row.back, bar: true }), [row])
  return (
    <ScreenContext value={screen}>
      {row.access === 'public' ? (
        <row.Screen />
      ) : (
        <RequireSession>
          <row.Screen />
        </RequireSession>
      )}
    </ScreenContext>
  )
}

/** In the place of a screen, until one is chosen from the list. */
export function NothingChosen() {
  return (
    <div className="grid min-h-dvh place-content-center px-gutter">
      <EmptyState drawing="frond" level={2} title={<Trans>What you choose opens here</Trans>} />
    </div>
  )
}
