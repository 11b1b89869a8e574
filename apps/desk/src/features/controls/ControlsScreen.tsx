import { Trans } from '@lingui/react/macro'
import { listFlags, listStops } from '@nikau/contract/desk/controls'
import { useState } from 'react'
import { useDeskQuery } from '../../lib/desk-hooks.ts'
import { Loaded } from '../../parts/Loaded.tsx'
import { PageHead } from '../../parts/PageHead.tsx'
import { ChangeForm, type Change } from './ChangeForm.tsx'
import { FlagsTable } from './FlagsTable.tsx'
import { HistoryPanel } from './HistoryPanel.tsx'
import { StopsTable } from './StopsTable.tsx'
import './controls.css'

/** What is stopped for everybody, and what the app shows. */
export function ControlsScreen() {
  const stops = useDeskQuery(listStops, {})
  const flags = useDeskQuery(listFlags, {})
  const [change, setChange] = useState<Change>()
  const form = change && <ChangeForm key={keyOf(change)} change={change} onEnd={() => setChange(undefined)} />
  return (
    <>
      <PageHead title={<Trans>Flags and stops</Trans>} lede={<Trans>A flag chooses what the app shows. A stop is a promise of the server.</Trans>} />
      <div className="dk-controls">
        <div className="dk-stack">
          {change?.kind !== 'flag' && form}
          <Loaded query={stops}>{(answer) => <StopsTable stops={answer.stops} readAt={stops.readAt} onChange={setChange} />}</Loaded>
          <HistoryPanel />
        </div>
        <div className="dk-stack">
          {change?.kind === 'flag' && form}
          <Loaded query={flags}>{(answer) => <FlagsTable flags={answer.flags} onChange={setChange} />}</Loaded>
        </div>
      </div>
    </>
  )
}

const keyOf = (change: Change): string => `${change.kind} ${change.kind === 'start' ? change.stop.name : change.name}`
